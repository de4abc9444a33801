// An object whose members are merged key by key: a task, or what stands at the top.

/// An object: its members by what their keys mean.
struct MergeObject {
  /// The text in which it stands.
  let text: [UInt8]
  let container: Container
  /// What each member's key means; a key that is given again is another one.
  private(set) var keys: [Meaning] = []
  /// Which member has a key.
  private(set) var indices: [Meaning: Int] = [:]

  init(_ text: [UInt8], _ container: Container) {
    self.text = text
    self.container = container
    for item in container.items {
      var key = Meaning(scalar: Container.keyText(of: item, in: text))
      while indices[key] != nil { key = Meaning(key, .none) }
      indices[key] = keys.count
      keys.append(key)
    }
  }

  /// An object from its own text; `nil` for what is none.
  init?(_ text: [UInt8]) {
    guard text.first == UInt8(ascii: "{") else { return nil }
    self.init(text, Container(text))
  }

  /// The member with a key.
  subscript(key: Meaning) -> Container.Item? { indices[key].map { container.items[$0] } }

  /// What the value under a key means; nothing where there is none.
  func meaning(_ key: Meaning) -> Meaning { self[key].map { Meaning(at: $0.valueStart, in: text) } ?? .none }

  /// Whether this could stand under `tasks`.
  var isTask: Bool {
    var scanner = JSONScanner(text)
    return (try? scanner.readSingleTask()) != nil
  }
}
