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
    guard let word = session.arguments.operands.first else {
      return try session.write(HelpText.text(for: nil))
    }
    if let text = HelpText.text(about: word) { return try session.write(text) }
    let subject = try session.arguments.subject(of: word)
    try session.write(HelpText.text(about: subject) ?? "")
  }
}
