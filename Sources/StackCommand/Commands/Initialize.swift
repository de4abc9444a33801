// `stack init`: prints the script for a shell.

private let noPromptOption = Option(
  long: "--no-prompt", summary: "leave the prompt alone", details: "; only set $STACK_PROMPT")
private let dotOption = Option(
  long: "--dot", summary: "show the dot before the task, as prompt --dot does")

extension Command {
  static let initialize = Command(
    operands: .all(["SHELL"]), offers: .shells, summary: "print completion and prompt for a shell",
    options: { [noPromptOption, dotOption] }, printsTask: false, needsQueue: { _ in false },
    requiredOperand: (name: "the name of a shell", example: "init bash")
  ) { (session) throws(CommandError) in
    let word = session.arguments.operands[0]
    guard let shell = Shell(named: word) else {
      let names = Shell.allCases.map { $0.rawValue }
      throw CommandError(
        .usage, "there is no integration for '\(word)'",
        "put the output of \(Program.name) prompt into its prompt, or choose "
          + names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")")
    }
    let arguments = session.arguments
    try session.write(
      shell.integration(
        leavingPrompt: arguments.has(noPromptOption), showingDot: arguments.has(dotOption)))
  }
}
