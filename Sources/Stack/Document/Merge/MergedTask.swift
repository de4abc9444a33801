/// A task of a merged stack.
struct MergedTask {
  let isOpen: Bool
  let text: ArraySlice<UInt8>
  /// The index of our version of the task, in the list that the merged task is in; `nil` if ours isn't there.
  private let index: Int?
  /// Whether our copy stays in that list, byte for byte.
  private let isKept: Bool
  /// Theirs as a task of its own, if a key needs both values.
  private(set) var theirVersion: [UInt8]?

  /// Merges a task; `nil` if it was removed.
  init?(_ match: TaskMatch, base: MergeInput, _ knowledge: LocalKnowledge?, ours: MergeInput, theirs: MergeInput) {
    let (our, their) = (match.ours.map { ours.elements[$0] }, match.theirs.map { theirs.elements[$0] })
    guard let one = our ?? their, let other = their ?? our else { return nil }
    let past: ObjectPast
    if let knowledge {
      if our == nil, knowledge.hasRemoved(one) { return nil }
      past = .commands(knowledge, task: knowledge.identity(of: one))
    } else {
      let old = match.base.map { base.elements[$0] }
      // One side deleted it by hand, and the other didn't change it.
      if our == nil || their == nil, one.meaning == old?.meaning { return nil }
      // Most tasks are equal on both sides, and then their members aren't needed.
      let object = one.meaning == other.meaning ? nil : MergeObject(old, in: base.text)
      past = .ancestor(object, ending: old?.ending ?? .absent)
    }
    let ending = Self.choice(past, one, other, ours, theirs)
    isOpen = ending == .theirs ? other.isOpen : one.isOpen
    let (list, start) = isOpen ? (SchemaKey.tasks, 0) : (.completed, ours.openCount)
    index = our?.isOpen == isOpen ? match.ours.map { $0 - start } : nil
    guard one.meaning != other.meaning, let ourObject = MergeObject(one, in: ours.text),
      let theirObject = MergeObject(other, in: theirs.text),
      // Entries under `completed` aren't validated.
      !isOpen || ourObject.isTask && theirObject.isTask
    else {
      text = index == nil ? ours.document.relaid(other.range, of: theirs.text, into: list)[...] : ours.text[one.range]
      isKept = index != nil
      return
    }
    let merged = MemberMerge(past, ours: ourObject, theirs: theirObject) { $0.isOfEnding ? ending : nil }
    text = merged.text[...]
    isKept = text == ourObject.text[...]
    if merged.conflicts.isEmpty { return }
    // Their version: their values with the merged task's ending. In this second merge, `ours` is their task, and
    // `theirs` is ours.
    let mergedEnding = ending == .ours ? ThreeWayChoice.theirs : .ours
    let version = MemberMerge(.ancestor(ourObject), ours: theirObject, theirs: ourObject) {
      $0.isOfEnding ? mergedEnding : nil
    }.text
    theirVersion = ours.document.relaid(0..<version.count, of: version, into: list)
  }

  /// The task as a part of the new content of our list.
  var part: Container.Part {
    guard let index else { return .new(Array(text)) }
    return isKept ? .item(index) : .changed(index, Array(text))
  }

  /// Which side's ending the task gets (being open is one, too); `nil` if both are the same.
  private static func choice(
    _ past: ObjectPast, _ one: MergeInput.Element, _ other: MergeInput.Element, _ ours: MergeInput, _ theirs: MergeInput
  ) -> ThreeWayChoice? {
    if one.ending == other.ending { return nil }
    let choice = past.choice(of: LocalKnowledge.Aspect.ending, ours: one.ending, theirs: other.ending)
    guard choice == .both else { return choice }
    // One side reopened it and the other changed how it ended.
    if one.isOpen != other.isOpen { return one.isOpen ? .ours : .theirs }
    let (our, their) = (ending(of: ours.text[one.range]), ending(of: theirs.text[other.range]))
    let isEarlier = their.rank == our.rank && their.date.lexicographicallyPrecedes(our.date)
    return their.rank < our.rank || isEarlier ? .theirs : .ours
  }

  /// How a task ended, as its rank in the order of precedence, and when. A missing date counts as the earliest.
  static func ending(of text: ArraySlice<UInt8>) -> (rank: Int, date: [UInt8]) {
    for (rank, key) in SchemaKey.endingDates.enumerated() {
      if let date = Container.bytes(under: key, in: Array(text)) { return (rank, date) }
    }
    return (SchemaKey.endingDates.count, [])
  }
}
