// `stack init`: prints the script for a shell.

private let noPromptOption = Option(
  long: "--no-prompt", summary: "leave the prompt alone", details: "; only set $STACK_PROMPT")

extension Command {
  static let initialize = Command(
    operands: "SHELL", offers: .shells, summary: "print completion and prompt for a shell",
    options: { [noPromptOption] }, needsQueue: { _ in false },
    requiredOperand: (name: "the name of a shell", example: "init bash")
  ) { (session) throws(CommandError) in
    let word = session.arguments.operands[0]
    guard let shell = Shell(rawValue: word) else {
      let names = Shell.allCases.map { $0.rawValue }
      throw CommandError(
        .usage, "there is no integration for '\(word)'",
        "put the output of \(Program.name) prompt into its prompt, or choose "
          + names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")")
    }
    try session.write(shell.integration(leavingPrompt: session.arguments.has(noPromptOption)))
  }
}
