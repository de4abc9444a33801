/// The tasks of three copies, matched and merged one by one. Each is identified by the number of
/// its match.
struct MergedTasks {
  let copies: ThreeCopies
  let matches: [TaskMatch]
  /// The merged task of each match; `nil` if it was removed.
  let all: [MergedTask?]
  /// The second wordings that are new, by the number of the match that they follow.
  let wordings: [Int: [TaskVersion]]

  init(of copies: ThreeCopies) {
    self.copies = copies
    matches = TaskMatch.matches(base: copies.base, ours: copies.ours, theirs: copies.theirs)
    (all, wordings) = copies.placingSecondWordings(in: matches.map(copies.task), of: matches)
  }

  var base: MergeInput { copies.base }
  var ours: MergeInput { copies.ours }
  var theirs: MergeInput { copies.theirs }

  /// A merged task, which is identified by the number of its match, and its second wording, as
  /// parts of our list.
  func parts(of number: Int) -> [Container.Part] {
    guard let task = all[number] else { return [] }
    let text = task.version.text
    var parts: [Container.Part] = []
    if let index = matches[number].ours, ours.elements[index].isOpen == task.isOpen {
      let place = task.isOpen ? index : index - ours.document.taskCount
      let isKept = text == ours.elements[index].text
      parts.append(isKept ? .item(place) : .changed(place, Array(text)))
    } else {
      parts.append(.new(Array(text)))
    }
    return parts + wordings[number, default: []].map { .new(Array($0.text)) }
  }
}

/// A task of a merged stack.
struct MergedTask {
  let version: TaskVersion
  /// The task with the larger of two titles, if both sides gave it different ones.
  let secondWording: Wording?
  /// The values that lost a conflict, without the title.
  let dropped: [DroppedValue]
  /// Whether we had ended the task, and their changes of it are new to us.
  let isChangedAfterEnding: Bool

  init(
    _ version: TaskVersion, secondWording: Wording? = nil,
    dropped: [DroppedValue] = [], isChangedAfterEnding: Bool = false
  ) {
    self.version = version
    self.secondWording = secondWording
    self.dropped = dropped
    self.isChangedAfterEnding = isChangedAfterEnding
  }

  var isOpen: Bool { version.isOpen }

  /// The values that lost a conflict, of the task as it is called after the merge.
  var droppedValues: [DroppedValue] {
    if dropped.isEmpty { return [] }
    let title = String(decoding: version.title, as: UTF8.self)
    return dropped.map { DroppedValue(task: title, key: $0.key, value: $0.value) }
  }
}
