// The prompt in zsh beside what others build into theirs: with the real scripts where they are, and with the
// smallest stand-in for those that Debian doesn't have.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// Scripts of other projects.
enum OtherScripts {
  /// The folder with copies of their repositories, by the repositories' names.
  static let folder = ProcessInfo.processInfo.environment["STACK_TEST_SCRIPTS"]
    .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true) }

  /// A file in that folder.
  static func path(_ name: String) -> String? {
    folder?.appendingPathComponent(name).path.ifExists
  }

  /// Where Debian puts a file.
  static func debian(_ name: String) -> String? { "/usr/share/\(name)".ifExists }
}

extension String {
  fileprivate var ifExists: String? { FileManager.default.fileExists(atPath: self) ? self : nil }
}

/// A project whose script makes a prompt of its own, or something near it.
struct ZshNeighbour: CustomTestStringConvertible, Sendable {
  let name: String
  /// What stands in the start-up file for it.
  let lines: String
  /// With what its prompt may end.
  var endings = ["ready> "]

  var testDescription: String { name }

  /// Those that Debian has.
  static let packaged: [(package: String, file: String, lines: String, endings: [String])] = [
    (
      "zsh-syntax-highlighting", "zsh-syntax-highlighting/zsh-syntax-highlighting.zsh", "PROMPT='ready> '",
      ["ready> "]
    ),
    ("zsh-autosuggestions", "zsh-autosuggestions/zsh-autosuggestions.zsh", "PROMPT='ready> '", ["ready> "]),
    (
      "zsh-theme-powerlevel9k", "powerlevel9k/powerlevel9k.zsh-theme",
      "TERM=xterm-256color POWERLEVEL9K_LEFT_PROMPT_ELEMENTS=(dir) POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS=()",
      ["\u{E0B0} "]
    ),
    ("liquidprompt", "liquidprompt/liquidprompt", "", ["# ", "$ ", "% "]),
    ("powerline", "powerline/bindings/zsh/powerline.zsh", "", [" ", "\u{A0}"]),
  ]

  /// Those for which there are copies.
  static let copied: [ZshNeighbour] = {
    guard let folder = OtherScripts.folder?.path else { return [] }
    let all = [
      ("powerlevel10k/powerlevel10k.zsh-theme", "powerlevel10k", p10k(folder), ["❯ "]),
      (
        "powerlevel10k/powerlevel10k.zsh-theme", "powerlevel10k, transient",
        p10k(folder) + "\nPOWERLEVEL9K_TRANSIENT_PROMPT=always", ["❯ "]
      ),
      (
        "powerlevel10k/powerlevel10k.zsh-theme", "powerlevel10k, instant",
        "source \(folder)/powerlevel10k/config/p10k-classic.zsh\n" + p10k(folder), ["❯ "]
      ),
      (
        "pure/pure.zsh", "Pure", "fpath+=(\(folder)/pure); autoload -U promptinit; promptinit; prompt pure",
        ["❯ "]
      ),
      ("ohmyzsh/oh-my-zsh.sh", "oh-my-zsh, robbyrussell", ohMyZsh(folder, "robbyrussell"), [" "]),
      ("ohmyzsh/oh-my-zsh.sh", "oh-my-zsh, agnoster", ohMyZsh(folder, "agnoster"), [" "]),
      (
        "iTerm2-shell-integration/shell_integration/zsh", "iTerm2",
        "PROMPT='ready> '\nsource \(folder)/iTerm2-shell-integration/shell_integration/zsh", ["ready> "]
      ),
    ]
    return all.filter { OtherScripts.path($0.0) != nil }
      .map { ZshNeighbour(name: $0.1, lines: $0.2, endings: $0.3) }
  }()

  private static func p10k(_ folder: String) -> String {
    """
    POWERLEVEL9K_DISABLE_GITSTATUS=true
    source \(folder)/powerlevel10k/powerlevel10k.zsh-theme
    source \(folder)/powerlevel10k/config/p10k-lean.zsh
    POWERLEVEL9K_DISABLE_GITSTATUS=true
    """
  }

  private static func ohMyZsh(_ folder: String, _ theme: String) -> String {
    "ZSH=\(folder)/ohmyzsh ZSH_THEME=\(theme) ZSH_COMPDUMP=~/dump; zstyle ':omz:update' mode disabled; source $ZSH/oh-my-zsh.sh"
  }

