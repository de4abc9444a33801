// `stack init`: prints what a shell needs.

extension Command {
  static func initialize() -> Command {
    Command(
      group: .scriptsAndShells,
      operands: "SHELL",
      summary: "print completion and prompt for a shell",
      help: {
        """
        Print what a shell needs for completion and for the current task in its
        prompt. In the shell's start-up file:

          eval "$(\(Program.name) init bash)"       in \(Shell.bash.startUpFile ?? "")
          eval "$(\(Program.name) init zsh)"        in ~/.zshrc
          \(Program.name) init fish | source        in ~/.config/fish/config.fish
          eval "$(\(Program.name) init posix)"      for dash, ksh, mksh, ash; no completion
        """
      },
      options: { [.noPrompt] },
      needsQueue: { _ in false },
      neededOperand: NeededOperand(name: "the name of a shell", example: "init bash"),
      parse: parseInitialize)
  }
}

extension Option {
  fileprivate static var noPrompt: Option {
    Option(
      long: "--no-prompt", summary: "leave the prompt alone", details: "; only keep $STACK_PROMPT")
  }
}

private func parseInitialize(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  let word = try arguments.neededOperand()
  guard let shell = Shell(rawValue: word) else { throw .unknownShell(word) }
  let leavingPrompt = arguments.has(.noPrompt)
  return { (session) throws(CommandError) in
    try attempt(output: session.output.write(bytes: shell.integration(leavingPrompt: leavingPrompt)))
  }
}
