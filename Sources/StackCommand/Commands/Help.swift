// `stack help`: explains a command or a topic, or lists all commands.

private let manOption = Option(
  long: "--man", summary: "print the manual page", details: ", in mdoc(7) format",
  excludesOperands: true)

extension Command {
  static let help = Command(
    operands: .optional("COMMAND|TOPIC"), offers: .helpSubjects,
    summary: "explain a command or a topic",
    options: { [manOption] }, printsTask: false, needsQueue: { _ in false }
  ) { (session) throws(CommandError) in
    if session.arguments.has(manOption) { return try session.write(HelpText.manual) }
    let word = session.arguments.operands.first
    if let topic = word.flatMap(HelpTopic.init) { return try session.write(topic.text) }
    let command = word.flatMap(Command.declaration)
    if let word, command == nil { throw session.arguments.unknownSubject(word) }
    try session.write(HelpText.text(for: command?()))
  }
}
