// Imports, changes, merges and exports tasks with all they have, as an app would, and handles every
// error. The environment names the directories; `.ci/check-consumer` compares each printed line.

import Foundation
import Stack

@main struct Exchange {
  static func main() throws {
    let queue = try TaskQueue()
    try importAndChange(queue)
    try useKeys(of: queue)
    try mergeConflictCopy(of: queue)
    try undoEverything(in: queue)
    let preview = try Preview()
    print(preview.results.joined(separator: ", "))
    print(preview.errors.map(advice).joined(separator: ", "))
    print(try preview.uniqueCounts())
  }

  /// Adds whole tasks in one change, and changes one of them through the same handle all the time.
  static func importAndChange(_ queue: TaskQueue) throws {
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
    try queue.attach("/tmp/report.pdf", to: handle)
    try queue.attach(contentsOf: ["/tmp/1", "/tmp/2"], to: handle)
    try queue.detach("/tmp/1", from: handle)
    try queue.detach(contentsOf: ["/tmp/2"], from: handle)
    try queue.retitle(handle, as: TaskTitle("The thousandth task"))
    try queue.skip(handle)
    try queue.bringToFront(handle)
    print(try queue.front().task?.attachments ?? [])
    try queue.detachAll(from: handle)
    show { () throws(QueueError) in "\(try queue.complete(handle).tasks[0].notes)" }
    show { () throws(QueueError) in try queue.complete(handle).tasks[0].title }
    try queue.drop(added[1])
    try queue.markSent(added[2], to: "sam@desk")
    try queue.snooze(added[0], until: Timestamp(seconds: 4_102_444_800))
    print(try queue.count(), try queue.front().task?.title ?? "")
    print(try queue.finishedTasks().count, try queue.finishedTasks(last: -1).count)
    for text in ["", "relative", "re\nlative"] {
      show { () throws(QueueError) in try queue.attach(text).tasks[0].title }
    }
    show { () throws(QueueError) in try queue.push(TaskTitle("a\nb")).tasks[0].title }
  }

  /// Exports tasks as JSON, which the importer reads again, and which another program may damage.
  static func useKeys(of queue: TaskQueue) throws {
    let exported = try queue.tasks().prefix(2).map(\.json)
    let read = try exported.map { try QueuedTask(json: $0) }
    print(read.map { $0["exchange-number"] ?? "" }, "\(read[0])" == exported[0])
    print(try read[0].setting("exchange-number", to: nil)["exchange-number"] ?? "no number")
    for text in [#"{"exchange-number": 1}"#, "["] {
      do {
        print(try QueuedTask(json: text))
      } catch {
        print(advice(error))
      }
    }
    print(try TaskTitle("\u{1B}").visible, TaskTitle.visible("\u{1B}"))
  }

  /// Merges the copy that a sync program left next to the file.
  static func mergeConflictCopy(of queue: TaskQueue) throws {
    let directory = queue.path.directory
    let elsewhere = try TaskQueue(
      in: QueueDirectories(
        configuration: directory.appending("elsewhere"), state: directory.appending("versions")))
    try elsewhere.push(contentsOf: queue.tasks())
    try elsewhere.push(TaskTitle("Added elsewhere"), inFront: true)
    let copy = directory.appending("stack.sync-conflict-20261126-100000-ABCDEFG.json")
    try FileManager.default.copyItem(atPath: "\(elsewhere.path)", toPath: "\(copy)")
    for copy in try queue.conflictCopies() {
      let merging = try queue.merge(copy)
      print(copy.name, merging.change.front.task?.title ?? "", merging.conflicts.count)
    }
    print(try queue.conflictCopies().count)
  }

  /// Undoes all changes. The first push created the file, and the copy was there before the merge.
  static func undoEverything(in queue: TaskQueue) throws {
    let directories = QueueDirectories()
    print(try TaskQueue.names(in: directories).map(\.text))
    var commands: [String] = []
    do throws(QueueError) {
      while true { commands.append(try queue.undo().command) }
    } catch {
      print(commands.joined(separator: " "), advice(error), separator: ": ")
    }
    print(try TaskQueue.names(in: directories).count, try queue.conflictCopies().count)
  }
}
