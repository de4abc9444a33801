/// A day of the week. Weeks begin on Monday.
package enum Weekday: String, CaseIterable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday of a day, which is the number of days after 1970-01-01.
  package init(ofDay day: Int) { self = Self.allCases[day - Self.monday(before: day)] }

  var daysAfterMonday: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The name as it is written: `Monday`.
  package var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The first day of the week that a day is in. 1970-01-01 was a Thursday.
  static func monday(before day: Int) -> Int { (day + 3).dividedRoundingDown(by: 7) * 7 - 3 }
}
