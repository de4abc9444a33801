// The prompt next to those of other projects, in zsh and bash: with their scripts where these are installed, and with
// the smallest stand-in for those that Debian doesn't have.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// Scripts of other projects.
enum OtherScripts {
  /// The directory with copies of their repositories, by the repositories' names.
  static let directory = ProcessInfo.processInfo.environment["STACK_TEST_SCRIPTS"]
    .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true) }

  /// A file in that directory.
  static func path(_ name: String) -> String? { directory?.appendingPathComponent(name).path.ifExists }

  /// Where Debian puts a file.
  static func debian(_ name: String) -> String? { "/usr/share/\(name)".ifExists }
}

extension String {
  fileprivate var ifExists: String? { FileManager.default.fileExists(atPath: self) ? self : nil }
}

/// A project whose script makes a prompt of its own, or something near it.
struct Neighbour: CustomTestStringConvertible, Sendable {
  let name: String
  let shell: Shell
  /// What stands in the start-up file for it; `$needs` is the file it needs, `$scripts` the directory with copies of
  /// others' scripts.
  let lines: String
  /// With what its prompt may end.
  let endings: [String]
  /// The file that must be there, or what must be in that directory.
  let needs: String
  /// Whether its prompt tells what the last command came to.
  let showsStatus: Bool

  init(
    _ name: String, _ lines: String, shell: Shell = .zsh, endings: [String] = ["ready> "],
    needs: String = "", showsStatus: Bool = false
  ) {
    (self.name, self.shell, self.lines, self.endings) = (name, shell, lines, endings)
    (self.needs, self.showsStatus) = (needs, showsStatus)
  }

  var testDescription: String { "\(shell): \(name)" }

  /// Whether what it needs is there.
  var isHere: Bool {
    needs.isEmpty || (needs.hasPrefix("/") ? needs.ifExists : OtherScripts.path(needs)) != nil
  }

  /// Those that Debian has.
  static let packaged =
    [
      Neighbour(
        "syntax highlighting", "PROMPT='ready> '; source $needs",
        needs: "/usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh"),
      Neighbour(
        "autosuggestions", "PROMPT='ready> '; source $needs",
        needs: "/usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh"),
      Neighbour(
        "powerlevel9k",
        "POWERLEVEL9K_LEFT_PROMPT_ELEMENTS=(dir) POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS=(); source $needs",
        endings: ["\u{E0B0} "], needs: "/usr/share/powerlevel9k/powerlevel9k.zsh-theme"),
      Neighbour(
        "liquidprompt", "source $needs", endings: ["# ", "$ ", "% "],
        needs: "/usr/share/liquidprompt/liquidprompt"),
      Neighbour(
        "powerline", "source $needs", shell: .bash, endings: ["\u{E0B0}\u{A0}"],
        needs: "/usr/share/powerline/bindings/bash/powerline.sh", showsStatus: true),
    ] + (TestExtent.isAll ? [powerlineInZsh] : [])

  /// At each prompt it starts Python several times.
  private static let powerlineInZsh = Neighbour(
    "powerline", "source $needs", endings: [" ", "\u{A0}"],
    needs: "/usr/share/powerline/bindings/zsh/powerline.zsh")

  /// Those for which there are copies.
  static let copied = [
    Neighbour("powerlevel10k", p10k, endings: ["❯ "], needs: "powerlevel10k"),
    Neighbour(
      "powerlevel10k, transient", p10k + "\nPOWERLEVEL9K_TRANSIENT_PROMPT=always", endings: ["❯ "],
      needs: "powerlevel10k"),
    Neighbour(
      "powerlevel10k, instant", "source $scripts/powerlevel10k/config/p10k-classic.zsh\n" + p10k,
      endings: ["❯ "], needs: "powerlevel10k"),
    Neighbour(
      "Pure", "fpath+=($scripts/pure); autoload -U promptinit; promptinit; prompt pure", endings: ["❯ "],
      needs: "pure"),
    Neighbour("oh-my-zsh, robbyrussell", ohMyZsh("robbyrussell"), endings: [" "], needs: "ohmyzsh"),
    Neighbour("oh-my-zsh, agnoster", ohMyZsh("agnoster"), endings: [" "], needs: "ohmyzsh"),
    Neighbour(
      "iTerm2", "PROMPT='ready> '\nsource $scripts/iTerm2-shell-integration/shell_integration/zsh",
      needs: "iTerm2-shell-integration"),
    Neighbour("oh-my-bash, font", ohMyBash("font"), shell: .bash, endings: ["→ "], needs: "oh-my-bash"),
    Neighbour(
      "oh-my-bash, agnoster", ohMyBash("agnoster"), shell: .bash, endings: ["\u{E0B0} "], needs: "oh-my-bash"),
  ].filter(\.isHere)

  private static let p10k = """
    POWERLEVEL9K_DISABLE_GITSTATUS=true
    source $scripts/powerlevel10k/powerlevel10k.zsh-theme
    source $scripts/powerlevel10k/config/p10k-lean.zsh
    POWERLEVEL9K_DISABLE_GITSTATUS=true
    """

  private static func ohMyZsh(_ theme: String) -> String {
    """
    ZSH=$scripts/ohmyzsh ZSH_THEME=\(theme) ZSH_COMPDUMP=~/dump; zstyle ':omz:update' mode disabled
    source $ZSH/oh-my-zsh.sh
    """
  }

