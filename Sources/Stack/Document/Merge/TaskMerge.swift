// What becomes of one task.

struct MergedTask {
  let isOpen: Bool
  let text: [UInt8]
  /// Theirs as a task of its own, where a key needs both values.
  var theirVersion: [UInt8]?
}

/// Merges one task after the other.
struct TaskMerge {
  private let base: MergeCopy
  private let ours: MergeCopy
  private let theirs: MergeCopy
  /// How tasks from another text are laid out in our lists.
  private let relayouts: (open: Relayout, ended: Relayout)

  init(base: MergeCopy, ours: MergeCopy, theirs: MergeCopy) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    let document = ours.document
    func relayout(of list: SchemaKey) -> Relayout {
      Relayout(trivia: document.newTrivia(of: list), indentation: document.indentation)
    }
    relayouts = (relayout(of: .tasks), relayout(of: .completed))
  }

  /// What becomes of a task; `nil` if it is gone.
  func merged(_ match: MatchedTask) -> MergedTask? {
    let old = match.base.map { base.elements[$0] }
    guard let index = match.ours, let other = match.theirs else {
      // One side deleted it by hand; it stays only if the other changed it.
      let element = match.ours.map { ours.elements[$0] } ?? match.theirs.map { theirs.elements[$0] }
      guard let element, element.meaning != old?.meaning || element.isOpen != old?.isOpen else { return nil }
      return MergedTask(
        isOpen: element.isOpen,
        text: match.ours.map { ours.text($0) } ?? relaid(theirs.text, element.place, isOpen: element.isOpen))
    }
    let (our, their) = (ours.elements[index], theirs.elements[other])
    // What had ended and was opened again is open; else what either side ended is ended.
    let wasEnded = old?.isOpen == false
    let isOpen = wasEnded ? our.isOpen || their.isOpen : our.isOpen && their.isOpen
    let isAlike = our.meaning == their.meaning && our.isOpen == their.isOpen
    guard !isAlike, let ourObject = ours.object(index), let theirObject = theirs.object(other),
      // Nobody validates what has ended.
      !isOpen || ourObject.isTask && theirObject.isTask
    else {
      return MergedTask(
        isOpen: isOpen,
        text: our.isOpen == isOpen ? ours.text(index) : relaid(theirs.text, their.place, isOpen: isOpen))
    }

    /// Who says how it ended, or that it has not: who alone did it, else whose ending prevails.
    var decider: Choice?
    if our.isOpen != their.isOpen {
      decider = our.isOpen == isOpen ? .ours : .theirs
    } else if !isOpen {
      decider = Choice(prevailing: ourObject.ending, theirObject.ending)
    }
    let members = MemberMerge(
      base: match.base.flatMap { base.object($0) }, ours: ourObject, theirs: theirObject
    ) { $0?.isOfEnding == true ? decider : nil }
    var task = MergedTask(isOpen: isOpen, text: members.text)
    if !members.conflicts.isEmpty {
      // It ended as the other one did, and is theirs in all else.
      let version = MemberMerge(base: nil, ours: theirObject, theirs: ourObject) {
        $0?.isOfEnding == true && decider == .ours ? .theirs : .ours
      }
      task.theirVersion = relaid(version.text, 0..<version.text.count, isOpen: isOpen)
    }
    return task
  }

  /// A task from another text, as it is laid out in a list of ours.
  private func relaid(_ text: [UInt8], _ place: Range<Int>, isOpen: Bool) -> [UInt8] {
    (isOpen ? relayouts.open : relayouts.ended).relaid(place, of: text)
  }
}

extension Choice {
  /// Whose ending prevails where a task was ended twice.
  fileprivate init(prevailing our: (rank: Int, date: [UInt8]), _ their: (rank: Int, date: [UInt8])) {
    let isTheirs =
      their.rank == our.rank ? their.date.lexicographicallyPrecedes(our.date) : their.rank < our.rank
    self = isTheirs ? .theirs : .ours
  }
}
