// `stack push`: adds tasks from the command line, the user's answer, or standard input.

import Stack

private let topOption = Option(long: "--top", summary: "put it in front", isInOverview: true)
private let attachOption = Option(
  short: "-a", long: "--attach", value: "FILE|URL", offers: .files, summary: "attach a file or URL",
  details: "; may be given several times")

extension Command {
  static let push = Command(
    operands: "[TEXT…|-]", summary: "add a task at the back", options: { [topOption, attachOption] }, takesText: true,
    otherNames: "add new a create enqueue", participle: "added",
    requiredOperand: (name: "some text", example: "push Call Sam")
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    let asks = arguments.operands.isEmpty
    let readsInput = arguments.operands == ["-"] && !arguments.sawDoubleDash
    // Asks only at a terminal; a script would wait for an answer forever.
    if asks, arguments.sawDoubleDash || !OpenFile.standardInput.isTerminal { throw arguments.missingOperand }
    var titles = asks || readsInput ? [] : [try arguments.title()]
    let attachments = try session.attachments(arguments.values(of: attachOption))
    if asks { titles = [try askForTitle(session)] }
    if readsInput { titles = try readTitles(session) }
    try add(titles, attachments: attachments, session)
  }
}

/// Asks the user for a task, until an answer is whole and has no control characters, such as those of arrow keys.
private func askForTitle(_ session: Session) throws(CommandError) -> TaskTitle {
  while true {
    guard let answer = try StandardInput.readLine(asking: "New task: ") else {
      StandardError.write("\n")
      throw .cancelled("no task was given")
    }
    if answer.count >= System.typedLineLimit {
      StandardError.write("Nothing was added: the terminal has cut this long line. Please type the task again.\n")
      continue
    }
    guard let text = String(exactly: answer[...]) else { throw .notUTF8("line 1 of the input") }
    let title = try attempt(TaskTitle(text)) { (problem: TaskTitle.Problem) in
      problem == .empty ? .cancelled("no task was given") : session.arguments.invalidText(problem)
    }
    if !title.text.unicodeScalars.contains(where: { $0.isControl }) { return title }
    StandardError.write("Nothing was added: arrow keys don't work here. Please type the task again.\n")
  }
}

/// Reads the titles from standard input, one per line that isn't blank.
private func readTitles(_ session: Session) throws(CommandError) -> [TaskTitle] {
  let limit = 64 << 20
  let bytes = try StandardInput.read(
    beyond: limit, hint: "Waiting for tasks, one per line. Press Ctrl-D on an empty line to end.")
  if bytes.count > limit { throw CommandError(.usage, "the input has more than 64 MiB; nothing was changed") }
  let lines = TextLines(bytes)
  if OpenFile.standardInput.isTerminal,
    let (number, _) = zip(1..., lines).first(where: { $1.count >= System.typedLineLimit })
  {
    let problem = "line \(number) of the input is longer than a terminal keeps; nothing was changed"
    throw CommandError(.usage, problem, "from a file", command: "\(session.arguments.stack) push - <FILE")
  }
  return try lines.strings { .notUTF8("line \($0) of the input") }.compactMap { try? TaskTitle($0) }
}

private func add(_ titles: [TaskTitle], attachments: [String], _ session: Session) throws(CommandError) {
  let inFront = session.arguments.has(topOption)
  let isNew = try session.isNew()
  let outcome = try session.attempt(
    queue: session.queue().push(contentsOf: titles, attachments: attachments, inFront: inFront))
  let isStillOn = !outcome.wasEmpty && !inFront
  let isShown = isStillOn && session.promptShows(outcome.front)
  try session.finish(outcome, unchanged: "Nothing to add.", isShown: isShown) { title in
    var acknowledgement = titles.count == 1 ? "Added" : "Added \(titles.count) tasks"
    if inFront { acknowledgement += " in front" }
    if isNew { acknowledgement += " to the new stack \(session.queueName.text)" }
    // The user sees what the shell made of a `?`, a `$20` or a quote.
    if titles.count == 1 { acknowledgement += ": \(title)" }
    return isShown ? acknowledgement : acknowledgement.followed(by: isStillOn ? "Still on:" : "Now on:")
  }
}

extension Session {
  /// Whether this is a named stack that doesn't exist yet, perhaps because of a mistyped name.
  fileprivate func isNew() throws(CommandError) -> Bool {
    if queueName == .standard || !OpenFile.standardError.isTerminal { return false }
    return try !attempt(queue: queue().front()).hasFile
  }

  /// Whether the user's prompt shows the current task already.
  fileprivate func promptShows(_ front: QueueFront) -> Bool {
    guard display.isTerminal, OpenFile.standardError.isTerminal, !display.showsJSON, let task = front.task
    else { return false }
    return Shell.promptChecksum == Array(task.title.checksum.utf8)
  }
}
