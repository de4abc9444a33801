// `stack prompt`: shows the current task for a prompt.

import Stack

private let maxOption = Option(
  long: "--max", value: "N", summary: "shorten to N columns",
  details: "; \(String.promptColumns) if not given")
private let extentOption = Option(
  long: "--extent", summary: "first a line that says how many bytes of the file it follows from",
  details: ": one more than the file has if it saw the end, 1 if there is no file")
private let checkOption = Option(
  long: "--check", summary: "then print a checksum of the task", details: "; an empty line if there is none")

extension Command {
  static let prompt = Command(
    summary: "show the current task for a prompt",
    help: """
      Show the current task on one line, for a prompt or a status bar.

        § prompt --max 20
      """,
    options: { [maxOption, extentOption, checkOption] }
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    let given = try Arguments.number(arguments.values(of: maxOption).last, of: "--max")
    let columns = given ?? String.promptColumns
    let front = try attempt(queue: session.queue().front(within: 1))
    var text = arguments.has(extentOption) ? "\(front.examinedSize)\n" : ""
    if arguments.has(checkOption) { text += (front.task?.title.checksum ?? "") + "\n" }
    if let task = front.task {
      text += session.output.showsJSON ? task.json : task.title.forPrompt(columns: columns)
      text += "\n"
    }
    if !text.isEmpty { try session.write(text) }
  }
}

extension String {
  static let promptColumns = 40

  /// The title of a task as a prompt shows it.
  func forPrompt(columns: Int = promptColumns) -> String { visible.shortened(toColumns: columns) }
}
