// The system's clocks.

import CSystem

extension Timestamp {
  /// The time now, by the system's clock (`clock_gettime(CLOCK_REALTIME)`).
  public static var now: Timestamp {
    let now = stack_now()
    return Timestamp(seconds: Int(now.tv_sec), microseconds: Int(now.tv_nsec) / 1000)
  }

  /// The local day and time, in the time zone of `TZ`, as if it were in UTC.
  package var inLocalTime: Timestamp {
    var time = time_t(seconds)
    var local = tm()
    // localtime_r(3) alone need not look at `TZ`.
    tzset()
    localtime_r(&time, &local)
    return Timestamp(seconds: seconds + Int(local.tm_gmtoff))
  }

  /// The local day and time: `2026-11-21 10:30`.
  package var localDayAndTime: String {
    let text = inLocalTime.dateText
    // Counted from the end: a time zone can turn the year 9999 into one of five digits.
    return "\(text.dropLast("T00:00:00Z".count)) \(text.suffix("00:00:00Z".count).prefix("00:00".count))"
  }
}

enum Clock {
  /// Nanoseconds since some moment in the past, never going back.
  static var uptime: Int {
    let now = stack_uptime()
    return Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
  }

  /// Pauses this thread for a random time of one to two milliseconds, or a multiple of it.
  static func pauseBriefly(times factor: Int = 1) {
    // No two processes, and no two changes of one, read the clock in the same nanosecond.
    let chance = (uptime % 1_000_000_000 * 7_919 + Int(getpid()) * 104_729) % 1_000_000
    var pause = timespec(tv_sec: 0, tv_nsec: factor * (1_000_000 + chance))
    nanosleep(&pause, nil)
  }
}
