/// An object whose members are merged key by key, a task or the top level: its members by the hashes of their keys.
struct MergeObject {
  /// The text that contains the object.
  let text: [UInt8]
  let container: Container
  /// The hash of each member's key; a key that occurs again gets another hash.
  private(set) var keys: [SemanticHash] = []
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

  /// The object that is an element of a stack's text; `nil` if there is no element, or if it isn't an object.
  init?(_ element: MergeInput.Element?, in text: [UInt8]) {
    guard let element, text[element.range.lowerBound] == UInt8(ascii: "{") else { return nil }
    let object = Array(text[element.range])
    self.init(object, Container(object))
  }

  subscript(key: SemanticHash) -> Container.Item? { indices[key].map { container.items[$0] } }

  /// The hash of the value under a key; `.absent` if there isn't one.
  func meaning(_ key: SemanticHash) -> SemanticHash { self[key].map { SemanticHash($0.value, in: text) } ?? .absent }

  /// Whether this is valid under `tasks`.
  var isTask: Bool {
    var scanner = JSONScanner(text: text)
    return (try? scanner.readSingleTask()) != nil
  }
}
