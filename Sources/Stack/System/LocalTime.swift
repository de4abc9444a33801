// Days and times of day as a person has them on the wall.

#if os(Linux)
  import CSystem
#else
  import Darwin
#endif

extension Timestamp {
  /// The day and the time of day where this person is, as `TZ` or the system says: `2026-11-21 10:30`.
  package var localDayAndTime: String {
    var moment = time_t(seconds)
    var parts = tm()
    tzset()
    guard localtime_r(&moment, &parts) != nil else { return dateText }
    var text = (Int(parts.tm_year) + 1900).padded(to: 4)
    for (separator, number) in [
      ("-", parts.tm_mon + 1), ("-", parts.tm_mday), (" ", parts.tm_hour), (":", parts.tm_min),
    ] {
      text += Array(separator.utf8) + Int(number).padded(to: 2)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
