// How standard output shows the current task.

import Stack

/// The current task as standard output shows it.
struct Output {
  /// Whether a person looks at it.
  let isShownToPerson = OpenFile.standardOutput.isTerminal
  let showsJSON: Bool

  /// Whether the terminal understands more than text.
  private var hasFeatures: Bool {
    guard isShownToPerson, let terminal = System.environmentVariable("TERM") else { return false }
    return !terminal.isEmpty && terminal != Array("dumb".utf8)
  }

  /// Whether colours are wanted, after no-color.org.
  private var hasColours: Bool { hasFeatures && (System.environmentVariable("NO_COLOR") ?? []).isEmpty }

  /// The current task of a queue of so many, as it is shown.
  func text(of task: QueuedTask, depth: Int) -> String {
    if showsJSON { return task.json }
    guard isShownToPerson else { return task.title.visible }
    let dot = DepthDot.text(depth: depth, hasColour: hasColours)
    return "\(dot) \(task.title.visible)\(attachmentLines(task))"
  }

  /// The attachments, one a line with the number that `open` wants, dimmed, as links that terminals can open
  /// (OSC 8).
  private func attachmentLines(_ task: QueuedTask) -> String {
    var lines = ""
    for (index, text) in task.attachments.enumerated() {
      let attachment = Attachment(text: text)
      let isMissing = attachment.isMissing
      var line = text.visible
      if hasFeatures, !isMissing { line = "\u{1B}]8;;\(attachment.address)\u{1B}\\\(line)\u{1B}]8;;\u{1B}\\" }
      line = "\(index + 1)  \(line)\(isMissing ? " (missing)" : "")"
      lines += "\n  " + (hasColours ? "\u{1B}[2m\(line)\u{1B}[0m" : line)
    }
    return lines
  }
}
