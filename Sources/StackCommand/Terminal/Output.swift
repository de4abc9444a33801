// How standard output shows the current task.

import Stack

/// Shows the current task on standard output.
struct Output {
  /// Whether a person looks at it.
  let isShownToPerson = OpenFile.standardOutput.isTerminal
  let showsJSON: Bool

  /// Whether the terminal understands more than text.
  private var hasFeatures: Bool {
    isShownToPerson && System.environmentVariable("TERM").map { $0 != Array("dumb".utf8) } ?? false
  }

  /// Whether colours are wanted, after no-color.org.
  private var hasColours: Bool { hasFeatures && (System.environmentVariable("NO_COLOR") ?? []).isEmpty }

  /// Shows the current task, if there is one.
  func show(_ front: Front) throws(SystemError) {
    guard let task = front.task else { return }
    if showsJSON { return try write(task.json) }
    guard isShownToPerson else { return try write(task.title.visible) }
    let dot = DepthDot.text(depth: front.depth, hasColour: hasColours)
    try write("\(dot) \(task.title.visible)\(attachmentLines(task))")
  }

  /// Writes a line.
  private func write(_ line: String) throws(SystemError) {
    try OpenFile.standardOutput.write(Array((line + "\n").utf8))
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
