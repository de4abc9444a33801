// What Tab offers in zsh and fish is what `stack` takes, quoted; and none of it is ever run.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct ZshFishCompletionTests {
  private static let url = "https://example.org/a?b=c&d=$(touch pwned)"
  private static let file = "a 'strange' \"file\" $(touch pwned).pdf"

  /// A shell in a home with stacks whose names fit and don't, and something attached.
  private func interactive(_ shell: Shell, before: String = "") throws -> InteractiveShell {
    let home = Home()
    let strange = [
      "-dash", "with:colon", "we$(touch${IFS}pwned)", "we`touch pwned`", "we;touch pwned", "we ird",
      ".hidden", "end.",
      "ünder", "it's", "new\nline", String(repeating: "long", count: 17),
    ]
    for name in strange + ["web", "in.ner", "under_score", String(repeating: "x", count: 64)] {
      try home.writeTasks("Task", queue: name)
    }
    try home.write(Data(), to: Self.file)
    try home.write(Data(), to: "not attached.pdf")
    try home.stack(
      "push", "-a", Self.url, "-a", Self.file, "-a", "/usr/bin/env", "\"attachments\": [\"none\"]")
    try home.stack("-s", "work", "push", "-a", "https://work.example/", "At work")
    let system = shell == .zsh ? "autoload -Uz compinit; compinit -u -D\n" : ""
    return try InteractiveShell(
      shell, in: home, before: system + before, columns: 160, rows: 50)
  }

  /// Types a beginning and Tab, and waits for the line to become what it should.
  private func expect(
    _ line: String, after beginning: String, _ shell: InteractiveShell,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    shell.terminal.type("\u{15}" + beginning + "\t")
    shell.terminal.wait(seconds: 10) { $0.screen.textBeforeCursor.hasSuffix("ready> " + line) }
    #expect(shell.prompt.hasSuffix("ready> " + line), "\(shell.prompt)", sourceLocation: sourceLocation)
  }

  /// What a Tab offers.
  private func tab(_ beginning: String, _ shell: InteractiveShell, until text: String) -> String {
    shell.terminal.type("\u{15}" + beginning + "\t")
    shell.terminal.wait(seconds: 10) { $0.screen.text.contains(text) }
    return shell.terminal.screen.text
  }

  @Test("Only names of stacks that fit are offered", arguments: [Shell.zsh, .fish])
  func names(_ shell: Shell) throws {
    let shell = try interactive(shell)
    let offered = tab("stack -s ", shell, until: String(repeating: "x", count: 64))
    for name in ["web", "in.ner", "under_score", "work", String(repeating: "x", count: 64)] {
      #expect(offered.contains(name))
    }
    for name in ["-dash", "colon", "touch", "ird", "hidden", "end.", "ünder", "it's", "line", "longlong"] {
      #expect(!offered.contains(name), "\(offered)")
    }
    #expect(!offered.contains("use the stack"), "it isn't said again at each name")
    expect("stack -s web ", after: "stack -s we", shell)
    _ = try shell.prompt(after: "")
    #expect(!shell.home.files(below: "").contains { $0.hasSuffix("pwned") && !$0.hasSuffix(".json") })
  }

  @Test("open offers the numbers of what is attached", arguments: [Shell.zsh, .fish])
  func numbers(_ shell: Shell) throws {
    let shell = try interactive(shell)
    let offered = tab("stack open ", shell, until: "/usr/bin/env")
    for text in ["1", "2", "3", "https://example.org/a?b=c&d=$(touch pwned)", "strange"] {
      #expect(offered.contains(text))
    }
    #expect(!offered.split(separator: "\n").dropFirst().joined().contains("none"))
    #expect(tab("stack -s work open ", shell, until: "open 1").contains("stack -s work open 1"))
    #expect(tab("stack open --stack=work ", shell, until: "work 1").contains("stack open --stack=work 1"))
  }

  @Test(
    "detach offers what is attached, quoted so that the command takes it off", arguments: [Shell.zsh, .fish])
  func attachments(_ shell: Shell) throws {
    let shell = try interactive(shell)
    let offered = tab("stack detach ", shell, until: "/usr/bin/env")
    #expect(offered.contains("strange") && offered.contains("example.org"))
    #expect(!offered.contains("not attached"))
    for (beginning, rest) in [("https://e", 2), ("a", 1), ("/u", 0)] {
      shell.terminal.type("\u{15}stack detach \(beginning)\t")
      shell.terminal.wait {
        !$0.screen.textBeforeCursor.hasSuffix("detach \(beginning)")
          && $0.screen.textBeforeCursor.hasSuffix(" ")
      }
      _ = try shell.prompt(after: "")
      let json = try home(shell, "--json")
      let object = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      #expect((object["attachments"] as? [String] ?? []).count == rest, "\(json)")
    }
    #expect(!shell.home.files(below: "").contains { $0.hasSuffix("pwned") })
  }

  private func home(_ shell: InteractiveShell, _ argument: String) throws -> String {
    try shell.home.stack(argument).output
  }

  /// As fish 4 has it: its completion for another program of this name asks that program.
  @Test("What fish has for another program asks nothing of this one, and doesn't stay")
  func anotherProgramsCompletion() throws {
    let home = Home()
    let lines = "stack --fish-completion-script stack | source\ncomplete -c stack -a undermine\n"
    try home.write(Data(lines.utf8), to: ".config/fish/completions/stack.fish")
    let shell = try InteractiveShell(.fish, in: home, before: "function stack; command stack $argv; end")
    #expect(!shell.terminal.text.contains("script"), "\(shell.terminal.text)")
    expect("stack undo ", after: "stack und", shell)
    _ = try shell.prompt(after: "")
    #expect(try shell.output(of: "functions stack | grep -c 'command stack'") == "1", "the user's own stays")
  }

  @Test(
    "Aliases don't get into zsh's completion",
    arguments: [
      "alias typeset='echo wrong' emulate='echo wrong'", "alias compdef='echo wrong' -g names='wrong'",
    ])
  func aliases(_ aliases: String) throws {
    let shell = try interactive(.zsh, before: aliases)
    expect("stack -s web ", after: "stack -s we", shell)
    expect("stack undo ", after: "stack und", shell)
    #expect(!shell.terminal.text.contains("wrong"))
  }
}
