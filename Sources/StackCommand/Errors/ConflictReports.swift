// How a merge or a sync reports the values that lost a conflict.

import Stack

/// Reports the values that lost a conflict.
func report(_ merging: TaskQueue.Merging, of copy: String) {
  for conflict in merging.conflicts {
    let theirs = conflict.theirs.map { "has \($0)" } ?? "doesn't have it"
    StandardError.printError(
      CommandError(
        .nothingToDo, "both sides changed \"\(conflict.key)\"; kept yours, \(copy) \(theirs)"))
  }
  report(merging.droppedValues)
}

/// Reports the values of tasks that lost a conflict.
func report(_ droppedValues: [DroppedValue]) {
  for dropped in droppedValues {
    let time = Timestamp(dateText: String(dropped.value.dropFirst().dropLast()))
    let words =
      if dropped.key == "until", let time {
        "when '\(dropped.task)' comes back; dropped \(time.localMoment)"
      } else {
        "\"\(dropped.key)\" of '\(dropped.task)'; dropped \(dropped.value)"
      }
    StandardError.printError(CommandError(.nothingToDo, "both sides changed \(words)"))
  }
}
