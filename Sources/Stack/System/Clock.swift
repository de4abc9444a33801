// The system's clocks.

import CSystem

extension Timestamp {
  /// The time now, by the system's clock (`clock_gettime(CLOCK_REALTIME)`).
  public static var now: Timestamp {
    let now = stack_now()
    return Timestamp(seconds: Int(now.tv_sec), microseconds: Int(now.tv_nsec) / 1000)
  }

  /// The time now for all that tasks are about: their dates, local time, and what is snoozed. Tests
  /// set it with `STACK_NOW`.
  package static var wallClock: Timestamp {
    let text = System.environmentVariable("STACK_NOW").map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { Timestamp(dateText: $0) } ?? .now
  }
}

/// The system's clock that never goes back, and short pauses.
enum Clock {
  /// Nanoseconds since some moment in the past, never going back.
  static var uptime: Int {
    let now = stack_uptime()
    return Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
  }

  /// Pauses this thread for a random time of one to two milliseconds, or a multiple of it.
  static func pauseBriefly(times factor: Int = 1) {
    // The process id makes this differ between processes; the time, between the pauses of one
    // process.
    let chance = (uptime % 1_000_000_000 * 7_919 + Int(getpid()) * 104_729) % 1_000_000
    var pause = timespec(tv_sec: 0, tv_nsec: factor * (1_000_000 + chance))
    nanosleep(&pause, nil)
  }
}
