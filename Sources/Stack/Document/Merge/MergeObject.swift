/// The members of an object, by the hashes of their keys. The object, a task or the top level, is merged key by key.
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

/// The list under a key of an object. Equal items are told apart by how often they occurred before.
struct MergeList {
  let text: [UInt8]
  let container: Container
  /// The hash of each item with its number among the equal ones.
  private(set) var items: [SemanticHash] = []
  private var meanings: [SemanticHash] = []

  /// - Returns: `nil` for a value that isn't an array; a missing one is an empty list.
  init?(_ object: MergeObject?, _ key: SemanticHash) {
    let value = object.flatMap { object in object[key].map { Array(object.text[$0.value]) } }
    text = value ?? Array("[]".utf8)
    guard text.first == UInt8(ascii: "[") else { return nil }
    container = Container(text)
    var counts: [SemanticHash: Int] = [:]
    for item in container.items {
      let meaning = SemanticHash(item.range, in: text)
      counts[meaning, default: 0] += 1
      meanings.append(meaning)
      items.append(SemanticHash(meaning, counts[meaning, default: 0]))
    }
  }

  /// Keeps an item if a later equal one is kept. If the earlier one were removed, the later one would get its number,
  /// and merging again would remove that one or add it once more.
  func retainEarlierOccurrences(in removed: inout Set<SemanticHash>) {
    var retained: Set<SemanticHash> = []
    for (meaning, item) in zip(meanings, items).reversed() {
      if !removed.contains(item) { retained.insert(meaning) }
      if retained.contains(meaning) { removed.remove(item) }
    }
  }
}
