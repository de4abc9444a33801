// The `added` of new tasks.

extension Document {
  /// How far the stamps of a machine may continue after those of another one, in microseconds. A
  /// prime, so that clocks with any step give different distances.
  private static let spread = 997

  /// The `added` of some new tasks: successive microseconds, because `added` identifies a task.
  ///
  /// The newest tasks are at the front or back of a list, and `tasks` and `completed` retain only
  /// those items. If the clock is too coarse, or was set back by less than a second, the stamps
  /// continue after the newest of them, at a distance that depends on the clock: that task may be
  /// on another machine, too, which continues after it as well.
  func stamps(_ count: Int, from now: Timestamp) -> [Timestamp] {
    let soon = Timestamp(seconds: now.seconds + 1, microseconds: now.microseconds)
    let ends = (tasks?.items ?? []) + (completed?.items ?? [])
    let newest = ends.compactMap { task(in: $0.range).added }
      .filter { $0 >= now && $0 < soon }.max()
    let first =
      newest.map { newest in
        Timestamp(
          seconds: newest.seconds,
          microseconds: newest.microseconds + 1 + now.microseconds % Self.spread)
      } ?? now
    return (0..<count).map {
      Timestamp(seconds: first.seconds, microseconds: first.microseconds + $0)
    }
  }
}
