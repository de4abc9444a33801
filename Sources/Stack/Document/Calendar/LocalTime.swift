/// A time zone, as its offsets from UTC. All times are in seconds since 1970-01-01T00:00:00, in UTC
/// or in local time.
package struct LocalTime {
  /// The offset from UTC at a moment, in seconds.
  private let offset: (_ moment: Int) -> Int

  package init(offset: @escaping (_ moment: Int) -> Int) { self.offset = offset }

  /// The local time at a moment.
  package func local(_ moment: Int) -> Int { moment + offset(moment) }

  /// The moments of a local time, the first one first.
  ///
  /// There are two if clocks were set back and the time occurs twice. If clocks were set forward
  /// and skipped the time, the moment is later by what they skipped: so the first moment of a day
  /// without a midnight is its beginning.
  func moments(ofLocal time: Int) -> [Int] {
    // No offset is larger than a day, so these are the offsets before and after any change.
    let earlier = time - offset(time - Timestamp.secondsPerDay)
    let later = time - offset(time + Timestamp.secondsPerDay)
    let moments = Set([earlier, later]).filter { local($0) == time }.sorted()
    return moments.isEmpty ? [earlier] : moments
  }
}
