// `stack help` and `--version`.

import TestSupport
import Testing

@testable import StackCommand

@Suite(.waitsForPrograms) struct HelpTests {
  @Test func helpFitsOneScreen() throws {
    let home = Home()
    let help = try home.stack("help")
    #expect(help.status == 0)
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 23, "with the prompt below it, a screen has 24 lines")
    #expect(lines.allSatisfy { $0.count <= 80 })
    for option in ["--help", "-h"] { #expect(try home.stack(option).output == help.output) }
    for forgotten in ["--top", "--all", "--json", "--version", "STACK_QUEUE", "-s NAME"] {
      #expect(help.output.contains(forgotten))
    }
    for command in Command.all { #expect(help.output.contains(" \(command.synopses[0])")) }
    let dots = DepthDot.steps.map(\.form)
    let between = dots[1...5].joined(separator: " ")
    #expect(help.output.contains("\(dots[0]) 1, \(between) 2 to 6, \(dots[6]) 7 or more."))
  }

  @Test(arguments: Command.all.map(\.name)) func helpForACommandHasAnExampleAndAllOptions(
    _ name: String
  ) throws {
    let home = Home()
    let command = try #require(Command.all.first { $0.name == name })
    let help = try home.stack("help", name)
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("usage: stack \(name)"))
    for synopsis in command.synopses.dropFirst() {
      #expect(help.output.contains("\n       stack \(synopsis)\n"))
    }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let examples = help.output.split(separator: "\n").filter {
      $0.hasPrefix("  ") && $0.contains("stack ")
    }
    #expect(!examples.isEmpty)
    let text = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for option in command.options() {
      #expect(text.contains("\(option.synopsis) \(option.summary)\(option.details)"))
    }
    #expect(text.contains("-- needed before words that begin with -") == command.operands.areText)
    for option in ["--help", "-h"] { #expect(try home.stack(name, option).output == help.output) }
  }

  @Test func aWordThatOnePageExplainsPrintsThatPage() throws {
    try session(
      """
      $ stack help phone >phone; stack help ssh | cmp - phone
      $ stack help complete >complete; stack help done | cmp - complete
      $ stack help manual
      stack: there is no help about 'manual'; for the manual: stack help --man | man -l -
      [64]
      """)
  }

  /// PromptTests and LogTests have the defaults themselves.
  @Test func helpStatesTheDefaults() throws {
    try session(
      """
      $ stack help prompt | grep -ow 40
      40
      $ stack help log | grep -ow '10 by default'
      10 by default
      """)
  }
}
