// What becomes of one task.

/// What becomes of a task.
struct MergedTask {
  /// Where its text comes from.
  enum Text {
    case ours
    case theirs
    /// Ours with changes.
    case merged([Piece])
  }

  let isOpen: Bool
  let text: Text
  /// Theirs as a task of its own, where a key needs both values.
  var double: [UInt8]?
}

/// Merges one task after the other.
struct TaskMerge {
  let base: MergeCopy?
  let ours: MergeCopy
  let theirs: MergeCopy

  /// What becomes of a task; `nil` if it is gone.
  func merged(_ match: MatchedTask) -> MergedTask? {
    let old = match.base.flatMap { base?.elements[$0] }
    guard let index = match.ours, let other = match.theirs else {
      // One side deleted it by hand; it stays only if the other changed it.
      let element = match.ours.map { ours.elements[$0] } ?? match.theirs.map { theirs.elements[$0] }
      guard let element, element.meaning != old?.meaning || element.isOpen != old?.isOpen else { return nil }
      return MergedTask(isOpen: element.isOpen, text: match.ours == nil ? .theirs : .ours)
    }
    let (our, their) = (ours.elements[index], theirs.elements[other])
    // What had ended and was opened again is open; else what either side ended is ended.
    let wasEnded = old?.isOpen == false
    let isOpen = wasEnded ? our.isOpen || their.isOpen : our.isOpen && their.isOpen
    let isOurs = MergedTask(isOpen: isOpen, text: .ours)
    if our.meaning == their.meaning, our.isOpen == their.isOpen { return isOurs }
    let isTheirs = MergedTask(isOpen: isOpen, text: .theirs)
    guard let ourObject = ours.object(index), let theirObject = theirs.object(other) else {
      return our.isOpen == isOpen ? isOurs : isTheirs
    }
    // Nobody validates what has ended.
    if isOpen, !ourObject.isTask { return isTheirs }
    if isOpen, !theirObject.isTask { return isOurs }

    /// Who says how it ended, or that it has not: who alone did it, else whose ending prevails.
    let decider: Choice?
    if our.isOpen != their.isOpen {
      decider = our.isOpen == isOpen ? .ours : .theirs
    } else if our.isOpen {
      decider = nil
    } else {
      decider = theirObject.ending.prevails(over: ourObject.ending) ? .theirs : .ours
    }
    let members = MemberMerge(
      base: match.base.flatMap { base?.object($0) }, ours: ourObject, theirs: theirObject
    ) { $0?.isOfEnding == true ? decider : nil }
    var task = members.isChanged ? MergedTask(isOpen: isOpen, text: .merged(members.pieces)) : isOurs
    if !members.conflicts.isEmpty {
      // It ended as the other one did, and is theirs in all else.
      let double = MemberMerge(base: nil, ours: theirObject, theirs: ourObject) {
        $0?.isOfEnding == true && decider == .ours ? .theirs : .ours
      }
      task.double = Patch(double.pieces).applied(to: theirs.text)
    }
    return task
  }
}
