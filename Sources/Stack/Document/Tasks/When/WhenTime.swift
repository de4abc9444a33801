extension When {
  /// A time of the clock in words.
  struct Time {
    static let halfDay = 12 * 3600
    static let wholeDay = 24 * 3600

    /// Seconds after midnight, as they were said.
    var seconds: Int
    var form: Form
    /// What `quarter to` and the like add to them.
    let moved: Int
    /// The words.
    var text = ""

    enum Form {
      /// Only an hour, from 1 to 6 in the afternoon.
      case hour
      /// Hours and minutes.
      case clock
      /// In a certain half of the day.
      case exact
      /// The end of today, but the beginning of another day.
      case midnight
    }

    /// Whether a part of the day may say which half is meant.
    var isEitherHalf: Bool {
      (form == .hour || form == .clock) && (3600..<13 * 3600).contains(seconds)
    }

    /// Seconds after midnight without a part of the day.
    var alone: Int {
      let isAfternoon = (3600 + min(0, moved)..<7 * 3600).contains(seconds + moved)
      return seconds + moved + (form == .hour && isAfternoon ? Self.halfDay : 0)
    }

    static func text(_ seconds: Int) -> String {
      "\(seconds / 3600):" + String(decoding: (seconds / 60 % 60).padded(to: 2), as: UTF8.self)
    }
  }

  /// A part of the day. The night goes on after midnight.
  enum PartOfDay: String {
    case morning, afternoon, evening, night

    /// The hours that are in it, and the one that it means without a time.
    var hours: (all: Range<Int>, start: Int) {
      switch self {
      case .morning: (1..<12, 9)
      case .afternoon: (12..<19, 14)
      case .evening, .night: (17..<29, 18)
      }
    }
  }
}
