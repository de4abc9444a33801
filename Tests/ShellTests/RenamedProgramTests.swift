// A program that a packager calls otherwise calls itself so, in the scripts for shells too.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct RenamedProgramTests {
  /// A home where the program is called `hs-task.2`, and another program is called `stack`.
  private func home() throws -> Home {
    let home = try Home(task: "Task")
    try home.shell("mv .bin/stack .bin/hs-task.2")
    try home.script("stack", "echo called >>~/called; exit 0")
    return home
  }

  @Test(arguments: Shell.withCompletion, [true, false])
  func theScriptsCallIt(_ shell: Shell, isAnotherCalledStack: Bool) throws {
    let home = try home()
    if !isAnotherCalledStack { try home.shell("rm .bin/stack") }
    let line = shell.line().replacingOccurrences(of: "stack init", with: "hs-task.2 init")
    let shell = try InteractiveShell(
      shell, in: home, before: shell == .zsh ? "autoload -Uz compinit; compinit -u -D" : "", line: line)
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: "hs-task.2 edit Other") == "(Other) ready> ")
    shell.expectTab("hs-task.2 pu", "hs-task.2 push ")
    #expect(!home.files(below: "").contains("called"), "the other program is none of its business")
  }

  @Test(arguments: Shell.allCases) func nothingButItsNameIsDifferent(_ shell: Shell) throws {
    let home = try home()
    let ours = try home.shell("\(home.program.path) init \(shell)").output
    let renamed = try home.shell("hs-task.2 init \(shell)").output
    #expect(renamed.contains("hs-task.2"))
    #expect(renamed.replacingOccurrences(of: "hs-task.2", with: "stack") == ours)
    // No call of `stack` is left.
    #expect(
      renamed.firstMatch(
        of: /(^|command |command -q |whence -p |complete -c |compdef _*stack |complete )stack($|[ \n])/)
        == nil)
  }

  @Test func messagesCallIt() throws {
    let home = try home()
    #expect(try home.shell("hs-task.2 pusj").errors.hasPrefix("hs-task.2: "))
    #expect(try home.shell("hs-task.2 help push").output.hasPrefix("usage: hs-task.2 push"))
    // A name that a shell might take for something else isn't used.
    for name in ["-dash", "a b", "$(touch pwned)", "é", "x;y"] {
      let finished = try home.shell("exec -a '\(name)' \(home.program.path) init bash")
      #expect(finished.output.contains("command stack prompt"))
    }
  }
}
