// `stack log`: shows what was finished.

import Stack

extension Command {
  static let log = Command(
    operands: "[N]",
    summary: "show what was finished",
    help: """
      Show the last N tasks that were finished, 10 if not given, the newest last:
      when, what became of each, and what it was.

        § log 3

      Days and times are those of your time zone ($TZ). With --json each task is
      an object on a line of its own.
      """,
    habits: "history finished completed sent today yesterday week archive report logbook closed"
  ) { (session) throws(CommandError) in
    let count = try Arguments.number(session.arguments.operands.first, of: "how many to show") ?? 10
    let finished = last(count, of: try attempt(queue: session.queue().completed()))
    if finished.isEmpty { return StandardError.printNote("Nothing is finished yet.") }
    let lines = finished.map { (session.output.showsJSON ? $0.json : $0.logLine) + "\n" }
    try session.write(lines.joined())
  }
}

/// The last tasks by the date of their ending, the newest last. Those without a date come first, and those of one
/// second stay in the order of the file.
private func last(_ count: Int, of tasks: [QueuedTask]) -> ArraySlice<QueuedTask> {
  let dates = tasks.map { $0.ending?.date.seconds ?? .min }
  let order = tasks.indices.sorted { dates[$0] < dates[$1] }
  return order.map { tasks[$0] }.suffix(count)
}

extension QueuedTask {
  /// What became of the task and when, as far as the file says so.
  fileprivate var ending: (words: String, date: Timestamp)? {
    if let completed { return ("done", completed) }
    if let sent { return (recipient.map { "sent to \($0)" } ?? "sent", sent) }
    if let dropped { return ("dropped", dropped) }
    return nil
  }

  /// The task as a line, such as `2026-11-21 10:30  done: Write the report`.
  fileprivate var logLine: String {
    guard let ending else { return "no date           finished: \(title)".visible }
    return "\(ending.date.localDayAndTime)  \(ending.words): \(title)".visible
  }
}
