/// A month of the year.
enum Month: String, CaseIterable {
  case january, february, march, april, may, june, july, august, september, october, november,
    december

  /// The number in a date: 1 is January.
  var number: Int { 1 + (Self.allCases.firstIndex(of: self) ?? 0) }
}
