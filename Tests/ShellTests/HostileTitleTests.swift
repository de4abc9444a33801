// A task is text from anywhere, and a prompt is code in most shells. A title stands in the prompt as it is
// written; it runs nothing, colours nothing, moves nothing.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// A shell with the options that say what in a prompt is code.
struct PromptStyle: CustomTestStringConvertible {
  let shell: Shell
  let options: String

  var testDescription: String { "\(shell) \(options)" }

  static let all: [PromptStyle] = bash + zsh + [PromptStyle(shell: .fish, options: "")]

  /// All, or one of each shell.
  static let explored = TestExtent.isAll ? all : [bash[0], zsh[7], PromptStyle(shell: .fish, options: "")]

  private static let bash = ["shopt -s promptvars", "shopt -u promptvars", "set -o posix"].map { options in
    PromptStyle(shell: .bash, options: options)
  }

  private static let zsh = (0..<8).map { bits in
    let options = ["prompt_subst", "prompt_bang", "prompt_percent"].enumerated().map { index, option in
      bits & 1 << index == 0 ? "no_" + option : option
    }
    return PromptStyle(shell: .zsh, options: "setopt " + options.joined(separator: " "))
  }
}

@Suite(.saysWhatIsMissing) struct HostileTitleTests {
  @Test(arguments: PromptStyle.explored) func standAsTheyAreWritten(_ style: PromptStyle) throws {
    let home = Home()
    let shell = try InteractiveShell(style.shell, in: home, before: style.options)
    for (title, shown) in HostileTitle.titles.map({ ($0, $0) }) + HostileTitle.unsafe {
      try home.writeTasks(title)
      #expect(try shell.prompt() == "(\(shown)) ready> ")
      #expect(shell.terminal.screen.linesAboveCursor == [], "and nothing else is said")
    }
    #expect(home.files(below: "").filter { $0.contains("pwned") } == [])
    try home.stack("done")
    #expect(try shell.prompt() == "ready> ")
  }

  /// Themes find them in STACK_PROMPT as they are shown, too.
  @Test(arguments: Shell.withCompletion) func standInTheVariable(_ shell: Shell) throws {
    let home = Home()
    let shell = try InteractiveShell(shell, in: home, options: "--no-prompt")
    for (title, shown) in HostileTitle.titles.map({ ($0, $0) }) + HostileTitle.unsafe {
      try home.writeTasks(title)
      _ = try shell.prompt()
      #expect(try shell.output(of: "printenv STACK_PROMPT") == shown)
    }
    #expect(home.files(below: "").filter { $0.contains("pwned") } == [])
  }

  /// The shell knows how wide the prompt is: what is typed wraps at the edge, and the cursor finds its way
  /// back to the beginning.
  @Test(
    arguments: PromptStyle.explored,
    ["Call Sam", "%n \\u !! $(id) \\[", "日本語 📅 é", "\u{1B}[31m\u{202E}"])
  func leaveTheWidthRight(_ style: PromptStyle, _ title: String) throws {
    let home = Home()
    try home.writeTasks(title)
    let shell = try InteractiveShell(style.shell, in: home, before: style.options, columns: 40)
    let prompt = shell.prompt
    let text = String((0..<8).map { "word\($0) and " }.joined().prefix(95))
    // To the beginning, a letter, to the end, another one.
    shell.terminal.type(text + "\u{01}X\u{05}Y")
    let expected = wrapped(prompt + "X" + text + "Y")
    shell.terminal.wait { Array($0.screen.lines.prefix(expected.count)) == expected }
    #expect(Array(shell.terminal.screen.lines.prefix(expected.count)) == expected)
  }

  /// A text in lines of 40 columns.
  private func wrapped(_ text: String) -> [String] {
    var lines = [""]
    var columns = 0
    for character in text {
      if columns + character.columns > 40 {
        lines.append("")
        columns = 0
      }
      lines[lines.count - 1].append(character)
      columns += character.columns
    }
    return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
  }
}
