// `stack init`: prints the script for a shell.

private let noPromptOption = Option(
  long: "--no-prompt", summary: "leave the prompt alone", details: "; only set $STACK_PROMPT")

extension Command {
  static let initialize = Command(
    operands: "SHELL",
    offers: .shells,
    summary: "print completion and prompt for a shell",
    help: """
      Print what a shell needs for completion and for the current task in its
      prompt. In the shell's start-up file:

      \(startUpLines)

      It should be the last line, because what follows may set the prompt again.
      (In bash, a PS1 that is set at each prompt shows no task if a DEBUG trap was
      set before the line.) zsh completes if compinit runs before it; dash, ksh,
      mksh and ash have no completion. They, elvish, xonsh, bash before 4.4, and
      zsh without zsh/system start the program at each prompt. The task takes at
      most 40 columns, and at most half of a narrow terminal's width. (elvish, dash
      and ash don't know that width.)

      (stack!) in the prompt means that the file can't be read; § alone says why.
      The shell variable STACK_PROMPT has the task for prompts that show it
      themselves, and --no-prompt keeps only that. In bash, in zsh, and with
      liquidprompt:

        PS1='${STACK_PROMPT:+($STACK_PROMPT) }\\w \\$ '
        setopt prompt_subst
        PROMPT='${STACK_PROMPT:+(${STACK_PROMPT//\\%/%%}) }'$PROMPT
        LP_PS1_PREFIX='${STACK_PROMPT:+($STACK_PROMPT) }'

      starship is a program, so it needs export STACK_PROMPT (in fish, set -gx
      STACK_PROMPT) in the start-up file, which shows the task to all programs
      that the shell starts. In starship.toml:

        format = '${env_var.STACK_PROMPT}$all'
        [env_var.STACK_PROMPT]
        format = '([\\($env_value\\)]($style) )'

      For status bars, tmux and editors: § help bars
      """,
    options: { [noPromptOption] },
    needsQueue: { _ in false },
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

/// The start-up file's line for each shell, and the name of the file.
private var startUpLines: String {
  Shell.allCases.map { shell in
    let (file, line, _, _) = shell.profile
    let place = line.count > 33 ? "\n" + "".padded(to: 36) : " "
    return "  " + line.padded(to: 33) + place + (file.map { "in \($0)" } ?? "for \(shell.summary)")
  }.joined(separator: "\n")
}
