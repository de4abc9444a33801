// The prompt next to those of other projects, in zsh and bash: with their scripts if installed, or with stand-ins.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

extension Neighbour {
  fileprivate static let prompts =
    all("prompts")
    + TestExtent.sample(
      ["adam1", "adam2", "bart", "bigfade", "clint", "elite2", "fade", "fire", "oliver", "suse", "walters"], 3
    ).map { theme in
      let endings = ["# ", "% ", "> ", " "].map { "#: ending '\($0)'\n" }.joined()
      return Neighbour("zsh's theme \(theme)", .zsh, endings + "autoload -U promptinit; promptinit; prompt \(theme)")
    }
}

@Suite(.saysWhatIsMissing) struct PromptCompatibilityTests {
  @Test(arguments: Neighbour.prompts)
  func theTaskIsOnTheScreenOnceAndThePromptDoesNotGrow(_ neighbour: Neighbour) throws {
    try neighbour.require()
    let line = neighbour.shell.line()
    for lines in TestExtent.sample([[neighbour.lines, line], [line, neighbour.lines]], 1) {
      let home = try Home(["TERM": "xterm-256color"], task: "Task")
      let shell = try InteractiveShell(
        neighbour.shell, in: home, before: lines.joined(separator: "\n"), line: "", endings: neighbour.endings)
      func length() throws -> Int {
        _ = try shell.prompt(after: "echo ${#PS1} >length")
        return try Int(String(contentsOf: home.url("length"), encoding: .utf8).dropLast()) ?? -1
      }
      var longest = 0
      for title in ["Other %n $(touch pwned) \\w", "Task", "Task"] {
        try home.writeTasks(title)
        longest = max(longest, try length())
        let screen = shell.terminal.screen.text
        #expect(screen.components(separatedBy: "(\(title))").count == 2, "\(screen)")
      }
      // After an empty line, a prompt comes without preexec.
      shell.terminal.type("\r\r")
      #expect(try length() <= longest, "the prompt grows")
      if neighbour.values("status") == ["shown"] { #expect(try shell.prompt(after: "sh -c 'exit 7'").contains("7")) }
      try home.stack("drop")
      _ = try shell.prompt()
      #expect(!shell.terminal.screen.text.contains("(Task)"))
      home.expectNothingRan()
    }
  }

  /// The stand-in calls the functions of its segments, as powerlevel10k does.
  @Test func powerlevel10kShowsTheTaskAsASegment() throws {
    let home = Home()
    let theme = """
      POWERLEVEL9K_LEFT_PROMPT_ELEMENTS=(dir newline)
      p10k() { [[ $1 != segment ]] || { shift; while getopts 'f:c:t:' o; do case $o in (c) c=$OPTARG;; (t) t=$OPTARG;; esac; done }; }
      _p9k_precmd() {
        local c t e; for e in $POWERLEVEL9K_LEFT_PROMPT_ELEMENTS; do (( $+functions[prompt_$e] )) && prompt_$e; done
        setopt prompt_subst
        PROMPT=$'\\n%{\\e[A%}'"made of $POWERLEVEL9K_LEFT_PROMPT_ELEMENTS \\${\\${:-$c}:+$t }ready> "; made=$PROMPT
      }
      precmd_functions+=(_p9k_precmd)
      """
    for lines in [[theme, Shell.zsh.line()], [Shell.zsh.line(), theme]] {
      try home.writeTasks("Task")
      let shell = try InteractiveShell(.zsh, in: home, before: lines.joined(separator: "\n"), line: "")
      #expect(shell.prompt == "made of stack dir newline (Task) ready> ")
      let title = "100% %n $(touch pwned)"
      #expect(try shell.prompt(following: home.writeTasks(title)) == "made of stack dir newline (\(title)) ready> ")
      #expect(try shell.output(of: "[[ $PROMPT == $made ]] && echo its own").contains("its own"))
      #expect(try shell.prompt(after: "STACK_NO_PROMPT=1") == "made of stack dir newline ready> ")
      #expect(try shell.prompt(after: "unset STACK_NO_PROMPT").contains("(100%"))
      #expect(try shell.prompt(following: home.stack("done")) == "made of stack dir newline ready> ")
    }
  }
}
