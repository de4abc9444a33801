/// A task of a merged stack.
struct MergedTask {
  let isOpen: Bool
  let text: ArraySlice<UInt8>
  /// Whether our task stays in its list, byte for byte.
  let isKept: Bool
  /// Whether a key needs both values.
  private(set) var hasConflict = false
  /// Theirs as a task of its own, if a key needs both values.
  private(set) var theirVersion: [UInt8]?

  /// Merges a task; `nil` if it was removed.
  init?(_ match: TaskMatch, _ past: MergePast, ours: MergeInput, theirs: MergeInput) {
    let (our, their) = (match.ours.map { ours.elements[$0] }, match.theirs.map { theirs.elements[$0] })
    guard let one = our ?? their, let other = their ?? our else { return nil }
    let objectPast: ObjectPast
    switch past {
    case .ancestor(let base):
      let old = match.base.map { base.elements[$0] }
      // One side deleted it by hand, and the other didn't change it.
      if our == nil || their == nil, one.meaning == old?.meaning { return nil }
      // Most tasks are equal on both sides, and then their members aren't needed.
      let object = one.meaning == other.meaning ? nil : old.flatMap(base.object)
      objectPast = .ancestor(object, ending: old?.ending ?? .absent)
    case .commands(let knowledge):
      if our == nil, knowledge.hasRemoved(one) { return nil }
      objectPast = .commands(knowledge, task: knowledge.identity(of: one))
    }
    let ending = Self.choice(objectPast, one, other, ours, theirs)
    isOpen = ending == .theirs ? other.isOpen : one.isOpen
    let list = isOpen ? SchemaKey.tasks : .completed
    let isInList = our?.isOpen == isOpen
    guard one.meaning != other.meaning, let ourObject = ours.object(one), let theirObject = theirs.object(other),
      // Entries under `completed` aren't validated.
      !isOpen || ourObject.isTask && theirObject.isTask
    else {
      isKept = isInList
      text = isInList ? ours.text[one.range] : ours.document.relaid(other.range, of: theirs.text, into: list)[...]
      return
    }
    func merge(_ past: ObjectPast, _ ours: MergeObject, _ theirs: MergeObject, _ ending: ThreeWayChoice?) -> MemberMerge
    {
      let decided = ending.map { ending in SchemaKey.ofEnding.map { (key: $0, choice: ending) } } ?? []
      return MemberMerge(past, ours: ours, theirs: theirs, decided: decided)
    }
    let merged = merge(objectPast, ourObject, theirObject, ending)
    text = merged.text[...]
    isKept = isInList && text == ourObject.text[...]
    if merged.conflicts.isEmpty { return }
    hasConflict = true
    // It has the ending of the merged task and otherwise the values of theirs.
    let version = merge(.ancestor(ourObject), theirObject, ourObject, ending == .ours ? .theirs : .ours)
    theirVersion = ours.document.relaid(0..<version.text.count, of: version.text, into: list)
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
    let our = ending(of: Array(ours.text[one.range]))
    let their = ending(of: Array(theirs.text[other.range]))
    let isEarlier = their.rank == our.rank && their.date.lexicographicallyPrecedes(our.date)
    return their.rank < our.rank || isEarlier ? .theirs : .ours
  }

  /// How a task ended, as its rank in the order of precedence, and when. A missing date counts as the earliest.
  static func ending(of text: [UInt8]) -> (rank: Int, date: [UInt8]) {
    for (rank, key) in SchemaKey.endingDates.enumerated() {
      if let date = Container.bytes(under: key, in: text) { return (rank, date) }
    }
    return (SchemaKey.endingDates.count, [])
  }
}
