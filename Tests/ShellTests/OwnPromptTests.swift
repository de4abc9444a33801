// The user's own prompt, hooks, traps and options keep working, and the task can be left out of the
// prompt.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct OwnPromptTests {
  @Test(arguments: Shell.withCompletion) func withNoPromptTheTaskIsOnlyInAVariable(_ shell: Shell)
    throws
  {
    let shell = try InteractiveShell(shell, options: "--no-prompt")
    #expect(shell.prompt == "ready> ")
    #expect(try shell.output(of: "\(Shell.printTask)") == "Task")
    #expect(
      try shell.prompt(following: shell.home.writeTasks("Wide 日本語 %n $(touch pwned)")) == "ready> ")
    let exported = try shell.output(of: "env | grep -c -e Wide -e '^STACK_PROMPT_CHECK=[0-9]'")
    #expect(exported == "1", "programs get checksums, and not the task")
    #expect(try shell.output(of: "\(Shell.printTask)") == "Wide 日本語 %n $(touch pwned)")
    #expect(try shell.prompt(following: shell.home.stack("done")) == "ready> ")
    #expect(try shell.output(of: "\(Shell.printTask)") == "")
    #expect(try shell.output(of: "printenv STACK_PROMPT") == "")
    #expect(try shell.output(of: "printenv STACK_PROMPT_CHECK").hasSuffix(" -"))
    shell.home.expectNothingRan()
  }

  @Test func inFishAFunctionPrintsTheTask() throws {
    let own = "function fish_prompt; echo -n \"<$(stack_prompt)> ready> \"; end"
    let shell = try InteractiveShell(.fish, options: "--no-prompt", after: own)
    #expect(shell.prompt == "<Task> ready> ")
    let title = "-n \\u %n $(touch pwned)"
    #expect(try shell.prompt(following: shell.home.writeTasks(title)) == "<\(title)> ready> ")
    #expect(try shell.output(of: "stack_prompt") == title)
    #expect(try shell.prompt(following: shell.home.stack("done")) == "<> ready> ")
    #expect(try shell.output(of: "stack_prompt | count") == "0")
  }

  @Test(arguments: Shell.withCompletion) func aVariableTurnsTheTaskOffAndOn(_ kind: Shell) throws {
    let shell = try InteractiveShell(kind, in: Home(["STACK_NO_PROMPT": "1"], task: "Task"))
    for _ in 1...2 {
      #expect(shell.prompt == "ready> ")
      #expect(try shell.output(of: "\(Shell.printTask)") == "Task")
      #expect(try shell.prompt(after: kind.unsetting("STACK_NO_PROMPT")) == "(Task) ready> ")
      _ = try shell.prompt(after: kind.setting("STACK_NO_PROMPT", "1"))
    }
  }

  /// Neither the prompt that `stack help init` shows nor a similar one is taken for our own part.
  @Test(arguments: ["$STACK_PROMPT", "${STACK_PROMPT}"])
  func inBashAPromptThatShowsTheTaskItselfIsKept(_ variable: String) throws {
    let own = "PS1='${STACK_PROMPT:+(\(variable)) }ready> '; own=$PS1"
    let shell = try InteractiveShell(.bash, options: "--no-prompt", before: own)
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.output(of: "[[ $PS1 == \"$own\" ]] && echo same") == "same")
  }

  @Test(arguments: [Shell.bash, .zsh, .fish, .elvish, .xonsh, .posix])
  func withDotTheTaskHasTheDot(_ shell: Shell) throws {
    let home = Home(shell == .posix ? ["ENV": ".shrc"] : [:])
    try home.writeTasks("Task")
    let command = shell == .posix ? ["dash", "-i"] : nil
    let shell = try InteractiveShell(shell, in: home, command: command, options: "--dot")
    #expect(shell.prompt == "(○ Task) ready> ")
    for (command, prompt) in [
      ("stack push Other", "(◎ Task) ready> "), ("stack done", "(○ Other) ready> "),
      ("stack done", "ready> "),
    ] {
      try shell.expect(prompt: prompt, after: command)
    }
  }

  @Test(arguments: Shell.withCompletion) func loadingTheLineAgainChangesNothing(_ shell: Shell)
    throws
  {
    let line = shell.line()
    let shell = try InteractiveShell(shell, before: line, after: line)
    #expect(shell.screen == "(Task) ready>", "loading prints nothing")
    try shell.expectPrompts(
      """
      (Task) ready> \(line)
      (Task) ready> stack edit Other
      (Other) ready> stack done
      ready> \(line)
      ready> stack push Third
      (Third) ready>
      """)
  }

  @Test(arguments: [Shell.bash, .zsh]) func aShellThatInheritsThePromptShowsTheTaskOnce(
    _ shell: Shell
  ) throws {
    // Only the outer one gives itself a prompt.
    let shell = try InteractiveShell(
      shell, before: "PS1=${inherited:-'ready> '}", after: "export PS1 inherited; inherited=$PS1")
    try shell.expectPrompts(
      """
      (Task) ready> \(shell.shell)
      (Task) ready> stack edit Other
      (Other) ready> exit
      (Other) ready>
      """)
  }

  /// The options on one row are set together. With `set -e`, a prompt must not end the shell.
  @Test(arguments: [
    (
      Shell.bash,
      """
      set -e -u -f -o noclobber; IFS=st0123456789
      alias rm='rm -i' touch='touch -c' mkdir='mkdir -v' stack='stack -- '
      for name in local printf read command builtin export unset shopt complete trap; do alias "$name=echo wrong"; done
      test() { echo wrong; }; status() { echo wrong; }; prompt() { echo wrong; }
      """
    ), (.bash, "shopt -s nullglob failglob nocasematch; set -o posix -o errtrace -o functrace"),
    (.zsh, "setopt no_unset ksh_arrays sh_word_split err_return"),
    (
      .zsh,
      "setopt glob_subst no_glob no_clobber warn_create_global warn_nested_var err_exit no_multibyte"
    ),
    (
      .zsh,
      "setopt posix_builtins all_export no_equals no_bare_glob_qual ksh_typeset c_bases octal_zeroes"
    ),
    (.zsh, "IFS=stack; typeset -r file=1 bytes=1; typeset -i config queue; typeset -T PSVAR psvar"),
    (
      .zsh,
      """
      alias rm='rm -i' touch='touch -c' -g L='| less' stack='stack -- '
      alias local='print wrong' emulate='print wrong' print='echo wrong'
      alias zmodload='print wrong' sysread='print wrong' whence='print wrong' compdef='print wrong'
      alias -g prompt='wrong' config='wrong' file='wrong' push='wrong' help='wrong'
      alias typeset='print wrong' builtin='print wrong' command='print wrong' trap='print wrong'
      """
    ),
    (.fish, "alias rm 'rm -i'; alias touch 'touch -c'; alias stack 'stack --'; set -g IFS st"),
  ])
  func userOptionsAndAliasesChangeNothing(_ shell: Shell, _ options: String) throws {
    let shell = try InteractiveShell(shell, before: options)
    #expect(!shell.terminal.text.contains("rror") && !shell.terminal.text.contains("wrong"))
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.output(of: ":") == "", "nothing is printed")
    try shell.expectPromptFollowsFile()
    #expect(try shell.output(of: ":") == "")
    if shell.shell == .bash { shell.expectTab("stack und", "stack undo ") }
  }

  @Test(
    arguments: [
      (Shell.bash, ""), (.bash, "set -E"), (.bash, "set -E -T"), (.bash, "PROMPT_COMMAND=true"),
      (.bash, "PROMPT_COMMAND=(true true)"),
      (.bash, "trap true DEBUG; PROMPT_COMMAND=(true true)"),
      (.zsh, ""), (.zsh, "TRAPZERR() { echo caught >>~/caught; }"),
    ])
  func errorTrapsCatchOnlyTheUsersErrors(_ shell: Shell, _ options: String) throws {
    let trap = "trap 'echo caught >>~/caught' \(shell == .bash ? "ERR" : "ZERR")\n"
    let shell = try InteractiveShell(shell, before: trap + options)
    _ = try shell.prompt(after: "rm -f ~/caught")
    let home = shell.home
    #expect(
      try shell.prompt(following: home.writeTasks("Other"), after: "false") == "(Other) ready> ")
    #expect(
      try shell.prompt(following: home.writeQueue("broken"), after: "sh -c 'exit 3'")
        == "(stack!) ready> ")
    #expect(try shell.prompt(following: home.writeQueue("")) == "(stack!) ready> ")
    #expect(try shell.prompt(following: home.shell("rm .config/stack/stack.json")) == "ready> ")
    #expect(try shell.output(of: "grep -c caught ~/caught") == "2")
  }

  /// Loading the line and completing adds no trap, no option and no file.
  @Test(arguments: Shell.withCompletion) func onlyNamesThatBeginWithStackAreAdded(_ shell: Shell)
    throws
  {
    let list =
      switch shell {
      case .bash: "{ compgen -v; compgen -A function; alias; trap; shopt -p; set -o; }"
      case .zsh: "{ set | sed 's/=.*//'; functions + ; alias; trap; setopt; }"
      default: "begin; set -n; functions -an; alias; abbr; bind; end"
      }
    let used: [Shell: String] = [
      .bash: "MAILCHECK= OLDPWD= BASH_REMATCH=; [[ a =~ a ]]",
      .zsh: "psvar=() precmd_functions=(); : ${(%):-%97v}",
    ]
    let line = shell.line()
    let shell = try InteractiveShell(shell, line: "")
    // First the shell itself sets and loads what it needs at a command and at Tab.
    shell.type("stack -s st\t\u{15}")
    for command in [used[shell.shell] ?? ":", "\(list) >/dev/null"] {
      _ = try shell.prompt(after: command)
    }
    _ = try shell.prompt(after: "\(list) >~/before")
    _ = try shell.prompt(after: line)
    // In bash, the script has the functions for completion too; all of them run.
    if shell.shell == .bash {
      shell.type(
        "stack -s st\t\u{15}stack open \t\t\u{15}stack send x\t\u{15}stack detach \t\t\u{15}")
    }
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
    try shell.home.writeTasks("Third")
    _ = try shell.prompt(after: "false")
    _ = try shell.prompt(after: "\(list) >~/after")
    func lines(_ name: String) throws -> Set<String> {
      let text = try shell.home.text(of: name)
      return Set(text.split(separator: "\n").map(String.init))
    }
    let added = try lines("after").subtracting(lines("before"))
    #expect(added.contains { $0.hasPrefix("__stack") }, "the lists are there")
    let others = added.filter {
      !$0.hasPrefix("__stack") && !$0.hasPrefix("stack") && !$0.hasPrefix("STACK_PROMPT")
    }
    #expect(others == (shell.shell == .bash ? ["PROMPT_COMMAND"] : []))
    #expect(try lines("before").subtracting(lines("after")) == [])
    #expect(shell.exit() == 0)
    #expect(
      shell.home.files(below: ".config").filter { $0.hasPrefix("stack") } == ["stack/stack.json"])
    #expect(shell.home.files(below: ".local/state").allSatisfy { $0.contains("/stack.json/") })
  }

  /// The shell's handler of unknown commands, which may offer packages, isn't called.
  @Test(arguments: Shell.withCompletion) func aMissingProgramIsReportedInThePromptAlone(
    _ shell: Shell
  ) throws {
    let names: [Shell: String] = [
      .bash: "command_not_found_handle", .zsh: "command_not_found_handler",
    ]
    let handler = names[shell].map {
      "\($0)() { echo \"want $1\"; echo \"$1\" >>~/wanted; return 127; }; path_before=$PATH"
    }
    let shell = try InteractiveShell(
      shell,
      before: handler
        ?? """
        function fish_command_not_found; echo want $argv; echo $argv >>~/wanted; end
        set -g path_before $PATH
        """)
    let set = shell.shell == .fish ? "set PATH " : "PATH="
    #expect(try shell.prompt(after: "\(set)/nowhere") == "(Task) ready> ", "nothing has changed")
    #expect(try shell.prompt(following: shell.home.writeTasks("Other")) == "(stack!) ready> ")
    #expect(try shell.output(of: ":") == "")
    #expect(try shell.prompt(after: "nonsense") == "(stack!) ready> ")
    #expect(shell.terminal.screen.linesAboveCursor.contains("want nonsense"))
    #expect(try shell.prompt(after: "\(set)$path_before") == "(Other) ready> ")
    #expect(!shell.terminal.text.contains("want stack"))
    #expect(try shell.home.text(of: "wanted") == "nonsense\n")
  }

  /// (A user's hook after ours in the same string of PROMPT_COMMAND sees only the last element of
  /// PIPESTATUS.)
  @Test(
    arguments: [
      (Shell.bash, "PROMPT_COMMAND=own", ""), (.bash, "PROMPT_COMMAND='own;'", ""),
      (.bash, "PROMPT_COMMAND='own; '", ""), (.bash, "PROMPT_COMMAND=(own)", ""),
      (.bash, "PROMPT_COMMAND=(: own)", ""), (.bash, "export PROMPT_COMMAND=own", ""),
      (.bash, "trap true DEBUG; PROMPT_COMMAND=(: own)", ""),
      (.bash, "trap true DEBUG; PROMPT_COMMAND=own", ""),
      (.bash, "", "PROMPT_COMMAND+=(own)"), (.bash, "", #"PROMPT_COMMAND="own;$PROMPT_COMMAND""#),
      (.bash, "", #"PROMPT_COMMAND="${PROMPT_COMMAND:+$PROMPT_COMMAND; }own""#),
      (.zsh, "precmd() { own; }", ""),
      (.zsh, "", "precmd() { own; }"), (.zsh, "precmd_functions=(own)", ""),
      (.zsh, "", "precmd_functions+=(own)"),
      (.zsh, "", "precmd_functions=(own $precmd_functions)"),
      (.zsh, "", "autoload -Uz add-zsh-hook; add-zsh-hook precmd own"),
    ])
  func userHooksRunOnceAndSeeTheStatus(_ shell: Shell, before: String, after: String) throws {
    let statuses = shell == .bash ? "${PIPESTATUS[*]}" : "$pipestatus"
    let own = "own() { seen=\"$? \(statuses)\"; (( owned += 1 )); }\n"
    let isAfterOurs =
      after.contains("$PROMPT_COMMAND; }own") || before == "trap true DEBUG; PROMPT_COMMAND=own"
    let seen = isAfterOurs ? "3 3" : "3 0 1 3"
    let shell = try InteractiveShell(shell, before: own + before, after: after)
    try shell.expectPrompts(
      """
      (Task) ready> owned=0; true | false | sh -c 'exit 3'
      (Task) ready>
      """)
    #expect(try shell.output(of: "echo \"$owned: $seen\"") == "1: \(seen)")
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
    #expect(try shell.output(of: "echo $owned") == "3")
  }

  @Test(arguments: [
    (Shell.bash, "PROMPT_COMMAND=theme", ""), (.zsh, "precmd_functions=(theme)", ""),
    (.zsh, "", "precmd_functions+=(theme)"),
  ])
  func aThemeThatSetsThePromptEachTimeHasTheTask(_ shell: Shell, before: String, after: String)
    throws
  {
    let shell = try InteractiveShell(
      shell, before: "theme() { PS1=\"$theme ready> \"; }\n" + before, after: after)
    // A hook that is added after our line runs after ours at the first prompt.
    if !after.isEmpty { _ = try shell.prompt() }
    try shell.expectPrompts(
      """
      (Task)  ready> theme=new:
      (Task) new: ready> stack edit Other
      (Other) new: ready> stack done
      new: ready>
      """)
  }

  /// Virtual environments change the prompt this way.
  @Test(arguments: [Shell.bash, .zsh]) func thePromptCanBeChangedAndRestored(_ shell: Shell) throws
  {
    let shell = try InteractiveShell(shell)
    try shell.expectPrompts(
      """
      (Task) ready> before=$PS1; PS1="[venv] $PS1"
      [venv] (Task) ready> stack edit Other
      [venv] (Other) ready> stack done
      [venv] ready> stack push Next
      [venv] (Next) ready> PS1=${PS1#"[venv] "}
      (Next) ready>
      """)
    #expect(try shell.output(of: "[[ $PS1 == \"$before\" ]] && echo same") == "same")
    try shell.expectPrompts(
      """
      (Next) ready> PS1="(venv) ${PS1:-}"; export PS1
      (venv) (Next) ready> PS1="$before"; export PS1
      (Next) ready> PS1='new ready> '
      (Next) new ready> STACK_NO_PROMPT=1
      new ready>
      """)
    #expect(
      try shell.output(of: "echo \"<$PS1>\"") == "<new ready> >", "nothing of ours is left in it")
  }

  /// zsh's adam2 and fish's tide fill the first line to the edge; a task there would break it.
  @Test(arguments: [
    (Shell.bash, #"PS1='$(printf "%0${COLUMNS}d" 0)\nready> '"#),
    // There is room for the task, but not for what is around it.
    (.bash, #"printf -v PS1 '%095d\nready> ' 0"#), (.zsh, #"printf -v PROMPT '%095d\nready> ' 0"#),
    (
      .bash,
      #"theme() { PS1="\[\e[1m\]$(printf "%0${COLUMNS}d" 0)\[\e[0m\]"$'\nready> '; }; PROMPT_COMMAND=theme"#
    ),
    (.zsh, #"setopt prompt_subst; PROMPT=$'%B${(l.COLUMNS..0.)}%b\n%{\r%}ready> '"#),
    (
      .zsh,
      #"setopt prompt_subst; rule() { echo ${(l.COLUMNS..0.)}; }; PROMPT=$'$(rule)\nready> '"#
    ),
    (
      .zsh,
      #"full=0; theme() { full=${(l.COLUMNS..0.)}; }; precmd_functions+=(theme); setopt prompt_subst; PROMPT=$'$full\nready> '"#
    ), (.fish, "function fish_prompt; string repeat -n $COLUMNS 0; echo -n 'ready> '; end"),
  ])
  func aFullFirstLineStaysWholeAndTheTaskIsInTheLast(_ shell: Shell, _ own: String) throws {
    let shell = try InteractiveShell(shell, before: own)
    #expect(shell.prompt == "(Task) ready> ")
    for title in ["Task", "Other"] {
      try shell.home.writeTasks(title)
      let line = try shell.output(of: ":")
      #expect(line.count > 90 && line.allSatisfy { $0 == "0" }, "\(line)")
      #expect(shell.prompt == "(\(title)) ready> ")
    }
    #expect(try shell.prompt(following: shell.home.stack("drop")) == "ready> ")
  }

  @Test(
    arguments: Shell.withCompletion,
    [(40, "(Write the report ab…) "), (100, "(Write the report about the thing that n…) ")])
  func aLongTaskIsShortened(_ shell: Shell, _ width: (columns: Int, task: String)) throws {
    let shell = try InteractiveShell(shell, columns: width.columns)
    try shell.home.writeTasks("Write the report about the thing that nobody remembers")
    #expect(try shell.prompt() == width.task + "ready> ")
    if width.columns < 100 { return }
    _ = try shell.prompt(after: "stty columns 70")
    #expect(try shell.prompt() == "(Write the report about the thing t…) ready> ")
  }

  @Test(arguments: Shell.withCompletion) func theTaskIsInTheFirstOfSeveralLines(_ shell: Shell)
    throws
  {
    let own =
      shell == .fish
      ? "function fish_prompt; printf 'above\\nready> '; end" : "PS1=$'above\\nready> '"
    let shell = try InteractiveShell(shell, before: own)
    #expect(try shell.output(of: ":") == "(Task) above")
    #expect(shell.prompt == "ready> ")
  }

  @Test(
    arguments: [
      (Shell.bash, "PS1='\\nready> '"), (.bash, "PS1=$'\\nready> '"),
      (.bash, "PS1=$'\\n\\\\n\\nready> '"),
      (.bash, "PS1='\\[\\e[G\\]\\[\\e[0m\\]ready> '"), (.bash, "PS1='\\rready> '"),
      (.bash, "PS1='\\[\\r\\e[0m\\]ready> '"), (.bash, "PS1='\\[\\e]133;A\\a\\]\\nready> '"),
      (.zsh, "PROMPT=$'\\nready> '"), (.zsh, "PROMPT=$'\\n\\nready> '"),
      (.zsh, "PROMPT=$'\\n%Bready>%b '"),
      (.fish, "function fish_prompt; printf '\\n\\nready> '; end"),
    ])
  func theTaskComesAfterLeadingLineBreaks(_ shell: Shell, _ own: String) throws {
    let shell = try InteractiveShell(shell, before: own)
    #expect(shell.prompt == "(Task) ready> ")
    let empty = try shell.output(of: ":")
    #expect(empty.allSatisfy { $0 == "\n" })
    #expect(try shell.prompt(following: shell.home.stack("done")) == "ready> ")
    #expect(try shell.output(of: ":") == empty, "there are as many lines as before")
  }

  /// A line break or a return inside `$(…)` or `${…}` isn't one of the prompt. powerlevel10k's
  /// prompt has such ones.
  @Test(arguments: [
    (Shell.bash, #"PS1=$'$(\n echo one\n) ready> '"#),
    (.bash, #"PS1=$'${none:-one}${none+\n} ready> '"#),
    (.bash, #"PS1=$'$(echo $(echo one); : \r) ready> '"#),
    (.zsh, #"setopt prompt_subst; PROMPT=$'$(\n echo one\n) ready> '"#),
    (.zsh, #"setopt prompt_subst; PROMPT=$'$(echo $(echo one); : \r) ready> '"#),
    (.zsh, #"setopt prompt_subst; PROMPT=$'${none:-one}${none+\n} ready> '"#),
  ])
  func aLineBreakInsideASubstitutionIsNotOneOfThePrompt(_ shell: Shell, _ own: String) throws {
    try expectScreen("(Task) one ready>", shell, own)
  }

  /// Expects this screen with this prompt of the user, and the same with another task.
  private func expectScreen(
    _ screen: String, _ shell: Shell, _ own: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let shell = try InteractiveShell(shell, before: own)
    #expect(shell.screen == screen, sourceLocation: sourceLocation)
    _ = try shell.prompt(following: shell.home.writeTasks("Other"))
    let other = screen.replacing("Task", with: "Other")
    #expect(shell.screen == other, sourceLocation: sourceLocation)
  }

  /// The brackets say what takes no columns, but these aren't in pairs.
  @Test(arguments: [#"\]above\[\e[1m\]"#, #"\[\e[1m\]above\["#, #"\aabove\e]0;title\a"#])
  func inBashAPromptMayHaveWrongBrackets(_ above: String) throws {
    try expectScreen("(Task) above\nready>", .bash, "PS1='\(above)\\nready> '")
  }

  /// With a task in the blank line, the task would stand alone in a line.
  @Test(arguments: [
    (Shell.bash, #"PS1=' \nabove\nready> '"#),
    (.bash, #"PS1=$'\1\e[1m\2\\nabove\\nready> '"#),
    (.bash, #"PS1='\e]0;\w\a\nabove\nready> '"#),
    // bash-it's demula
    (.bash, #"PS1='\e[s\e[5D\nabove\nready> '"#),
    (.zsh, #"PROMPT=$'%B %b%{\e]0;title\a%}\nabove\nready> '"#),
    (.zsh, #"PROMPT=$'%(?, ,FAIL\n)\nabove\nready> '"#),
  ])
  func theTaskIsInTheLastLineIfTheFirstIsBlank(_ shell: Shell, _ own: String) throws {
    try expectScreen("\nabove\n(Task) ready>", shell, own)
  }

  /// The command isn't run to measure the line, and without its output, `${…}` is an error.
  @Test func inZshAnExpansionThatNeedsACommandIsNoError() throws {
    try expectScreen(
      "(Task) above\nready>", .zsh, #"setopt prompt_subst; PROMPT=$'${$(echo above)}\nready> '"#)
  }

  /// bash-it's powerline-multiline moves the cursor down.
  @Test func inBashTheTaskComesAfterAMoveToTheNextLine() throws {
    try expectScreen("\n(Task) above\nready>", .bash, #"PS1='\[\e[B\]above\nready> '"#)
  }

  @Test(arguments: Shell.withCompletion) func promptsLeaveNoFileOpen(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell)
    let list = "ls /dev/fd | wc -l"
    let before = try shell.output(of: list)
    for title in ["Other", "Other", "Third"] {
      _ = try shell.prompt(following: shell.home.writeTasks(title))
    }
    #expect(try shell.output(of: list) == before)
  }

  @Test(arguments: Shell.withCompletion) func theStatusOfTheLastCommandSurvives(_ shell: Shell)
    throws
  {
    let shell = try InteractiveShell(shell)
    let show =
      switch shell.shell {
      case .zsh: #"echo "$? $pipestatus""#
      case .fish: #"echo "$status $pipestatus""#
      default: #"echo "$? ${PIPESTATUS[*]}""#
      }
    _ = try shell.prompt(after: "true | false | sh -c 'exit 3'")
    #expect(try shell.output(of: show) == "3 0 1 3")
    // Also if the file has changed.
    let failure = "sh -c 'exit 4' | sh -c 'exit 5'"
    #expect(
      try shell.prompt(following: shell.home.writeTasks("Other"), after: failure)
        == "(Other) ready> ")
    #expect(try shell.output(of: show) == "5 4 5")
  }
}
