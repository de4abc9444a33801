// `stack prompt`: shows the current task for a prompt.

import Stack

extension Command {
  static func prompt() -> Command {
    Command(
      group: .scriptsAndShells,
      summary: "show the current task for a prompt",
      help: {
        """
        Show the current task on one line, for a prompt or a status bar.

          \(Program.name) prompt --max 20
        """
      },
      options: { [.max, .extent] },
      parse: parsePrompt)
  }
}

extension Option {
  fileprivate static var max: Option {
    Option(
      long: "--max", value: "N", summary: "shorten to N columns",
      details: "; \(String.promptColumns) if not given")
  }

  fileprivate static var extent: Option {
    Option(
      long: "--extent", summary: "first a line that says how many bytes of the file it follows from",
      details: ": one more than the file has if it saw the end, 1 if there is no file")
  }
}

private func parsePrompt(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  try arguments.expectNoOperands()
  let columns = try arguments.number(of: .max) ?? String.promptColumns
  let withExtent = arguments.has(.extent)
  return { (session) throws(CommandError) in
    try showPrompt(columns: columns, withExtent: withExtent, session)
  }
}

/// Shows the current task for a prompt.
///
/// - Parameters:
///   - columns: How many columns the title may take.
///   - withExtent: Whether a line before it says how many bytes of the file it follows from.
private func showPrompt(columns: Int, withExtent: Bool, _ session: Session) throws(CommandError) {
  let front = try attempt(queue: session.queue().frontAlone())
  let output = session.output
  var text = withExtent ? "\(front.examinedSize)\n" : ""
  if let task = front.task {
    text += output.showsJSON ? task.json : task.title.forPrompt(columns: columns)
    text += "\n"
  }
  if !text.isEmpty { try attempt(output: output.write(bytes: Array(text.utf8))) }
}

extension String {
  static let promptColumns = 40

  /// The title of a task as a prompt shows it.
  func forPrompt(columns: Int = promptColumns) -> String { visible.shortened(toColumns: columns) }
}
