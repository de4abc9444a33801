/// An object whose members are merged key by key, a task or the top level: its members by the hashes of their keys.
struct MergeObject {
  /// The text that contains the object.
  let text: [UInt8]
  let container: Container
  /// The hash of each member's key; a key that occurs again gets another hash.
  private(set) var keys: [SemanticHash] = []
  /// The index of the member with a key.
  private(set) var indices: [SemanticHash: Int] = [:]

  init(_ text: [UInt8], _ container: Container) {
    self.text = text
    self.container = container
    for item in container.items {
      var key = SemanticHash(scalar: item.keyText(in: text))
      while indices[key] != nil { key = SemanticHash(key, SemanticHash.absent) }
      indices[key] = keys.count
      keys.append(key)
    }
  }

  /// An object from its own text; `nil` if the text isn't an object.
  init?(_ text: [UInt8]) {
    guard text.first == UInt8(ascii: "{") else { return nil }
    self.init(text, Container(text))
  }

  subscript(key: SemanticHash) -> Container.Item? { indices[key].map { container.items[$0] } }

  /// The schema key that a hash stands for; `nil` if it is a custom key's.
  func name(of key: SemanticHash) -> SchemaKey? { self[key]?.key(in: text) }

  /// The hash of the value under a key; `.absent` if there isn't one.
  func meaning(_ key: SemanticHash) -> SemanticHash { self[key].map { SemanticHash($0.value, in: text) } ?? .absent }

  /// Whether this is valid under `tasks`.
  var isTask: Bool {
    var scanner = JSONScanner(text)
    return (try? scanner.readSingleTask()) != nil
  }
}
