// The time zone of the environment.

import CSystem

extension LocalTime {
  /// The time zone of `TZ`, else that of the system.
  package static var system: LocalTime {
    isZoneSet
    return LocalTime { moment in
      var time = time_t(moment)
      var local = tm()
      localtime_r(&time, &local)
      return Int(local.tm_gmtoff)
    }
  }

  /// Sets the time zone when it is first used. localtime_r(3) need not read `TZ` itself.
  private static let isZoneSet: Void = {
    if let zone = System.environmentVariable("TZ") {
      setenv("TZ", explicitZone(String(decoding: zone, as: UTF8.self)), 1)
    }
    tzset()
  }()

  /// The meaning of `TZ` in a form that all C libraries understand in the same way.
  ///
  /// It is a file's path or its name, or else a POSIX form such as `EST5EDT` or
  /// `CET-1CEST,M3.5.0,M10.5.0/3`. If a POSIX form has a summer time without rules, the rules are
  /// those of the United States, as in glibc. Anything else is UTC.
  private static func explicitZone(_ value: String) -> String {
    let name = value.first == ":" ? String(value.dropFirst()) : value
    let directory = System.environmentVariable("TZDIR") ?? Array("/usr/share/zoneinfo".utf8)
    let path = name.first == "/" ? name : "\(String(decoding: directory, as: UTF8.self))/\(name)"
    if !name.isEmpty, access(path, R_OK) == 0 { return ":\(path)" }
    // A name of at least three characters, perhaps in angle brackets, and an offset.
    let isQuoted = name.first == "<"
    let offset =
      isQuoted
      ? name.drop { $0 != ">" }.dropFirst() : name.drop { $0.isASCII && $0.isLetter }
    let length = name.count - offset.count - (isQuoted ? 2 : 0)
    guard length >= 3, let sign = offset.first, "+-0123456789".contains(sign) else { return "UTC0" }
    let parts = name.split(separator: ",", omittingEmptySubsequences: false)
    let hasSummer = !offset.drop { "+-:0123456789".contains($0) }.isEmpty
    return parts.count == 3 || !hasSummer ? name : "\(parts[0]),M3.2.0,M11.1.0"
  }
}
