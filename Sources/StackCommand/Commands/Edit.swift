// `stack edit`: rewords the current task, or opens it, or the whole queue, in the person's editor.

import Stack

extension Command {
  static func edit() -> Command {
    Command(
      group: .everyDay,
      operands: "[TEXT…]",
      summary: "reword the current task",
      help: {
        """
        Reword the current task.

          \(Program.name) edit Call Sam about the lease

        Without TEXT it opens in $VISUAL, else $EDITOR, else vi: the first line is
        the title.
        """
      },
      options: { [.all] },
      takesText: true,
      habits: "rename reword change modify",
      verb: "reword",
      participle: "reworded",
      changesQueue: true,
      parse: parseEdit)
  }
}

extension Option {
  fileprivate static var all: Option {
    Option(
      long: "--all", summary: "edit the whole queue",
      details: ", one numbered task a line: move, reword, delete or add lines",
      isInOverview: true)
  }
}

private func parseEdit(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  if arguments.has(.all) {
    try arguments.expectNoOperands()
    return editQueue
  }
  if arguments.operands.isEmpty {
    if arguments.isTextEnforced { throw .invalidText(.empty) }
    return editFront
  }
  let title = try arguments.title()
  return { (session) throws(CommandError) in
    let outcome = try attempt(queue: session.queue().retitleFront(title))
    try session.finish(outcome) { "Reworded: \($0)".followed(by: "Now on:") }
    Hints.tellOptionsInText(arguments, session.queueOption)
  }
}

/// Lets a person reword the current task in an editor.
private func editFront(_ session: Session) throws(CommandError) {
  let task = try session.currentTask()
  let title = task.title.visible
  let text = try EditedText(
    [title],
    explanation: [
      "The first line is what there is to do. To cancel, leave it as it is or empty it."
    ],
    name: "task.txt", in: try attempt(queue: session.folders.state()))
  guard let lines = try text.lines(), lines.first?.isExactly(title) != true else {
    throw text.cancelled("the text was left as it was")
  }
  guard let first = lines.first, let edited = try? TaskTitle(first) else {
    throw text.cancelled("the text was emptied")
  }
  try take(text, session) { (queue) throws(QueueError) in try queue.retitle(task, edited) }
}

/// Lets a person rearrange the whole queue in an editor.
private func editQueue(_ session: Session) throws(CommandError) {
  let tasks = try attempt(queue: session.queue().tasks())
  let queueText = QueueText(tasks)
  let text = try EditedText(
    queueText.lines, explanation: QueueText.explanation, name: "queue.txt",
    in: try attempt(queue: session.folders.state()))
  guard let lines = try text.lines(), !queueText.isExactly(lines) else {
    throw text.cancelled("the text was left as it was")
  }
  if lines.allSatisfy({ (try? TaskTitle($0)) == nil }) { throw text.cancelled("the text was emptied") }
  let arrangement: [TaskQueue.Arrangement]
  do throws(QueueText.Problem) {
    arrangement = try queueText.arrangement(of: lines)
  } catch {
    throw .invalidEditedText(line: error.line, error.reason, saved: text.path)
  }
  try take(text, session) { (queue) throws(QueueError) in try queue.rearrange(tasks, as: arrangement) }
}

/// Makes the change that a person's text asks for; the text goes when it has been taken.
private func take(
  _ text: EditedText, _ session: Session, _ change: (TaskQueue) throws(QueueError) -> Outcome
) throws(CommandError) {
  let outcome: Outcome
  do throws(QueueError) {
    outcome = try change(try session.queue())
  } catch {
    guard case .incomplete = error else { throw .notTaken(error, saved: text.path) }
    text.discard()
    throw .queue(error)
  }
  text.discard()
  try session.finish(outcome) { _ in "Edited. Now on:" }
}

extension EditedText {
  /// Removes the text, of which nothing is to be taken.
  fileprivate func cancelled(_ reason: String) -> CommandError {
    discard()
    return .cancelled(reason)
  }
}
