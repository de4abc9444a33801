/// A task of a merged stack.
struct MergedTask {
  let isOpen: Bool
  /// The text of the task; `nil` if our version stays in its list, byte for byte.
  var text: [UInt8]?
  /// Theirs as a task of its own, if a key needs both values.
  var theirVersion: [UInt8]?
  /// Whether one side sent the task to another stack of this user, and the other side's changes of
  /// it aren't there.
  var isChangedAfterSending = false
  /// Whether we had ended the task, and their changes of it are new to us.
  var isChangedAfterEnding = false
}

/// Merges a task of three copies into one, and perhaps a second version.
struct TaskMerge {
  let base: MergeInput
  let knowledge: LocalKnowledge?
  let ours: MergeInput
  let theirs: MergeInput

  /// The merged task; `nil` if it was removed.
  func task(_ match: TaskMatch) -> MergedTask? {
    let old = match.base.map { base.elements[$0] }
    guard let our = match.ours.map({ ours.elements[$0] }) else {
      return match.theirs.flatMap { addition(theirs.elements[$0], old) }
    }
    guard let their = match.theirs.map({ theirs.elements[$0] }) else {
      // They deleted it by hand.
      return knowledge == nil && our.meaning == old?.meaning ? nil : MergedTask(isOpen: our.isOpen)
    }
    // Most tasks are equal on both sides, and then their members aren't needed.
    return our.meaning == their.meaning ? MergedTask(isOpen: our.isOpen) : merge(our, their, old)
  }

  /// A task that only theirs has.
  private func addition(_ their: MergeInput.Element, _ old: MergeInput.Element?) -> MergedTask? {
    let isRemoved = knowledge?.hasRemoved(their) ?? (their.meaning == old?.meaning)
    if isRemoved { return nil }
    // It was ended here, and a person removed the entry under `completed`.
    if let knowledge, let ending = knowledge.newerEnding(of: their),
      let object = theirs.members(of: their)?.object
    {
      let ended = object.removing(where: isOfEnding, adding: ending)
      return MergedTask(
        isOpen: false, text: relaid(0..<ended.count, of: ended, isOpen: false),
        isChangedAfterSending: isSent(ended) && !knowledge.hasReplaced(their))
    }
    let text = relaid(their.range, of: theirs.text, isOpen: their.isOpen)
    return MergedTask(isOpen: their.isOpen, text: text)
  }

  /// A task that both sides have, in different versions.
  private func merge(
    _ our: MergeInput.Element, _ their: MergeInput.Element, _ old: MergeInput.Element?
  ) -> MergedTask {
    let past =
      knowledge.map { Past.commands($0, task: $0.identity(of: our)) }
      ?? .ancestor(base.members(of: old), ending: old?.ending)
    let ending = endingChoice(past, our, their)
    let isOpen = ending == .theirs ? their.isOpen : our.isOpen
    guard let ourMembers = ours.members(of: our), let theirMembers = theirs.members(of: their),
      // Entries under `completed` aren't validated.
      !isOpen || ourMembers.object.isTask && theirMembers.object.isTask
    else {
      let text = relaid(their.range, of: theirs.text, isOpen: isOpen)
      return MergedTask(isOpen: isOpen, text: our.isOpen == isOpen ? nil : text)
    }
    let merge = MemberMerge(past, ours: ourMembers, theirs: theirMembers) { key in
      // An ended task has no `until`.
      key.isOfEnding || key == .until && !isOpen ? ending : nil
    }
    let text = merge.text
    let isOurs = our.isOpen == isOpen && text == ourMembers.object.text
    var task = MergedTask(isOpen: isOpen, text: isOurs ? nil : text)
    if !merge.conflicts.isEmpty {
      let isTheirEnding = ending == .theirs || ending == nil
      let version = theirVersion(
        theirMembers.object, ending: isTheirEnding ? nil : ourMembers.object)
      task.theirVersion = relaid(0..<version.count, of: version, isOpen: isOpen)
    }
    let merged = MergeInput.Element(0..<text.count, isOpen: isOpen, in: text).meaning
    let isNewForOurs = merged != our.meaning || !merge.conflicts.isEmpty
    task.isChangedAfterEnding = isNewForOurs && !our.isOpen && !isOpen
    task.isChangedAfterSending =
      isNewForOurs && !our.isOpen && isSent(ourMembers.object.text)
      || merged != our.meaning && merged != their.meaning && !their.isOpen
        && isSent(theirMembers.object.text)
    return task
  }

  /// Their values, with the ending of another version.
  private func theirVersion(_ object: JSONObject, ending other: JSONObject?) -> [UInt8] {
    guard let other else { return object.text }
    return object.removing(
      where: isOfEnding, adding: other.members(where: isOfEnding))
  }

  /// A value from another text in the layout of our list.
  private func relaid(_ place: Range<Int>, of text: [UInt8], isOpen: Bool) -> [UInt8] {
    ours.document.relaid(place, of: text, into: isOpen ? .tasks : .completed)
  }

  /// Whether an ended task was sent to another stack of this user.
  private func isSent(_ ended: [UInt8]) -> Bool {
    Container.string(under: .to, in: ended)?.utf8.first == UInt8(ascii: ":")
  }

  /// Which side's ending the task gets (being open is one, too); `nil` if both are the same.
  private func endingChoice(
    _ past: Past, _ our: MergeInput.Element, _ their: MergeInput.Element
  ) -> ThreeWayChoice? {
    if our.ending == their.ending { return nil }
    let choice = past.choice(of: .ending, ours: our.ending, theirs: their.ending)
    guard choice == .both else { return choice }
    // One side reopened it and the other changed how it ended.
    if our.isOpen != their.isOpen { return our.isOpen ? .ours : .theirs }
    let one = TaskEndingKey(of: ours.text[our.range])
    let other = TaskEndingKey(of: theirs.text[their.range])
    return other < one ? .theirs : .ours
  }
}

/// How a task ended, in the order of precedence, and when. A missing date counts as the earliest.
struct TaskEndingKey: Comparable {
  private let rank: Int
  let date: [UInt8]

  init(of text: ArraySlice<UInt8>) {
    let dates = SchemaKey.endingDates.map { Container.bytes(under: $0, in: Array(text)) }
    rank = dates.firstIndex { $0 != nil } ?? dates.count
    date = dates.compactMap { $0 }.first ?? []
  }

  static func < (one: TaskEndingKey, other: TaskEndingKey) -> Bool {
    one.rank == other.rank
      ? one.date.lexicographicallyPrecedes(other.date) : one.rank < other.rank
  }
}

/// Whether a member describes how a task ended.
func isOfEnding(_ key: SchemaKey?) -> Bool { key?.isOfEnding == true }

extension JSONObject {
  /// Whether this is valid under `tasks`. It must be a text of its own.
  fileprivate var isTask: Bool {
    var scanner = JSONScanner(text: text)
    return (try? scanner.readSingleTask()) != nil
  }
}
