// `stack` alone: shows the current task.

import Stack

/// The action of the program without a command: shows the current task, and shows a new user how to
/// begin.
enum Show {
  static let summary = "show the current task"

  static func perform(_ session: Session) throws(CommandError) {
    let front = try session.attempt(queue: session.queueToShow().front())
    if front.hasFile {
      try session.show(front)
      if session.display.isTerminal { KeptTexts.mentionForgotten(in: session.directories) }
      return
    }
    let isKnown = try session.attempt(queue: session.queue().hasHistory())
    if isKnown || session.stackName != .standard {
      if !isKnown { StandardError.printNote("There is no stack '\(session.stackName.text)' yet.") }
      return try session.show(front)
    }
    StandardError.printNote(HelpText.lines(of: "welcome").joined(separator: "\n"))
    // If this variable is set, the start-up file has the line already.
    guard Shell.promptCheck == nil, let startUp = Shell.ofUser?.startUp,
      let file = startUp.file
    else { return }
    StandardError.printNote(
      """

      To see the task in every prompt, put this into \(file):

        \(startUp.line)
      """)
  }
}
