// `stack log`: prints finished tasks.

import CSystem
import Stack

private let sinceOption = Option(
  long: "--since", value: "DAY", offers: .days, summary: "show all from this day on",
  details: ": today, yesterday, or a date such as 2026-11-21")

extension Command {
  static let log = Command(
    operands: "[N]", summary: "show finished tasks", options: { [sinceOption] },
    otherNames: "history finished completed sent today yesterday week archive report logbook closed"
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    let number = try Arguments.number(arguments.operands.first, of: "N")
    let since = try arguments.values(of: sinceOption).last.map(firstMoment)
    let count = number ?? (since == nil ? 10 : .max)
    var shown = try session.attempt(queue: session.queue().finishedTasks(last: count))
    if let since { shown.removeAll { $0.ending.map { $0.date.inLocalTime.seconds < since } ?? true } }
    if shown.isEmpty {
      return StandardError.printNote("No task has been finished \(since == nil ? "yet" : "since then").")
    }
    let lines = shown.map { (session.display.showsJSON ? $0.json : $0.logLine) + "\n" }
    try session.write(lines.joined())
  }
}

/// The beginning of a day in local time, in seconds since 1970-01-01 in local time.
private func firstMoment(of day: String) throws(CommandError) -> Int {
  if let daysAgo = ["today", "yesterday"].firstIndex(of: day) {
    let now = Timestamp.now.inLocalTime.seconds
    return now - now % Timestamp.secondsPerDay - daysAgo * Timestamp.secondsPerDay
  }
  guard let date = Timestamp(dateText: day + "T00:00:00Z") else {
    throw CommandError(.usage, "--since must be today, yesterday, or a date such as 2026-11-21, not '\(day)'")
  }
  return date.seconds
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

extension Timestamp {
  /// The local day and time, in the time zone of `TZ`, as if it were in UTC.
  fileprivate var inLocalTime: Timestamp {
    var time = time_t(seconds)
    var local = tm()
    // localtime_r(3) need not read `TZ`.
    tzset()
    localtime_r(&time, &local)
    return Timestamp(seconds: seconds + Int(local.tm_gmtoff))
  }

  /// The local day and time: `2026-11-21 10:30`.
  fileprivate var localDayAndTime: String {
    let text = inLocalTime.dateText
    // Counted from the end: a time zone can turn the year 9999 into one of five digits.
    return "\(text.dropLast("T00:00:00Z".count)) \(text.suffix("00:00:00Z".count).prefix("00:00".count))"
  }
}
