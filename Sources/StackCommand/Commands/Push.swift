// `stack push`: adds tasks from the command line, the user's answer, or standard input.

import Stack

private let topOption = Option(long: "--top", summary: "put it in front", isInOverview: true)
private let untilOption = Option(
  long: "--until", value: "WHEN", offers: .times, summary: "put it aside until WHEN",
  details: ", as snooze does")
private let attachOption = Option(
  short: "-a", long: "--attach", value: "FILE|URL", offers: .files, summary: "attach a file or URL",
  details: "; may be given several times")

extension Command {
  static let push = Command(
    operands: .optionalText("TEXT…|-"), summary: "add a task at the back",
    options: { [topOption, untilOption, attachOption] },
    participle: "added",
    requiredOperand: (name: "some text", example: "push Call Sam")
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    let asks = arguments.operands.isEmpty
    let readsInput = arguments.operands == ["-"] && !arguments.sawDoubleDash
    if asks { try arguments.requireTerminal() }
    // Nobody should type in vain.
    if asks || readsInput, OpenFile.standardInput.isTerminal {
      _ = try session.attempt(queue: session.queue().tasksToChange())
    }
    let until = try session.until()
    var titles = asks || readsInput ? [] : [try arguments.title()]
    let attachments = try session.attachments(arguments.values(of: attachOption))
    var notes: [TaskTitle] = []
    if asks {
      let answer = try askForTask(session)
      titles = [answer.title]
      notes = answer.notes
    }
    if readsInput {
      titles = try readTitles(session)
      if titles.isEmpty { throw .cancelled("nothing to add: the input has no text") }
    }
    try add(titles, notes: notes, attachments: attachments, until: until, session)
  }
}

/// Asks the user for a task: its title and, below it in a paste, its notes, as in `edit`.
private func askForTask(_ session: Session) throws(CommandError) -> (
  title: TaskTitle, notes: [TaskTitle]
) {
  var question = Question(
    "New task: ",
    adviceAfterDiscarding: (
      "To add several tasks, one per line:", "\(session.arguments.stack) push -"
    ))
  let text = TextLines(Array(try question.ask().utf8))
  let lines = try text.strings { _ in CommandError.notUTF8("the answer") }.compactMap {
    try? TaskTitle($0)
  }
  guard let title = lines.first else { throw .cancelled("no task was given") }
  return (title, Array(lines.dropFirst()))
}

/// Reads the titles from standard input, one per line that isn't blank.
private func readTitles(_ session: Session) throws(CommandError) -> [TaskTitle] {
  let limit = 64 << 20
  let bytes = try StandardInput.read(
    beyond: limit, hint: "Waiting for tasks, one per line. Press Ctrl-D on an empty line to end.")
  if bytes.count > limit {
    throw CommandError(.usage, "the input has more than 64 MiB; nothing was changed")
  }
  let lines = TextLines(bytes)
  if OpenFile.standardInput.isTerminal,
    let (number, _) = zip(1..., lines).first(where: { $1.count >= System.typedLineLimit })
  {
    let problem = "line \(number) of the input is longer than a terminal keeps; nothing was changed"
    throw CommandError(
      .usage, problem, "from a file", command: "\(session.arguments.stack) push - <FILE")
  }
  return try lines.strings { CommandError.notUTF8("line \($0) of the input") }.compactMap {
    try? TaskTitle($0)
  }
}

private func add(
  _ titles: [TaskTitle], notes: [TaskTitle], attachments: [String], until: Timestamp?,
  _ session: Session
) throws(CommandError) {
  let inFront = session.arguments.has(topOption)
  let isNew = try session.isNew(session.stackName)
  let outcome = try session.attempt(
    queue: session.queue().push(
      contentsOf: titles, notes: notes, attachments: attachments, inFront: inFront, until: until))
  let isShown = !outcome.wasEmpty && !inFront && session.promptShows(outcome.front)
  try session.finish(outcome, isShown: isShown) { title in
    var acknowledgement = titles.count == 1 ? "Added" : "Added \(titles.count) tasks"
    if inFront { acknowledgement += " in front" }
    if !notes.isEmpty {
      acknowledgement += notes.count == 1 ? " with a note" : " with \(notes.count) notes"
    }
    if isNew { acknowledgement += " to the new stack \(session.stackName.text)" }
    if let until { acknowledgement += ", snoozed until \(until.localMoment)" }
    // The user sees what the shell made of a `?`, a `$20` or a quote.
    if titles.count == 1 { acknowledgement += ": \(title)" }
    return acknowledgement
  }
}

extension Session {
  /// The moment until which the new tasks are snoozed.
  fileprivate func until() throws(CommandError) -> Timestamp? {
    guard let word = arguments.values(of: untilOption).last else { return nil }
    if arguments.has(topOption) {
      throw CommandError(
        .usage, "push takes only one of --top and --until", Arguments.hint(toHelp: " push"))
    }
    if arguments.endsWith(untilOption), !arguments.sawDoubleDash {
      try refuseTimeInText(after: word)
    }
    return try moment(word)
  }

  /// Refuses a text that begins with words that would go on WHEN, as in `push --until monday 9:00
  /// Call`.
  private func refuseTimeInText(after word: String) throws(CommandError) {
    let text = arguments.operands
    let isTime = (try? moment(word)) != nil
    if isTime, !When.mayContinue(with: text) { return }
    for count in (1...When.wordLimit).reversed()
    where count <= text.count && !When.isIgnored(text[count - 1]) {
      let words = ([word] + text.prefix(count)).joined(separator: " ")
      do throws(When.Problem) {
        _ = try When.moment(words, now: .wallClock, in: .system)
      } catch {
        if !error.isTime { continue }
        // No quotes would help.
        _ = try moment(words)
      }
      let attached = arguments.values(of: attachOption).map { "-a \($0.quotedForShell) " }
      let push = "\(arguments.stack) push \(attached.joined())--until "
      let rest = Array(text.dropFirst(count))
      let quoted = "\(push)\(words.quotedForShell) " + (rest.isEmpty ? "\"…\"" : rest.asTypedText)
      if !isTime {
        throw CommandError(
          .usage, "a time of several words needs quotes", "type", command: quoted)
      }
      let belongs = text[..<count].joined(separator: " ")
      throw CommandError(
        .usage, "'\(belongs)' could belong to the time or to the task", "type one of",
        command: "\(quoted)\n\(push)\(word.quotedForShell) -- \(text.asTyped)")
    }
  }

  /// Whether the user's prompt shows the current task already.
  fileprivate func promptShows(_ front: QueueFront) -> Bool {
    guard display.isTerminal, !display.showsJSON, let queue = try? queue() else { return false }
    return ShownTask.inPrompt(of: queue.path)?.shows(front.task) == true
  }
}
