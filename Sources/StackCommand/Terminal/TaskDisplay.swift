import Stack

/// How the current task is printed to standard output.
struct TaskDisplay {
  /// Whether standard output is a terminal.
  let isTerminal = OpenFile.standardOutput.isTerminal
  let showsJSON: Bool

  /// Whether terminals, if there are any, understand escape sequences.
  static var terminalsHaveFeatures: Bool {
    ![nil, Array("dumb".utf8)].contains(System.firstVariable(["TERM"]))
  }

  private var hasFeatures: Bool { isTerminal && Self.terminalsHaveFeatures }

  /// Whether to use colours, according to no-color.org.
  private var hasColours: Bool { hasFeatures && System.firstVariable(["NO_COLOR"]) == nil }

  /// The current task.
  ///
  /// - Parameter depth: The number of tasks in the queue.
  func text(of task: QueuedTask, depth: Int) -> String {
    if showsJSON { return task.json }
    guard isTerminal else { return task.title.visible }
    let (form, colour) = DepthDot.step(forDepth: depth)
    let dot = hasColours ? "\u{1B}[38;5;\(colour)m\(form)\u{1B}[0m" : form
    let notes = task.notes.map { indented($0.visible) }.joined()
    return "\(dot) \(task.title.visible)\(notes)\(attachmentLines(task))"
  }

  /// A line below the task, dimmed.
  private func indented(_ line: String) -> String {
    "\n  " + (hasColours ? "\u{1B}[2m\(line)\u{1B}[0m" : line)
  }

  /// The attachments, one per line with the number that `open` takes, as links that terminals can
  /// open (OSC 8).
  private func attachmentLines(_ task: QueuedTask) -> String {
    task.attachments.enumerated().map { index, text in
      let attachment = Attachment(text: text)
      let isMissing = attachment.isMissing
      let isLink = hasFeatures && !isMissing
      let line =
        isLink
        ? "\u{1B}]8;;\(attachment.address)\u{1B}\\\(text.visible)\u{1B}]8;;\u{1B}\\" : text.visible
      return indented("\(index + 1)  \(line)\(isMissing ? " (missing)" : "")")
    }.joined()
  }
}

/// The dot before the current task, whose shape and colour show how deep the queue is.
enum DepthDot {
  /// The dots for one task, two, and so on; the last is for all deeper queues.
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
