// `stack edit`: rewords the current task, or opens it, or the whole queue, in the user's editor.

import Stack

private let allOption = Option(
  long: "--all", summary: "edit the whole queue",
  details:
    ", one numbered task per line: move, reword or add lines, or delete one to drop its task",
  isInOverview: true, excludesOperands: true)

extension Command {
  static let edit = Command(
    operands: .optionalText("TEXT…"), offers: .currentTitle, summary: "reword the current task",
    options: { [allOption] },
    verb: "reword",
    participle: "reworded"
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    if arguments.has(allOption) { return try editQueue(session) }
    if arguments.operands.isEmpty, !arguments.sawDoubleDash { return try editFront(session) }
    let title = try arguments.title()
    if !arguments.sawDoubleDash, title.text.utf8.allSatisfy({ $0.isDigit }) {
      throw CommandError(
        .usage, "edit always rewords the current task", "to make '\(title.text)' its text",
        command: "\(arguments.stack) edit -- \(title.text)")
    }
    let change = try session.attempt(queue: session.queue().retitle(as: title))
    try session.finish(change) {
      "Reworded: \($0) → \(title.text.visible)"
    }
  }
}

/// Opens the current task in an editor: the title, and below it one note per line.
private func editFront(_ session: Session) throws(CommandError) {
  let task = try session.attempt(queue: session.queue().taskToChange())
  let tasks = try session.attempt(queue: session.queue().tasksToChange())
  guard let place = tasks.firstIndex(of: task) else {
    throw session.commandError(.changedMeanwhile)
  }
  let shown = ([task.title] + task.notes).map { $0.visible }
  let (text, edit) = try EditedText.edit(
    shown, help: HelpText.lines(of: "task.txt"), name: "task.txt", session
  ) { (text) throws(InvalidLine) in try EditedTask(text.lines, shown: shown) }
  guard let edit else { throw text.cancelled("the text was emptied") }
  let isSame = edit.notes == task.notes.indices.map { .kept($0) }
  if edit.title == nil, isSame { throw text.unchanged() }
  let kept = edit.notes.compactMap { if case .kept(let index) = $0 { index } else { nil } }
  let noteCounts = EditCounts(kept, of: task.notes.count, added: edit.notes.count - kept.count)
  var arrangement = tasks.indices.map { TaskQueue.Arrangement.task($0) }
  arrangement[place] = .edited(place, edit.title, isSame ? nil : edit.notes)
  try apply(
    arrangement, to: tasks, of: text, session,
    (edit.title == nil ? [] : ["reworded"]) + (isSame ? [] : ["notes: \(noteCounts.inWords)"]))
}

/// Opens the whole queue in an editor.
private func editQueue(_ session: Session) throws(CommandError) {
  let tasks = try session.attempt(queue: session.queue().tasksToChange())
  let queueText = QueueText(tasks)
  let (text, arrangement) = try EditedText.edit(
    queueText.lines, help: queueText.help, name: "queue.txt", session
  ) { (text) throws(InvalidLine) in try queueText.arrangement(in: text.lines) }
  if arrangement == tasks.indices.map({ .task($0) }) { throw text.unchanged() }
  if arrangement.isEmpty { throw text.cancelled("the text was emptied") }
  try apply(
    arrangement, to: tasks, of: text, session,
    [EditCounts(arrangement, of: tasks.count).inWords])
}

/// Changes the queue as the edited text says, and then removes the text.
private func apply(
  _ arrangement: [TaskQueue.Arrangement], to tasks: [QueuedTask], of text: EditedText,
  _ session: Session, _ changes: [String]
) throws(CommandError) {
  let outcome = try attempt(session.queue().rearrange(tasks, as: arrangement)) {
    (error: QueueError) in
    let reported = session.commandError(error)
    guard case .incomplete = error else { return reported.adding("your text is in \(text.keep())") }
    text.discard()
    return reported
  }
  text.discard()
  reportChangesInTheMeantime(of: outcome)
  try session.finish(outcome) { _ in "Edited: \(changes.joined(separator: "; "))" }
}

/// Reports what another program did to an edited task while the editor was open.
private func reportChangesInTheMeantime(of outcome: QueueChange) {
  if outcome.hasConflict {
    StandardError.printNote(
      "Another program changed the same task in the meantime. Both versions are kept.")
  }
  for task in outcome.changedAfterEnding {
    let participle =
      switch task.ending?.kind {
      case .sent: "sent"
      case .completed: "completed"
      case .dropped: "dropped"
      case nil: "finished"
      }
    StandardError.printNote(
      "'\(task.title.visible)' was \(participle) in the meantime. It stays \(participle).")
  }
}
