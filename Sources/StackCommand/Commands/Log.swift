// `stack log`: prints finished tasks.

import Stack

private let sinceOption = Option(
  long: "--since", value: "DAY", offers: .days, summary: "show all from this day on",
  details: ": today, yesterday, or a date such as 2026-11-21")

extension Command {
  static let log = Command(
    operands: "[N]",
    summary: "show finished tasks",
    help: """
      Show the last N finished tasks, 10 if not given, the newest last: when each
      was finished, what became of it, and its title.

        § log 3
        § log --since yesterday

      Days and times are in your time zone ($TZ). With --json, each task is an
      object on a line of its own.
      """,
    options: { [sinceOption] },
    habits: "history finished completed sent today yesterday week archive report logbook closed"
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    let number = try Arguments.number(arguments.operands.first, of: "how many to show")
    let since = try arguments.values(of: sinceOption).last.map(firstMoment)
    var finished = byDate(try attempt(queue: session.queue().completed()))
    if let since { finished.removeAll { $0.ending.map { $0.date.inLocalTime.seconds < since } ?? true } }
    let shown = finished.suffix(number ?? (since == nil ? 10 : .max))
    if shown.isEmpty {
      return StandardError.printNote("No task has been finished \(since == nil ? "yet" : "since then").")
    }
    let lines = shown.map { (session.output.showsJSON ? $0.json : $0.logLine) + "\n" }
    try session.write(lines.joined())
  }
}

/// When a day begins in local time, in seconds since 1970-01-01 in local time.
private func firstMoment(of day: String) throws(CommandError) -> Int {
  let secondsPerDay = 86_400
  let daysAgo = ["today", "yesterday"].firstIndex(of: day)
  if let daysAgo {
    let now = Timestamp.now.inLocalTime.seconds
    return now - now % secondsPerDay - daysAgo * secondsPerDay
  }
  guard let date = Timestamp(dateText: day + "T00:00:00Z") else { throw .notADay(day) }
  return date.seconds
}

/// Tasks in the order in which they were finished. Those without a date come first, and those of the same second keep
/// the order of the file.
private func byDate(_ tasks: [QueuedTask]) -> [QueuedTask] {
  let dates = tasks.map { $0.ending?.date.seconds ?? .min }
  return tasks.indices.sorted { dates[$0] < dates[$1] }.map { tasks[$0] }
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
