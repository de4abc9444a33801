// A shell with a person at it: what they type, and what their prompt then says.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// An interactive shell, whose start-up file has the line that the README asks for.
///
/// The user's own prompt is `ready> `. What stood on the screen goes when a command is run, so what is
/// there afterwards is what came of it.
final class InteractiveShell {
  let shell: Shell
  let home: Home
  let terminal: Terminal
  /// How a prompt may end.
  private let endings: [String]

  /// Starts a shell and waits for its first prompt.
  ///
  /// - Parameters:
  ///   - shell: Which shell it is. Where it is missing, the test is skipped.
  ///   - home: Where it runs; if none is given, in a new one with a queue of one task.
  ///   - command: How the shell is called, if it isn't as it is interactive by itself.
  ///   - options: What stands behind `stack init SHELL`.
  ///   - before: Lines of the start-up file before that.
  ///   - after: Lines after that.
  ///   - line: The line for the integration, if it isn't the one of the README.
  ///   - endings: How a prompt may end.
  ///   - isBare: Whether the shell has no prompt of the user's own.
  init(
    _ shell: Shell, in home: Home? = nil, command: [String]? = nil, options: String = "", before: String = "",
    after: String = "", line: String? = nil, endings: [String] = ["ready> "], isBare: Bool = false,
    columns: Int = 100, rows: Int = 24
  ) throws {
    self.shell = shell
    self.home = try home ?? Home(task: "Task")
    self.endings = endings
    let words = try command ?? [shell.program()] + shell.arguments
    guard let program = words.first.flatMap({ $0.hasPrefix("/") ? $0 : Program.path(of: $0) }) else {
      throw Missing("there is no \(words[0]) here")
    }
    let lines = [isBare ? shell.quiet : shell.ownPrompt, before, line ?? shell.line(options), after, ""]
    try self.home.write(Data(lines.joined(separator: "\n").utf8), to: shell.startUpFile)
    // Else fish makes completions from all manual pages at its first start. (Newer ones keep them in the cache.)
    if shell == .fish { try self.home.shell("mkdir -p {.local/share,.cache}/fish/generated_completions") }
    terminal = try Terminal(self.home, program, Array(words.dropFirst()), columns: columns, rows: rows)
    try waitUntilReady()
  }

  /// Waits until the prompt is there, from the last erasure on.
  private func waitUntilReady(after erasures: Int = 0) throws {
    let isReady = terminal.wait {
      $0.screen.erasures >= erasures && self.endings.contains(where: $0.screen.textBeforeCursor.hasSuffix)
    }
    try #require(isReady, "\(shell) shows no prompt in time, but:\n\(terminal.screen.text)")
  }

  /// The text before the cursor.
  var prompt: String { terminal.screen.textBeforeCursor }

  /// Runs a command, by default one that does nothing, and returns the prompt that comes after it.
  func prompt(after command: String = ":") throws -> String {
    let erasures = terminal.screen.erasures
    // The shells without hooks can't be told to erase the screen.
    terminal.type((shell == .posix ? "\\printf '\\033[H\\033[2J'; " : "") + command + "\r")
    try waitUntilReady(after: erasures + 1)
    return prompt
  }

  /// Runs a command and returns what it shows.
  func output(of command: String) throws -> String {
    _ = try prompt(after: command)
    return terminal.screen.linesAboveCursor.joined(separator: "\n")
  }

  /// Leaves the shell; returns its exit status.
  func exit() -> Int32? {
    terminal.type("exit\r")
    return terminal.end()
  }

  /// Types a beginning and Tab on an empty line, and expects the line to become something.
  func expectTab(_ beginning: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation) {
    terminal.type("\u{15}" + beginning)
    // What is typed before the shell is at its line may be lost.
    terminal.wait { $0.screen.textBeforeCursor.hasSuffix("ready> " + beginning) }
    terminal.type("\t")
    terminal.wait { $0.screen.textBeforeCursor.hasSuffix("ready> " + line) }
    #expect(prompt.hasSuffix("ready> " + line), "\(terminal.screen.text)", sourceLocation: sourceLocation)
  }
}

extension Home {
  /// A home whose queue has one task.
  convenience init(_ environment: [String: String] = [:], task: String) throws {
    self.init(environment)
    try writeTasks(task)
  }

