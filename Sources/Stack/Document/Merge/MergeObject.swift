// An object whose members are merged key by key: a task, or what stands at the top.

/// An object: its members by what their keys mean.
struct MergeObject {
  /// The text in which it stands.
  let text: [UInt8]
  let container: Container
  /// What each member's key means; a key that is given again is another one.
  private(set) var keys: [Meaning] = []
  private var indices: [Meaning: Int] = [:]

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

  /// Which member has a key.
  func index(of key: Meaning) -> Int? { indices[key] }

  /// The member with a key.
  subscript(key: Meaning) -> Container.Item? { indices[key].map { container.items[$0] } }

  /// What the value under a key means; nothing where there is none.
  func meaning(_ key: Meaning) -> Meaning { self[key].map { Meaning(at: $0.valueStart, in: text) } ?? .none }

  /// What all members mean but those that say how a task ended.
  var meaningWithoutEnding: Meaning {
    var sum = Meaning.none
    for (key, item) in zip(keys, container.items) where item.key?.isOfEnding != true {
      sum += Meaning(key, Meaning(at: item.valueStart, in: text))
    }
    return sum
  }

  /// Whether this could stand under `tasks`. (Nobody validates what stands under `completed`.)
  var isTask: Bool {
    var scanner = JSONScanner(text)
    return (try? scanner.readSingleTask()) != nil
  }

  /// What the value under a key says; `nil` if there is none.
  func string(under key: SchemaKey) -> [UInt8]? {
    container[key].map { JSONText.string(text[$0.value]).map { Array($0.utf8) } ?? Array(text[$0.value]) }
  }

  /// How a task ended: which of the words stands there, what prevails first, and when. No date is the earliest.
  var ending: (rank: Int, date: [UInt8]) {
    for (rank, key) in [SchemaKey.completed, .sent, .dropped].enumerated() {
      if let date = string(under: key) { return (rank, date) }
    }
    return (3, [])
  }
}
