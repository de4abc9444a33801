/// What commands on this machine did to the tasks of a stack, learned from one command after
/// another, the oldest first. Merging uses it to tell old values from new ones
/// (<doc:Merging#Rules-without-a-common-ancestor>).
///
/// A value is identified by the digests of its task, of what it is about (its aspect), and of the
/// value itself.
struct LocalKnowledge {
  /// The number of commands from which it has learned.
  private var commandCount = 0
  /// Maps the identity of a retitled task to its original one.
  private var firstIdentities: [JSONDigest: JSONDigest] = [:]
  /// For each replaced value, the number of the command that replaced it.
  private var replacements: [JSONDigest: Int] = [:]
  /// The tasks that commands added or changed.
  private var known: Set<JSONDigest> = []
  /// The values with which tasks were pushed.
  private var initialValues: Set<JSONDigest> = []
  /// The tasks that a command removed from the file, not only from the queue. The value is the name
  /// of the user's stack that had sent the task here, or got it back; else it is empty.
  private var removed: [JSONDigest: String] = [:]
  /// The tasks that were moved among the open ones.
  private var moved: Set<JSONDigest> = []
  /// The members of the ending that a command gave a task last.
  private var endings: [JSONDigest: [[UInt8]]] = [:]
  /// Whether another stack of this user has a task, or has sent it to yet another one that has it.
  /// With `withCopies`, the stack's conflict copies count, too, because they will be merged.
  var isInStack: (TaskVersion, _ stack: String, _ withCopies: Bool) -> Bool = { _, _, _ in true }

  private func fact(_ task: JSONDigest, _ aspect: JSONDigest, _ value: JSONDigest?) -> JSONDigest {
    JSONDigest(JSONDigest(task, aspect), value)
  }

  /// The identity of a task, which stays the same if commands here retitle it.
  func identity(of element: TaskVersion) -> JSONDigest {
    firstIdentities[element.identity] ?? element.identity
  }

  /// Which of two values wins: the newer one, or both if it isn't known which that is.
  func choice(_ task: JSONDigest, _ aspect: JSONDigest, ours: JSONDigest?, theirs: JSONDigest?)
    -> ThreeWayChoice
  {
    /// The newer one of two values has the higher rank: one that wasn't replaced, or was replaced
    /// later; then one that isn't initial; then one that isn't missing.
    func rank(_ value: JSONDigest?) -> (Int, Int, Int) {
      let fact = fact(task, aspect, value)
      let isInitial = initialValues.contains(fact)
      return (replacements[fact] ?? .max, isInitial ? 0 : 1, value == nil ? 0 : 1)
    }
    if ours == theirs || rank(ours) > rank(theirs) { return .ours }
    return rank(theirs) > rank(ours) ? .theirs : .conflict
  }

  /// Whether commands gave an aspect of a task another value, or removed the value.
  func hasReplaced(_ task: JSONDigest, _ aspect: JSONDigest, _ value: JSONDigest?) -> Bool {
    replacements[fact(task, aspect, value)] != nil
  }

  /// Whether commands replaced this state of a task.
  func hasReplaced(_ element: TaskVersion) -> Bool {
    hasReplaced(identity(of: element), .wholeTask, element.meaning)
  }

  /// Whether commands removed this element's task, and the element is a state that a command
  /// replaced or removed. A task that came from another stack of this user counts only while that
  /// stack has it. Its conflict copies don't count: they may be older than the removal.
  func hasRemoved(_ element: TaskVersion) -> Bool {
    guard let stack = removed[identity(of: element)], hasReplaced(element) else { return false }
    return stack.isEmpty || isInStack(element, stack, false)
  }

  /// Whether a task was sent to another stack of this user, and isn't there: `undo` may have taken
  /// it back on another machine.
  ///
  /// - Parameter isOnlyTheirs: Whether ours has nothing of the task. Then its other stack may still
  ///   get it from a conflict copy, which will be merged.
  func isLost(_ element: TaskVersion, isOnlyTheirs: Bool = false) -> Bool {
    element.ownRecipient.map { !isInStack(element, $0, isOnlyTheirs) } ?? false
  }

  func hasMoved(_ element: TaskVersion) -> Bool { moved.contains(identity(of: element)) }

