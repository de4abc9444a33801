// Does what a command asks for: has the queue changed, says what happened, and shows the current task.

import Stack

/// One run of the program.
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
    switch command {
    case .show:
      try showFront()
    case .push(let text, let attachments, let inFront):
      try push(try titles(text), attachments: attachments, inFront: inFront)
    case .done:
      try change { (queue) throws(QueueError) in try queue.endFront(as: .completed) } telling: { "✓ \($0)" }
    case .skip:
      try skip()
    case .drop:
      try change { (queue) throws(QueueError) in try queue.endFront(as: .dropped) } telling: {
        "Dropped: \($0)"
      }
    case .edit(.title(let title)):
      try change { (queue) throws(QueueError) in try queue.retitleFront(title) } telling: { _ in "Reworded:" }
    case .edit(.editor):
      try editFront()
    case .edit(.editorWithAll):
      try editAll()
    case .undo:
      try restore("Took back:") { (queue) throws(QueueError) in try queue.undo() }
    case .redo:
      try restore("Put back:") { (queue) throws(QueueError) in try queue.redo() }
    case .attach(let items):
      try change { (queue) throws(QueueError) in try queue.attach(items) } telling: { _ in "Attached to:" }
    case .detach(let items):
      try detach(items)
    case .open(let number):
      try open(number)
    case .send(let recipient):
      try send(to: recipient)
    case .receive:
      try receive()
    case .count:
      try print(String(try fromQueue { (queue) throws(QueueError) in try queue.count() }))
    case .prompt(let columns):
      try showPrompt(columns: columns)
    case .initialize(let shell, let leavingPrompt):
      try writing { () throws(SystemError) in
        try output.writeBytes(shell.integration(leavingPrompt: leavingPrompt))
      }
    case .path:
      let path = try fromQueue { (queue) throws(QueueError) in queue.path }
      try writing { () throws(SystemError) in try output.writeBytes(path.bytes + [UInt8(ascii: "\n")]) }
    case .help(let name):
      try print(name.map(Help.page) ?? Help.overview)
    case .version:
      try print("stack \(Help.version)")
    }
  }

  // MARK: Showing

  private func showFront() throws(CommandError) {
    let front = try fromQueue { (queue) throws(QueueError) in try queue.front() }
    if !front.hasFile {
      output.tellGreeting()
    } else if front.task == nil {
      output.tellFreshStart()
    }
    try writing { () throws(SystemError) in try output.show(front) }
  }

  /// Shows the current task for a prompt. A prompt must not shout, so it says nothing of what is wrong.
  private func showPrompt(columns: Int) throws(CommandError) {
    guard let queue = try? TaskQueue(queueName, in: folders), let task = try? queue.front().task else { return }
    try print(output.showsJSON ? task.json : task.title.visible.shortened(toColumns: columns))
  }

  /// Says what a command did, and shows what is current now.
  private func conclude(_ acknowledgement: String?, _ front: Front) throws(CommandError) {
    if let acknowledgement { output.tell(acknowledgement) }
    if front.task == nil { output.tellFreshStart() }
    do throws(SystemError) {
      try output.show(front)
    } catch {
      throw .notShown(error, after: name)
    }
  }

  // MARK: Changing

  private func push(_ titles: [TaskTitle], attachments: [String], inFront: Bool) throws(CommandError) {
    let outcome = try fromQueue { (queue) throws(QueueError) in
      try queue.push(titles, attachments: attachments, inFront: inFront)
    }
    guard outcome.isChanged else { return try conclude("Nothing to add.", outcome.front) }
    let count = titles.count == 1 ? "Added" : "Added \(titles.count) tasks"
    let isStillOn = outcome.task != nil && !inFront
    try conclude("\(count)\(inFront ? " in front" : ""). \(isStillOn ? "Still on:" : "Now on:")", outcome.front)
  }

  private func titles(_ text: Command.Text) throws(CommandError) -> [TaskTitle] {
    switch text {
    case .title(let title): [title]
    case .question: [try Input.askForTitle(output)]
    case .standardInput: try Input.readTitles()
    }
  }

  private func skip() throws(CommandError) {
    let outcome = try fromQueue { (queue) throws(QueueError) in try queue.skip() }
    let title = outcome.task?.title.visible ?? ""
    try conclude(outcome.isChanged ? "Skipped: \(title)" : "This is the only task. Still on:", outcome.front)
  }

  private func detach(_ items: [String]) throws(CommandError) {
    let attachments = try fromQueue { (queue) throws(QueueError) in try queue.front() }.task?.attachments ?? []
    let named = items.isEmpty ? nil : Attachment.named(items, among: attachments)
    try change { (queue) throws(QueueError) in try queue.detach(named) } telling: { _ in "Detached from:" }
  }

  private func restore(
    _ verb: String, _ restoration: (TaskQueue) throws(QueueError) -> TaskQueue.Restoration
  ) throws(CommandError) {
    let restored = try fromQueue(restoration)
    let byHand = restored.includesChangesByHand ? ", and changes made by hand" : ""
    try conclude("\(verb) \(restored.command)\(byHand)", restored.front)
  }

  /// Makes a change and tells of it with the title of the task that it was about.
  private func change(
    _ change: (TaskQueue) throws(QueueError) -> Outcome, telling: (String) -> String
  ) throws(CommandError) {
    let outcome = try fromQueue(change)
    try conclude(
      outcome.isChanged ? telling(outcome.task?.title.visible ?? "") : "Nothing to change. Still on:", outcome.front)
  }

  // MARK: Editing

  private func editFront() throws(CommandError) {
    let task = try currentTask()
    let title = task.title.visible
    let text = try EditedText(
      [title], explanation: ["The first line is what there is to do. To leave it as it is, empty it."],
      name: "task.txt", in: try state())
    guard let first = try text.lines()?.first, first != title else {
      text.discard()
      throw .cancelled("the text was left as it was")
    }
    let edited: TaskTitle
    do throws(TaskTitle.Problem) {
      edited = try TaskTitle(first)
    } catch {
      text.discard()
      throw .cancelled("the text was emptied")
    }
    try take(text) { (queue) throws(QueueError) in try queue.retitle(task, edited) }
  }

  private func editAll() throws(CommandError) {
    let tasks = try fromQueue { (queue) throws(QueueError) in try queue.tasks() }
    let queueText = QueueText(tasks)
    let text = try EditedText(
      queueText.lines, explanation: QueueText.explanation, name: "queue.txt", in: try state())
    guard let lines = try text.lines(), lines != queueText.lines else {
      text.discard()
      throw .cancelled("the text was left as it was")
    }
    if !lines.contains(where: { $0.contains { !$0.isWhitespace } }) {
      text.discard()
      throw .cancelled("the text was emptied")
    }
    let arrangement: [TaskQueue.Arrangement]
    do throws(QueueText.Problem) {
      arrangement = try queueText.arrangement(of: lines)
    } catch {
      throw .unfitQueueText(line: error.line, error.reason, saved: text.path)
    }
    try take(text) { (queue) throws(QueueError) in try queue.rearrange(tasks, as: arrangement) }
  }

  /// Makes the change that a person's text asks for; the text goes when it has been taken.
  private func take(
    _ text: EditedText, _ change: (TaskQueue) throws(QueueError) -> Outcome
  ) throws(CommandError) {
    let outcome: Outcome
    do throws(QueueError) {
      outcome = try change(try TaskQueue(queueName, in: folders))
    } catch {
      if case .incomplete = error {
        text.discard()
        throw .queue(error, during: name)
      }
      throw .notTaken(error, saved: text.path)
    }
    text.discard()
    try conclude(outcome.isChanged ? "Edited. Now on:" : "Nothing to change. Still on:", outcome.front)
  }

  // MARK: Attachments and other machines

  private func open(_ number: Int?) throws(CommandError) {
    let front = try fromQueue { (queue) throws(QueueError) in try queue.front() }
    guard let task = front.task else { throw .queue(.noTask, during: name) }
    let attachments = task.attachments
    if attachments.isEmpty { throw .nothingAttached }
    guard let number else {
      try Opener.open(attachments)
      return try conclude(nil, front)
    }
    guard attachments.indices.contains(number - 1) else {
      throw .noSuchAttachment(number, count: attachments.count)
    }
    try Opener.open([attachments[number - 1]])
    try conclude(nil, front)
  }

  private func send(to recipient: Recipient) throws(CommandError) {
    let task = try currentTask()
    try Sender.send(task, to: recipient)
    let outcome: Outcome
    do throws(QueueError) {
      outcome = try TaskQueue(queueName, in: folders).end(task, as: .sent(to: recipient.text))
    } catch {
      if case .incomplete = error { throw .queue(error, during: name) }
      throw .sentButNotMoved(host: recipient.text, error)
    }
    let files = task.attachments.filter { !Attachment(text: $0).isURL }
    let stay = files.isEmpty ? "" : " (these stay here: \(files.map(\.visible).joined(separator: ", ")))"
    try conclude("Sent to \(recipient.text): \(task.title.visible)\(stay)", outcome.front)
  }

  private func receive() throws(CommandError) {
    let bytes = try Input.read(atMost: QueuedTask.maximumReceivedSize)
    let task: QueuedTask
    do throws(FormatProblem) {
      task = try QueuedTask(received: bytes, at: .now)
    } catch {
      throw .unfitTask(error)
    }
    _ = try fromQueue { (queue) throws(QueueError) in try queue.receive(task) }
  }

  // MARK: Details

  private func currentTask() throws(CommandError) -> QueuedTask {
    guard let task = try fromQueue({ (queue) throws(QueueError) in try queue.front() }).task else {
      throw .queue(.noTask, during: name)
    }
    return task
  }

  private func state() throws(CommandError) -> FilePath {
    do throws(QueueError) {
      return try folders.state()
    } catch {
      throw .queue(error, during: name)
    }
  }

  private func fromQueue<Result>(_ body: (TaskQueue) throws(QueueError) -> Result) throws(CommandError) -> Result {
    do throws(QueueError) {
      return try body(try TaskQueue(queueName, in: folders))
    } catch {
      throw .queue(error, during: name)
    }
  }

  private func print(_ text: String) throws(CommandError) {
    try writing { () throws(SystemError) in try output.write(text) }
  }

  private func writing(_ body: () throws(SystemError) -> Void) throws(CommandError) {
    do throws(SystemError) {
      try body()
    } catch {
      throw .notShown(error, after: nil)
    }
  }
}
