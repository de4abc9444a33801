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

  /// Whether to use colours and links. NO_COLOR turns them off (no-color.org).
  private var hasStyles: Bool {
    guard isTerminal, Self.terminalsHaveFeatures else { return false }
    return !Self.terminalsAreBasic && System.firstVariable(["NO_COLOR"]) == nil
  }

  /// Whether terminals have fewer than 256 colours, and no links: consoles and hardware terminals.
  private static var terminalsAreBasic: Bool {
    let basic = ["8color", "16color", "ansi", "cons", "linux", "m", "mono", "sun", "vt", "wsvt"]
    let name = System.firstVariable(["TERM"]) ?? []
    return name.split { "-.+".utf8.contains($0) }.contains { part in
      let digits = part.reversed().prefix { (0x30...0x39).contains($0) }
      let family = part.dropLast(digits.count)
      return basic.contains { family.elementsEqual($0.utf8) }
    }
  }

  /// The current task.
  ///
  /// - Parameter depth: The number of tasks in the queue.
  func text(of task: QueuedTask, depth: Int) -> String {
    if showsJSON { return task.json }
    guard isTerminal else { return task.title.visible }
    let (form, colour) = DepthDot.step(forDepth: depth)
    let dot = hasStyles ? "\u{1B}[38;5;\(colour)m\(form)\u{1B}[0m" : form
    let notes = task.notes.map { indented($0.visible) }.joined()
    return "\(dot) \(task.title.visible)\(notes)\(attachmentLines(task))"
  }

  /// A line below the task, dimmed.
  private func indented(_ line: String) -> String {
    "\n  " + (hasStyles ? "\u{1B}[2m\(line)\u{1B}[0m" : line)
  }

  /// The attachments, one per line with the number that `open` takes, as links that terminals can
  /// open (OSC 8).
  private func attachmentLines(_ task: QueuedTask) -> String {
    task.attachments.enumerated().map { index, text in
      let attachment = Attachment(text: text)
      let isMissing = attachment.isMissing
      let isLink = hasStyles && !isMissing
      let line =
        isLink
        ? "\u{1B}]8;;\(attachment.address)\u{1B}\\\(text.visible)\u{1B}]8;;\u{1B}\\" : text.visible
      return indented("\(index + 1)  \(line)\(isMissing ? " (missing)" : "")")
    }.joined()
  }
}
