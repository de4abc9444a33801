// How times are shown: in the time zone of `TZ`.

import Stack

extension Timestamp {
  /// The local day and time as if it were in UTC.
  var inLocalTime: Timestamp { Timestamp(seconds: LocalTime.system.local(seconds)) }

  /// The local day: `2026-11-21`.
  var localDay: String { String(inLocalTime.dateText.dropLast("T00:00:00Z".count)) }

  /// The local day and time: `2026-11-21 10:30`.
  var localDayAndTime: String {
    // Counted from the end: a time zone can turn the year 9999 into one of five digits.
    let time = inLocalTime.dateText.suffix("00:00:00Z".count).prefix("00:00".count)
    return "\(localDay) \(time)"
  }

  /// The local weekday, day and time when this moment has come: `Sat 2026-11-21 10:30`. The seconds
  /// are rounded up, so that nothing is announced for a minute that has begun.
  var localMoment: String {
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let minute = Timestamp(seconds: (seconds + 59) / 60 * 60)
    return "\(weekdays[Timestamp.weekday(ofDay: minute.inLocalTime.day)]) \(minute.localDayAndTime)"
  }
}

extension Session {
  /// The moment to wait for that a person named.
  func moment(_ words: String) throws(CommandError) -> Timestamp {
    try StackCommand.attempt(When.moment(words, now: .current, in: .system)) {
      (problem: When.Problem) in
      switch problem {
      case .unknown:
        CommandError(
          .usage, "there is no time '\(words)'",
          "write one such as 2h, 9am, monday 9:00 or 2026-12-01")
      case .past(let moment):
        CommandError(.usage, "\(moment.localMoment) has passed; nothing was changed")
      case .tooFar:
        CommandError(.usage, "'\(words)' is after the year 9999; nothing was changed")
      }
    }
  }
}
