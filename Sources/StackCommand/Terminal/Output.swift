// Formats the current task for standard output.

import Stack

/// How the current task is printed.
struct Output {
  /// Whether standard output is a terminal.
  let isTerminal = OpenFile.standardOutput.isTerminal
  let showsJSON: Bool

  /// Whether the terminal understands escape sequences.
  private var hasFeatures: Bool {
    guard isTerminal, let terminal = System.environmentVariable("TERM") else { return false }
    return !terminal.isEmpty && terminal != Array("dumb".utf8)
  }

  /// Whether to use colours, according to no-color.org.
  private var hasColours: Bool { hasFeatures && (System.environmentVariable("NO_COLOR") ?? []).isEmpty }

  /// The current task.
  ///
  /// - Parameter depth: The number of tasks in the queue.
  func text(of task: QueuedTask, depth: Int) -> String {
    if showsJSON { return task.json }
    guard isTerminal else { return task.title.visible }
    let dot = DepthDot.text(depth: depth, hasColour: hasColours)
    return "\(dot) \(task.title.visible)\(task.notes.map { indented($0.visible) }.joined())\(attachmentLines(task))"
  }

  /// A line below the task, dimmed.
  private func indented(_ line: String) -> String { "\n  " + (hasColours ? "\u{1B}[2m\(line)\u{1B}[0m" : line) }

  /// The attachments, one per line with the number that `open` takes, as links that terminals can open (OSC 8).
  private func attachmentLines(_ task: QueuedTask) -> String {
    var lines = ""
    for (index, text) in task.attachments.enumerated() {
      let attachment = Attachment(text: text)
      let isMissing = attachment.isMissing
      var line = text.visible
      if hasFeatures, !isMissing { line = "\u{1B}]8;;\(attachment.address)\u{1B}\\\(line)\u{1B}]8;;\u{1B}\\" }
      lines += indented("\(index + 1)  \(line)\(isMissing ? " (missing)" : "")")
    }
    return lines
  }
}
