// An object whose members are merged key by key: a task, or what stands at the top.

/// An object: its members by what their keys mean.
struct MergeObject {
  let text: [UInt8]
  let container: Container
  /// What each member's key means; a key that is given again is another one.
  let keys: [Meaning]
  private var indices: [Meaning: Int] = [:]

  init(_ text: [UInt8], _ container: Container) {
    self.text = text
    self.container = container
    var keys: [Meaning] = []
    for item in container.items {
      let name = text[item.place.lowerBound..<item.valueStart]
      let end = name.lastIndex(of: UInt8(ascii: "\"")) ?? name.startIndex
      var key = Meaning(scalar: name[...end])
      while indices[key] != nil { key = Meaning(key, .none) }
      indices[key] = keys.count
      keys.append(key)
    }
    self.keys = keys
  }

  /// The member with a key.
  subscript(key: Meaning) -> Container.Item? { indices[key].map { container.items[$0] } }

  /// What the value under a key means; nothing where there is none.
  func meaning(_ key: Meaning) -> Meaning { self[key].map { Meaning($0.value, in: text) } ?? .none }

  /// What all members mean that don't tell how a task ended.
  var meaningWithoutEnding: Meaning {
    var sum = Meaning.none
    for (key, item) in zip(keys, container.items) where !item.isOfEnding {
      sum += Meaning(key, Meaning(item.value, in: text))
    }
    return sum
  }
}

extension Container.Item {
  /// Whether this tells how a task ended.
  var isOfEnding: Bool { key?.isOfEnding ?? false }
}
