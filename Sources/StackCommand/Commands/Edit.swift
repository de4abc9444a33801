// `stack edit`: rewords the current task, or opens it, or the whole queue, in the person's editor.

import Stack

private let allOption = Option(
  long: "--all", summary: "edit the whole queue",
  details: ", one numbered task a line: move, reword, delete or add lines",
  isInOverview: true, excludesOperands: true)

extension Command {
  static let edit = Command(
    operands: "[TEXT…]",
    summary: "reword the current task",
    help: """
      Reword the current task.

        § edit Call Sam about the lease

      Without TEXT it opens in $VISUAL, else $EDITOR, else vi: the first line is
      the title.
      """,
    options: { [allOption] },
    takesText: true,
    habits: "rename reword change modify",
    verb: "reword",
    participle: "reworded"
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    if arguments.has(allOption) { return try editQueue(session) }
    if arguments.operands.isEmpty {
      if arguments.sawDoubleDash { throw .invalidText(.empty) }
      return try editFront(session)
    }
    let title = try arguments.title()
    try session.finish(attempt(queue: session.queue().retitle(as: title))) {
      "Reworded: \($0)".followed(by: "Now on:")
    }
    session.warnAboutOptionsInText()
  }
}

/// Lets a person reword the current task in an editor.
private func editFront(_ session: Session) throws(CommandError) {
  let task = try session.current().task
  let title = task.title.visible
  let text = try EditedText(
    [title],
    explanation: ["The first line is what there is to do. To cancel, leave it as it is or empty it."],
    name: "task.txt", session)
  // A blank line above it is none.
  let edited = try text.lines().lazy.compactMap { try? TaskTitle($0) }.first
  guard let edited else { throw text.cancelled("the text was emptied") }
  if edited.text.isExactly(title) { throw text.unchanged() }
  try take(text, session) { (queue) throws(QueueError) in try queue.retitle(task, as: edited) }
}

/// Lets a person rearrange the whole queue in an editor.
private func editQueue(_ session: Session) throws(CommandError) {
  let tasks = try attempt(queue: session.queue().tasks())
  let queueText = QueueText(tasks)
  let text = try EditedText(queueText.lines, explanation: QueueText.explanation, name: "queue.txt", session)
  let lines = try text.lines()
  if lines.elementsEqual(queueText.lines, by: { $0.isExactly($1) }) { throw text.unchanged() }
  let arrangement = try queueText.arrangement(of: lines, in: text)
  if arrangement.isEmpty { throw text.cancelled("the text was emptied") }
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
