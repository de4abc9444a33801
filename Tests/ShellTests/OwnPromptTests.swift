// What the user has of their own for their prompt survives, and they may leave the prompt alone.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct OwnPromptTests {
  /// A home with one task.
  private func home(_ environment: [String: String] = [:]) throws -> Home {
    let home = Home(environment)
    try home.writeTasks("Task")
    return home
  }

  // MARK: Leaving the prompt alone

  @Test(arguments: Shell.withCompletion) func withoutAPromptOfOurs(_ shell: Shell) throws {
    let home = try home()
    let shell = try InteractiveShell(shell, in: home, options: "--no-prompt")
    #expect(shell.prompt == "ready> ")
    #expect(try shell.output(of: "printenv STACK_PROMPT") == "Task")
    try home.writeTasks("Wide 日本語 %n $(touch pwned)")
    #expect(try shell.prompt() == "ready> ")
    #expect(try shell.output(of: "printenv STACK_PROMPT") == "Wide 日本語 %n $(touch pwned)")
    try home.stack("done")
    #expect(try shell.prompt() == "ready> ")
    #expect(try shell.output(of: "printenv STACK_PROMPT") == "")
  }

  @Test func theFunctionForFish() throws {
    let home = try home()
    let shell = try InteractiveShell(
      .fish, in: home, options: "--no-prompt",
      after: """
        function fish_prompt
            echo -n "<$(stack_prompt)> ready> "
        end
        """)
    #expect(shell.prompt == "<Task> ready> ")
    try home.writeTasks("-n \\u %n $(touch pwned)")
    #expect(try shell.prompt() == "<-n \\u %n $(touch pwned)> ready> ")
    #expect(try shell.output(of: "stack_prompt") == "-n \\u %n $(touch pwned)")
    try home.stack("done")
    #expect(try shell.prompt() == "<> ready> ")
    #expect(try shell.output(of: "stack_prompt | count") == "0")
  }

  @Test(arguments: Shell.withCompletion) func turningItOffAndOn(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell, in: try home())
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.set("STACK_NO_PROMPT", "1") == "ready> ")
    #expect(try shell.output(of: "printenv STACK_PROMPT") == "Task")
    #expect(try shell.unset("STACK_NO_PROMPT") == "(Task) ready> ")
  }

  @Test(arguments: Shell.withCompletion) func turnedOffByTheEnvironment(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell, in: try home(["STACK_NO_PROMPT": "1"]))
    #expect(shell.prompt == "ready> ")
    #expect(try shell.unset("STACK_NO_PROMPT") == "(Task) ready> ")
  }

  // MARK: Loading

  @Test(arguments: Shell.withCompletion) func loadingTwice(_ shell: Shell) throws {
    let home = try home()
    let shell = try InteractiveShell(shell, in: home, before: shell.line(), after: shell.line())
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: shell.shell.line()) == "(Task) ready> ")
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
    #expect(try shell.prompt(after: "stack done") == "ready> ")
    #expect(try shell.prompt(after: shell.shell.line()) == "ready> ")
    #expect(try shell.prompt(after: "stack push Third") == "(Third) ready> ")
  }

  /// A shell in a shell, which inherits the prompt where the user exports it.
  @Test(arguments: [Shell.bash, .zsh]) func aShellInAShell(_ shell: Shell) throws {
    let home = try home()
    // Only the outer one gives itself a prompt.
    let shell = try InteractiveShell(
      shell, in: home, before: "PS1=${inherited:-'ready> '}", after: "export PS1 inherited; inherited=$PS1")
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: shell.shell.rawValue) == "(Task) ready> ")
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
    #expect(try shell.prompt(after: "exit") == "(Other) ready> ")
  }

  @Test(
    arguments: [
      (Shell.bash, "set -u"), (.bash, "set -o posix"), (.bash, "set -o noclobber"), (.bash, "set -f"),
      (.bash, "shopt -s nullglob failglob nocasematch"), (.bash, "IFS=st"),
      (.bash, "set -o errtrace -o functrace"),
      (.bash, "alias rm='rm -i' touch='touch -c' mkdir='mkdir -v' stack='stack --json'"),
      (.zsh, "setopt no_unset"), (.zsh, "setopt ksh_arrays"), (.zsh, "setopt sh_word_split glob_subst"),
      (.zsh, "setopt warn_create_global warn_nested_var"), (.zsh, "setopt no_clobber no_glob"),
      (.zsh, "IFS=st"),
      (.zsh, "setopt err_return"),
      (.zsh, "alias rm='rm -i' touch='touch -c' -g L='| less' stack='stack --json'"),
      (.fish, "set -g IFS st"),
      (.fish, "alias rm 'rm -i'; alias touch 'touch -c'; alias stack 'stack --json'"),
    ])
  func withOptionsOfTheUsers(_ shell: Shell, _ options: String) throws {
    let shell = try InteractiveShell(shell, in: try home(), before: options)
    #expect(shell.terminal.text.contains("rror") == false)
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: "command stack push --top Other") == "(Other) ready> ")
    #expect(try shell.output(of: ":") == "", "and nothing is said about it")
  }

  // MARK: Hooks

  /// What bash and zsh call before each prompt; it tells how often, and what it sees.
  private func own(_ shell: Shell) -> String {
    let statuses = shell == .bash ? "${PIPESTATUS[*]}" : "$pipestatus"
    return "own() { seen=\"$? \(statuses)\"; (( owned += 1 )); }\n"
  }

  @Test(
    arguments: [
      (Shell.bash, "PROMPT_COMMAND=own", ""), (.bash, "PROMPT_COMMAND='own;'", ""),
      (.bash, "PROMPT_COMMAND='own; '", ""), (.bash, "PROMPT_COMMAND=(own)", ""),
      (.bash, "PROMPT_COMMAND=(: own)", ""), (.bash, "export PROMPT_COMMAND=own", ""),
      (.bash, "", "PROMPT_COMMAND+=(own)"),
      (.bash, "", #"PROMPT_COMMAND="own;$PROMPT_COMMAND""#),
      (.zsh, "precmd() { own; }", ""), (.zsh, "", "precmd() { own; }"), (.zsh, "precmd_functions=(own)", ""),
      (.zsh, "", "precmd_functions+=(own)"), (.zsh, "", "precmd_functions=(own $precmd_functions)"),
      (.zsh, "", "autoload -Uz add-zsh-hook; add-zsh-hook precmd own"),
    ])
  func hooksOfTheUsers(_ shell: Shell, before: String, after: String) throws {
    let shell = try InteractiveShell(shell, in: try home(), before: own(shell) + before, after: after)
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: "owned=0; true | false | sh -c 'exit 3'") == "(Task) ready> ")
    #expect(try shell.output(of: "echo \"$owned: $seen\"") == "1: 3 0 1 3")
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
    #expect(try shell.output(of: "echo $owned") == "3")
  }

  /// Behind ours in the same string, as many programs put theirs.
  @Test func somethingAddedToPROMPT_COMMAND() throws {
    let own = own(.bash) + "PROMPT_COMMAND=\"${PROMPT_COMMAND:+$PROMPT_COMMAND; }own\""
    let shell = try InteractiveShell(.bash, in: try home(), after: own)
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: "owned=0; sh -c 'exit 3'") == "(Task) ready> ")
    #expect(try shell.output(of: "echo \"$owned: $seen\"") == "1: 3 3")
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
  }

  /// A hook that sets the whole prompt anew, as themes do.
  @Test(arguments: [Shell.bash, .zsh]) func aThemeThatSetsThePrompt(_ shell: Shell) throws {
    let hook = shell == .bash ? "PROMPT_COMMAND=theme" : "precmd_functions=(theme)"
    let shell = try InteractiveShell(
      shell, in: try home(), before: "theme() { PS1=\"$theme ready> \"; }\n" + hook)
    #expect(shell.prompt == "(Task)  ready> ")
    #expect(try shell.set("theme", "new:") == "(Task) new: ready> ")
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) new: ready> ")
    #expect(try shell.prompt(after: "stack done") == "new: ready> ")
  }

  /// As virtual environments do by hand, and take off again.
  @Test(arguments: [Shell.bash, .zsh]) func somethingPutBeforeThePrompt(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell, in: try home())
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: "PS1=\"[venv] $PS1\"") == "[venv] (Task) ready> ")
    #expect(try shell.prompt(after: "stack edit Other") == "[venv] (Other) ready> ")
    #expect(try shell.prompt(after: "stack done") == "[venv] ready> ")
    #expect(try shell.prompt(after: "stack push Next") == "[venv] (Next) ready> ")
    #expect(try shell.prompt(after: "PS1=${PS1#\"[venv] \"}") == "(Next) ready> ")
    #expect(try shell.prompt(after: "PS1='new ready> '") == "(Next) new ready> ")
    #expect(try shell.prompt(after: "STACK_NO_PROMPT=1") == "new ready> ")
    #expect(try shell.output(of: "echo \"<$PS1>\"") == "<new ready> >", "and nothing of ours is left in it")
  }

  @Test func theUsersFishPrompt() throws {
    let own = """
      function fish_prompt
          echo -n "[$status|$pipestatus] ready> "
      end
      """
    for (before, after) in [(own, ""), ("", own)] {
      let shell = try InteractiveShell(.fish, in: try home(), before: before, after: after)
      #expect(shell.prompt == "(Task) [0|0] ready> ")
      #expect(try shell.prompt(after: "true | false | sh -c 'exit 3'") == "(Task) [3|0 1 3] ready> ")
      #expect(try shell.prompt(after: "stack done") == "[0|0] ready> ")
      #expect(try shell.prompt(after: "function fish_prompt; echo -n 'new ready> '; end") == "new ready> ")
      #expect(try shell.prompt(after: "stack push Other") == "(Other) new ready> ")
    }
  }

  @Test(arguments: Shell.withCompletion) func aPromptOfSeveralLines(_ shell: Shell) throws {
    let own =
      shell == .fish
      ? "function fish_prompt; printf 'above\\nready> '; end" : "PS1=$'above\\nready> '"
    let shell = try InteractiveShell(shell, in: try home(), before: own)
    #expect(try shell.output(of: ":") == "(Task) above")
    #expect(shell.prompt == "ready> ")
  }

  /// A blank line stays one, however it is written.
  @Test(arguments: [
    (Shell.bash, "PS1='\\nready> '"), (.bash, "PS1=$'\\nready> '"), (.bash, "PS1=$'\\n\\\\n\\nready> '"),
    (.zsh, "PROMPT=$'\\nready> '"),
  ])
  func aPromptThatBeginsWithALineBreak(_ shell: Shell, _ own: String) throws {
    let shell = try InteractiveShell(shell, in: try home(), before: own)
    #expect(try shell.output(of: ":").filter { $0 != "\n" } == "")
    #expect(shell.prompt == "(Task) ready> ")
  }

  // MARK: What the last command came to

  @Test(arguments: Shell.withCompletion) func theStatusSurvives(_ shell: Shell) throws {
    let home = try home()
    let shell = try InteractiveShell(shell, in: home)
    let show =
      switch shell.shell {
      case .bash, .posix, .elvish, .xonsh: #"echo "$? ${PIPESTATUS[*]}""#
      case .zsh: #"echo "$? $pipestatus""#
      case .fish: #"echo "$status $pipestatus""#
      }
    _ = try shell.prompt(after: "true | false | sh -c 'exit 3'")
    #expect(try shell.output(of: show) == "3 0 1 3")
    _ = try shell.prompt(after: "sh -c 'exit 4' | true")
    // Also where the file is read anew.
    try home.writeTasks("Other")
    _ = try shell.prompt(after: "sh -c 'exit 4' | sh -c 'exit 5'")
    #expect(shell.prompt == "(Other) ready> ")
    #expect(try shell.output(of: show) == "5 4 5")
  }

  /// With `set -e`, a prompt must not be what ends the shell.
  @Test(arguments: [(Shell.bash, "set -e"), (.zsh, "setopt err_exit")])
  func aShellThatEndsAtErrors(_ shell: Shell, _ option: String) throws {
    let home = Home()
    let shell = try InteractiveShell(shell, in: home, after: option)
    #expect(shell.prompt == "ready> ")
    #expect(try shell.prompt(after: "stack push Task") == "(Task) ready> ")
    try home.writeQueue("broken")
    #expect(try shell.prompt() == "(stack!) ready> ")
    try home.shell("rm .config/stack/stack.json")
    #expect(try shell.prompt() == "ready> ")
  }
}
