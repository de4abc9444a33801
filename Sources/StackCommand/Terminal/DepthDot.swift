// The dot before the current task, whose shape and colour show how deep the queue is.

/// The dot for a certain number of tasks.
struct DepthDot {
  /// From an empty circle to a full one, for people who can't see the colour.
  let form: String
  /// From yellow to red, in the palette of 256 colours. Each has a contrast of at least 3 to 1 on white and on
  /// black, as the Web Content Accessibility Guidelines require (WCAG 2.2, 1.4.11).
  let colour: Int

  /// The dots for one task, two, and so on; the last is for all deeper queues.
  static let steps = [
    DepthDot(form: "○", colour: 100), DepthDot(form: "◎", colour: 136), DepthDot(form: "◔", colour: 130),
    DepthDot(form: "◑", colour: 166), DepthDot(form: "◕", colour: 202), DepthDot(form: "◉", colour: 196),
    DepthDot(form: "●", colour: 160),
  ]

  /// The dot for a queue that has at least one task.
  static func text(depth: Int, hasColour: Bool) -> String {
    let step = steps[min(max(depth, 1), steps.count) - 1]
    return hasColour ? "\u{1B}[38;5;\(step.colour)m\(step.form)\u{1B}[0m" : step.form
  }
}
