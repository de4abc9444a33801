// The time zone of the environment, and the clock for local times and snoozed tasks.

import CSystem

extension LocalTime {
  /// The time zone of `TZ`, else that of the system.
  package static var system: LocalTime {
    // localtime_r(3) need not read `TZ`.
    tzset()
    return LocalTime { moment in
      var time = time_t(moment)
      var local = tm()
      localtime_r(&time, &local)
      return Int(local.tm_gmtoff)
    }
  }
}

extension Timestamp {
  /// The time now for everything that is about local time and snoozed tasks. Tests set it with
  /// `STACK_NOW`.
  package static var current: Timestamp {
    let text = System.environmentVariable("STACK_NOW").map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { Timestamp(dateText: $0) } ?? .now
  }
}
