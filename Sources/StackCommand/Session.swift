// What every command has at hand while it runs: the queue, and the way in which it ends.

import Stack

/// One run of the program.
struct Session {
  let queueName: QueueName
  /// The option that chose the queue, with a space before it; empty where there was none.
  let queueOption: String
  let output: Output
  let folders: Folders

  /// The queue that was chosen.
  func queue() throws(QueueError) -> TaskQueue {
    try TaskQueue(queueName, in: folders)
  }

  /// The current task, which must be there.
  func currentTask() throws(CommandError) -> QueuedTask {
    guard let task = try attempt(queue: queue().front()).task else { throw .queue(.noTask) }
    return task
  }

  /// Says what a change did with the title of the task that it was about, and shows what is current now.
  func finish(_ outcome: Outcome, telling acknowledgement: (String) -> String) throws(CommandError) {
    guard outcome.isChanged else {
      return try finishUnchanged("Nothing to change. Still on:", outcome.front)
    }
    try finish(acknowledgement(outcome.task?.title.visible ?? ""), outcome.front)
  }

  /// Says what was done, and shows what is current now.
  func finish(_ acknowledgement: String, _ front: Front) throws(CommandError) {
    StandardError.tell(acknowledgement)
    do throws(SystemError) {
      try show(front)
    } catch {
      throw .doneButNotShown(error)
    }
    tellConflictCopies()
  }

  /// Says what was done behind the current task, which is shown only where the prompt doesn't show it already.
  func finishBehind(_ acknowledgement: String, _ front: Front) throws(CommandError) {
    guard output.isShownToPerson, OpenFile.standardError.isTerminal, !output.showsJSON,
      let task = front.task, let prompt = System.environmentVariable("STACK_PROMPT"),
      prompt == Array(task.title.forPrompt().utf8)
    else { return try finish(acknowledgement.followed(by: "Still on:"), front) }
    StandardError.tell(acknowledgement)
    tellConflictCopies()
  }

  private func tellConflictCopies() {
    if OpenFile.standardError.isTerminal, let copies = try? queue().conflictCopies() {
      Hints.tellConflictCopies(copies, queueOption)
    }
  }

  /// Says why nothing was changed, and shows what is current as before.
  func finishUnchanged(_ acknowledgement: String, _ front: Front) throws(CommandError) {
    StandardError.tell(acknowledgement)
    try attempt(output: show(front))
  }

  private func show(_ front: Front) throws(SystemError) {
    if front.task == nil { Hints.tellFreshStart(queueOption) }
    try output.show(front)
  }
}