  /// The members of the ending that a command gave this element's task instead of the element's
  /// ending, or of being open; `nil` if no command did.
  func newerEnding(of element: TaskVersion) -> [[UInt8]]? {
    let task = identity(of: element)
    return hasReplaced(task, .ending, element.ending) ? endings[task] : nil
  }
}

// MARK: - Learning

extension LocalKnowledge {
  /// Learns what a command changed in a text, unless the text before or after the change isn't a
  /// stack.
  ///
  /// - Parameters:
  ///   - isMove: Whether the command received a task from another stack of this user. Commands
  ///     there may have changed it, so its values aren't its initial ones.
  ///   - stack: The user's stack from which the command received a task, or to which it gave one
  ///     back.
  mutating func learn(
    _ text: [UInt8], _ patch: Patch, isMove: Bool = false, from stack: String? = nil
  ) {
    guard let before = document(text), let after = patch.applied(to: text).flatMap(document) else {
      return
    }
    commandCount += 1
    let change = ListChange(before, after, patch)
    moved.formUnion(change.moved.map(identity))
    for (old, new) in change.changed { learn(old, new, isMove: isMove) }
    for old in change.removed {
      let task = identity(of: old)
      removed[task] = stack ?? ""
      replace(task, .wholeTask, old.meaning, by: nil)
    }
  }

  /// - Returns: `nil` if the text isn't a stack. An empty text means that there was no file.
  private func document(_ text: [UInt8]) -> Document? {
    try? Document(text.isEmpty ? Document.emptyText : text)
  }

  /// Learns that a command changed a task, or added it.
  private mutating func learn(
    _ old: TaskVersion?, _ new: TaskVersion, isMove: Bool
  ) {
    let task = identity(of: old ?? new)
    if new.identity != task, firstIdentities[new.identity] == nil {
      firstIdentities[new.identity] = task
    }
    removed[task] = nil
    endings[task] = new.isOpen ? nil : new.members?.object.ending
    replace(task, .wholeTask, old.map { $0.meaning }, by: new.meaning)
    replace(task, .ending, old.map { $0.ending }, by: new.ending)
    let oldValues = old?.values ?? [:]
    let newValues = new.values
    for aspect in Set(newValues.keys).union(oldValues.keys) {
      replace(task, aspect, old.map { _ in oldValues[aspect] }, by: newValues[aspect])
    }
    // If the task was known already, `undo` has put it back, maybe with later values, so these
    // aren't initial.
    let isInitial = known.insert(task).inserted && !isMove
    if old != nil { return }
    let facts = newValues.map { fact(task, $0, $1) }
    if isInitial { initialValues.formUnion(facts) } else { initialValues.subtract(facts) }
  }

  /// Learns that a command replaced a value. For a new task, `old` is `nil`: nothing was replaced.
  /// For a value that was missing before, it is `.some(nil)`.
  private mutating func replace(
    _ task: JSONDigest, _ aspect: JSONDigest, _ old: JSONDigest??, by new: JSONDigest?
  ) {
    if old == .some(new) { return }
    if let old { replacements[fact(task, aspect, old)] = commandCount }
    replacements[fact(task, aspect, new)] = nil
  }
}

// MARK: - Aspects

extension JSONDigest {
  /// The whole element of the list.
  static let wholeTask = JSONDigest(0, 0)
  /// How the task ended.
  static let ending = JSONDigest(0, 1)

  /// One of several equal items, by its number, of the list under a key.
  static func item(_ item: JSONDigest, _ number: Int, of key: JSONDigest) -> JSONDigest {
    JSONDigest(key, JSONDigest(item, number))
  }
}

extension TaskVersion {
  /// The values under the keys, except those of an ending, and the items of the lists.
  fileprivate var values: [JSONDigest: JSONDigest] {
    var values: [JSONDigest: JSONDigest] = [:]
    guard let members else { return values }
    for key in members.keys where members[key]?.key?.isOfEnding != true {
      values[key] = members.digest(key)
      for (item, number) in JSONList(members.value(key))?.numbered ?? [] {
        values[.item(item, number, of: key)] = item
      }
    }
    return values
  }
}
