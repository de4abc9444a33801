/// A key that `stack` gives a meaning to. All other keys are the user's own, and stay as they are.
enum SchemaKey: String, CaseIterable {
  case version, tasks, completed
  case title, added, attachments, notes, from, until
  case dropped, sent, to
  case pieces, removed, shell, front, inode, changed, size, commit, repository

  /// The text of a member with this key.
  func member(_ value: some Sequence<UInt8>) -> [UInt8] { Array("\"\(rawValue)\": ".utf8) + value }

  /// The keys with the date of an ending, in the order of precedence: of several in one task, the
  /// first one counts.
  static let endingDates: [SchemaKey] = [.completed, .sent, .dropped]

  /// Whether this key describes how a task ended.
  var isOfEnding: Bool { self == .to || Self.endingDates.contains(self) }

  /// The key with a name. The first call of `init(rawValue:)` would cost 4,500 instructions more.
  private static func named(_ name: String) -> SchemaKey? { allCases.first { $0.rawValue == name } }

  /// The schema key that a JSON string denotes; `nil` for any other key.
  fileprivate static func denoted(by text: ArraySlice<UInt8>) -> SchemaKey? {
    let name = text[(text.startIndex + 1)..<(text.endIndex - 1)]
    // A string of at most 15 bytes needs no memory, and no key is longer.
    if name.count <= 15, let key = named(String(decoding: name, as: UTF8.self)) { return key }
    return name.contains(.backslash) ? named(JSONText.decode(text)) : nil
  }
}

extension JSONScanner {
  /// Skips the key of a member of an object, and the colon. Returns the schema key; `nil` for a
  /// custom key.
  @inline(__always) mutating func skipKey() throws(ScanError) -> SchemaKey? {
    // Nearly every task has these two keys, and each fits into one word with its quotes and colon.
    if skip(word: Self.titleAndColon) { return .title }
    if skip(word: Self.addedAndColon) { return .added }
    return SchemaKey.denoted(by: try skipAnyKey())
  }

  /// `"title":` and `"added":`, as little-endian numbers.
  private static let titleAndColon = 0x3A22_656C_7469_7422 as UInt64
  private static let addedAndColon = 0x3A22_6465_6464_6122 as UInt64
}

extension Container {
  /// The index of the member with a key; the first one if the key is repeated.
  func index(of key: SchemaKey) -> Int? { items.firstIndex { $0.key == key } }

  /// The range of the value under a key of an object. Nothing after the value is read.
  static func value(under key: SchemaKey, in object: [UInt8]) -> Range<Int>? {
    var scanner = JSONScanner(text: object)
    guard scanner.skip(.openBrace) else { return nil }
    while let member = try? scanner.nextItem(ofObject: true) {
      if member.key == key { return member.value }
    }
    return nil
  }

  /// The decoded string under a key of an object; `nil` if the key is missing or its value isn't a
  /// string.
  static func string(under key: SchemaKey, in object: [UInt8]) -> String? {
    value(under: key, in: object).flatMap { JSONText.string(object[$0]) }
  }

  /// The integer under a key of an object; `nil` if the key is missing or its value isn't one.
  static func number(under key: SchemaKey, in object: [UInt8]) -> Int? {
    value(under: key, in: object).flatMap { Int(String(decoding: object[$0], as: UTF8.self)) }
  }

  /// The value under a key of an object: the UTF-8 of a decoded string, or the JSON text of any
  /// other value.
  static func bytes(under key: SchemaKey, in object: [UInt8]) -> [UInt8]? {
    value(under: key, in: object).map {
      JSONText.string(object[$0]).map { Array($0.utf8) } ?? Array(object[$0])
    }
  }
}
