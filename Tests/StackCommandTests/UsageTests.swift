// Help, and what is answered to words that make no command.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.timeLimit(.minutes(20))) struct UsageTests {
  @Test func mistypedAndHabitualCommands() throws {
    try session(
      """
      $ stack psuh
      stack: there is no command 'psuh'; did you mean push?
      [64]
      $ stack dnoe
      stack: there is no command 'dnoe'; did you mean done?
      [64]
      $ stack reod
      stack: there is no command 'reod'; did you mean redo?
      [64]
      $ stack add Call Sam
      stack: there is no command 'add'; did you mean push?
      [64]
      $ stack pop
      stack: there is no command 'pop'; did you mean done?
      [64]
      $ stack complete
      stack: there is no command 'complete'; did you mean done?
      [64]
      $ stack list
      stack: there is no command 'list'; stack alone shows the one current task
      [64]
      $ stack Call Sam
      stack: there is no command 'Call'; to add a task: stack push Call Sam
      [64]
      $ stack help nonsense
      stack: there is no command 'nonsense'; see: stack help
      [64]
      $ stack help psuh
      stack: there is no command 'psuh'; did you mean push?
      [64]
      """)
  }

  @Test func wrongOptionsAndArguments() throws {
    try session(
      """
      $ stack --frobnicate
      stack: there is no option --frobnicate; see: stack help
      [64]
      $ stack done --top
      stack: done has no option --top; see: stack help done
      [64]
      $ stack push -x marks the spot
      stack: push has no option -x; see: stack help push, or put -- before a text that begins with -
      [64]
      $ stack done it
      stack: done can't do anything with 'it'; see: stack help done
      [64]
      $ stack -s
      stack: -s needs a value behind it
      [64]
      $ stack --json=yes
      stack: --json takes no value
      [64]
      $ stack prompt --max
      stack: --max needs a value behind it
      [64]
      $ stack prompt --max 0
      stack: --max should be a number from 1 on, not '0'
      [64]
      $ stack init
      stack: init needs the name of a shell, as in: stack init bash
      [64]
      $ stack init tcsh
      stack: there is no integration for 'tcsh'; choose bash, zsh, fish or posix
      [64]
      $ stack -- --top
      stack: there is no command '--top'; to add a task: stack push -- --top
      [64]
      $ stack -- count
      0
      """)
  }

  @Test func textThatIsNoTask() throws {
    try session(
      """
      $ stack push ''
      stack: a task needs some text, as in: stack push Call Sam
      [64]
      $ stack push $' \\t '
      stack: a task needs some text, as in: stack push Call Sam
      [64]
      $ stack push $'a\\nb'
      stack: a task is one line, and this text has a line break; to add a task for each line: stack push -
      [64]
      $ stack push $'a\\rb'
      stack: a task is one line, and this text has a line break; to add a task for each line: stack push -
      [64]
      $ stack push $'\\xff'
      stack: argument 2 is not UTF-8; nothing was changed
      [64]
      $ printf 'good\\nbad \\xff\\n' | stack push -
      stack: line 2 of the input is not UTF-8; nothing was changed
      [64]
      $ stack count
      0
      """)
  }

  @Test func argumentsAreJudgedBeforeTheQueue() throws {
    let home = Home()
    try home.writeQueue("broken")
    try session(
      """
      $ stack psuh
      stack: there is no command 'psuh'; did you mean push?
      [64]
      $ stack push ''
      stack: a task needs some text, as in: stack push Call Sam
      [64]
      """, in: home)
  }

  @Test func theVersion() throws {
    try session(
      """
      $ stack --version
      stack \(Program.version)
      """)
  }

  @Test func helpFitsOneScreen() throws {
    let home = Home()
    let help = try home.stack("help")
    #expect(help.status == 0)
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 23, "with the prompt below it, a screen has 24 lines")
    #expect(lines.allSatisfy { $0.count <= 80 })
    for option in ["--help", "-h"] {
      #expect(try home.stack(option).output == help.output)
    }
    for command in Command.all {
      #expect(help.output.contains("  \(command.synopsis) "))
    }
  }

  @Test(arguments: CommandName.allCases.map(\.rawValue))
  func helpForACommandHasAnExample(_ name: String) throws {
    let home = Home()
    let help = try home.stack("help", name)
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("usage: stack \(name)"))
    let examples = help.output.split(separator: "\n").filter { $0.hasPrefix("  ") && $0.contains("stack ") }
    #expect(!examples.isEmpty)
    for option in ["--help", "-h"] {
      #expect(try home.stack(name, option).output == help.output)
    }
  }
}
