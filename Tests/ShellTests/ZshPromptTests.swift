// What a user of zsh has set, and what they do to their prompt, goes on working.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct ZshPromptTests {
  /// A shell in a home with one task.
  private func zsh(before: String = "", after: String = "", options: String = "") throws -> InteractiveShell {
    let home = Home()
    try home.writeTasks("Task")
    return try InteractiveShell(.zsh, in: home, options: options, before: before, after: after)
  }

  // MARK: What the user has set

  @Test(
    "Options, aliases and functions of the user's don't disturb it, nor are they heard of",
    arguments: [
      "setopt no_unset", "setopt ksh_arrays", "setopt sh_word_split", "setopt glob_subst no_glob",
      "setopt err_return", "setopt err_exit", "setopt ksh_arrays no_unset sh_word_split err_return",
      "setopt no_multibyte", "setopt posix_builtins", "setopt all_export",
      "setopt no_equals no_bare_glob_qual",
      "setopt ksh_typeset", "setopt c_bases octal_zeroes", "setopt warn_create_global warn_nested_var",
      "alias local='print wrong' emulate='print wrong' print='echo wrong'",
      "alias typeset='print wrong' builtin='print wrong' command='print wrong' trap='print wrong'",
      "alias -g prompt='wrong' config='wrong' file='wrong' push='wrong' help='wrong'",
      "alias zmodload='print wrong' sysread='print wrong' whence='print wrong' compdef='print wrong'",
      "IFS=stack", "typeset -r file=1 bytes=1; typeset -i config queue", "typeset -T PSVAR psvar",
    ])
  func withWhatTheUserHasSet(_ setting: String) throws {
    let shell = try zsh(before: setting)
    #expect(!shell.terminal.text.contains("rror") && !shell.terminal.text.contains("wrong"))
    #expect(shell.prompt == "(Task) ready> ")
    try shell.home.writeTasks("Other")
    #expect(try shell.prompt() == "(Other) ready> ")
    #expect(try shell.output(of: ":") == "")
    try shell.home.stack("done")
    #expect(try shell.prompt() == "ready> ")
    #expect(try shell.output(of: ":") == "")
  }

  @Test(
    "ZERR traps are set off only by the user's own failures",
    arguments: ["trap 'echo an error' ZERR", "TRAPZERR() { echo an error; }"])
  func theUsersErrorTrap(_ trap: String) throws {
    let shell = try zsh(after: trap)
    #expect(shell.prompt == "(Task) ready> ")
    #expect(!shell.terminal.text.contains("an error\r"))
    #expect(try shell.output(of: ":") == "")
    #expect(try shell.output(of: "false") == "an error")
    for text in ["", "broken", nil] {
      if let text {
        try shell.home.writeQueue(text)
      } else {
        try shell.home.shell("rm .config/stack/stack.json")
      }
      #expect(try shell.output(of: ":") == "")
    }
    #expect(try shell.output(of: "(exit 3)") == "an error")
  }

  @Test(
    "What a trap prints never becomes the task",
    arguments: [
      "trap 'echo trapped' DEBUG", "TRAPDEBUG() { echo trapped; }", "zshexit() { echo trapped; }",
      "trap 'echo trapped' CHLD", "setopt debug_before_cmd; trap 'echo 7; echo trapped' DEBUG",
    ])
  func whatTrapsPrint(_ trap: String) throws {
    let shell = try zsh()
    try shell.home.writeTasks("Other")
    // Such a trap may print all the time, so nobody waits for a prompt here.
    shell.terminal.type("\(trap)\r")
    for name in ["first", "second"] {
      shell.terminal.type("printenv STACK_PROMPT >\(name); { trap; functions; } >traps; : >\(name)-done\r")
      #expect(shell.terminal.wait { _ in shell.home.files(below: "").contains("\(name)-done") })
      let shown = try String(contentsOf: shell.home.url(name), encoding: .utf8)
      #expect(shown.split(separator: "\n").last == (name == "first" ? "Other" : "Third"))
      #expect(!shown.contains("stack!"))
      try shell.home.writeTasks("Third")
      shell.terminal.type(":\r")
    }
    #expect(shell.terminal.wait(for: "(Third) ready> "))
    #expect(!shell.terminal.text.contains("(trapped"))
    let traps = try String(contentsOf: shell.home.url("traps"), encoding: .utf8)
    #expect(traps.contains("trapped"), "it is still set")
  }

  @Test("Traced, a prompt says nothing of itself")
  func traced() throws {
    let shell = try zsh(before: "setopt xtrace")
    #expect(try shell.output(of: "echo seen").contains("> echo seen"))
    #expect(!shell.terminal.screen.text.contains("stack"))
    try shell.home.writeTasks("Other")
    #expect(try shell.prompt() == "(Other) ready> ")
    #expect(!shell.terminal.screen.text.contains("stack"))
  }

  @Test("A prompt that can't be changed is left as it is", arguments: ["PROMPT", "PROMPT PS1 prompt"])
  func aReadonlyPrompt(_ name: String) throws {
    let shell = try zsh(before: "readonly \(name)")
    #expect(shell.prompt == "ready> ")
    #expect(!shell.terminal.text.contains("read-only"))
    #expect(try shell.output(of: "printenv STACK_PROMPT") == "Task")
    let later = try zsh()
    #expect(later.prompt == "(Task) ready> ")
    #expect(try later.prompt(after: "readonly \(name)") == "(Task) ready> ")
    #expect(try later.prompt(after: "stack edit Other") == "(Other) ready> ")
  }

  @Test("Without the module zsh/system it asks each time")
  func withoutTheModule() throws {
    let shell = try zsh(before: "module_path=()")
    #expect(shell.prompt == "(Task) ready> ")
    #expect(!shell.terminal.text.contains("module"))
    try shell.home.writeTasks("Other")
    #expect(try shell.prompt() == "(Other) ready> ")
    try shell.home.shell("rm .config/stack/stack.json")
    #expect(try shell.prompt() == "ready> ")
  }

  @Test("Where the program isn't found, it says so, and nothing offers to install it")
  func withoutTheProgram() throws {
    let shell = try zsh(
      before: "command_not_found_handler() { echo want \"$1\"; }; path_before=$PATH", after: "PATH=/nowhere")
    _ = try shell.prompt(after: "STACK_QUEUE=none; export STACK_QUEUE")
    #expect(shell.prompt == "(stack!) ready> ")
    #expect(!shell.terminal.text.contains("want stack"))
    #expect(try shell.prompt(after: "PATH=$path_before; unset STACK_QUEUE") == "(Task) ready> ")
  }

  // MARK: What the user does to the prompt

  @Test(
    "The task stands behind the line breaks with which a prompt begins",
    arguments: ["PROMPT=$'\\nready> '", "PROMPT=$'\\n\\nready> '", "PROMPT=$'\\n%Bready>%b '"])
  func lineBreaksFirst(_ own: String) throws {
    let shell = try zsh(before: own)
    #expect(shell.prompt == "(Task) ready> ")
    let empty = try shell.output(of: ":")
    #expect(empty.allSatisfy { $0 == "\n" })
    try shell.home.stack("done")
    #expect(try shell.prompt() == "ready> ")
    #expect(try shell.output(of: ":") == empty, "the lines are as many as before")
  }

  @Test("What is put before the prompt can be taken off again")
  func putBeforeAndTakenOff() throws {
    let shell = try zsh()
    #expect(try shell.prompt(after: "before=$PROMPT; PROMPT=\"(x) $PROMPT\"") == "(x) (Task) ready> ")
    #expect(try shell.prompt(after: "stack edit Other") == "(x) (Other) ready> ")
    #expect(try shell.prompt(after: "PROMPT=${PROMPT#\\(x\\) }") == "(Other) ready> ")
    #expect(try shell.output(of: "[[ $PROMPT == $before ]] && echo same") == "same")
  }

  @Test("A virtual environment comes and goes") func aVirtualEnvironment() throws {
    let shell = try zsh()
    let activate = "_OLD_VIRTUAL_PS1=\"${PS1:-}\"; PS1=\"(venv) ${PS1:-}\"; export PS1"
    #expect(try shell.prompt(after: activate) == "(venv) (Task) ready> ")
    #expect(try shell.prompt(after: "stack edit Other") == "(venv) (Other) ready> ")
    #expect(try shell.prompt(after: "PS1=\"$_OLD_VIRTUAL_PS1\"; export PS1") == "(Other) ready> ")
  }

  @Test("Options of the prompt may change at any time") func optionsOfThePrompt() throws {
    let shell = try zsh()
    try shell.home.writeTasks("100% $HOME !")
    for _ in 1...2 {
      for option in [
        "no_prompt_percent", "prompt_subst", "prompt_bang", "no_prompt_subst", "prompt_percent",
        "no_prompt_bang",
      ] {
        #expect(try shell.prompt(after: "setopt \(option)") == "(100% $HOME !) ready> ")
      }
    }
    #expect(try shell.output(of: "[[ $PROMPT == '%(97V.(%97v) .)ready> ' ]] && echo same") == "same")
  }

  @Test("Its part is taken out again while STACK_NO_PROMPT is set") func takenOut() throws {
    let shell = try zsh()
    #expect(try shell.set("STACK_NO_PROMPT", "1") == "ready> ")
    #expect(try shell.output(of: "print -r -- \"<$PROMPT>\"") == "<ready> >")
    #expect(try shell.unset("STACK_NO_PROMPT") == "(Task) ready> ")
  }

  @Test("A hook that another puts behind ours may set the prompt, and one before may choose the stack")
  func hooksAround() throws {
    let shell = try zsh(after: "theme() { PROMPT='themed ready> '; }; precmd_functions+=(theme)")
    #expect(try shell.prompt() == "(Task) themed ready> ")
    try shell.home.writeTasks("At work", queue: "work")
    let hook = "direnv_like() { export STACK_QUEUE=work; }; precmd_functions=(direnv_like $precmd_functions)"
    #expect(try shell.prompt(after: hook) == "(At work) themed ready> ")
    #expect(try shell.prompt() == "(At work) themed ready> ")
  }

  @Test("Another that always wants to be the last of the hooks gets there")
  func anotherWantsToBeLast() throws {
    let shell = try zsh(
      after: """
        last() {
          [[ $precmd_functions[-1] == last ]] && { last=yes; return }
          precmd_functions=( ${precmd_functions:#last} last ) last=no
        }
        precmd_functions+=( last )
        """)
    for _ in 1...3 { _ = try shell.prompt() }
    #expect(try shell.output(of: "echo $last") == "yes")
    #expect(shell.prompt == "(Task) ready> ")
  }

  // MARK: What is left behind

  @Test("What it adds to the shell is called __stack or stack, and nothing lies in the state folder")
  func whatItAdds() throws {
    let list = "{ set | sed 's/=.*//'; functions + ; alias; trap; } >"
    let shell = try zsh(
      before:
        "autoload -Uz compinit; compinit -u -D; precmd_functions=(); : ${(%):-%97v} $options; psvar=()\n"
        + "{ set | sed 's/=.*//'; functions + ; alias; trap; setopt; } >before")
    for _ in 1...2 { _ = try shell.prompt() }
    _ = try shell.prompt(after: "\(list)after; setopt >>after")
    let before = try String(contentsOf: shell.home.url("before"), encoding: .utf8).split(separator: "\n")
    let after = try String(contentsOf: shell.home.url("after"), encoding: .utf8).split(separator: "\n")
    // What zsh sets itself once it has run a command.
    let own: Set<Substring> = [
      "_", "preexec", "STACK_PROMPT", "LINES", "COLUMNS", "HISTCMD", "SECONDS", "RANDOM", "shinstdin",
    ]
    let added = Set(after).subtracting(before).subtracting(own)
    #expect(added.filter { !$0.hasPrefix("__stack") && !$0.hasPrefix("stack") } == [])
    #expect(added.contains("__stack_first"), "the lists are there")
    #expect(shell.home.files(below: ".local/state") == [])
  }

  @Test("An element of psvar is the user's own but for the 97th") func theUsersPsvar() throws {
    let shell = try zsh(before: "psvar=(one two); PROMPT='%1v %2v ready> '")
    #expect(shell.prompt == "(Task) one two ready> ")
    #expect(try shell.prompt(after: "psvar=(three)") == "(Task) three  ready> ")
    #expect(try shell.output(of: "echo $psvar[1] $psvar[2] $#psvar") == "three 97")
  }
}
