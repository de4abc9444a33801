// What a person sees at a terminal, and a script doesn't.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

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
    #expect(
      try screen(home, "push", "Write the report") == "Added: Write the report. Now on:\n○ Write the report\n"
    )
    #expect(try screen(home, "push", "Call Sam") == "Added: Call Sam. Still on:\n◎ Write the report\n")
    #expect(try screen(home, "push", "--top", "Urgent") == "Added in front: Urgent. Now on:\n◔ Urgent\n")
    #expect(try screen(home, "skip") == "Skipped: Urgent\n◔ Write the report\n")
    #expect(try screen(home, "done") == "✓ Write the report\n◎ Call Sam\n")
    #expect(try screen(home, "undo") == "Took back: done (Write the report)\n◔ Write the report\n")
    #expect(try screen(home, "redo") == "Put back: done (Write the report)\n◎ Call Sam\n")
    #expect(try screen(home, "edit", "Call", "Pat") == "Reworded: Call Sam. Now on:\n◎ Call Pat\n")
    #expect(try screen(home, "edit", "Call", "Pat") == "Nothing to change. Still on:\n◎ Call Pat\n")
    #expect(try screen(home, "drop") == "Dropped: Call Pat\n○ Urgent\n")
    #expect(try screen(home, "skip") == "This is the only task. Still on:\n○ Urgent\n")
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

  @Test func theDotTellsHowDeepTheQueueIs() throws {
    let home = Home()
    var dots: [String] = []
    for number in 1...9 {
      try home.stack("push", "Task \(number)")
      let line = try screen(home)
      #expect(line.hasPrefix("\u{1B}[38;5;") && line.hasSuffix("\u{1B}[0m Task 1\n"))
      dots.append(line.replacingOccurrences(of: "\u{1B}[0m Task 1\n", with: ""))
    }
    #expect(dots[0].hasSuffix("m○") && dots[6].hasSuffix("m●"), "from an empty circle to a full one")
    #expect(Set(dots.map { $0.suffix(1) }).count == 7, "a form for each step")
    #expect(Set(dots.map { $0.dropLast() }).count == 7, "a colour for each step")
    #expect(dots[7] == dots[6] && dots[8] == dots[6])
  }

  /// After the Web Content Accessibility Guidelines (WCAG 2.2, 1.4.11 and "relative luminance").
  @Test(arguments: DepthDot.steps.indices) func theDotIsSeenOnWhiteAndOnBlack(_ step: Int) throws {
    let colour = try Colour(ofPalette: DepthDot.steps[step].colour)
    #expect(colour.contrast(with: Colour(red: 255, green: 255, blue: 255)) >= 3)
    #expect(colour.contrast(with: Colour(red: 0, green: 0, blue: 0)) >= 3)
  }

  @Test func theDotGoesFromYellowToRed() throws {
    let hues = try DepthDot.steps.map { try Colour(ofPalette: $0.colour).hue }
    #expect(hues.first == 60, "yellow")
    #expect(hues.last == 0, "red")
    #expect(hues == hues.sorted(by: >))
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]]) func withoutColour(_ environment: [String: String])
    throws
  {
    let home = Home(environment)
    try home.stack("push", "Call Sam")
    #expect(try screen(home) == "○ Call Sam\n")
  }

  @Test func theTitleOfAPushIsShownAsItWasUnderstood() throws {
    let home = Home(["NO_COLOR": "1"])
    let terminal = try Terminal(home, "/bin/sh", ["-c", "stack push Pay $20 to 'Ann\u{1B}[2J'"])
    #expect(terminal.end() == 0)
    let title = "Pay 0 to Ann\\u{1B}[2J"
    #expect(terminal.text == "Added: \(title). Now on:\r\n○ \(title)\r\n")
  }

  @Test func severalTasks() throws {
    let home = Home(["NO_COLOR": "1"])
    let terminal = try Terminal(home, "/bin/sh", ["-c", "printf 'One\\nTwo\\n' | stack push -"])
    #expect(terminal.end() == 0)
    #expect(terminal.text == "Added 2 tasks. Now on:\r\n◎ One\r\n")
    let typed = try Terminal(home, home.program.path, ["push", "-"])
    #expect(typed.wait(for: "Waiting for tasks, one a line. Ctrl-D on a line of its own ends them.\r\n"))
    typed.type("Three\n\u{04}")
    #expect(typed.end() == 0)
    #expect(typed.text.hasSuffix("Added: Three. Still on:\r\n◔ One\r\n"))
  }

  @Test func aStackOfAnotherName() throws {
    let home = Home(["NO_COLOR": "1"])
    #expect(
      try screen(home, "-s", "wrok", "push", "Report")
        == "Added to the new stack wrok: Report. Now on:\n○ Report\n")
    #expect(try screen(home, "-s", "wrok", "push", "Meeting") == "Added: Meeting. Still on:\n◎ Report\n")
    #expect(try home.shell("stack -s wrok done; stack -s wrok done").status == 0)
    #expect(
      try home.stack("-s", "wrok", "done").errors
        == "stack: there is no task to complete; add one with: stack -s wrok push \"…\"\n")
    #expect(
      try home.shell("STACK_QUEUE=wrok stack skip").errors
        == "stack: there is no task to skip; add one with: stack push \"…\"\n", "the variable is still set")
    #expect(
      try screen(home, "-s", "wrok") == "A fresh start. Anything to add?\nstack -s wrok push \"…\"\n")
    let inherited = Home(["NO_COLOR": "1", "STACK_QUEUE": "work"])
    #expect(
      try screen(inherited, "push", "Report") == "Added to the new stack work: Report. Now on:\n○ Report\n")
    #expect(try screen(inherited, "done") == "✓ Report\nA fresh start. Anything to add?\nstack push \"…\"\n")
  }

  @Test func receivingAtATerminal() throws {
    let home = Home()
    let terminal = try Terminal(home, home.program.path, ["receive"])
    #expect(terminal.wait(for: "Waiting for a task as stack send writes it."))
    terminal.type("{\"title\": \"Call Sam\"}\n\u{04}")
    #expect(terminal.end() == 0)
    #expect(try home.titles() == ["Call Sam"])
  }

  @Test func noLineOfAHintIsWiderThanAScreen() throws {
    let home = Home(["NO_COLOR": "1", "SHELL": "/usr/bin/fish", "EDITOR": "cat"])
    let screens = [
      try screen(home), try screen(home, "push", "x"), try screen(home, "done"), try screen(home, "help"),
    ]
    try home.stack("push", "x")
    for arguments in [["edit"], ["edit", "--all"]] {
      let terminal = try Terminal(home, home.program.path, arguments, columns: 200)
      #expect(terminal.end() == 1)
      #expect(terminal.text.contains(">8"))
      #expect(terminal.text.split(separator: "\r\n").allSatisfy { $0.count <= 80 })
    }
    #expect(screens.allSatisfy { $0.split(separator: "\n").allSatisfy { $0.count <= 80 } })
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
    #expect(screen == "New task: Call Sam\nAdded: Call Sam. Now on:\n○ Call Sam\n")
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
    #expect(try screen(home) == "○ \(line)\n")
    #expect(try home.stack("prompt", "--max", "500").output == "\(line)\n")
    #expect(try screen(home, "done").hasPrefix("✓ \(line)\n"))
  }

  @Test func escapesAreSpelledOut() throws {
    try session(
      """
      $ stack push $'a \\e[31m b\\xE2\\x80\\xAE \\x7f'
      a \\u{1B}[31m b\\u{202E} \\u{7F}
      $ printf '{"tasks":[{"title":"lone \\\\ud800 half, pair \\\\ud83d\\\\ude00"}]}' > "$(stack path)"
      $ stack
      lone \u{FFFD} half, pair 😀
      """)
  }
}

/// A colour in sRGB, each part from 0 to 255.
private struct Colour {
  let red: Int
  let green: Int
  let blue: Int

  init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// One of the colours that xterm has by number: 16 to 231 are a cube of six steps each.
  init(ofPalette number: Int) throws {
    try #require((16...231).contains(number), "the others are not the same everywhere")
    let steps = [0, 95, 135, 175, 215, 255]
    let place = number - 16
    self.init(red: steps[place / 36], green: steps[place / 6 % 6], blue: steps[place % 6])
  }

  var luminance: Double {
    func linear(_ part: Int) -> Double {
      let part = Double(part) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  func contrast(with other: Colour) -> Double {
    let luminances = [luminance, other.luminance].sorted()
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)
  }

  /// The hue in degrees, for colours between red and yellow.
  var hue: Double { blue < green || red > green ? 60 * Double(green - blue) / Double(red - blue) : 0 }
}
