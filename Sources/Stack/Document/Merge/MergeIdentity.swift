// What makes values and tasks the same for merging, as bytes that are equal where they are.

/// Bytes by which things are looked up. (An array alone would be hashed byte by byte.)
struct MergeIdentity: Hashable {
  let bytes: [UInt8]

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension MergeCopy {
  /// What a value says, however it is laid out and whatever stands in it as an escape.
  func identity(ofValue value: Range<Int>) -> [UInt8] {
    let bytes = text[value]
    switch bytes.first {
    case UInt8(ascii: "\""):
      guard bytes.contains(UInt8(ascii: "\\")) else { return Array(bytes) }
      let decoded = JSONText.decode(bytes)
      // Lone surrogates all decode to this character; they are not the same for that.
      if decoded.unicodeScalars.contains("\u{FFFD}") { return Array(bytes) }
      return [UInt8(ascii: "\"")] + Array(decoded.utf8) + [UInt8(ascii: "\"")]
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return JSONText.oneLine(Array(bytes))
    default:
      return Array(bytes)
    }
  }

  /// What a key says.
  func identity(ofKey key: Range<Int>) -> [UInt8] { identity(ofValue: key) }

  /// The bytes of a task.
  func bytes(of entry: Entry) -> ArraySlice<UInt8> { text[entry.place] }

  /// What an element of a list says, however it is laid out.
  func identity(of entry: Entry) -> [UInt8] {
    guard text[entry.place.lowerBound] == UInt8(ascii: "{") else { return identity(ofValue: entry.place) }
    var identity: [UInt8] = [UInt8(ascii: "{")]
    for member in members[entry.members] {
      identity.append(contentsOf: self.identity(ofKey: member.key))
      identity.append(UInt8(ascii: ":"))
      identity.append(contentsOf: self.identity(ofValue: member.value))
      identity.append(UInt8(ascii: ","))
    }
    return identity
  }

  /// The bytes of a task without the keys of an ending.
  func bytesWithoutEnding(of entry: Entry) -> [UInt8] {
    guard text[entry.place.lowerBound] == UInt8(ascii: "{") else { return Array(bytes(of: entry)) }
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    bytes.reserveCapacity(entry.place.count)
    for member in members[entry.members] where !member.name.isOfEnding {
      bytes.append(contentsOf: text[member.whole])
      bytes.append(UInt8(ascii: ","))
    }
    return bytes
  }

  /// When a task was added, as it stands there; `nil` where nothing is said of it.
  func added(of entry: Entry) -> [UInt8]? {
    member(.added, of: entry).map { identity(ofValue: $0.value) }
  }

  /// What a task is called, and when it was added; `nil` for what has no title.
  func addedAndTitle(of entry: Entry) -> [UInt8]? {
    guard let title = member(.title, of: entry) else { return nil }
    var identity = added(of: entry) ?? []
    identity.append(UInt8(ascii: ","))
    identity.append(contentsOf: self.identity(ofValue: title.value))
    return identity
  }

  /// The first member of a task that has a key.
  func member(_ name: Name, of entry: Entry) -> Member? {
    members[entry.members].first { $0.name == name }
  }
}

// MARK: - Dates and endings

/// A date as it stands in a file, so that it can be compared: byte for byte, as the form allows it.
struct MergeDate {
  private let text: [UInt8]

  /// A date as a property list writes it; `nil` for anything else.
  init?(_ string: [UInt8]) {
    // A quote, then 2026-11-21T10:00:00, then whatever tells the zone.
    guard string.count > 20 else { return nil }
    for (index, byte) in string[..<20].enumerated() {
      switch index {
      case 0: if byte != UInt8(ascii: "\"") { return nil }
      case 5, 8: if byte != UInt8(ascii: "-") { return nil }
      case 11: if byte != UInt8(ascii: "T") { return nil }
      case 14, 17: if byte != UInt8(ascii: ":") { return nil }
      default: if !byte.isDigit { return nil }
      }
    }
    text = string
  }

  /// Whether one date is before another; no date is the earliest.
  static func isEarlier(_ one: MergeDate?, _ other: MergeDate?) -> Bool {
    guard let other else { return false }
    guard let one else { return true }
    return one.text.lexicographicallyPrecedes(other.text)
  }
}

/// How a task was ended.
struct MergeEnding {
  /// The ways to end a task, what prevails first.
  enum Kind: Int {
    case completed
    case sent
    case dropped
    case unknown
  }

  let kind: Kind
  let date: MergeDate?
  /// All keys of the ending with their values.
  let identity: [UInt8]

  /// Whether this one prevails where both sides ended a task. (Of two that are the same but for the receiver
  /// or the like, the smaller prevails, so that it doesn't matter which side is which.)
  func prevails(over other: MergeEnding) -> Bool {
    if kind != other.kind { return kind.rawValue < other.kind.rawValue }
    if MergeDate.isEarlier(date, other.date) { return true }
    if MergeDate.isEarlier(other.date, date) { return false }
    return identity.lexicographicallyPrecedes(other.identity)
  }
}

extension MergeCopy {
  /// When a task was added, as far as that is a date.
  func addedDate(of entry: Entry) -> MergeDate? { added(of: entry).flatMap { MergeDate($0) } }

  /// How a task was ended.
  func ending(of entry: Entry) -> MergeEnding {
    var kind = MergeEnding.Kind.unknown
    var date: MergeDate?
    var identity: [UInt8] = []
    for member in members[entry.members] where member.name.isOfEnding {
      let value = self.identity(ofValue: member.value)
      identity.append(contentsOf: self.identity(ofKey: member.key))
      identity.append(UInt8(ascii: ":"))
      identity.append(contentsOf: value)
      identity.append(UInt8(ascii: ","))
      let other: MergeEnding.Kind =
        switch member.name {
        case .completed: .completed
        case .sent: .sent
        case .dropped: .dropped
        default: .unknown
        }
      if other.rawValue < kind.rawValue {
        kind = other
        date = MergeDate(value)
      }
    }
    return MergeEnding(kind: kind, date: date, identity: identity)
  }
}
