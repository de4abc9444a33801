/// What commands on this machine did to the tasks of a stack, learned from one command after
/// another, the oldest first. Without a common ancestor, only a value that a command replaced is
/// known to be old (<doc:Merging#Without-a-common-ancestor>).
///
/// A value is identified by the digests of its task, of what it is about (its aspect), and of the
/// value itself.
struct LocalKnowledge {
  /// The values that commands replaced or removed, and that no later command restored.
  private var replaced: Set<JSONDigest> = []
  /// The tasks that a command removed from the file, not only from the queue.
  private var removed: Set<JSONDigest> = []
  /// The tasks that were moved among the open ones.
  private var moved: Set<JSONDigest> = []

  private func fact(_ task: JSONDigest, _ aspect: JSONDigest, _ value: JSONDigest?) -> JSONDigest {
    JSONDigest(JSONDigest(task, aspect), value)
  }

  /// Whether commands gave an aspect of a task another value, or removed the value.
  func hasReplaced(_ task: JSONDigest, _ aspect: JSONDigest, _ value: JSONDigest?) -> Bool {
    replaced.contains(fact(task, aspect, value))
  }

  /// Whether commands removed this element's task, and the element is a state that a command
  /// replaced or removed.
  func hasRemoved(_ element: TaskVersion) -> Bool {
    removed.contains(element.identity)
      && hasReplaced(element.identity, .wholeTask, element.meaning)
  }

  func hasMoved(_ element: TaskVersion) -> Bool { moved.contains(element.identity) }
}

// MARK: - Learning

extension LocalKnowledge {
  /// Learns what a command changed in a text, unless the text before or after the change isn't a
  /// stack.
  mutating func learn(_ text: [UInt8], _ patch: Patch) {
    guard let before = document(text), let after = patch.applied(to: text).flatMap(document) else {
      return
    }
    let change = ListChange(before, after, patch)
    moved.formUnion(change.moved.map { $0.identity })
    for (old, new) in change.changed { learn(old, new) }
    for old in change.removed {
      removed.insert(old.identity)
      replace(old.identity, .wholeTask, old.meaning, by: nil)
    }
  }

  /// - Returns: `nil` if the text isn't a stack. An empty text means that there was no file.
  private func document(_ text: [UInt8]) -> Document? {
    try? Document(text.isEmpty ? Document.emptyText : text)
  }

  /// Learns that a command changed a task, or added it.
  private mutating func learn(_ old: TaskVersion?, _ new: TaskVersion) {
    let task = new.identity
    removed.remove(task)
    replace(task, .wholeTask, old.map { $0.meaning }, by: new.meaning)
    replace(task, .ending, old.map { $0.ending }, by: new.ending)
    let oldValues = old?.values ?? [:]
    let newValues = new.values
    for aspect in Set(newValues.keys).union(oldValues.keys) {
      replace(task, aspect, old.map { _ in oldValues[aspect] }, by: newValues[aspect])
    }
  }

  /// Learns that a command replaced a value. For a new task, `old` is `nil`: nothing was replaced.
  /// For a value that was missing before, it is `.some(nil)`.
  private mutating func replace(
    _ task: JSONDigest, _ aspect: JSONDigest, _ old: JSONDigest??, by new: JSONDigest?
  ) {
    if old == .some(new) { return }
    if let old { replaced.insert(fact(task, aspect, old)) }
    replaced.remove(fact(task, aspect, new))
  }
}

// MARK: - Aspects

extension JSONDigest {
  /// The whole element of the list.
  static let wholeTask = JSONDigest(0, 0)
  /// How the task ended.
  static let ending = JSONDigest(0, 1)
  /// The value under the first key `title`.
  static let title = JSONDigest(scalar: JSONText.encode(SchemaKey.title.rawValue)[...])

  /// An item of the list under a key.
  static func item(_ item: JSONDigest, of key: JSONDigest) -> JSONDigest { JSONDigest(key, item) }
}

extension TaskVersion {
  /// The values under the keys, except those of an ending, and the items of the lists.
  fileprivate var values: [JSONDigest: JSONDigest] {
    var values: [JSONDigest: JSONDigest] = [:]
    guard let members else { return values }
    for key in members.keys where members[key]?.key?.isOfEnding != true {
      values[key] = members.digest(key)
      for item in JSONList(members.value(key))?.digests ?? [] {
        values[.item(item, of: key)] = item
      }
    }
    return values
  }
}
