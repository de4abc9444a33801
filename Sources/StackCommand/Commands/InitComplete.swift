// `stack init`, which prints the script for a shell, and `stack complete`, which that script runs at Tab.

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

  /// The declaration of `complete`, which isn't in the list of commands, if the words are a script's:
  /// `complete SHELL -- WORD…`. A user who types `complete` means `done`.
  static func hidden(_ name: String, _ words: ArraySlice<String>) -> (() -> Command)? {
    guard name == "complete", let shell = words.first, Shell(rawValue: shell) != nil, words.dropFirst().first == "--"
    else { return nil }
    return { complete }
  }

  private static let complete = Command(
    operands: "SHELL -- WORD…", summary: "print the completions", takesText: true, needsQueue: { _ in false }
  ) { (session) throws(CommandError) in
    try session.write(Arguments.completion(of: session.arguments.operands.dropFirst(2)))
  }
}
