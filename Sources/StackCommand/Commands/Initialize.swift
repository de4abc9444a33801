// `stack init`: prints what a shell needs.

private let noPromptOption = Option(
  long: "--no-prompt", summary: "leave the prompt alone", details: "; only keep $STACK_PROMPT")

extension Command {
  static let initialize = Command(
    operands: "SHELL",
    offers: .shells,
    summary: "print completion and prompt for a shell",
    help: """
      Print what a shell needs for completion and for the current task in its
      prompt. In the shell's start-up file:

      \(startUpLines)

      Let it stand last there: what comes after it may set the prompt anew. In bash
      a PS1 that is set anew at each prompt shows no task if a DEBUG trap was set
      before the line. zsh completes if compinit runs before it. bash before 4.4,
      zsh without zsh/system, and the POSIX shells start the program at each prompt.

      (stack!) in the prompt means that the file can't be read, and the program
      alone says why. The task is also in the variable STACK_PROMPT, for prompts
      that show it themselves; --no-prompt keeps only that. In bash, in zsh, and
      with liquidprompt:

        PS1='${STACK_PROMPT:+($STACK_PROMPT) }\\w \\$ '
        setopt prompt_subst
        PROMPT='${STACK_PROMPT:+(${STACK_PROMPT//\\%/%%}) }'$PROMPT
        LP_PS1_PREFIX='${STACK_PROMPT:+($STACK_PROMPT) }'

      In starship.toml:

        format = '${env_var.STACK_PROMPT}$all'
        [env_var.STACK_PROMPT]
        format = '([\\($env_value\\)]($style) )'

      Status bars run § prompt. A task may be a stranger's text (see send), so
      what the bar would take for commands has to go. In tmux, polybar, and xbar:

        set -g status-right "#(§ prompt --max 30 | sed 's/#/####/g') "
        exec = § prompt | tr '{' '('
        § prompt | sed 's/|/ /g; s/^-/ -/'

      In waybar, set "escape": true.
      """,
    options: { [noPromptOption] },
    needsQueue: { _ in false },
    requiredOperand: (name: "the name of a shell", example: "init bash")
  ) { (session) throws(CommandError) in
    let word = session.arguments.operands[0]
    guard let shell = Shell(rawValue: word) else { throw .unknownShell(word) }
    try session.write(shell.integration(leavingPrompt: session.arguments.has(noPromptOption)))
  }
}

/// What goes where, a line for each shell.
private var startUpLines: String {
  Shell.allCases.map { shell in
    let (file, line, _, _) = shell.profile
    return "  " + line.padded(to: 34) + (file.map { "in \($0)" } ?? "for \(shell.summary)")
  }.joined(separator: "\n")
}
