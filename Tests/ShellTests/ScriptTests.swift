// There is one source: the scripts in completions, which know the commands and options that the program has.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// One of the scripts.
enum Script {
  static func url(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../completions/\(name)").standardizedFileURL
  }

  static func text(_ name: String) throws -> String { try String(contentsOf: url(name), encoding: .utf8) }
}

extension Shell {
  /// The names of the scripts: for completion, and for the prompt.
  fileprivate var scripts: (completion: String?, prompt: String) {
    switch self {
    case .bash: ("stack.bash", "prompt.bash")
    case .zsh: ("_stack", "prompt.zsh")
    case .fish: ("stack.fish", "prompt.fish")
    case .posix: (nil, "prompt.sh")
    }
  }
}

@Suite struct ScriptTests {
  @Test(arguments: Shell.allCases) func initPrintsTheVeryFiles(_ shell: Shell) throws {
    let home = Home()
    let files = try (shell.scripts.completion.map(Script.text) ?? "") + Script.text(shell.scripts.prompt)
    #expect(try home.stack("init", shell.rawValue) == Finished(status: 0, output: files, errors: ""))
    let line = shell == .fish ? "set -g STACK_NO_PROMPT 1\n" : "STACK_NO_PROMPT=1\n"
    #expect(try home.stack("init", shell.rawValue, "--no-prompt").output == line + files)
    #expect(try home.stack("init", "--no-prompt", shell.rawValue).output == line + files)
  }

  @Test(arguments: Shell.withCompletion) func completionKnowsTheCommands(_ shell: Shell) throws {
    let known = try Completion(shell).commands
    let commands = Command.all
    #expect(known.map(\.name) == commands.map(\.name), "in the order of the help")
    #expect(known.map(\.summary) == commands.map(\.summary))
  }

  @Test(arguments: Shell.withCompletion) func completionKnowsTheOptions(_ shell: Shell) throws {
    let completion = try Completion(shell)
    #expect(completion.options(of: nil) == descriptions(Option.general + Option.beforeCommand))
    for command in Command.all {
      let known = completion.options(of: command.name)
      #expect(
        known == descriptions(Option.general + command.options()), "after stack \(command.name)")
    }
  }

  /// What options do, by each of their names.
  private func descriptions(_ options: [Option]) -> [String: String] {
    let pairs = options.flatMap { option in option.names.map { ($0, option.summary) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test(arguments: Command.all.map(\.name)) func helpExplainsTheOptionsOfACommand(_ name: String) throws {
    let command = try #require(Command.all.first { $0.name == name })
    let help = HelpText.page(for: command).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for option in command.options() {
      #expect(help.contains("\(option.synopsis) \(option.summary)\(option.details)"))
    }
  }

  @Test(arguments: Shell.withCompletion) func completionKnowsTheShells(_ shell: Shell) throws {
    let script = try Script.text(#require(shell.scripts.completion))
    let names = Shell.allCases.map(\.rawValue)
    #expect(
      script.contains(names.joined(separator: " "))
        || script.contains(names.map { "\($0):" }.joined(separator: " ")))
  }
}

/// What a completion script knows, as it is written there.
private struct Completion {
  let commands: [(name: String, summary: String)]
  /// Descriptions of options by name, for those that all commands have under `anywhere`, for those before a
  /// command under the empty name.
  private let described: [String: [String: String]]

  init(_ shell: Shell) throws {
    let script = try Script.text(#require(shell.scripts.completion))
    switch shell {
    case .bash: (commands, described) = try Self.readBash(script)
    case .zsh: (commands, described) = try Self.readZsh(script)
    case .fish: (commands, described) = try Self.readFish(script)
    case .posix: (commands, described) = ([], [:])
    }
  }

  /// The options that may stand behind a command, `nil` being the place before one.
  func options(of command: String?) -> [String: String] {
    (described["anywhere"] ?? [:]).merging(described[command ?? ""] ?? [:]) { $1 }
  }

  private typealias Known = (
    commands: [(name: String, summary: String)], described: [String: [String: String]]
  )

  /// `'push:add a task at the back'`, and options likewise, in a `case` of the commands.
  private static func readBash(_ script: String) throws -> Known {
    let commands = try section(of: script, from: "__stack_commands() {", to: "\n}")
    let options = try section(of: script, from: "__stack_options() {", to: "\n}")
    var described: [String: [String: String]] = [:]
    var command = "anywhere"
    for line in options.split(separator: "\n") {
      if let match = line.firstMatch(of: /^ +('{2}|[a-z]+)\)[ ]/) {
        command = match.1 == "''" ? "" : String(match.1)
      }
      for match in line.matches(of: /'(--?[a-zA-Z-]+):([^']*)'/) {
        described[command, default: [:]][String(match.1)] = String(match.2)
      }
    }
    return (pairs(in: commands), described)
  }

  /// `'push:add a task at the back'`, and `'--top[put it in front]'` in a `case` of the commands.
  private static func readZsh(_ script: String) throws -> Known {
    let commands = try section(of: script, from: "commands=(", to: "\n  )")
    let options = try section(of: script, from: "_stack() {", to: "\n}")
    var described: [String: [String: String]] = [:]
    var command = "anywhere"
    for line in options.split(separator: "\n") {
      if line.contains("_arguments -C") { command = "" }
      if let match = line.firstMatch(of: /^ +([a-z|]+)\)$/) { command = String(match.1) }
      // One name, or several in braces, in front of the quote.
      guard let match = line.firstMatch(of: /(-[a-zA-Z=-]+|\{[a-zA-Z,=-]+\}')\[([^\]]*)\]/) else { continue }
      for name in match.1.split(whereSeparator: { "{},'=".contains($0) }) {
        described[command, default: [:]][String(name)] = String(match.2)
      }
    }
    return (pairs(in: commands), described)
  }

  /// `push 'add a task at the back'`, and `complete … -n '__stack_at push' -l top -d 'put it in front'`.
  private static func readFish(_ script: String) throws -> Known {
    let list = try section(of: script, from: "function __stack_commands", to: "\nend")
    let commands = list.matches(of: /(?m)^ {8}([a-z]+) (?:'([^']*)'|"([^"]*)")/).map { match in
      (name: String(match.1), summary: String(match.2 ?? match.3 ?? ""))
    }
    var described: [String: [String: String]] = [:]
    for match in script.matches(of: /(?m)^complete -c stack -n '__stack_at ([^']*)'(.*) -d '([^']*)'$/) {
      let place = match.1 == "\"\"" ? "" : String(match.1)
      for option in match.2.matches(of: /[ ]-([sl]) ([a-zA-Z-]+)/) {
        described[place, default: [:]][(option.1 == "s" ? "-" : "--") + option.2] = String(match.3)
      }
    }
    return (commands, described)
  }

  /// What stands between quotes, as `NAME:TEXT`.
  private static func pairs(in text: String) -> [(name: String, summary: String)] {
    text.matches(of: /(?m)(?:'([a-z]+):([^']*)'|"([a-z]+):([^"]*)")/).map { match in
      (name: String(match.1 ?? match.3 ?? ""), summary: String(match.2 ?? match.4 ?? ""))
    }
  }

  private static func section(of script: String, from start: String, to end: String) throws -> String {
    let rest = try #require(script.range(of: start).map { script[$0.upperBound...] })
    return String(rest[..<(try #require(rest.range(of: end)).lowerBound)])
  }
}
