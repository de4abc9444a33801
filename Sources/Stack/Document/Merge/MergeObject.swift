// An object whose members are merged key by key: a task, or what stands at the top.

/// An object: its members by what their keys mean.
struct MergeObject {
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

  /// Which member has a key.
  func index(of key: Meaning) -> Int? { indices[key] }

  /// The member with a key.
  subscript(key: Meaning) -> Container.Item? { indices[key].map { container[$0] } }

  /// What the value under a key means; nothing where there is none.
  func meaning(_ key: Meaning) -> Meaning { self[key].map { Meaning($0.value, in: text) } ?? .none }

  /// What all members mean but those that say how a task ended.
  var meaningWithoutEnding: Meaning {
    var sum = Meaning.none
    for (key, item) in zip(keys, container.items) where item.key?.isOfEnding != true {
      sum += Meaning(key, Meaning(item.value, in: text))
    }
    return sum
  }

  /// Whether this could stand under `tasks`. (Nobody validates what stands under `completed`.)
  var isTask: Bool {
    let titles = container.items.filter { $0.key == .title }
    return titles.count == 1 && titles.allSatisfy { text[$0.valueStart] == UInt8(ascii: "\"") }
      && container.items.count { $0.key == .attachments } <= 1
  }
}

// MARK: - Endings

extension MergeObject {
  /// How a task ended.
  struct Ending {
    /// What prevails comes first: completed, sent, dropped, and what says nothing.
    let rank: Int
    /// As it stands there; nothing is the earliest.
    let date: [UInt8]

    /// Whether this one prevails where a task was ended twice.
    func prevails(over other: Ending) -> Bool {
      rank == other.rank ? date.lexicographicallyPrecedes(other.date) : rank < other.rank
    }
  }

  var ending: Ending {
    for (rank, key) in [SchemaKey.completed, .sent, .dropped].enumerated() {
      if let date = string(under: key) { return Ending(rank: rank, date: date) }
    }
    return Ending(rank: 3, date: [])
  }

  /// What the value under a key says; `nil` if there is none.
  func string(under key: SchemaKey) -> [UInt8]? {
    container[key].map { item in
      let isString = text[item.valueStart] == UInt8(ascii: "\"")
      return isString ? Array(JSONText.decode(text[item.value]).utf8) : Array(text[item.value])
    }
  }
}