  /// The smallest prompts that are made or wrapped as the real ones are.
  static let standIns: [ZshNeighbour] = [
    // VS Code: marks around PS1 before a prompt, PS1 as it was before a command.
    ZshNeighbour(
      name: "marks around the prompt, taken off before a command",
      lines: """
        PROMPT='ready> '; running=1
        mark() { [[ -z $running ]] || { kept=$PS1; PS1=$'%{\\e]633;A\\a%}'$PS1$'%{\\e]633;B\\a%}'; running=; } }
        unmark() { PS1=$kept running=1; }
        autoload -Uz add-zsh-hook; add-zsh-hook precmd mark; add-zsh-hook preexec unmark
        """),
    // iTerm2: the same, and again where PS1 isn't what it left.
    ZshNeighbour(
      name: "marks around the prompt, made again where it changed",
      lines: """
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
    // Pure: elements 12 to 23 of psvar.
    ZshNeighbour(
      name: "elements of psvar",
      lines: """
        precmd() { psvar[12]=twelve; psvar[17]=; psvar[23]=end; }
        PROMPT='%12v%(17V.arrows.) %23v ready> '
        """),
    // starship: a prompt that a program prints.
    ZshNeighbour(
      name: "a prompt that a program prints",
      lines: "setopt prompt_subst; PROMPT='$(echo \"made by $(echo a program)\") ready> '"),
    // Themes of oh-my-zsh and prompt's.
    ZshNeighbour(
      name: "a theme that sets the prompt each time, in colours, with a line before",
      lines: "theme() { PROMPT=$'\\n%F{red}%~%f\\n%B>%b ready> '; }; precmd_functions+=(theme)"),
    ZshNeighbour(
      name: "a theme of zsh's own", lines: "autoload -U promptinit; promptinit; prompt adam1",
      endings: ["# ", "% "]),
    ZshNeighbour(
      name: "another theme of zsh's own", lines: "autoload -U promptinit; promptinit; prompt clint",
      endings: ["# ", "% "]),
  ]
}

@Suite(.saysWhatIsMissing) struct ZshNeighbourTests {
  /// The screen, in a home with one task, after some commands; and how long the prompt's text was meanwhile.
  private func expectGoodNeighbours(
    _ neighbour: ZshNeighbour, sourceLocation: SourceLocation = #_sourceLocation
  )
    throws
  {
    for isFirst in [false, true] {
      let home = Home(["TERM": "xterm-256color"])
      try home.writeTasks("Task")
      let lines = isFirst ? [Shell.zsh.line(), neighbour.lines] : [neighbour.lines, Shell.zsh.line()]
      let shell = try InteractiveShell(
        .zsh, in: home, before: lines.joined(separator: "\n"), line: "", endings: neighbour.endings)
      var lengths: [Int] = []
      for title in ["Task", "Other %n", "$(touch pwned)", "Task", "Task", "Task"] {
        try home.writeTasks(title)
        _ = try shell.prompt(after: "print $#PROMPT >length")
        // Once, whichever line of the prompt it is on.
        let text = shell.terminal.screen.text
        #expect(
          text.components(separatedBy: "(\(title))").count == 2, "\(text)", sourceLocation: sourceLocation)
        let length = try String(contentsOf: home.url("length"), encoding: .utf8)
        lengths.append(Int(length.dropLast()) ?? -1)
      }
      // An empty line is no command: a prompt comes without preexec.
      shell.terminal.type("\r\r\r")
      _ = try shell.prompt(after: "print $#PROMPT >length")
      let length = try String(contentsOf: home.url("length"), encoding: .utf8)
      lengths.append(Int(length.dropLast()) ?? -1)
      let longest = lengths.dropLast().max() ?? 0
      #expect(lengths.last ?? 0 <= longest, "the prompt grows: \(lengths)", sourceLocation: sourceLocation)

      try home.stack("drop")
      _ = try shell.prompt()
      #expect(!shell.terminal.screen.text.contains("(Task)"), sourceLocation: sourceLocation)
      #expect(home.files(below: "").filter { $0.contains("pwned") } == [], sourceLocation: sourceLocation)
    }
  }

  @Test("Stand-ins for others' prompts", arguments: ZshNeighbour.standIns)
  func standIns(_ neighbour: ZshNeighbour) throws {
    try expectGoodNeighbours(neighbour)
  }

  @Test("The scripts that are copied to the folder STACK_TEST_SCRIPTS", arguments: ZshNeighbour.copied)
  func copies(_ neighbour: ZshNeighbour) throws {
    try expectGoodNeighbours(neighbour)
  }

  @Test("What Debian packages", arguments: ZshNeighbour.packaged.map(\.package))
  func packages(_ package: String) throws {
    let packaged = try #require(ZshNeighbour.packaged.first { $0.package == package })
    guard let path = OtherScripts.debian(packaged.file) else {
      throw Missing("the package \(package) is missing: there is no /usr/share/\(packaged.file)")
    }
    try expectGoodNeighbours(
      ZshNeighbour(name: package, lines: "\(packaged.lines)\nsource \(path)", endings: packaged.endings))
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
      #expect(try shell.set("STACK_NO_PROMPT", "1") == "made of stack dir newline ready> ")
      #expect(try shell.unset("STACK_NO_PROMPT").contains("(100%"))
      try home.stack("done")
      #expect(try shell.prompt() == "made of stack dir newline ready> ")
    }
  }
}
