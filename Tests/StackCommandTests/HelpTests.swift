// `stack help`, `--version`, and the manual page.

import TestSupport
import Testing

@testable import StackCommand

@Suite struct HelpTests {
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
    #expect(help.output.contains("\(dots[0]) one, \(between), \(dots[6]) seven or more."))
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
    #expect(text.contains("-- all words after it are TEXT") == command.operands.areText)
    for option in ["--help", "-h"] { #expect(try home.stack(name, option).output == help.output) }
  }

  @Test func theManualPageListsAllCommandsOptionsAndStatuses() throws {
    let page = try Home().stack("help", "--man")
    #expect(page.status == 0 && page.errors == "")
    for command in Command.all {
      #expect(page.output.contains("\n.It Ic \(command.name)"))
      for option in command.options() + Option.general + Option.beforeCommand {
        #expect(page.output.contains(Mdoc.flag(option.long)))
      }
    }
    for status in ExitStatus.allCases {
      #expect(page.output.contains("\n.It \(status.rawValue)\n"))
    }
    #expect(page.output.contains("stack log \\-\\-since yesterday"), "an example can be copied")
  }

  @Test(.needs("mandoc")) func theManualPageIsWellFormed() throws {
    let home = Home()
    let checked = try home.shell("stack help --man >stack.1 && mandoc -Tlint -Wstyle stack.1")
    #expect(checked == Finished(output: ""))
    let page = try home.shell("mandoc -Tutf8 stack.1 | col -bx").output
    #expect(page.split(separator: "\n").filter { $0.count > 80 } == [])
    for line in [
      "stack push Call Sam about the contract", "$XDG_CONFIG_HOME/stack/NAME.json", "--no-prompt",
    ] {
      #expect(page.contains(line))
    }
    // The only backslashes are those of shell prompts and of a recipe with sed.
    let text = page.replacing("\\&amp;", with: "").replacing("\\&lt;", with: "")
    for escape in ["\\&", "\\e", "\\-", "\\[u"] {
      #expect(!text.contains(escape), "no markup is left")
    }
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
