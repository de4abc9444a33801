// The prompt next to those of other projects, in zsh and bash: with their scripts if installed, or
// with stand-ins.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

extension Neighbour {
  fileprivate static let prompts =
    all("prompts")
    + [
      "adam1", "adam2", "bart", "bigfade", "clint", "elite2", "fade", "fire", "oliver", "suse",
      "walters",
    ].map { theme in
      let endings = ["# ", "% ", "> ", " "].map { "#: ending '\($0)'\n" }.joined()
      return Neighbour(
        "zsh's theme \(theme)", .zsh,
        endings + "autoload -U promptinit; promptinit; prompt \(theme)")
    }
}

@Suite(.saysWhatIsMissing) struct PromptCompatibilityTests {
  @Test(arguments: Neighbour.prompts)
  func theTaskIsOnTheScreenOnceAndThePromptDoesNotGrow(_ neighbour: Neighbour) throws {
    try neighbour.require()
    let line = neighbour.shell.line()
    let isSlow = !neighbour.values("slow").isEmpty
    for lines in [[neighbour.lines, line], [line, neighbour.lines]].prefix(isSlow ? 1 : 2) {
      let home = try Home(["TERM": "xterm-256color"], task: "Task")
      let shell = try InteractiveShell(
        neighbour.shell, in: home, before: lines.joined(separator: "\n"), line: "",
        endings: neighbour.endings)
      func length() throws -> Int {
        _ = try shell.prompt(after: "echo ${#PS1} >length")
        return try Int(home.text(of: "length").dropLast()) ?? -1
      }
      var longest = 0
      for title in ["Other %n $(touch pwned) \\w", "Task", "Task"].prefix(isSlow ? 1 : 3) {
        try home.writeTasks(title)
        longest = max(longest, try length())
        let screen = shell.screen
        #expect(screen.components(separatedBy: "(\(title))").count == 2, "\(screen)")
      }
      // After an empty line, a prompt comes without preexec.
      if !isSlow { shell.type("\r\r") }
      #expect(try length() <= longest, "the prompt grows")
      try home.stack("drop")
      let prompt = try shell.prompt(after: "sh -c 'exit 7'")
      #expect(neighbour.values("status") != ["shown"] || prompt.contains("7"))
      #expect(!shell.screen.contains("(Task)"))
      home.expectNothingRan()
    }
  }

  private static let powerlevel10k = Neighbour(
    "powerlevel10k", .zsh,
    "#: needs 'powerlevel10k'\n#: ending '❯ '\n#: ending '➜  ~ '\n#: ending '╰─ '\n")

  private static let powerlevel10kConfigurations =
    powerlevel10k.isMissingCopy
    ? [] : ["lean", "lean-8colors", "classic", "rainbow", "pure", "robbyrussell"]

  /// With each of its configurations, the first screen is powerlevel10k's own, plus the task.
  @Test(arguments: powerlevel10kConfigurations, ["off", "quiet"])
  func powerlevel10ksFirstScreensAreItsOwnPlusTheTask(_ configuration: String, _ instant: String)
    throws
  {
    let theme = Self.powerlevel10k
    let lines = """
      \(theme.lines)
      for instant in ~/.cache/p10k-instant-prompt-${(%):-%n}.zsh(N); do source $instant; done
      POWERLEVEL9K_DISABLE_GITSTATUS=true
      source $needs/powerlevel10k.zsh-theme
      source $needs/config/p10k-\(configuration).zsh
      POWERLEVEL9K_DISABLE_GITSTATUS=true POWERLEVEL9K_INSTANT_PROMPT=\(instant)
      POWERLEVEL9K_TRANSIENT_PROMPT=always
      """
    // The second shell of a home has the instant prompt of the first.
    func screens(_ line: String) throws -> [String] {
      let home = try Home(["TERM": "xterm-256color"], task: "Task")
      return try (1...2).map { _ in
        let shell = try InteractiveShell(
          .zsh, in: home, before: lines, line: line, endings: theme.endings)
        // The instant prompt, which comes before, has no task.
        shell.terminal.wait { line.isEmpty || $0.screen.text.contains("(Task)") }
        return shell.screen
      }
    }
    let withTask = try screens(Shell.zsh.line())
    for (own, screen) in zip(try screens(""), withTask) {
      #expect(screen.components(separatedBy: "(Task)").count == 2, "\(screen)")
      #expect(letters(screen.replacing("(Task)", with: "")) == letters(own), "\(screen)")
      #expect(screen.split(separator: "\n").count == own.split(separator: "\n").count)
    }
  }

  /// The characters that aren't separators of segments or spaces between them.
  private func letters(_ screen: String) -> String {
    screen.filter { $0.isLetter || $0.isNumber || $0.isPunctuation || $0.isNewline }
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
      let shell = try InteractiveShell(
        .zsh, in: home, before: lines.joined(separator: "\n"), line: "")
      #expect(shell.prompt == "made of stack dir newline (Task) ready> ")
      let title = "100% %n $(touch pwned)"
      #expect(
        try shell.prompt(following: home.writeTasks(title))
          == "made of stack dir newline (\(title)) ready> ")
      #expect(try shell.output(of: "[[ $PROMPT == $made ]] && echo its own").contains("its own"))
      #expect(try shell.prompt(after: "STACK_NO_PROMPT=1") == "made of stack dir newline ready> ")
      #expect(try shell.prompt(after: "unset STACK_NO_PROMPT").contains("(100%"))
      #expect(
        try shell.prompt(following: home.stack("done")) == "made of stack dir newline ready> ")
    }
  }
}
