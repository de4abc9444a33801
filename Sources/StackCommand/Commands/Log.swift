// `stack log`: prints finished tasks.

import Stack

private let sinceOption = Option(
  long: "--since", value: "WHEN…", offers: .pastTimes, summary: "show all since WHEN",
  details: ": a day, a time or a duration, as snooze has them, but looking back")

extension Command {
  static let log = Command(
    operands: .optional("N"), summary: "show finished tasks", options: { [sinceOption] }
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    var since: Timestamp?
    if let words = arguments.values(of: sinceOption).last {
      since = try session.moment(words, .back)
    }
    let number = try Arguments.number(arguments.operands.first, of: "N")
    let count = number ?? (since == nil ? 10 : .max)
    var shown = try session.attempt(queue: session.queue().finishedTasks(last: count))[...]
    if let since { shown = shown.drop { $0.ending.map { $0.date < since } ?? true } }
    if shown.isEmpty {
      return StandardError.printNote(
        "No task has been finished \(since == nil ? "yet" : "since then").")
    }
    let lines = shown.map { (session.display.showsJSON ? $0.json : $0.logLine) + "\n" }
    try session.write(lines.joined())
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
