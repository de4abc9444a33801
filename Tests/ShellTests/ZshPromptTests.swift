// The user's own settings and prompt in zsh keep working.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct ZshPromptTests {
  @Test(arguments: [
    "trap 'echo trapped' DEBUG", "TRAPDEBUG() { echo trapped; }", "zshexit() { echo trapped; }",
    "trap 'echo trapped' CHLD", "setopt debug_before_cmd; trap 'echo 7; echo trapped' DEBUG",
  ])
  func theOutputOfATrapIsNeverTheTask(_ trap: String) throws {
    let shell = try InteractiveShell(.zsh)
    try shell.home.writeTasks("Other")
    // Such a trap may print all the time, so this doesn't wait for a prompt.
    shell.type("\(trap)\r")
    for name in ["first", "second"] {
      shell.type(
        "\(Shell.printTask) >\(name); { trap; functions; } >traps; : >\(name)-done\r")
      #expect(shell.terminal.wait { _ in shell.home.files(below: "").contains("\(name)-done") })
      let shown = try shell.home.text(of: name)
      #expect(shown.split(separator: "\n").last == (name == "first" ? "Other" : "Third"))
      #expect(!shown.contains("stack!"))
      try shell.home.writeTasks("Third")
      shell.type(":\r")
    }
    #expect(shell.terminal.wait(for: "(Third) ready> "))
    #expect(!shell.terminal.text.contains("(trapped"))
    let traps = try shell.home.text(of: "traps")
    #expect(traps.contains("trapped"), "it is still set")
  }

  @Test func underXtraceNothingIsPrinted() throws {
    let shell = try InteractiveShell(.zsh, before: "setopt xtrace")
    #expect(try shell.output(of: "echo seen").contains("> echo seen"))
    #expect(!shell.screen.contains("stack"))
    #expect(try shell.prompt(following: shell.home.writeTasks("Other")) == "(Other) ready> ")
    #expect(!shell.screen.contains("stack"))
  }

  @Test(arguments: ["PROMPT", "PROMPT PS1 prompt"]) func aReadonlyPromptIsLeftAlone(_ name: String)
    throws
  {
    let shell = try InteractiveShell(.zsh, before: "readonly \(name)")
    #expect(shell.prompt == "ready> ")
    #expect(!shell.terminal.text.contains("read-only"))
    #expect(try shell.output(of: "\(Shell.printTask)") == "Task")
    let later = try InteractiveShell(.zsh)
    try later.expectPrompts(
      """
      (Task) ready> readonly \(name)
      (Task) ready> stack edit Other
      (Other) ready>
      """)
  }

  /// It asks at each prompt then.
  @Test func promptFollowsTheQueueWithoutModules() throws {
    let shell = try InteractiveShell(.zsh, before: "module_path=()")
    #expect(shell.prompt == "(Task) ready> ")
    #expect(!shell.terminal.text.contains("module"))
    try shell.expectPromptFollowsFile()
  }

  @Test func optionsOfThePromptMayChangeAtAnyTime() throws {
    let shell = try InteractiveShell(.zsh)
    try shell.home.writeTasks("100% $HOME !")
    for _ in 1...2 {
      for option in [
        "no_prompt_percent", "prompt_subst", "prompt_bang", "no_prompt_subst", "prompt_percent",
        "no_prompt_bang",
      ] { #expect(try shell.prompt(after: "setopt \(option)") == "(100% $HOME !) ready> ") }
    }
    #expect(
      try shell.output(of: "[[ $PROMPT == '%(97V.(%97v) .)ready> ' ]] && echo same") == "same")
  }

  @Test func aHookBeforeOursMayChooseTheStack() throws {
    let shell = try InteractiveShell(.zsh)
    try shell.home.writeTasks("At work", queue: "work")
    let hook =
      "direnv_like() { [[ -e project ]] && export STACK_QUEUE=work || unset STACK_QUEUE; }; precmd_functions=(direnv_like $precmd_functions)"
    // Our first hook is in front of it from the second prompt on.
    try shell.expectPrompts(
      """
      (Task) ready> touch project; \(hook)
      (At work) ready> rm project
      (Task) ready> touch project
      (At work) ready>
      """)
  }

  @Test func anotherHookMayBeTheLast() throws {
    let shell = try InteractiveShell(
      .zsh,
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

  @Test func psvarIsTheUsersOwnExceptElement97() throws {
    let shell = try InteractiveShell(.zsh, before: "psvar=(one two); PROMPT='%1v %2v ready> '")
    try shell.expectPrompts(
      """
      (Task) one two ready> psvar=(three)
      (Task) three  ready>
      """)
    #expect(try shell.output(of: "echo $psvar[1] $psvar[2] $#psvar") == "three 97")
  }
}
