// `stack log`: prints finished tasks.

import Stack

private let sinceOption = Option(
  long: "--since", value: "DAY", offers: .days, summary: "show all from this day on",
  details: ": today, yesterday, or a day such as monday, 'nov 20' or 2026-11-20")

extension Command {
  static let log = Command(
    operands: .optional("N"), summary: "show finished tasks", options: { [sinceOption] }
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    let since = try session.firstMoment()
    let number = try Arguments.number(arguments.operands.first, of: "N")
    let count = number ?? (since == nil ? 10 : .max)
    var shown = try session.attempt(queue: session.queue().finishedTasks(last: count))
    if let since {
      shown.removeAll { $0.ending.map { $0.date.inLocalTime.seconds < since } ?? true }
    }
    if shown.isEmpty {
      return StandardError.printNote(
        "No task has been finished \(since == nil ? "yet" : "since then").")
    }
    let lines = shown.map { (session.display.showsJSON ? $0.json : $0.logLine) + "\n" }
    try session.write(lines.joined())
  }
}

extension Session {
  /// The beginning of the day from which tasks are shown, in seconds since 1970-01-01 in local
  /// time.
  fileprivate func firstMoment() throws(CommandError) -> Int? {
    guard let day = arguments.values(of: sinceOption).last else { return nil }
    let today = Timestamp.current.inLocalTime.day
    if let number = When.dayBack(day, from: today) { return number * Timestamp.secondsPerDay }
    // The rest of DAY may follow, as in `log --since nov 20`.
    let words = ([day] + arguments.operands).joined(separator: " ")
    if When.dayBack(words, from: today) != nil {
      throw CommandError(
        .usage, "a day of several words needs quotes", "type",
        command: "\(arguments.stack) log --since \(words.quotedForShell)")
    }
    throw CommandError(
      .usage, "there is no day '\(day)'",
      "write one such as today, monday, 'nov 20' or 2026-11-20")
  }
}

extension QueuedTask {
  /// The task as a line, such as `2026-11-21 10:30  done: Write the report`.
  fileprivate var logLine: String {
    guard let ending else { return "no date           finished: \(title)".visible }
    let words =
      switch ending.kind {
      case .completed: "done"
      case .dropped: "dropped"
      case .sent(let recipient): recipient.map { "sent to \($0)" } ?? "sent"
      }
    return "\(ending.date.localDayAndTime)  \(words): \(title)".visible
  }
}
