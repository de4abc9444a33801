// A title may come from anyone, and a prompt is code in most shells. A title is shown as written
// and never evaluated.

import TestSupport
import Testing

@testable import StackCommand

/// A shell, and the options that choose what in a prompt is code.
struct PromptStyle: CustomTestStringConvertible {
  let shell: Shell
  var options = ""
  /// The command that starts it, if it isn't its name.
  var command: [String]?

  var testDescription: String { "\(command ?? [shell.rawValue]) \(options)" }

  static let all = bash + TestExtent.sample(zsh, 1) + [fish] + posix

  private static let bash = ["shopt -s promptvars", "set -o posix"].map {
    options in
    PromptStyle(shell: .bash, options: options)
  }

  /// Each combination of three options.
  private static let zsh = (0..<8).map { bits in
    let options = ["prompt_subst", "prompt_bang", "prompt_percent"].enumerated().map {
      index, option in
      bits & 1 << index == 0 ? "no_" + option : option
    }
    return PromptStyle(shell: .zsh, options: "setopt " + options.joined(separator: " "))
  }

  private static let fish = PromptStyle(shell: .fish)
  private static let posix = Shell.posixCommands.map { PromptStyle(shell: .posix, command: $0) }
}

@Suite(.saysWhatIsMissing) struct TitlesAreNeverCodeTests {
  /// In the prompt, and in STACK_PROMPT, which themes use.
  @Test(arguments: PromptStyle.all) func titlesAreShownAsTheyAreWritten(_ style: PromptStyle)
    throws
  {
    let home = Home(style.shell == .posix ? ["ENV": ".shrc"] : [:])
    let shell = try InteractiveShell(
      style.shell, in: home, command: style.command, before: style.options)
    // The command sees the title of the prompt above it, and nothing else is printed.
    let (command, isKnown) = style.shell == .posix ? (":", false) : (Shell.printTask, true)
    var before = ""
    let titles = HostileTitle.titles.map { ($0, $0) } + HostileTitle.unsafe
    for (title, shown) in titles {
      try home.writeTasks(title)
      #expect(try shell.output(of: command) == before)
      #expect(shell.prompt == "(\(shown)) ready> ")
      if isKnown { before = shown }
    }
    #expect(try shell.output(of: command) == before)
    home.expectNothingRan()
    #expect(try shell.prompt(following: home.stack("done")) == "ready> ")
  }

  /// The shell knows the width of the prompt: a long line wraps at the edge, and the cursor moves
  /// to the right cells.
  @Test(arguments: PromptStyle.all.filter { $0.shell != .posix })
  func theShellKnowsTheWidthOfATitle(_ style: PromptStyle) throws {
    let shell = try InteractiveShell(style.shell, before: style.options, columns: 40)
    for title in ["Call Sam", "%n \\u !! $(id) \\[", "日本語 📅 é", "\u{1B}[31m\u{202E}"] {
      try shell.home.writeTasks(title)
      let prompt = try shell.prompt(after: "\u{15}:")
      let text = String((0..<8).map { "word\($0) and " }.joined().prefix(95))
      // A letter at the beginning, and one at the end.
      shell.type(text + "\u{01}X\u{05}Y")
      let expected = wrapped(prompt + "X" + text + "Y")
      shell.terminal.wait { Array($0.screen.lines.prefix(expected.count)) == expected }
      #expect(Array(shell.terminal.screen.lines.prefix(expected.count)) == expected)
    }
  }

  /// A text in lines of 40 columns.
  private func wrapped(_ text: String) -> [String] {
    var lines = [""]
    var columns = 0
    for character in text {
      columns += character.columns
      if columns > 40 { (lines, columns) = (lines + [""], character.columns) }
      lines[lines.count - 1].append(character)
    }
    return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
  }
}
