// Does what a command asks for: has the queue changed, says what happened, and shows the current task.

import Stack

/// One run of the program.
///
/// Its methods throw `CommandError`, and what the queue and the system throw as it is: `run` makes one of it.
struct Session {
  private let name: CommandName?
  private let command: Command
  private let queueName: QueueName
  private let output: Output
  private let folders = Folders()

  init(_ invocation: Invocation) {
    name = invocation.name
    command = invocation.command
    queueName = invocation.queue
    output = Output(showsJSON: invocation.showsJSON)
  }

  func run() throws(CommandError) {
    do {
      try perform()
    } catch let error as CommandError {
      throw error
    } catch let error as QueueError {
      throw .queue(error, during: name)
    } catch let error as SystemError {
      throw .notShown(error, after: nil)
    } catch {
      preconditionFailure("Nothing else is thrown, but this was: \(error)")
    }
  }

  private func perform() throws {
    switch command {
    case .show: try showFront()
    case .push(let text, let attachments, let inFront):
      try push(try titles(text), attachments: attachments, inFront: inFront)
    case .done: try conclude(try queue().endFront(as: .completed)) { "✓ \($0)" }
    case .skip: try skip()
    case .drop: try conclude(try queue().endFront(as: .dropped)) { "Dropped: \($0)" }
    case .edit(.title(let title)): try conclude(try queue().retitleFront(title)) { _ in "Reworded:" }
    case .edit(.editor): try editFront()
    case .edit(.editorWithAll): try editAll()
    case .undo: try conclude("Took back:", try queue().undo())
    case .redo: try conclude("Put back:", try queue().redo())
    case .attach(let items): try conclude(try queue().attach(items)) { _ in "Attached to:" }
    case .detach(let items): try detach(items)
    case .open(let number): try open(number)
    case .send(let recipient): try send(to: recipient)
    case .receive: try receive()
    case .count: try output.write(String(try queue().count()))
    case .prompt(let columns, let withExtent): try showPrompt(columns: columns, withExtent: withExtent)
    case .initialize(let shell, let leavingPrompt):
      try output.write(bytes: shell.integration(leavingPrompt: leavingPrompt))
    case .path: try output.write(bytes: try queue().path.bytes + [UInt8(ascii: "\n")])
    case .help(let name): try output.write(name.map(Help.page) ?? Help.overview)
    case .version: try output.write("stack \(Help.version)")
    }
  }

  private func queue() throws(QueueError) -> TaskQueue {
    try TaskQueue(queueName, in: folders)
  }

  // MARK: Showing

  private func showFront() throws {
    let front = try queue().front()
    if !front.hasFile, queueName == .standard {
      output.tellGreeting()
    } else if front.task == nil {
      output.tellFreshStart(in: queueName)
    }
    try output.show(front)
  }

  /// Shows the current task for a prompt.
  ///
  /// - Parameters:
  ///   - columns: How many columns the title may take.
  ///   - withExtent: Whether a line before it says how many bytes of the file it follows from.
  private func showPrompt(columns: Int, withExtent: Bool) throws {
    let front = try queue().frontAlone()
    var lines = withExtent ? [String(front.examinedSize)] : []
    if let task = front.task {
      lines.append(output.showsJSON ? task.json : task.title.visible.shortened(toColumns: columns))
    }
    if !lines.isEmpty { try output.write(lines.joined(separator: "\n")) }
  }

  /// Says what a command did, and shows what is current now.
  private func conclude(_ acknowledgement: String?, _ front: Front) throws {
    if let acknowledgement { output.tell(acknowledgement) }
    if front.task == nil { output.tellFreshStart(in: queueName) }
    do throws(SystemError) {
      try output.show(front)
    } catch {
      throw CommandError.notShown(error, after: name)
    }
  }

  /// Says what a change did with the title of the task that it was about.
  private func conclude(_ outcome: Outcome, telling acknowledgement: (String) -> String) throws {
    let title = outcome.task?.title.visible ?? ""
    try conclude(outcome.isChanged ? acknowledgement(title) : "Nothing to change. Still on:", outcome.front)
  }

  private func conclude(_ verb: String, _ restoration: TaskQueue.Restoration) throws {
    let byHand = restoration.includesChangesByHand ? ", and changes made by hand" : ""
    // What went to another machine can't be called back.
    let there = verb == "Took back:" && restoration.command == "send" ? " (it is still there, too)" : ""
    try conclude("\(verb) \(restoration.command)\(there)\(byHand)", restoration.front)
  }

  // MARK: Changing

  private func push(_ titles: [TaskTitle], attachments: [String], inFront: Bool) throws {
    let outcome = try queue().push(titles, attachments: attachments, inFront: inFront)
    guard outcome.isChanged else { return try conclude("Nothing to add.", outcome.front) }
    let added = titles.count == 1 ? "Added" : "Added \(titles.count) tasks"
    let isStillOn = outcome.task != nil && !inFront
    try conclude(
      "\(added)\(inFront ? " in front" : ""). \(isStillOn ? "Still on:" : "Now on:")", outcome.front)
  }

