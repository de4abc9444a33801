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
