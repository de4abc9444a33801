// Imports and exports tasks with all they have, as an app would, and handles every error. The queue
// is given by the environment; each line that is printed is compared by `.ci/check-consumer`.

import Stack

/// What an app shows for an error.
func advice(_ error: QueueError) -> String {
  switch error {
  case .noTask, .nothingToUndo, .nothingToRedo: "nothing to act on"
  case .invalidTitle, .invalidAttachment, .notAttached: "input"
  case .locked, .rewrittenMeanwhile: "try again"
  case .changedMeanwhile: "read again"
  case .malformed(_, let position, _): "line \(position.line)"
  default: error.description
  }
}

/// Runs a step and prints what an app would show.
func show(_ step: () throws(QueueError) -> String) {
  do throws(QueueError) { print(try step()) } catch { print(advice(error)) }
}

@main struct Exchange {
  static func main() throws {
    let queue = try TaskQueue()
    let tasks = try (1...2_000).map { number in
      try QueuedTask(
        title: TaskTitle("Task \(number)"), attachments: ["https://example.org/\(number)"],
        notes: [TaskTitle("First"), TaskTitle("Second")]
      ).setting("exchange-number", to: "\(number)")
    }
    let added = try queue.push(contentsOf: tasks).tasks
    let tenth = try queue.tasks()[9]
    print(try queue.count(), Set(added.map(\.id)).count, tenth["exchange-number"] ?? "")
    let handle = added[999]
    try queue.addNote(TaskTitle("Third"), to: handle)
    try queue.bringToFront(handle)
    show { () throws(QueueError) in "\(try queue.complete(handle).tasks[0].notes)" }
    show { () throws(QueueError) in try queue.complete(handle).tasks[0].title }
    try queue.snooze(added[0], until: Timestamp(seconds: 4_102_444_800))
    print(try queue.count(), try queue.front().task?.title ?? "")
    show { () throws(QueueError) in try queue.attach("").tasks[0].title }
    show { () throws(QueueError) in try queue.push(TaskTitle("a\nb")).tasks[0].title }
    // The export is read again by the importer.
    let exported = try queue.tasks().prefix(2).map(\.json)
    print(try exported.map { try QueuedTask(json: $0).title }.joined(separator: ", "))
    for _ in 1...5 { show { () throws(QueueError) in try queue.undo().command } }
    show { () throws(QueueError) in try queue.undo().command }
    // Undoing the first push has removed the file.
    print(try TaskQueue.names().count, try queue.conflictCopies().count)
    print(TaskTitle.visible("\u{1B}"))
  }
}
