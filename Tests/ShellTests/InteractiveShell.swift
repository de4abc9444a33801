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
  ///   - options: What stands behind `stack init SHELL`.
  ///   - before: Lines of the start-up file before that.
  ///   - after: Lines after that.
  ///   - line: The line for the integration, if it isn't the one of the README.
  ///   - end: How a prompt ends.
  ///   - endings: How it may end, if there are several ways.
  ///   - isBare: Whether the shell has no prompt of the user's own.
  ///   - arguments: What the shell is called with, if it isn't what makes it interactive.
  ///   - tracer: A command under which the shell runs.
  init(
    _ shell: Shell, in home: Home, options: String = "", before: String = "", after: String = "",
    line: String? = nil, end: String = "ready> ", endings: [String]? = nil, isBare: Bool = false,
    columns: Int = 100, rows: Int = 24,
    arguments: [String]? = nil, tracer: [String] = []
  ) throws {
    self.shell = shell
    self.home = home
    self.endings = endings ?? [end]
    let program = try shell.program()
    let lines = [isBare ? shell.quiet : shell.ownPrompt, before, line ?? shell.line(options), after].joined(
      separator: "\n")
    try home.write(Data((lines + "\n").utf8), to: shell.startUpFile)
    // Else fish makes completions from all manual pages at its first start. (Newer ones keep them in the cache.)
    try home.shell("mkdir -p {.local/share,.cache}/fish/generated_completions")
    let command = tracer + [program] + (arguments ?? shell.arguments)
    terminal = try Terminal(home, command[0], Array(command.dropFirst()), columns: columns, rows: rows)
    try waitUntilReady()
  }

  /// Waits until the prompt is there, from the last erasure on.
  private func waitUntilReady(after erasures: Int = 0) throws {
    let isReady = terminal.wait {
      $0.screen.erasures >= erasures && self.endings.contains(where: $0.screen.textBeforeCursor.hasSuffix)
    }
    guard isReady else { throw NotReady(shell: shell, screen: terminal.screen.text) }
  }

  /// What stands before the cursor.
  var prompt: String { terminal.screen.textBeforeCursor }

  /// Runs a command, by default one that does nothing, and returns the prompt that comes after it.
  func prompt(after command: String = ":") throws -> String {
    let erasures = terminal.screen.erasures
    terminal.type(command + "\r")
    try waitUntilReady(after: erasures + 1)
    return prompt
  }

  /// Types Return and nothing else, and waits for the prompt that comes after it.
  func pressReturn() {
    let prompts = terminal.text.components(separatedBy: endings[0]).count
    terminal.type("\r")
    terminal.wait { $0.text.components(separatedBy: self.endings[0]).count > prompts }
  }

  /// Runs a command and returns what it shows.
  func output(of command: String) throws -> String {
    _ = try prompt(after: command)
    return terminal.screen.linesAboveCursor.joined(separator: "\n")
  }

  /// Sets a variable and exports it.
  func export(_ name: String, _ value: String) throws -> String {
    try prompt(after: shell == .fish ? "set -gx \(name) \(value)" : "export \(name)=\(value)")
  }

  /// Sets a variable that programs don't see.
  func set(_ name: String, _ value: String) throws -> String {
    try prompt(after: shell == .fish ? "set -g \(name) \(value)" : "\(name)=\(value)")
  }

  /// Removes a variable.
  func unset(_ name: String) throws -> String {
    try prompt(after: shell == .fish ? "set -e \(name)" : "unset \(name)")
  }
}

/// A shell that doesn't come to its prompt.
struct NotReady: Error, CustomStringConvertible {
  let shell: Shell
  let screen: String

  var description: String { "\(shell) shows no prompt in time, but:\n\(screen)" }
}

extension Shell {
  /// The shells whose prompt and line have much in common, with completion; see `simple` for the others.
  static let withCompletion: [Shell] = [.bash, .zsh, .fish]

  /// Where the shell is. Where it isn't, the test is skipped.
  func program() throws -> String {
    guard let path = Program.path(of: rawValue) else {
      throw Missing("there is no \(rawValue) here")
    }
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
    // At one start in a hundred xonsh 0.13 captures nothing of what a command prints in its start-up file.
    case .xonsh:
      """
      script = ''
      while not script:
          script = $(stack init xonsh \(options))
      execx(script)
      """
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

  fileprivate var arguments: [String] {
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
