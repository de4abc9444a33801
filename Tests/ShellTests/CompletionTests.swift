// What Tab offers.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct CompletionTests {
  /// A shell in a home with some stacks and files.
  private func interactive(_ shell: Shell) throws -> InteractiveShell {
    let home = Home(["HOSTFILE": "hosts"])
    try home.writeTasks("Task")
    try home.writeTasks("At work", queue: "work")
    try home.writeTasks("In town", queue: "errands")
    try home.write(Data(), to: "draft.pdf")
    try home.write(Data(), to: "drawing.svg")
    try home.write(
      Data("Host desk.example *.wild !not\n  HostName 192.0.2.1\nhost=door.example\n".utf8), to: ".ssh/config"
    )
    // What several sources know is offered once.
    try home.write(Data("192.0.2.1 desk.example\n192.0.2.2 other.example\n".utf8), to: "hosts")
    let system = shell == .zsh ? "autoload -Uz compinit; compinit -u -D" : ""
    // In half of the screen, fish shows all.
    return try InteractiveShell(shell, in: home, before: system, rows: 50)
  }

  /// Types a beginning and Tab, and waits for what is offered.
  private func expect(
    _ offered: [String], after beginning: String, _ shell: Shell,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let interactive = try interactive(shell)
    interactive.terminal.type(beginning + "\t")
    // The first Tab of bash only completes what all have in common.
    if shell == .bash { interactive.terminal.type("\t") }
    interactive.terminal.wait { terminal in offered.allSatisfy(terminal.screen.text.contains) }
    let screen = interactive.terminal.screen.text
    for text in offered {
      #expect(screen.contains(text), "\(screen)", sourceLocation: sourceLocation)
    }
  }

  /// Types a beginning and Tab, and waits for the line to become what it should.
  private func expect(
    line: String, after beginning: String, _ shell: Shell, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let interactive = try interactive(shell)
    interactive.terminal.type(beginning + "\t")
    interactive.terminal.wait { $0.screen.textBeforeCursor == "(Task) ready> \(line)" }
    #expect(
      interactive.prompt == "(Task) ready> \(line)", "\(interactive.terminal.screen.text)",
      sourceLocation: sourceLocation)
  }

  @Test(arguments: Shell.withCompletion, ["stack ", "stack help ", "stack -s work "])
  func theCommands(_ shell: Shell, _ beginning: String) throws {
    try expect(
      Command.all.map(\.name) + Command.all.map(\.summary), after: beginning, shell)
  }

  @Test(arguments: Shell.withCompletion) func theNamesOfStacks(_ shell: Shell) throws {
    try expect(["work", "errands"], after: "stack -s ", shell)
    try expect(["work", "errands"], after: "stack push --stack ", shell)
    try expect(line: "stack -s work ", after: "stack -s w", shell)
    try expect(line: "stack --stack=work ", after: "stack --stack=w", shell)
  }

  @Test(arguments: Shell.withCompletion) func theShells(_ shell: Shell) throws {
    try expect(["bash", "zsh", "fish"], after: "stack init ", shell)
    try expect(line: "stack init zsh ", after: "stack init z", shell)
  }

  @Test(arguments: Shell.withCompletion) func files(_ shell: Shell) throws {
    try expect(["draft.pdf", "drawing.svg"], after: "stack attach ", shell)
    try expect(["draft.pdf", "drawing.svg"], after: "stack push -a ", shell)
    try expect(line: "stack attach draft.pdf ", after: "stack attach draf", shell)
    try expect(line: "stack attach draft.pdf drawing.svg ", after: "stack attach draft.pdf draw", shell)
    try expect(line: "stack push -a draft.pdf ", after: "stack push -a draf", shell)
  }

  /// What is attached, by number and by name; in a stack that is chosen on the line, what is attached there.
  @Test(arguments: Shell.withCompletion) func attachments(_ shell: Shell) throws {
    let shell = try interactive(shell)
    let items = [
      "\(shell.home.folder.path)/draft.pdf", "https://example.org/agenda", "/elsewhere/a \\\"quoted\\\" one",
    ]
    let list = items.map { "\"\($0)\"" }.joined(separator: ", ")
    try shell.home.writeQueue(
      #"{"tasks": [{"own": {"attachments": ["no"]}, "title": "attachments", "attachments": [\#(list)]}]}"#)
    try shell.home.writeQueue(#"{"tasks": [{"title": "x", "attachments": "/only/one"}]}"#, "work")
    func expect(_ line: String, after beginning: String) throws {
      shell.terminal.type("\u{15}" + beginning + "\t")
      let all = shell.terminal.wait { $0.screen.textBeforeCursor.hasSuffix("ready> " + line) }
      #expect(all, "\(shell.terminal.screen.text)")
    }
    try expect("stack detach draft.pdf ", after: "stack detach dr")
    try expect("stack detach \(items[0]) ", after: "stack detach \(shell.home.folder.path)/d")
    try expect("stack detach /elsewhere/a\\ \\\"quoted\\\"\\ one ", after: "stack detach /else")
    try expect("stack -s work open 1 ", after: "stack -s work open ")
    try expect("stack --stack work detach /only/one ", after: "stack --stack work detach ")
    shell.terminal.type("\u{15}stack open \t\t")
    #expect(shell.terminal.wait { terminal in ["1", "2", "3"].allSatisfy(terminal.screen.text.contains) })
    #expect(!shell.terminal.screen.text.contains("4 "))
  }

  /// A file's name and an attachment are only ever text.
  @Test(arguments: Shell.withCompletion) func nothingThatIsOfferedRuns(_ shell: Shell) throws {
    let shell = try interactive(shell)
    let item = "/we$(touch${IFS}pwned)`touch${IFS}pwned`;touch pwned;'\\\"!&|<x"
    try shell.home.writeQueue(#"{"tasks": [{"title": "Task", "attachments": ["\#(item)"]}]}"#)
    for name in ["we$(touch${IFS}pwned)", "we;touch pwned", "-dash", "we:colon", "we two", "we.", "we\nline"]
    {
      try shell.home.writeTasks("Other", queue: name)
    }
    try shell.home.writeTasks("Long", queue: "we" + String(repeating: "x", count: 63))
    // Nothing that `stack` would refuse is offered.
    shell.terminal.type("stack -s we\tx")
    #expect(shell.terminal.wait { $0.screen.textBeforeCursor.hasSuffix("stack -s wex") })
    shell.terminal.type("\u{15}stack -s -d\tx")
    #expect(shell.terminal.wait { $0.screen.textBeforeCursor.hasSuffix("stack -s -dx") })
    shell.terminal.type("\u{15}stack detach \t")
    // fish 4 puts all of it in quotes.
    let isOffered = shell.terminal.wait { terminal in
      ["stack detach /we", "stack detach '/we"].contains { terminal.screen.text.contains($0) }
    }
    #expect(isOffered)
    _ = try shell.prompt(after: "")
    #expect(
      try shell.output(of: "stack --json") == "{\"title\": \"Task\"}", "what was offered is what is attached")
    #expect(shell.home.files(below: "").filter { $0.hasSuffix("pwned") } == [])
  }

  /// What all have in common is quoted too where readline lists them at the first Tab, and comes where it belongs.
  @Test(arguments: ["show-all-if-ambiguous", "show-all-if-unmodified"])
  func inBashThatShowsAllAtOnce(_ setting: String) throws {
    let home = Home()
    try home.write(Data("set \(setting) on\n".utf8), to: ".inputrc")
    try home.writeQueue(
      #"""
      {"tasks": [{"title": "Task", "attachments":
        ["/we$(touch pwned)1", "/we$(touch pwned)2", "https://example.org/a", "https://example.org/b"]}]}
      """#)
    let shell = try InteractiveShell(.bash, in: home)
    for (beginning, line) in [
      ("stack detach /", #"stack detach /we\$\(touch\ pwned\)"#),
      ("stack detach https:", "stack detach https://example.org/"),
    ] {
      shell.terminal.type("\u{15}" + beginning + "\t")
      shell.terminal.wait { $0.screen.textBeforeCursor == "(Task) ready> " + line }
      #expect(shell.prompt == "(Task) ready> " + line)
    }
  }

  @Test(arguments: Shell.withCompletion) func hosts(_ shell: Shell) throws {
    try expect(line: "stack send desk.example ", after: "stack send des", shell)
    try expect(line: "stack send sam@desk.example ", after: "stack send sam@des", shell)
  }

  @Test(
    arguments: Shell.withCompletion,
    [
      ("stack pu", "sh "), ("stack he", "lp "), ("stack help pu", "sh "), ("stack --js", "on "),
      ("stack push --to", "p "), ("stack edit --al", "l "), ("stack init --no", "-prompt "),
      ("stack --vers", "ion "),
    ])
  func whatCanBeOnlyOneThing(_ shell: Shell, _ typed: (beginning: String, rest: String)) throws {
    try expect(line: typed.beginning + typed.rest, after: typed.beginning, shell)
  }

  /// No option and no command is offered where the program would take it for text.
  @Test(
    arguments: Shell.withCompletion,
    ["stack push Call --to", "stack edit Call --al", "stack push -- --to", "stack done --to"])
  func nothingWhereNothingFits(_ shell: Shell, _ beginning: String) throws {
    let shell = try interactive(shell)
    // What comes after the Tab stands right behind what came before.
    shell.terminal.type(beginning + "\tx")
    #expect(shell.terminal.wait { $0.screen.textBeforeCursor.hasSuffix("x") })
    #expect(shell.prompt == "(Task) ready> \(beginning)x")
  }

  /// As zsh is often set up: our line stands above the one for completion.
  @Test func inZshBeforeCompletionIsSetUp() throws {
    let home = Home()
    let shell = try InteractiveShell(.zsh, in: home, after: "autoload -Uz compinit; compinit -u -D")
    shell.terminal.type("stack pu\t")
    #expect(shell.terminal.wait { $0.screen.textBeforeCursor == "ready> stack push " })
  }

  /// As packages install it: from a folder of completions, loaded at the first Tab.
  @Test func inZshFromAFolder() throws {
    let home = Home()
    try home.write(Data(contentsOf: Script.url("_stack")), to: "completions/_stack")
    let shell = try InteractiveShell(
      .zsh, in: home, options: "| true",
      before: "fpath=(~/completions $fpath); autoload -Uz compinit; compinit -u -D")
    shell.terminal.type("stack pu\t")
    #expect(shell.terminal.wait { $0.screen.textBeforeCursor == "ready> stack push " })
  }
}
