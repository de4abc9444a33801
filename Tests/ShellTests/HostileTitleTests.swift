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

  static let all: [PromptStyle] =
    [.bash, .bash, .bash].enumerated().map { index, shell in
      PromptStyle(
        shell: shell, options: ["shopt -s promptvars", "shopt -u promptvars", "set -o posix"][index])
    }
    + (0..<8).map { bits in
      let options = ["prompt_subst", "prompt_bang", "prompt_percent"].enumerated().map { index, option in
        bits & 1 << index == 0 ? "no_" + option : option
      }
      return PromptStyle(shell: .zsh, options: "setopt " + options.joined(separator: " "))
    } + [PromptStyle(shell: .fish, options: "")]
}

@Suite struct HostileTitleTests {
  /// Titles that stand in a prompt as they are.
  static let titles = [
    "$(touch pwned)", "`touch pwned`", "$(touch${IFS}pwned) and `touch pwned`",
    "${HOME} $HOME ${x:=1} $((1+1))",
    "${(e)STACK_PROMPT} ${x@P}", "$STACK_PROMPT $PS1 $__stack_text", "%n %{ %F{red} %B %% %1v %17v",
    "%(?.yes.no) %{$(touch pwned)%} %D{%H}", "%", "%%", "\\u@\\h \\[ \\w \\$ \\n \\a",
    "\\e[31m \\033[2J \\x1b",
    "\\$(touch pwned) \\`touch pwned\\`", "\\", "\\\\", "ends in a backslash \\", "!! !1 !$ !touch", "!",
    "-n",
    "-e \\n", "--", "'", "\"", "it's \"half quoted", "' ; touch pwned ; '", "\" ; touch pwned ; \"",
    "); touch pwned; (",
    ") ready> ", "; touch pwned", "| touch pwned &", "$(", "${", "`", "{a,b} ~ * ? [a-z] #", "(touch pwned)",
    "<(touch pwned)",
    "wide 日本語のタスク", "emoji 📅 done ✓", "café naïve e\u{301}", "שלום עולם", "\\001\\002 \\]",
  ]

  /// Titles with what must not reach a terminal, and how they are shown.
  static let unsafe = [
    "\u{1B}[31mred\u{1B}[2J": "\\u{1B}[31mred\\u{1B}[2J", "\u{1B}]0;title\u{7}": "\\u{1B}]0;title\\u{7}",
    "\u{9B}31m": "\\u{9B}31m", "right \u{202E}to left\u{2066}": "right \\u{202E}to left\\u{2066}",
    "back\u{8}space\rreturn": "back\\u{8}space\\u{D}return", "\u{1}\u{2}": "\\u{1}\\u{2}",
    "next\u{85}line\u{2028}": "next\\u{85}line\\u{2028}", "del\u{7F}ete\ttab": "del\\u{7F}ete\\u{9}tab",
  ]

  @Test(arguments: PromptStyle.all) func standAsTheyAreWritten(_ style: PromptStyle) throws {
    let home = Home()
    let shell = try InteractiveShell(style.shell, in: home, before: style.options)
    for (title, shown) in Self.titles.map({ ($0, $0) }) + Self.unsafe.sorted(by: <) {
      try home.writeTasks(title)
      let trimmed = shown.trimmingCharacters(in: .whitespaces)
      let prompt = try shell.prompt()
      #expect(prompt == "(\(shown)) ready> " || prompt == "(\(trimmed)) ready> ")
      #expect(shell.terminal.screen.linesAboveCursor == [], "and nothing else is said")
    }
    #expect(home.files(below: "").filter { $0.contains("pwned") } == [])
    try home.stack("done")
    #expect(try shell.prompt() == "ready> ")
  }

  /// They reach STACK_PROMPT as they are, too, and a theme of the user's that shows it as a variable.
  @Test(arguments: Shell.allCases) func standInTheVariable(_ shell: Shell) throws {
    let home = Home()
    let shell = try InteractiveShell(shell, in: home, options: "--no-prompt")
    for (title, shown) in Self.titles.map({ ($0, $0) }) + Self.unsafe.sorted(by: <) {
      try home.writeTasks(title)
      let trimmed = shown.trimmingCharacters(in: .whitespaces)
      _ = try shell.prompt()
      #expect(try shell.output(of: "printenv STACK_PROMPT") == trimmed)
    }
    #expect(home.files(below: "").filter { $0.contains("pwned") } == [])
  }

  /// The shell knows how wide the prompt is: what is typed wraps at the edge, and the cursor finds its way
  /// back to the beginning.
  @Test(
    arguments: PromptStyle.all, ["Call Sam", "%n \\u !! $(id) \\[", "日本語 📅 é", "\u{1B}[31m\u{202E}"])
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
