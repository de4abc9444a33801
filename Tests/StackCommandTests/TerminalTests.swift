// What a person sees at a terminal, and a script doesn't.

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TerminalTests {
  /// What a terminal shows when a command runs in it.
  private func screen(
    _ home: Home, _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let terminal = try Terminal(home, home.program.path, arguments)
    #expect(terminal.end() == 0, sourceLocation: sourceLocation)
    return terminal.text.replacingOccurrences(of: "\r\n", with: "\n")
  }

  @Test func acknowledgements() throws {
    let home = Home(["NO_COLOR": "1"])
    #expect(try screen(home, "push", "Write the report") == "Added. Now on:\nWrite the report\n")
    #expect(try screen(home, "push", "Call Sam") == "Added. Still on:\nWrite the report\n")
    #expect(try screen(home, "push", "--top", "Urgent") == "Added in front. Now on:\nUrgent\n")
    #expect(try screen(home, "skip") == "Skipped: Urgent\nWrite the report\n")
    #expect(try screen(home, "done") == "✓ Write the report\nCall Sam\n")
    #expect(try screen(home, "undo") == "Took back: done\nWrite the report\n")
    #expect(try screen(home, "redo") == "Put back: done\nCall Sam\n")
    #expect(try screen(home, "edit", "Call", "Pat") == "Reworded:\nCall Pat\n")
    #expect(try screen(home, "edit", "Call", "Pat") == "Nothing to change. Still on:\nCall Pat\n")
    #expect(try screen(home, "drop") == "Dropped: Call Pat\nUrgent\n")
    #expect(try screen(home, "skip") == "This is the only task. Still on:\nUrgent\n")
    #expect(
      try screen(home, "done") == "✓ Urgent\nA fresh start. Anything to add?\nstack push \"…\"\n")
    #expect(try screen(home) == "A fresh start. Anything to add?\nstack push \"…\"\n")
  }

  @Test func theGreeting() throws {
    let zsh = try screen(Home(["SHELL": "/bin/zsh"]))
    #expect(zsh.contains("stack push") && zsh.contains("stack done"))
    #expect(zsh.contains("~/.zshrc") && zsh.contains("eval \"$(stack init zsh)\""))
    #expect(try screen(Home(["SHELL": "/usr/bin/fish"])).contains("stack init fish | source"))
    #expect(!(try screen(Home(["SHELL": "/bin/tcsh"])).contains("stack init")))
    let home = Home()
    #expect(try screen(home, "-s", "work") == "A fresh start. Anything to add?\nstack -s work push \"…\"\n")
    try home.stack("push", "Call Sam")
    #expect(!(try screen(home).contains("stack push")))
  }

  @Test func theColourTellsHowDeepTheQueueIs() throws {
    let home = Home()
    var dots: [String] = []
    for number in 1...9 {
      try home.stack("push", "Task \(number)")
      let line = try screen(home)
      #expect(line.hasSuffix("m●\u{1B}[0m Task 1\n"))
      dots.append(String(line.prefix { $0 != "●" }))
    }
    #expect(dots.first == "\u{1B}[38;5;226m", "yellow")
    #expect(Set(dots).count == 7)
    #expect(dots[6] == "\u{1B}[38;5;160m", "red")
    #expect(dots[7] == dots[6] && dots[8] == dots[6])
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]]) func withoutColour(_ environment: [String: String])
    throws
  {
    let home = Home(environment)
    try home.stack("push", "Call Sam")
    #expect(try screen(home) == "Call Sam\n")
  }

  @Test func nothingButTheTaskWhenPiped() throws {
    let home = Home()
    #expect(try home.stack("push", "Call Sam") == Finished(status: 0, output: "Call Sam\n", errors: ""))
    #expect(try home.stack("done") == Finished(status: 0, output: "", errors: ""))
    #expect(try home.stack() == Finished(status: 0, output: "", errors: ""))
  }

  // MARK: The question

  private func answering(_ keys: String) throws -> (status: Int32?, screen: String, home: Home) {
    let home = Home(["NO_COLOR": "1"])
    let terminal = try Terminal(home, home.program.path, ["push"])
    #expect(terminal.wait(for: "New task: "))
    terminal.type(keys)
    let status = terminal.end()
    return (status, terminal.text.replacingOccurrences(of: "\r\n", with: "\n"), home)
  }

  @Test func pushAsks() throws {
    let (status, screen, home) = try answering("Call Sam\n")
    #expect(status == 0)
    #expect(screen == "New task: Call Sam\nAdded. Now on:\nCall Sam\n")
    #expect(try home.stack().output == "Call Sam\n")
  }

  @Test(arguments: ["\n", "   \n", "\u{04}", "\u{03}", "half a task\u{03}"])
  func anAnswerThatAddsNothing(_ keys: String) throws {
    let (status, screen, home) = try answering(keys)
    #expect(status == 1)
    let isInterrupted = keys.hasSuffix("\u{03}")
    #expect(screen.hasSuffix(isInterrupted ? "^C\n" : "stack: no task was given; nothing was changed\n"))
    #expect(home.files(below: ".config") == [])
  }

  // MARK: Titles that would drive the terminal

  static let hostile = [
    "clear \u{1B}[2J\u{1B}[H screen", "title \u{1B}]0;owned\u{7}", "bell \u{7} and backspace \u{8}",
    "\u{9B}31m",
    "right to left \u{202E}desrever\u{2066}", "line\u{85}breaks\u{2028}of\u{2029}all kinds", "del \u{7F}",
    "nul-free \u{1}",
  ]
  static let harmless = ["family 👨‍👩‍👧‍👦 flag 🇺🇳", "日本語のタスク", "naïve café", "$(touch pwned) `id` %n \\u@\\h !!"]

  @Test(arguments: hostile + harmless) func aTitleStaysWhatItIs(_ title: String) throws {
    let home = Home(["NO_COLOR": "1"])
    let shown = try home.stack("push", title)
    #expect(shown.status == 0)
    #expect(try home.titles() == [title], "in the file it is unchanged")
    let line = shown.output.dropLast()
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    #expect(!line.unicodeScalars.contains { [0x202E, 0x2066, 0x2028, 0x2029].contains($0.value) })
    if Self.harmless.contains(title) { #expect(line == title) }
    #expect(try screen(home) == "\(line)\n")
    #expect(try home.stack("prompt", "--max", "500").output == "\(line)\n")
    #expect(try screen(home, "done").hasPrefix("✓ \(line)\n"))
  }

  @Test func escapesAreSpelledOut() throws {
    try session(
      """
      $ stack push $'a \\e[31m b\\u202E \\x7f'
      a \\u{1B}[31m b\\u{202E} \\u{7F}
      $ printf '{"tasks":[{"title":"lone \\\\ud800 half, pair \\\\ud83d\\\\ude00"}]}' > "$(stack path)"
      $ stack
      lone \u{FFFD} half, pair 😀
      """)
  }
}
