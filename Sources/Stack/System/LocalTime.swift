// Days and times of day as a person has them on the wall, from the tz database.
//
// The C library could tell them, but it scans the numbers of `TZ` with what also reads floating-point numbers of
// all kinds, and that would be 136 KB more in a static executable of 2 MB.

extension Timestamp {
  /// The day and the time of day where this person is, after `TZ`: `2026-11-21 10:30`.
  package var localDayAndTime: String {
    let text = Timestamp(seconds: seconds + LocalTime.offset(at: seconds)).dateText
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }
}

private enum LocalTime {
  /// How many seconds local time is ahead of UTC at a moment. Where nothing says so, it is UTC.
  static func offset(at seconds: Int) -> Int {
    var name = System.environmentVariable("TZ") ?? Array("/etc/localtime".utf8)
    if name.first == UInt8(ascii: ":") { name.removeFirst() }
    let folder = System.environmentVariable("TZDIR") ?? Array("/usr/share/zoneinfo".utf8)
    let isAbsolute = name.first == UInt8(ascii: "/")
    let path = FilePath((isAbsolute ? name : folder + "/".utf8 + name)[...])
    if let file = try? OpenFile(path, for: .reading), let text = try? file.bytes(),
      let offset = offset(at: seconds, file: text)
    {
      return offset
    }
    return offset(at: seconds, rule: name[...]) ?? 0
  }

  /// The offset after a file of the tz database (TZif, RFC 9636), `nil` if it isn't one.
  private static func offset(at seconds: Int, file: [UInt8]) -> Int? {
    func number(at place: Int, size: Int) -> Int {
      var number = 0
      for byte in file[place..<(place + size)] { number = number << 8 | Int(byte) }
      return size == 4 ? Int(Int32(truncatingIfNeeded: number)) : number
    }
    /// How many there are of each kind: offsets of two sorts, leap seconds, transitions, types, letters.
    func counts(at start: Int) -> [Int]? {
      guard start >= 0, start + header <= file.count else { return nil }
      let counts = (0..<6).map { number(at: start + 20 + 4 * $0, size: 4) }
      return counts.allSatisfy { (0...file.count).contains($0) } ? counts : nil
    }
    let header = 44
    guard file.starts(with: "TZif".utf8), let old = counts(at: 0) else { return nil }
    // All is there twice: with 32 bits for readers of old, and then with 64.
    let start = header + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
    guard let new = counts(at: start) else { return nil }
    let types = start + header + new[3] * 8
    let offsets = types + new[3]
    let rule = offsets + new[4] * 6 + new[5] + new[2] * 12 + new[1] + new[0]
    guard rule < file.count, new[4] > 0 else { return nil }

    let last = (0..<new[3]).last { number(at: start + header + 8 * $0, size: 8) <= seconds }
    if (last ?? -1) == new[3] - 1 {
      let text = file[rule...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
      if let offset = offset(at: seconds, rule: text) { return offset }
    }
    let type = last.map { Int(file[types + $0]) } ?? 0
    return type < new[4] ? number(at: offsets + 6 * type, size: 4) : nil
  }

  /// The offset after a rule such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1-2017, 8.3), `nil` if it isn't one.
  private static func offset(at seconds: Int, rule: ArraySlice<UInt8>) -> Int? {
    var rule = RuleScanner(rest: rule)
    guard rule.skipName(), let standard = rule.time().map({ -$0 }) else { return nil }
    if rule.rest.isEmpty { return standard }
    guard rule.skipName() else { return nil }
    let summer = rule.time().map { -$0 } ?? standard + 3600
    if rule.rest.isEmpty { rule.rest = Array(",M3.2.0,M11.1.0".utf8)[...] }
    let year = Timestamp(seconds: seconds + standard).year
    guard rule.skip(","), let start = rule.date(in: year), rule.skip(","), let end = rule.date(in: year)
    else { return nil }
    let summerBegins = start - standard
    let summerEnds = end - summer
    let isSummer =
      summerBegins < summerEnds
      ? summerBegins <= seconds && seconds < summerEnds : seconds < summerEnds || summerBegins <= seconds
    return isSummer ? summer : standard
  }
}

/// Reads a rule for local time from its beginning on.
private struct RuleScanner {
  var rest: ArraySlice<UInt8>

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips the name of a time, such as `CET` or `<+0330>`.
  mutating func skipName() -> Bool {
    let isQuoted = skip("<")
    let name = rest.prefix { isQuoted ? $0 != UInt8(ascii: ">") : $0.isLetter }
    rest = rest.dropFirst(name.count)
    return name.count >= 3 && (!isQuoted || skip(">"))
  }

  mutating func number() -> Int? {
    let digits = rest.prefix { $0.isDigit }.prefix(4)
    rest = rest.dropFirst(digits.count)
    return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// A time such as `-5:45`, in seconds.
  mutating func time() -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var time = number().map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where skip(":") {
      guard let part = number() else { return nil }
      time += part * unit
    }
    return isNegative ? -time : time
  }

  /// A day of a year and a time, such as `M10.5.0/3` (the last Sunday of October), in seconds as in UTC.
  mutating func date(in year: Int) -> Int? {
    guard let day = day(in: year) else { return nil }
    guard skip("/") else { return day * 86_400 + 7200 }
    return time().map { day * 86_400 + $0 }
  }

  private mutating func day(in year: Int) -> Int? {
    if skip("M") {
      guard let month = number(), skip("."), let week = number(), skip("."), let weekday = number() else {
        return nil
      }
      // The first of January in 1970 was a Thursday.
      let first = Timestamp.day(year: year, month: month, day: 1)
      var day = first + ((weekday - first - 4) % 7 + 7) % 7 + 7 * (week - 1)
      let next = month < 12 ? Timestamp.day(year: year, month: month + 1, day: 1) : day + 1
      if day >= next { day -= 7 }
      return day
    }
    let leavesOutLeapDay = skip("J")
    guard let number = number() else { return nil }
    let january = Timestamp.day(year: year, month: 1, day: 1)
    if !leavesOutLeapDay { return january + number }
    return number < 60 ? january + number - 1 : Timestamp.day(year: year, month: 3, day: 1) + number - 60
  }
}