  private func titles(_ text: Command.Text) throws -> [TaskTitle] {
    switch text {
    case .title(let title): [title]
    case .question: [try Input.askForTitle(output)]
    case .standardInput: try Input.readTitles()
    }
  }

  private func skip() throws {
    let outcome = try queue().skip()
    let title = outcome.task?.title.visible ?? ""
    try conclude(outcome.isChanged ? "Skipped: \(title)" : "This is the only task. Still on:", outcome.front)
  }

  private func detach(_ items: [String]) throws {
    let attachments = try queue().front().task?.attachments ?? []
    let named = items.isEmpty ? nil : Attachment.named(items, among: attachments)
    try conclude(try queue().detach(named)) { _ in "Detached from:" }
  }

  // MARK: Editing

  private func editFront() throws {
    let task = try currentTask()
    let title = task.title.visible
    let text = try EditedText(
      [title],
      explanation: ["The first line is what there is to do. Leave it as it is, or empty it, to cancel."],
      name: "task.txt", in: try folders.state())
    guard let first = try text.lines()?.first, first != title else {
      text.discard()
      throw CommandError.cancelled("the text was left as it was")
    }
    let edited: TaskTitle
    do throws(TaskTitle.Problem) {
      edited = try TaskTitle(first)
    } catch {
      text.discard()
      throw CommandError.cancelled("the text was emptied")
    }
    try take(text) { (queue) throws(QueueError) in try queue.retitle(task, edited) }
  }

  private func editAll() throws {
    let tasks = try queue().tasks()
    let queueText = QueueText(tasks)
    let text = try EditedText(
      queueText.lines, explanation: QueueText.explanation, name: "queue.txt", in: try folders.state())
    guard let lines = try text.lines(), lines != queueText.lines else {
      text.discard()
      throw CommandError.cancelled("the text was left as it was")
    }
    if !lines.contains(where: { $0.contains { !$0.isWhitespace } }) {
      text.discard()
      throw CommandError.cancelled("the text was emptied")
    }
    let arrangement: [TaskQueue.Arrangement]
    do throws(QueueText.Problem) {
      arrangement = try queueText.arrangement(of: lines)
    } catch {
      throw CommandError.unfitQueueText(line: error.line, error.reason, saved: text.path)
    }
    try take(text) { (queue) throws(QueueError) in try queue.rearrange(tasks, as: arrangement) }
  }

  /// Makes the change that a person's text asks for; the text goes when it has been taken.
  private func take(_ text: EditedText, _ change: (TaskQueue) throws(QueueError) -> Outcome) throws {
    let outcome: Outcome
    do throws(QueueError) {
      outcome = try change(try queue())
    } catch {
      if case .incomplete = error {
        text.discard()
        throw error
      }
      throw CommandError.notTaken(error, saved: text.path)
    }
    text.discard()
    try conclude(outcome) { _ in "Edited. Now on:" }
  }

  // MARK: Attachments and other machines

  private func open(_ number: Int?) throws {
    let front = try queue().front()
    guard let task = front.task else { throw QueueError.noTask }
    let attachments = task.attachments
    if attachments.isEmpty { throw CommandError.nothingAttached }
    if let number {
      guard attachments.indices.contains(number - 1) else {
        throw CommandError.noSuchAttachment(number, count: attachments.count)
      }
      try Opener.open([attachments[number - 1]])
    } else {
      try Opener.open(attachments)
    }
    try conclude(nil, front)
  }

  private func send(to recipient: Recipient) throws {
    let task = try currentTask()
    try Sender.send(task, to: recipient)
    let outcome: Outcome
    do throws(QueueError) {
      outcome = try queue().end(task, as: .sent(to: recipient.text))
    } catch {
      if case .incomplete = error { throw error }
      throw CommandError.sentButNotMoved(host: recipient.text, error)
    }
    let local = task.localAttachments
    let stay = local.isEmpty ? "" : " (these stay here: \(local.map(\.visible).joined(separator: ", ")))"
    try conclude("Sent to \(recipient.text): \(task.title.visible)\(stay)", outcome.front)
  }

  private func receive() throws {
    let bytes = try Input.read(atMost: QueuedTask.maximumReceivedSize)
    let task: QueuedTask
    do throws(FormatProblem) {
      task = try QueuedTask(received: bytes, at: .now)
    } catch {
      throw CommandError.unfitTask(error)
    }
    _ = try queue().receive(task)
  }

  private func currentTask() throws -> QueuedTask {
    guard let task = try queue().front().task else { throw QueueError.noTask }
    return task
  }
}
