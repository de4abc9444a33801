// `stack init` prints the scripts in completions, which have no table of commands or options.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// One of the scripts.
enum Script {
  static func url(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).appendingPathComponent("../../../completions/\(name)")
      .standardizedFileURL
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: url(name), encoding: .utf8)
  }
}

extension Shell {
  /// The names of the scripts: for completion, and for the prompt.
  fileprivate var scripts: (completion: String?, prompt: String?) {
    switch self {
    case .bash: ("stack.bash", "prompt.bash")
    case .zsh: ("_stack", "prompt.zsh")
    case .fish: ("stack.fish", "prompt.fish")
    case .elvish: ("stack.elv", nil)
    case .xonsh: ("stack.xsh", nil)
    case .posix: (nil, "prompt.sh")
    }
  }

  /// Names of commands that are also words of the shell, or that its prompt uses.
  fileprivate var ownWords: [String] {
    switch self {
    case .bash, .zsh: ["done"]
    case .elvish: ["edit", "prompt"]
    case .xonsh: ["path", "prompt"]
    default: []
    }
  }
}

@Suite(.saysWhatIsMissing) struct ScriptTests {
  @Test(arguments: Shell.allCases) func initPrintsTheFiles(_ shell: Shell) throws {
    let home = Home()
    let files = try [shell.scripts.completion, shell.scripts.prompt].compactMap {
      try $0.map(Script.text)
    }.joined()
    let printed = try home.stack("init", shell.rawValue).output
    let around = printed.components(separatedBy: files)
    try #require(around.count == 2)
    let withoutPrompt =
      switch shell {
      case .fish: "set -g STACK_NO_PROMPT 1\n" + files
      case .elvish: files + "set shows-task = $false\n"
      case .xonsh: files + "__stack_shows_task = False\n"
      default: "\(around[0])STACK_NO_PROMPT=1\n\(files)\(around[1])"
      }
    #expect(try home.stack("init", shell.rawValue, "--no-prompt").output == withoutPrompt)
    #expect(try home.stack("init", "--no-prompt", shell.rawValue).output == withoutPrompt)
  }

  /// A command or an option is added in Swift alone.
  @Test(arguments: Shell.allCases.filter { $0 != .posix }) func noScriptKnowsACommandOrAnOption(
    _ shell: Shell
  ) throws {
    let code = try Script.text(#require(shell.scripts.completion)).replacing(
      /(?m)^\s*#.*\n/, with: "")
    for command in Command.all where !shell.ownWords.contains(command.name) {
      let isNamed = try code.contains(Regex("(^|[^A-Za-z0-9_.-])\(command.name)(?![A-Za-z0-9_-])"))
      #expect(!isNamed, "\(shell) names \(command.name)")
    }
    // The scripts of elvish and xonsh also have the prompt, which uses some commands.
    let others = Command.all.filter { !shell.ownWords.contains($0.name) }
    for option in Option.general + Option.beforeCommand + others.flatMap({ $0.options() }) {
      #expect(!code.contains(option.long), "\(shell) names \(option.long)")
      #expect(!code.contains(option.summary))
    }
    #expect(!code.lowercased().contains("json"))
    for command in Command.all { #expect(!code.contains(command.summary)) }
  }
}

/// If a packager renames the program, the scripts use the new name.
@Suite(.saysWhatIsMissing) struct RenamedProgramTests {
  /// A home where the program is called `hs-task.2`, and another program is called `stack`.
  private func home() throws -> Home {
    let home = try Home(task: "Task")
    try home.shell("mv .bin/stack .bin/hs-task.2")
    try home.script("stack", "echo called >>~/called; exit 0")
    return home
  }

  @Test(arguments: Shell.withCompletion) func theScriptsCallTheRenamedProgram(_ shell: Shell) throws
  {
    let home = try home()
    let line = shell.line().replacingOccurrences(of: "stack init", with: "hs-task.2 init")
    let shell = try InteractiveShell(
      shell, in: home, before: shell == .zsh ? CompletionTests.setUp : "", line: line)
    #expect(shell.prompt == "(Task) ready> ")
    shell.expectTab("hs-task.2 pu", "hs-task.2 push ")
    #expect(!home.files(below: "").contains("called"), "the other program isn't called")
    #expect(
      try shell.prompt(after: "\u{15}rm .bin/stack; hs-task.2 edit Other") == "(Other) ready> ")
    shell.expectTab("hs-task.2 und", "hs-task.2 undo ")
  }

  @Test func onlyTheNameDiffers() throws {
    let home = try home()
    for shell in Shell.allCases {
      let ours = try home.stack("init", shell.rawValue).output
      let renamed = try home.shell("hs-task.2 init \(shell)").output
      #expect(renamed.contains("hs-task.2"))
      #expect(renamed.replacingOccurrences(of: "hs-task.2", with: "stack") == ours)
      // No call of `stack` is left.
      let call =
        /(^|command |command -q |whence -p |complete -c |compdef _*stack |complete )stack($|[ \n])/
      #expect(renamed.firstMatch(of: call) == nil)
      // The segment of powerlevel10k keeps its name, which users have in their settings.
      #expect(shell != .zsh || renamed.contains("\"stack\" \"$@\""))
    }
  }
}
