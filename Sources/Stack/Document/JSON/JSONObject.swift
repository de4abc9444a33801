/// An object in a validated JSON text. Editing it gives a new text, in which all other bytes stay.
struct JSONObject {
  /// The text that contains the object.
  let text: [UInt8]
  let container: Container

  /// An object that is a text of its own.
  init(_ text: [UInt8]) { self.init(text, Container(text)) }

  init(_ text: [UInt8], _ container: Container) {
    self.text = text
    self.container = container
  }

  var members: [Container.Item] { container.items }

  /// The index of the member with a key, which is compared byte for byte; the first one if the key
  /// is repeated.
  func index(of key: String) -> Int? {
    members.firstIndex {
      JSONText.decode($0.keyText(in: text)).utf8.elementsEqual(key.utf8)
    }
  }

  /// The bytes of a member's value.
  func value(_ member: Container.Item) -> [UInt8] { Array(text[member.value]) }

  /// The member with another value.
  func member(_ member: Container.Item, with value: [UInt8]) -> [UInt8] {
    text[member.range.lowerBound..<member.valueStart] + value
  }

  /// The text with another value for a key: in place of the existing one, else at the end. `nil`
  /// removes the key.
  func setting(_ key: SchemaKey, to value: [UInt8]?) -> [UInt8] {
    setting(container.index(of: key), to: value, named: JSONText.encode(key.rawValue))
  }

  /// The text with another value for the member with an index, else with a new member. The key is
  /// a JSON string.
  func setting(_ index: Int?, to value: [UInt8]?, named key: [UInt8]) -> [UInt8] {
    let index = index ?? container.count
    var parts: [Container.Part] = [.kept(0..<index)]
    if index < container.count {
      if let value { parts.append(.changed(index, member(members[index], with: value))) }
      parts.append(.kept((index + 1)..<container.count))
    } else if let value {
      parts.append(.new(key + Array(": ".utf8) + value))
    }
    return container.edited(text, parts)
  }

  /// The text without the members whose keys meet a condition, and with new members at the end.
  func removing(where isRemoved: (SchemaKey?) -> Bool, adding new: [[UInt8]] = []) -> [UInt8] {
    let kept = members.indices.filter { !isRemoved(members[$0].key) }
    if kept.count == members.count, new.isEmpty { return text }
    return container.edited(text, kept.map(Container.Part.item) + new.map(Container.Part.new))
  }
}

/// An array of JSON. Elements that stay keep their bytes.
struct JSONList {
  let text: [UInt8]
  private let container: Container

  /// - Returns: `nil` for a value that isn't an array. A missing value is an empty list.
  init?(_ value: [UInt8]?) {
    text = value ?? Array("[]".utf8)
    guard text.first == .openBracket else { return nil }
    container = Container(text)
  }

  var count: Int { container.count }

  func element(_ index: Int) -> [UInt8] { Array(text[container[index].range]) }

  /// The text of each element; `nil` for one that isn't a string.
  var strings: [String?] { container.items.map { JSONText.string(text[$0.range]) } }

  /// The digest of each element.
  var digests: [JSONDigest] { container.items.map { JSONDigest($0.range, in: text) } }

  /// The array as JSON with other elements; `nil` if none is left.
  func edited(_ parts: [Container.Part]) -> [UInt8]? {
    parts.isEmpty ? nil : container.edited(text, parts)
  }
}
