// `stack log`: prints finished tasks.

import Stack

private let sinceOption = Option(
  long: "--since", value: "DAY", offers: .days, summary: "show all from this day on",
  details: ": today, yesterday, or a day such as monday, nov 20 or 2026-11-20")

extension Command {
  static let log = Command(
    operands: .optional("N"), summary: "show finished tasks", options: { [sinceOption] },
    otherNames:
      "history ghistory finished completed sent yesterday week archive report logbook closed"
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    let number = try Arguments.number(arguments.operands.first, of: "N")
    let since = try arguments.values(of: sinceOption).last.map(firstMoment)
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

/// The beginning of a day in local time, in seconds since 1970-01-01 in local time.
private func firstMoment(of day: String) throws(CommandError) -> Int {
  guard let number = When.dayBack(day, from: Timestamp.current.inLocalTime.day) else {
    throw CommandError(
      .usage, "there is no day '\(day)'",
      "write one such as today, monday, nov 20 or 2026-11-20")
  }
  return number * Timestamp.secondsPerDay
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
