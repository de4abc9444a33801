// How times are shown: in the time zone of `TZ`.

import Stack

extension Timestamp {
  /// The local day and time as if it were in UTC.
  var inLocalTime: Timestamp { Timestamp(seconds: LocalTime.system.local(seconds)) }

  /// The local day: `2026-11-21`.
  var localDay: String { String(inLocalTime.dateText.dropLast("T00:00:00Z".count)) }

  /// The local day and time: `2026-11-21 10:30`.
  var localDayAndTime: String { inLocalTime.dayAndTime }

  /// The local weekday, day and time, rounded up to a minute: `Sat 2026-11-21 10:30`. A snoozed
  /// task is awake by the time that a message names.
  var localMoment: String { Timestamp(seconds: (seconds + 59) / 60 * 60).localWeekdayAndTime }

  /// The local weekday, day and time, without the seconds: `Sat 2026-11-21 10:30`.
  var localWeekdayAndTime: String {
    "\(Weekday(ofDay: inLocalTime.day).name.prefix(3)) \(localDayAndTime)"
  }
}

extension Session {
  /// The moment that a person named.
  func moment(_ words: String, _ direction: When.Direction = .ahead) throws(CommandError)
    -> Timestamp
  {
    try StackCommand.attempt(When.moment(words, direction, now: .wallClock, in: .system)) {
      (problem: When.Problem) in
      CommandError(.usage, problem.sentence, problem.advice.map { CommandError.Hint(text: $0) })
    }
  }
}