  /// Its themes set PS1 anew at each prompt.
  private static func ohMyBash(_ theme: String) -> String {
    """
    OSH=$scripts/oh-my-bash OSH_THEME=\(theme) DISABLE_AUTO_UPDATE=true completions=() aliases=() plugins=()
    . "$OSH/oh-my-bash.sh"
    """
  }

  /// The smallest prompts that are made or wrapped as the real ones are.
  static let standIns: [Neighbour] =
    [
      // VS Code: marks around PS1 before a prompt, PS1 as it was before a command.
      Neighbour(
        "marks around the prompt, taken off before a command",
        """
        PROMPT='ready> '; running=1
        mark() { [[ -z $running ]] || { kept=$PS1; PS1=$'%{\\e]633;A\\a%}'$PS1$'%{\\e]633;B\\a%}'; running=; } }
        unmark() { PS1=$kept running=1; }
        autoload -Uz add-zsh-hook; add-zsh-hook precmd mark; add-zsh-hook preexec unmark
        """),
      // iTerm2: the same, and again where PS1 isn't what it left.
      Neighbour(
        "marks around the prompt, made again where it changed",
        """
        PROMPT='ready> '; decorate=1
        mark() {
          [[ -n $decorate || $PS1 == $decorated ]] || decorate=1
          [[ -n $decorate ]] || return
          kept=$PS1 decorate=
          [[ $PS1 == *133\\;A* ]] || PS1=$'%{\\e]133;A\\a%}'$PS1
          PS1+=$'%{\\e]133;B\\a%}' decorated=$PS1
        }
        unmark() { PS1=$kept decorate=1; }
        precmd_functions+=(mark) preexec_functions+=(unmark)
        """),
      // starship: a prompt that a program prints.
      Neighbour(
        "a prompt that a program prints",
        "setopt prompt_subst; PROMPT='$(echo \"made by $(echo a program)\") ready> '"),
      // Themes of oh-my-zsh and prompt's.
      Neighbour(
        "a theme that sets the prompt each time, in colours, with a line before",
        "theme() { PROMPT=$'\\n%F{red}%~%f\\n%B>%b ready> '; }; precmd_functions+=(theme)"),
      // transient-prompt: the editor of the next line sets what PROMPT was when it was loaded.
      Neighbour(
        "a prompt that is shortened once its line is done",
        """
        TRANSIENT_PROMPT_PROMPT='ready> '; PROMPT=$TRANSIENT_PROMPT_PROMPT
        finish() { PROMPT='> '; zle reset-prompt }; zle -N zle-line-finish finish
        begin() { PROMPT=$TRANSIENT_PROMPT_PROMPT; zle reset-prompt }; zle -N zle-line-init begin
        """),
    ] + zshThemes

  /// The themes that come with zsh.
  private static let zshThemes = TestExtent.sample(
    ["adam1", "adam2", "bart", "bigfade", "clint", "elite2", "fade", "fire", "oliver", "suse", "walters"], 4
  ).map { name in
    Neighbour(
      "zsh's theme \(name)", "autoload -U promptinit; promptinit; prompt \(name)",
      endings: ["# ", "% ", "> ", " "])
  }
}

@Suite(.saysWhatIsMissing) struct PromptCompatibilityTests {
  /// The task is on the screen once, and the prompt's text doesn't grow.
  @Test(
    "Stand-ins for others' prompts, what Debian packages, and what is copied to the directory STACK_TEST_SCRIPTS",
    arguments: Neighbour.standIns + Neighbour.packaged + Neighbour.copied)
  func goodNeighbours(_ neighbour: Neighbour) throws {
    if !neighbour.isHere { throw Missing("there is no \(neighbour.needs)") }
    let line = neighbour.shell.line()
    let places = "needs='\(neighbour.needs)' scripts='\(OtherScripts.directory?.path ?? "")'"
    for lines in TestExtent.sample([[neighbour.lines, line], [line, neighbour.lines]], 1) {
      let home = try Home(["TERM": "xterm-256color"], task: "Task")
      let shell = try InteractiveShell(
        neighbour.shell, in: home, before: ([places] + lines).joined(separator: "\n"), line: "",
        endings: neighbour.endings)
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
      // An empty line is no command: a prompt comes without preexec.
      shell.terminal.type("\r\r")
      #expect(try length() <= longest, "the prompt grows")
      if neighbour.showsStatus { #expect(try shell.prompt(after: "sh -c 'exit 7'").contains("7")) }
      try home.stack("drop")
      _ = try shell.prompt()
      #expect(!shell.terminal.screen.text.contains("(Task)"))
      home.expectNothingRan()
    }
  }

  /// powerlevel10k: it is asked for a segment, and its prompt is its own.
  @Test("Something like powerlevel10k gets a segment, and its prompt is left alone")
  func aSegment() throws {
    let home = Home()
    try home.writeTasks("Task")
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
      try home.writeTasks("100% %n $(touch pwned)")
      #expect(try shell.prompt() == "made of stack dir newline (100% %n $(touch pwned)) ready> ")
      #expect(try shell.output(of: "[[ $PROMPT == $made ]] && echo its own").contains("its own"))
      #expect(try shell.prompt(after: "STACK_NO_PROMPT=1") == "made of stack dir newline ready> ")
      #expect(try shell.prompt(after: "unset STACK_NO_PROMPT").contains("(100%"))
      try home.stack("done")
      #expect(try shell.prompt() == "made of stack dir newline ready> ")
    }
  }
}
