// `stack push`: adds tasks, from the command line, from an answer, or from standard input.

import Stack

extension Command {
  static func push() -> Command {
    Command(
      group: .everyDay,
      operands: "[TEXT…|-]",
      summary: "add a task at the back",
      help: {
        """
        Add a task at the back of the queue. Several words need no quotes.

          \(Program.name) push Call Sam about the contract

        Without TEXT it asks for a line. With - it reads standard input, and each
        line that is not blank is a task:

          \(Program.name) push - < ideas.txt
        """
      },
      options: { [.top, .attach] },
      takesText: true,
      habits: "add new a create enqueue",
      participle: "added",
      changesQueue: true,
      neededOperand: NeededOperand(name: "some text", example: "push Call Sam"),
      parse: parsePush)
  }
}

extension Option {
  fileprivate static var top: Option {
    Option(long: "--top", summary: "put it in front", isInOverview: true)
  }

  fileprivate static var attach: Option {
    Option(
      short: "-a", long: "--attach", value: "FILE|URL", offers: .files, summary: "attach a file or URL",
      details: "; may be given several times")
  }
}

/// Where the titles of new tasks come from.
private enum TitleSource {
  case words(TaskTitle)
  case question
  case standardInput
}

private func parsePush(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  let source = try titleSource(arguments)
  let attachments = arguments.values(of: .attach)
  let inFront = arguments.has(.top)
  return { (session) throws(CommandError) in
    let attachments = try AttachmentArgument.resolved(attachments)
    try push(
      try titles(from: source), attachments: attachments, inFront: inFront, session)
    Hints.tellOptionsInText(arguments, session.queueOption)
  }
}

private func titleSource(_ arguments: Arguments) throws(CommandError) -> TitleSource {
  if arguments.operands.isEmpty {
    if arguments.isTextEnforced { throw .missingOperand }
    return .question
  }
  if arguments.operands == ["-"], !arguments.isTextEnforced { return .standardInput }
  return .words(try arguments.title())
}

private func titles(from source: TitleSource) throws(CommandError) -> [TaskTitle] {
  switch source {
  case .words(let title): return [title]
  case .question:
    // Where nobody can answer, a script would hang.
    guard OpenFile.standardInput.isTerminal else { throw .missingOperand }
    return [try askForTitle()]
  case .standardInput: return try StandardInput.titles()
  }
}

/// Asks a person for a task, until an answer has no control characters: those are keys, such as the arrows,
/// that nobody interpreted.
private func askForTitle() throws(CommandError) -> TaskTitle {
  while true {
    let title = try readTitle()
    if !title.text.unicodeScalars.contains(where: { $0.isControl }) { return title }
    StandardError.write("Nothing was added, for some keys (an arrow?) are no text. Once more:\n")
  }
}

private func readTitle() throws(CommandError) -> TaskTitle {
  let answer = try attempt(
    system: System.readTypedLine { StandardError.write("New task: ") })
  guard let answer else {
    StandardError.write("\n")
    throw .cancelled("no task was given")
  }
  guard let text = String(exactly: answer) else { throw .inputNotUTF8(line: 1) }
  do throws(TaskTitle.Problem) {
    return try TaskTitle(text)
  } catch {
    switch error {
    case .empty: throw .cancelled("no task was given")
    case .lineBreak: throw .invalidText(.lineBreak)
    }
  }
}

private func push(
  _ titles: [TaskTitle], attachments: [String], inFront: Bool, _ session: Session
) throws(CommandError) {
  let isNew = try session.isNew()
  let outcome = try attempt(
    queue: session.queue().push(titles, attachments: attachments, inFront: inFront))
  guard outcome.isChanged else { return try session.finishUnchanged("Nothing to add.", outcome.front) }
  var acknowledgement = titles.count == 1 ? "Added" : "Added \(titles.count) tasks"
  if inFront { acknowledgement += " in front" }
  if isNew { acknowledgement += " to the new stack \(session.queueName.text)" }
  // A shell may have taken a `?`, a `$20` or a quote for something else.
  if titles.count == 1 { acknowledgement += ": \(titles[0].text.visible)" }
  let isStillOn = !outcome.wasEmpty && !inFront
  if isStillOn { return try session.finishBehind(acknowledgement, outcome.front) }
  try session.finish(acknowledgement.followed(by: "Now on:"), outcome.front)
}

extension Session {
  /// Whether this is a stack with a name of its own that isn't there yet: somebody may have mistyped it.
  fileprivate func isNew() throws(CommandError) -> Bool {
    if queueName == .standard || !OpenFile.standardError.isTerminal { return false }
    return try !attempt(queue: queue().front()).hasFile
  }
}
