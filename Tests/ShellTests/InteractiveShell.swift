import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// An interactive shell in a terminal, whose start-up file has the line that the README asks for.
///
/// The user's own prompt is `ready> `. Each command erases the screen before it runs, so the screen
/// shows its output.
final class InteractiveShell {
  let shell: Shell
  let home: Home
  let terminal: Terminal
  /// How a prompt may end.
  private let endings: [String]

  /// Starts a shell and waits for its first prompt.
  ///
  /// - Parameters:
  ///   - shell: The kind of shell. If it is missing, the test is skipped.
  ///   - home: The home in which it runs; by default a new one with one task.
  ///   - command: The command that starts it, if it isn't the usual one.
  ///   - options: The options of `stack init SHELL`.
  ///   - before: The lines of the start-up file before that.
  ///   - after: The lines after that.
  ///   - line: The line for the integration, if it isn't the README's.
  ///   - endings: How a prompt may end.
  ///   - isBare: Whether the user has no prompt of their own.
  init(
    _ shell: Shell, in home: Home? = nil, command: [String]? = nil, options: String = "",
    before: String = "",
    after: String = "", line: String? = nil, endings: [String] = ["ready> "], isBare: Bool = false,
    columns: Int = 100, rows: Int = 24
  ) throws {
    self.shell = shell
    self.home = try home ?? Home(task: "Task")
    self.endings = endings
    let words = try command ?? [shell.program()] + shell.arguments
    guard let program = words.first.flatMap({ $0.hasPrefix("/") ? $0 : Program.path(of: $0) })
    else {
      throw Missing(reason: "there is no \(words[0])")
    }
    let lines = try [
      isBare ? "" : shell.ownPrompt(), before, line ?? shell.line(options), after, "",
    ]
    try self.home.write(lines.joined(separator: "\n"), to: shell.startUpFile)
    // Otherwise fish generates completions from all manual pages at its first start.
    if shell == .fish {
      for parent in [".local/share", ".cache"] {
        try FileManager.default.createDirectory(
          at: self.home.url("\(parent)/fish/generated_completions"),
          withIntermediateDirectories: true)
      }
    }
    terminal = try Terminal(
      self.home, program, Array(words.dropFirst()), columns: columns, rows: rows)
    try waitUntilReady()
  }

  /// Waits for a prompt after so many erasures of the screen.
  private func waitUntilReady(after erasures: Int = 0) throws {
    let isReady = terminal.wait {
      $0.screen.erasures >= erasures
        && self.endings.contains(where: $0.screen.textBeforeCursor.hasSuffix)
    }
    try #require(isReady, "\(shell) shows no prompt in time, but:\n\(terminal.screen.text)")
  }

  /// The text before the cursor.
  var prompt: String { terminal.screen.textBeforeCursor }

  /// The text on the screen.
  var screen: String { terminal.screen.text }

  /// Types a text.
  func type(_ text: String) { terminal.type(text) }

  /// Waits until the screen is as a condition says, and expects that.
  func expectScreen(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: (Screen) -> Bool
  ) {
    let isShown = terminal.wait { condition($0.screen) }
    #expect(isShown, "\(screen)", sourceLocation: sourceLocation)
  }

  /// Runs commands. Each line has the prompt that is expected and the command that is typed after
  /// it; the last line may have none.
  func expectPrompts(_ lines: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for line in lines.components(separatedBy: "\n") {
      let parts = line.components(separatedBy: "ready>")
      let command = parts.dropFirst().joined(separator: "ready>").dropFirst()
      let shown = terminal.screen.textBeforeCursor
      #expect(shown == "\(parts[0])ready> ", sourceLocation: sourceLocation)
      if !command.isEmpty { _ = try prompt(after: String(command)) }
    }
  }

  /// Runs a command, by default one that does nothing. Returns the next prompt.
  func prompt(after command: String = ":") throws -> String {
    let erasures = terminal.screen.erasures
    // Shells without hooks don't erase the screen.
    type((shell == .posix ? "\\printf '\\033[H\\033[2J'; " : "") + command + "\r")
    try waitUntilReady(after: erasures + 1)
    return prompt
  }

  /// Makes a change elsewhere, as another terminal would, and then runs a command. Returns the next
  /// prompt.
  func prompt<Result>(
    following change: @autoclosure () throws -> Result, after command: String = ":"
  ) throws -> String {
    _ = try change()
    return try prompt(after: command)
  }

