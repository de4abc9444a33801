// `stack prompt`: shows the current task for a prompt.

import Stack

extension Command {
  static func prompt() -> Command {
    Command(
      name: .prompt,
      summary: "show the current task for a prompt",
      help: {
        """
        Show the current task on one line, for a prompt or a status bar. It says
        nothing if there is none, or if the file can't be read.

          \(Program.name) prompt --max 20
        """
      },
      options: { [.max] },
      understand: understandPrompt)
  }
}

extension Option {
  fileprivate static var max: Option {
    Option(long: "--max", value: "N", summary: "shorten to N columns", details: "; 40 if not given")
  }
}

private func understandPrompt(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  try arguments.expectNoOperands()
  let columns = try arguments.number(of: .max) ?? 40
  return { (session) throws(CommandError) in try showPrompt(columns: columns, session) }
}

/// Shows the current task. A prompt must not shout, so it says nothing of what is wrong.
private func showPrompt(columns: Int, _ session: Session) throws(CommandError) {
  guard let task = try? session.queue().front().task else { return }
  let output = session.output
  try attempt(
    output: output.write(output.showsJSON ? task.json : task.title.visible.shortened(toColumns: columns)))
}
