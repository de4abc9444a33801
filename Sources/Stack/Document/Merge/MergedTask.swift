// What becomes of one task.

/// A task of a merged stack.
struct MergedTask {
  let isOpen: Bool
  let text: [UInt8]
  /// Theirs as a task of its own, where a key needs both values.
  private(set) var theirVersion: [UInt8]?

  /// Merges a task; `nil` if it is gone.
  init?(_ match: TaskMatch, base: MergeCopy, ours: MergeCopy, theirs: MergeCopy) {
    let old = match.base.map { base.elements[$0] }
    let (our, their) = (match.ours.map { ours.elements[$0] }, match.theirs.map { theirs.elements[$0] })
    guard let one = our ?? their, let other = their ?? our else { return nil }
    // One side deleted it by hand; it stays only if the other changed it.
    if our == nil || their == nil, one.meaning == old?.meaning { return nil }
    // What had ended and was opened again is open; else what either side ended is ended.
    let isOpen = old?.isOpen == false ? one.isOpen || other.isOpen : one.isOpen && other.isOpen
    let list = isOpen ? SchemaKey.tasks : .completed
    self.isOpen = isOpen
    guard one.meaning != other.meaning,
      let ourObject = ours.object(one), let theirObject = theirs.object(other),
      // Nobody validates what has ended.
      !isOpen || ourObject.isTask && theirObject.isTask
    else {
      let isOurs = our?.isOpen == isOpen
      text =
        isOurs
        ? Array(ours.text[one.place]) : ours.document.relaid(other.place, of: theirs.text, into: list)
      return
    }

    /// Who says how it ended, or that it has not: who alone did it, else whose ending prevails.
    var decider: Choice?
    if one.isOpen != other.isOpen {
      decider = one.isOpen == isOpen ? .ours : .theirs
    } else if !isOpen {
      let (ourEnding, theirEnding) = (Self.ending(of: ourObject.text), Self.ending(of: theirObject.text))
      let isEarlier = theirEnding.date.lexicographicallyPrecedes(ourEnding.date)
      let isAlike = theirEnding.rank == ourEnding.rank
      decider = theirEnding.rank < ourEnding.rank || isAlike && isEarlier ? .theirs : .ours
    }
    let merge = MemberMerge(base: old.flatMap(base.object), ours: ourObject, theirs: theirObject) {
      $0?.isOfEnding == true ? decider : nil
    }
    text = merge.text
    if merge.conflicts.isEmpty { return }
    // It ended as the other one did, and is theirs in all else.
    let version = MemberMerge(base: nil, ours: theirObject, theirs: ourObject) {
      $0?.isOfEnding == true && decider == .ours ? .theirs : .ours
    }
    theirVersion = ours.document.relaid(0..<version.text.count, of: version.text, into: list)
  }

  /// How a task ended: which of the words stands there, what prevails first, and when. No date is the earliest.
  static func ending(of text: [UInt8]) -> (rank: Int, date: [UInt8]) {
    for (rank, key) in [SchemaKey.completed, .sent, .dropped].enumerated() {
      if let date = Container.bytes(under: key, in: text) { return (rank, date) }
    }
    return (3, [])
  }
}
