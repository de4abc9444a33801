// Standard output: the current task, or what the name of a command says.

import Stack

/// Writes to standard output.
struct Output {
  /// Whether a person looks at it.
  private let isShownToPerson = OpenFile.standardOutput.isTerminal
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
    try write(dot(front.depth) + task.title.visible + (isShownToPerson ? attachmentLines(task) : ""))
  }

  /// Writes a line.
  func write(_ line: String) throws(SystemError) {
    try write(bytes: Array((line + "\n").utf8))
  }

  /// Writes bytes as they are.
  func write(bytes: [UInt8]) throws(SystemError) {
    try OpenFile.standardOutput.write(bytes)
  }

  /// The depth of the queue as the colour of a dot, from yellow to red in the palette of 256 colours.
  private func dot(_ depth: Int) -> String {
    guard hasColours else { return "" }
    let colours = [226, 220, 214, 208, 202, 196, 160]
    return "\u{1B}[38;5;\(colours[min(depth, colours.count) - 1])m●\u{1B}[0m "
  }

  /// The attachments, one a line, dimmed, as links that terminals can open (OSC 8).
  private func attachmentLines(_ task: QueuedTask) -> String {
    task.attachments.map { text in
      let attachment = Attachment(text: text)
      var line = text.visible
      if hasFeatures, !attachment.isMissing {
        line = "\u{1B}]8;;\(attachment.address)\u{1B}\\\(line)\u{1B}]8;;\u{1B}\\"
      }
      if attachment.isMissing { line += " (missing)" }
      return "\n  " + (hasColours ? "\u{1B}[2m\(line)\u{1B}[0m" : line)
    }.joined()
  }
}