  /// Expects that no text was taken for a command: in these tests each would make a file of this name.
  func expectNothingRan(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(files(below: "").filter { $0.hasSuffix("pwned") } == [], sourceLocation: sourceLocation)
  }
}

extension Shell {
  /// The command that prints the task's text as the shell knows it, though no program does.
  static let printTask = "printf '%s\\n' \"$STACK_PROMPT\""

  /// The shells whose prompt and line have much in common, with completion; see `simple` for the others.
  static let withCompletion: [Shell] = [.bash, .zsh, .fish]

  /// The command that sets a variable and exports it.
  func exporting(_ name: String, _ value: String) -> String {
    self == .fish ? "set -gx \(name) \(value)" : "export \(name)=\(value)"
  }

  /// The command that sets a variable which programs don't see.
  func setting(_ name: String, _ value: String) -> String {
    self == .fish ? "set -g \(name) \(value)" : "\(name)=\(value)"
  }

  /// The command that removes a variable.
  func unsetting(_ name: String) -> String { self == .fish ? "set -e \(name)" : "unset \(name)" }

  /// Where the shell is. Where it isn't, the test is skipped.
  func program() throws -> String {
    guard let path = Program.path(of: rawValue) else { throw Missing("there is no \(rawValue) here") }
    if self == .bash, !Self.bashErasesTheScreen {
      throw Missing("bash here is older than 4.4 and has no PS0, which erases the screen for these tests")
    }
    return path
  }

  /// Whether bash knows PS0. (The one that comes with macOS doesn't.)
  private static let bashErasesTheScreen: Bool = {
    let isNewer = "(( BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404 ))"
    return (try? Home().run("/usr/bin/env", ["bash", "-c", isNewer]).status) == 0
  }()

  /// The line for the start-up file.
  func line(_ options: String = "") -> String {
    switch self {
    case .fish: "stack init fish \(options) | source"
    case .elvish: "eval (stack init elvish \(options) | slurp)"
    case .xonsh: "execx(__import__('os').popen('stack init xonsh \(options)').read())"
    default: "eval \"$(stack init \(rawValue) \(options))\""
    }
  }

  fileprivate var startUpFile: String {
    switch self {
    case .bash: ".bashrc"
    case .zsh: ".zshrc"
    case .fish: ".config/fish/config.fish"
    case .elvish: ".config/elvish/rc.elv"
    case .xonsh: ".xonshrc"
    case .posix: ".shrc"
    }
  }

  /// What makes it interactive.
  var arguments: [String] {
    switch self {
    case .bash: ["--noprofile", "-i"]
    case .elvish: []
    default: ["-i"]
    }
  }

  /// What keeps the shell from greeting.
  fileprivate var quiet: String { self == .fish ? "set -g fish_greeting" : "" }

  /// The user's own prompt; and the screen is erased when a command begins.
  fileprivate var ownPrompt: String {
    switch self {
    case .bash:
      #"""
      PS0='\e[H\e[2J'
      PS1='ready> '
      """#
    case .zsh:
      #"""
      preexec() { printf '\e[H\e[2J'; }
      PROMPT='ready> '
      """#
    case .posix: "PS1='ready> '"
    case .elvish:
      #"""
      set edit:prompt = { put 'ready> ' }
      set edit:rprompt = { }
      set edit:after-readline = [{|line| print "\e[H\e[2J" }]
      """#
    case .xonsh:
      #"""
      $PROMPT = 'ready> '
      $RIGHT_PROMPT = $BOTTOM_TOOLBAR = ''
      $AUTO_SUGGEST = $COLOR_INPUT = $MOUSE_SUPPORT = $UPDATE_COMPLETIONS_ON_KEYPRESS = False
      @events.on_precommand
      def erase(cmd, **_):
          print('\x1b[H\x1b[2J', end='', flush=True)
      """#
    case .fish:
      #"""
      set -g fish_greeting
      set -g fish_autosuggestion_enabled 0
      function erase --on-event fish_preexec
          printf '\e[H\e[2J'
      end
      function fish_prompt
          printf 'ready> '
      end
      """#
    }
  }
}
