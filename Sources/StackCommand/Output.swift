// What a person or a program gets to see: the current task, and the words around it.

import Stack

/// Writes to standard output and standard error.
struct Output {
  /// Whether a person looks at standard output.
  private let isShownToPerson = OpenFile.standardOutput.isTerminal
  /// Whether a person looks at standard error.
  var isHeardByPerson: Bool { OpenFile.standardError.isTerminal }
  let showsJSON: Bool

  /// Whether the terminal understands more than text.
  private var hasFeatures: Bool {
    isShownToPerson && System.environmentVariable("TERM").map { $0 != Array("dumb".utf8) } ?? false
  }

  /// Whether colours are wanted, after no-color.org.
  private var hasColours: Bool { hasFeatures && (System.environmentVariable("NO_COLOR") ?? []).isEmpty }

  // MARK: Standard output

  /// Shows the current task, if there is one.
  func show(_ front: Front) throws(SystemError) {
    guard let task = front.task else { return }
    if showsJSON { return try write(task.json) }
    try write(dot(front.depth) + task.title.visible + (isShownToPerson ? attachmentLines(task) : ""))
  }

  /// Writes a line to standard output.
  func write(_ line: String) throws(SystemError) {
    try write(bytes: Array((line + "\n").utf8))
  }

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

  // MARK: Standard error

  /// Tells a person something in passing; to a script nothing is said.
  func tell(_ line: String) {
    if isHeardByPerson { say(line) }
  }

  /// Says what went wrong.
  func report(_ error: CommandError) {
    say("stack: " + error.sentence.visible)
  }

  /// Writes to standard error; where that fails, there is nobody to tell.
  func say(_ line: String, terminator: String = "\n") {
    try? OpenFile.standardError.write(Array((line + terminator).utf8))
  }

  /// What a person sees in the place of a task when there is none.
  func tellFreshStart(in queue: QueueName) {
    let option = queue == .standard ? "" : " -s \(queue.text)"
    tell("A fresh start. Anything to add?\nstack\(option) push \"…\"")
  }

  /// What a person sees who has no queue yet.
  func tellGreeting() {
    var lines = [
      "Welcome to stack. It shows you one task at a time.",
      "",
      "  stack push \"Write the report\"   add a task at the back",
      "  stack done                      complete the current task, see the next",
    ]
    if let (file, line) = startUpLine {
      lines += ["", "To see the current task in every prompt, put this into \(file):", "", "  \(line)"]
    }
    tell(lines.joined(separator: "\n"))
  }

  /// The line for this person's shell, and where it goes.
  private var startUpLine: (file: String, line: String)? {
    guard let shell = System.environmentVariable("SHELL").map({ FilePath($0[...]).name.description }) else {
      return nil
    }
    switch Shell(rawValue: shell) {
    case .bash: return ("~/.bashrc", "eval \"$(stack init bash)\"")
    case .zsh: return ("~/.zshrc", "eval \"$(stack init zsh)\"")
    case .fish: return ("~/.config/fish/config.fish", "stack init fish | source")
    case .posix, nil: return nil
    }
  }
}
