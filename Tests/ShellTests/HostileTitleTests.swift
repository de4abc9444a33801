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

@Suite(.canBeCancelled) struct HostileTitleTests {
  /// Titles that stand in a prompt as they are.
  static let titles = [
    // Commands and variables.
    "$(touch pwned)", "`touch pwned`", "$(touch${IFS}pwned) and `touch pwned`",
    "\\$(touch pwned) \\`touch pwned\\`",
    "${HOME} $HOME ${x:=1} $((1+1))", "${(e)STACK_PROMPT} ${x@P}", "$STACK_PROMPT $PS1 $__stack_text",
    "' ; touch pwned ; '", "\" ; touch pwned ; \"", "); touch pwned; (", "}; touch pwned; {", "; touch pwned",
    "| touch pwned &", "(touch pwned)", "<(touch pwned)", "$(", "${", "`", "'", "\"", "it's \"half quoted",
    // What shells replace in a prompt.
    "%n %{ %F{red} %B %% %1v %17v", "%(?.yes.no) %{$(touch pwned)%} %D{%H}", "%", "%%",
    "\\u@\\h \\[ \\w \\$ \\n \\a", "\\e[31m \\033[2J \\x1b", "\\001\\002 \\]", "\\", "\\\\",
    "ends in a backslash \\",
    "!! !1 !$ !touch", "!", "{a,b} ~ * ? [a-z] #",
    // What commands take for options, and what looks like a part of a prompt.
    "-n", "-e \\n", "--", "(venv) ok",
    // Letters.
    "wide 日本語のタスク", "emoji 📅 done ✓", "café naïve e\u{301}", "שלום עולם",
  ]

  /// Titles with what must not reach a terminal, and how they are shown.
  static let unsafe = [
    ("\u{1B}[31mred\u{1B}[2J", "\\u{1B}[31mred\\u{1B}[2J"), ("\u{1B}]0;title\u{7}", "\\u{1B}]0;title\\u{7}"),
    ("\u{9B}31m", "\\u{9B}31m"), ("right \u{202E}to left\u{2066}", "right \\u{202E}to left\\u{2066}"),
    ("back\u{8}space\rreturn", "back\\u{8}space\\u{D}return"), ("\u{1}\u{2}", "\\u{1}\\u{2}"),
    ("next\u{85}line\u{2028}", "next\\u{85}line\\u{2028}"), ("del\u{7F}ete\ttab", "del\\u{7F}ete\\u{9}tab"),
  ]

  @Test(arguments: PromptStyle.all) func standAsTheyAreWritten(_ style: PromptStyle) throws {
    let home = Home()
    let shell = try InteractiveShell(style.shell, in: home, before: style.options)
    for (title, shown) in Self.titles.map({ ($0, $0) }) + Self.unsafe {
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
    for (title, shown) in Self.titles.map({ ($0, $0) }) + Self.unsafe {
      try home.writeTasks(title)
      _ = try shell.prompt()
      #expect(try shell.output(of: "printenv STACK_PROMPT") == shown)
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
