// Values without a file, for previews and tests of an app.

import Stack

/// The values that an app's views and messages show, each made by its public initialiser.
struct Preview {
  let date = Timestamp(seconds: 1_795_428_000, microseconds: 482_913)
  let open: QueuedTask
  let finished: QueuedTask
  let front: QueueFront

  init() throws {
    let title = try TaskTitle("Write the report")
    open = QueuedTask(
      title: title, attachments: ["/tmp/report.pdf"], notes: [try TaskTitle("Chapter 2")],
      added: date)
    finished = QueuedTask(title: title, added: date, ending: TaskEnding(.completed, date: date))
    front = QueueFront(task: open, depth: 9, hasFile: true, changesAt: nil)
  }

  /// What each of the methods could return.
  var results: [String] {
    let change = QueueChange(
      tasks: [open], front: front, wasEmpty: true, isChanged: true, hasConflict: false)
    let undone = TaskQueue.Restoration(
      command: "push", title: open.title, restoredDate: date, damagedText: nil, front: front)
    let conflict = MergeConflict(key: "version", theirs: "2")
    let merging = TaskQueue.Merging(change: change, conflicts: [conflict])
    return [
      "\(change.tasks[0].title) of \(change.front.depth)",
      "\(undone.command) \(undone.restoredDate?.preciseText ?? "")",
      merging.conflicts.map { "\($0.key) \($0.theirs ?? "")" }.joined(),
    ]
  }

  /// What each of the methods could throw.
  var errors: [QueueError] {
    guard let path = Pathname("/tmp/stack.json") else { return [] }
    let position = TextPosition(line: 3, column: 1)
    let refusal = QueueError.Refusal(command: "push", title: open.title, reason: .isNotIdentified)
    return [
      .malformed(path, position, .conflictMarker), .notReversible(refusal),
      .system(FileError(.lock, path, .system(code: 37))), .notAFile(path),
    ]
  }

  /// How many different values there are among equal ones.
  func uniqueCounts() throws -> [Int] {
    [
      Set([open, finished, open]).count, Set([open.id, finished.id]).count,
      Set([try TaskTitle("a"), try TaskTitle(" a")]).count,
      Set([QueueName("stack"), .standard]).count,
      Set([front, QueueFront(task: open, depth: 7)]).count,
    ]
  }
}
