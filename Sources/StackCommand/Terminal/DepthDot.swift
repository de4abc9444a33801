/// The dot before the current task, whose shape and colour show how deep the queue is.
enum DepthDot {
  /// The dots for one task, two, and so on; the last is for all deeper queues, as
  /// `QueueFront.maximumDepth` counts.
  ///
  /// The forms go from an empty circle to a full one, for people who can't see the colour. The
  /// colours go from yellow to red, in the palette of 256 colours. Each has a contrast of at least
  /// 3 to 1 on white and on black, as the Web Content Accessibility Guidelines require (WCAG 2.2,
  /// 1.4.11).
  static let steps: [(form: String, colour: Int)] = [
    ("○", 100), ("◎", 136), ("◔", 130), ("◑", 166), ("◕", 202), ("◉", 196), ("●", 160),
  ]

  /// The dot for a number of tasks.
  static func step(forDepth depth: Int) -> (form: String, colour: Int) {
    steps[min(max(depth, 1), steps.count) - 1]
  }
}
