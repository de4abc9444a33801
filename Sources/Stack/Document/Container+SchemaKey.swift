// Looks up the schema's keys in JSON objects. The JSON parser itself doesn't know the schema.

extension Container.Item {
  /// The schema key of a member; `nil` for a custom key, and in an array.
  func key(in text: [UInt8]) -> SchemaKey? {
    var scanner = JSONScanner(text, from: range.lowerBound)
    return try? scanner.skipKey()
  }
}

extension Container {
  /// The index of the member with a key; the first one if the key is repeated.
  func index(of key: SchemaKey, in text: [UInt8]) -> Int? { items.firstIndex { $0.key(in: text) == key } }

  /// The range of the value under a key of an object. Nothing after the value is read.
  static func value(under key: SchemaKey, in object: [UInt8], at start: Int = 0) -> Range<Int>? {
    var scanner = JSONScanner(object, from: start)
    guard scanner.enter() == true else { return nil }
    while !scanner.skip(UInt8(ascii: "}")) {
      let isFound = (try? scanner.skipKey()) == key
      scanner.skipWhitespace()
      let start = scanner.offset
      guard (try? scanner.skipValue(depth: 1)) != nil else { return nil }
      if isFound { return start..<scanner.offset }
      if scanner.skip(UInt8(ascii: ",")) { scanner.skipWhitespace() }
    }
    return nil
  }

  /// The decoded string under a key of an object; `nil` if the key is missing or its value isn't a string.
  static func string(under key: SchemaKey, in object: [UInt8]) -> String? {
    value(under: key, in: object).flatMap { JSONText.string(object[$0]) }
  }

  /// The value under a key of an object: the UTF-8 of a decoded string, or the JSON text of any other value.
  static func bytes(under key: SchemaKey, in object: [UInt8]) -> [UInt8]? {
    let value = value(under: key, in: object).map { object[$0] }
    return value.map { JSONText.string($0).map { Array($0.utf8) } ?? Array($0) }
  }
}

extension JSONScanner {
  /// Skips the key of a member of an object, and the colon. Returns the schema key; `nil` for a custom key.
  @inline(__always) mutating func skipKey() throws(ScanError) -> SchemaKey? {
    // Nearly every task has these two keys, and each fits into one word with its quotes and colon.
    if skip(word: Self.titleAndColon) { return .title }
    if skip(word: Self.addedAndColon) { return .added }
    return SchemaKey(try skipAnyKey())
  }

  /// `"title":` and `"added":`, as little-endian numbers.
  private static let titleAndColon = 0x3A22_656C_7469_7422 as UInt64
  private static let addedAndColon = 0x3A22_6465_6464_6122 as UInt64
}

extension SchemaKey {
  /// The schema key that a JSON string denotes; `nil` for any other key.
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    let name = text.dropFirst().dropLast()
    for key in Self.allCases where key.rawValue.utf8.count == name.count {
      if name.elementsEqual(key.rawValue.utf8) {
        self = key
        return
      }
    }
    guard name.contains(UInt8(ascii: "\\")) else { return nil }
    self.init(rawValue: JSONText.decode(text))
  }
}