  /// Runs a command. Returns its output.
  func output(of command: String) throws -> String {
    _ = try prompt(after: command)
    return terminal.screen.linesAboveCursor.joined(separator: "\n")
  }

  /// Runs a command and expects the next prompt. While the program runs, elvish shows the previous
  /// one.
  func expect(
    prompt expected: String, after command: String = "echo",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    _ = try prompt(after: command)
    terminal.wait { $0.screen.textBeforeCursor == expected }
    #expect(terminal.screen.textBeforeCursor == expected, sourceLocation: sourceLocation)
  }

  /// Expects prompts for a task that another terminal adds, for a broken file, and for no file.
  func expectPromptFollowsFile(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let remove = "rm .config/stack/stack.json"
    #expect(
      try prompt(following: home.writeTasks("Other")) == "(Other) ready> ",
      sourceLocation: sourceLocation)
    #expect(
      try prompt(following: home.writeQueue("broken")) == "(stack!) ready> ",
      sourceLocation: sourceLocation)
    #expect(try prompt(following: home.shell(remove)) == "ready> ", sourceLocation: sourceLocation)
  }

  /// Leaves the shell; returns its exit status.
  func exit() -> Int32? {
    type("exit\r")
    return terminal.end()
  }

  /// Types a beginning and Tab on an empty line, and expects this line then.
  func expectTab(
    _ beginning: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    type("\u{15}" + beginning)
    // Keys that are typed before the line editor runs may be lost.
    terminal.wait { $0.screen.textBeforeCursor.hasSuffix("ready> " + beginning) }
    type("\t")
    terminal.wait { $0.screen.textBeforeCursor.hasSuffix("ready> " + line) }
    #expect(prompt.hasSuffix("ready> " + line), "\(screen)", sourceLocation: sourceLocation)
  }
}

extension Home {
  /// A home whose queue has one task.
  convenience init(_ environment: [String: String] = [:], task: String) throws {
    self.init(environment)
    try writeTasks(task)
  }

  /// Expects that no text was run as a command: each would create a file of this name.
  func expectNothingRan(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(files(below: "").filter { $0.hasSuffix("pwned") } == [], sourceLocation: sourceLocation)
  }
}

extension Shell {
  /// The command that prints the task from the shell's variable, which isn't exported.
  static let printTask = "printf '%s\\n' \"$STACK_PROMPT\""

  /// The shells with hooks before each prompt, and completion.
  static let withCompletion: [Shell] = [.bash, .zsh, .fish]

  /// The command that sets a variable and exports it.
  func exporting(_ name: String, _ value: String) -> String {
    self == .fish ? "set -gx \(name) \(value)" : "export \(name)=\(value)"
  }

  /// The command that sets a variable without exporting it.
  func setting(_ name: String, _ value: String) -> String {
    self == .fish ? "set -g \(name) \(value)" : "\(name)=\(value)"
  }

  /// The command that removes a variable.
  func unsetting(_ name: String) -> String { self == .fish ? "set -e \(name)" : "unset \(name)" }

  /// The path of the shell. If it is missing, the test is skipped.
  func program() throws -> String {
    guard let path = Program.path(of: rawValue) else {
      throw Missing(reason: "there is no \(rawValue)")
    }
    if self == .bash, !Self.bashErasesTheScreen {
      throw Missing(
        reason: "bash is older than 4.4 and has no PS0, which erases the screen in these tests")
    }
    return path
  }

  /// Whether bash has PS0. (macOS has an older bash.)
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

  /// The arguments that make it interactive.
  var arguments: [String] {
    switch self {
    case .bash: ["--noprofile", "-i"]
    case .elvish: []
    default: ["-i"]
    }
  }

  /// The user's own prompt, and a hook that erases the screen before each command.
  fileprivate func ownPrompt() throws -> String {
    try String(
      contentsOf: Neighbour.directory.appendingPathComponent("ready/rc.\(rawValue)"),
      encoding: .utf8)
  }
}

/// A requirement of a test that is missing.
struct Missing: Error { let reason: String }

/// Lets the tests of a suite throw `Missing` to be skipped.
struct SayingWhatIsMissing: SuiteTrait, TestTrait, TestScoping {
  /// So that it applies to each test of the suite.
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    do {
      try await onBlockingThreads(function)
    } catch let missing as Missing {
      print("Test \(test.name) skipped: \(missing.reason)")
    }
  }
}

extension Trait where Self == SayingWhatIsMissing { static var saysWhatIsMissing: Self { Self() } }
