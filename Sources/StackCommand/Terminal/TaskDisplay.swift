import Stack

/// How the current task is printed to standard output.
struct TaskDisplay {
  /// Whether standard output is a terminal.
  let isTerminal = OpenFile.standardOutput.isTerminal
  let showsJSON: Bool

  private var hasStyles: Bool { isTerminal && TerminalFeatures.haveStyles }

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
