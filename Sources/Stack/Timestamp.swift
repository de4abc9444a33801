// A moment in time, and the two forms in which it is written.

/// A moment in time, to the nanosecond.
public struct Timestamp: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int
  /// The part below a second, from 0 to 999,999,999.
  public let nanoseconds: Int

  /// A moment from seconds since 1970-01-01T00:00:00Z and the nanoseconds after it.
  public init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// As a property list writes a date, and RFC 3339: `2026-11-21T10:00:00Z`.
  public var dateText: String {
    let parts = components
    return padded(parts[0], 4) + "-" + padded(parts[1], 2) + "-" + padded(parts[2], 2)
      + "T" + padded(parts[3], 2) + ":" + padded(parts[4], 2) + ":" + padded(parts[5], 2) + "Z"
  }

  /// As it stands in the name of a file, to the nanosecond: `20261121T100000.000000000Z`.
  var nameText: String {
    let parts = components
    return padded(parts[0], 4) + padded(parts[1], 2) + padded(parts[2], 2)
      + "T" + padded(parts[3], 2) + padded(parts[4], 2) + padded(parts[5], 2)
      + "." + padded(nanoseconds, 9) + "Z"
  }

  /// Reads what `nameText` wrote.
  init?(nameText: Substring) {
    let form = "00000000T000000.000000000Z"
    let bytes = Array(nameText.utf8)
    guard bytes.count == form.utf8.count else { return nil }
    var digits: [Int] = []
    for (byte, pattern) in zip(bytes, form.utf8) {
      if pattern == UInt8(ascii: "0"), byte.isDigit {
        digits.append(Int(byte - UInt8(ascii: "0")))
      } else if byte != pattern {
        return nil
      }
    }
    guard digits.count == 23 else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    self.init(
      components: [
        number(0..<4), number(4..<6), number(6..<8), number(8..<10), number(10..<12), number(12..<14),
      ],
      nanoseconds: number(14..<23))
  }

  /// The smallest step later.
  var next: Timestamp {
    nanoseconds == 999_999_999
      ? Timestamp(seconds: seconds + 1) : Timestamp(seconds: seconds, nanoseconds: nanoseconds + 1)
  }
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
