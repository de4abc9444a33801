// Values by their keys.

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
