// Output that only a terminal gets: the greeting, the dot, and colours.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.waitsForPrograms) struct TerminalTests {
  @Test func theGreetingNamesTheLineForTheUsersShell() throws {
    let zsh = try Home(["SHELL": "/bin/zsh"]).screen()
    #expect(zsh.contains("stack push") && zsh.contains("stack done"))
    #expect(zsh.contains("~/.zshrc") && zsh.contains("eval \"$(stack init zsh)\""))
    #expect(try Home(["SHELL": "/usr/bin/fish"]).screen().contains("stack init fish | source"))
    #expect(!(try Home(["SHELL": "/bin/tcsh"]).screen().contains("stack init")))
    let greeting = try Home(["SHELL": "/bin/zsh", "STACK_PROMPT_CHECK": ""]).screen()
    #expect(
      greeting.contains("stack push") && !greeting.contains("stack init"),
      "the hook is already running")
    #expect(try !Home.holding("Call Sam").screen().contains("stack push"))
  }

  @Test func aRemovedFileCanBeRestored() throws {
    let home = try Home.holding("Call Sam", environment: ["NO_COLOR": "1"])
    try home.shell("rm .config/stack/stack.json")
    #expect(
      try home.screen() == """
        There is no file, but earlier versions of it are kept. To restore one that was
        removed:
        stack undo

        """)
    #expect(
      try home.screen("done", status: 1) == """
        stack: there is no task to complete, because there is no file; to restore the
        one that was removed:
        stack undo

        """)
    #expect(try home.stack("undo").output == "Call Sam\n")
  }

  /// Here `undo` would find nothing to undo.
  @Test func aFileThatUndoRemovedIsNotOffered() throws {
    let home = try Home.holding("Call Sam", environment: ["NO_COLOR": "1"])
    let fresh = "A fresh start. Anything to add?\nstack push \"…\"\n"
    #expect(try home.screen("undo") == "Undid: push (Call Sam)\n\(fresh)")
    #expect(try home.screen() == fresh)
    try expectRefused(
      ["stack done": "there is no task to complete; add one with: stack push \"…\""], status: 1,
      in: home)
    // The text of another program, which undo leaves and restores.
    try home.writeTasks("Theirs")
    try home.shell("stack push Mine; stack undo; rm .config/stack/stack.json")
    #expect(try home.screen().hasPrefix("There is no file"))
    #expect(try home.stack("undo").output == "Theirs\n")
  }

  @Test func theDotShowsHowManyTasksThereAre() throws {
    let home = Home()
    var dots: [String] = []
    for number in 1...9 {
      try home.stack("push", "Task \(number)")
      let line = try home.screen()
      #expect(line.hasPrefix("\u{1B}[38;5;") && line.hasSuffix("\u{1B}[0m Task 1\n"))
      dots.append(line.replacingOccurrences(of: "\u{1B}[0m Task 1\n", with: ""))
    }
    #expect(
      dots[0].hasSuffix("m○") && dots[6].hasSuffix("m●"), "from an empty circle to a full one")
    #expect(Set(dots.map { $0.suffix(1) }).count == 7, "a form for each step")
    #expect(Set(dots.map { $0.dropLast() }).count == 7, "a colour for each step")
    #expect(dots[7] == dots[6] && dots[8] == dots[6])
  }

  @Test func theDotHasContrastOnWhiteAndBlackAndGoesFromYellowToRed() throws {
    var hues: [Double] = []
    for step in DepthDot.steps {
      // xterm's colours 16 to 231 are a cube of six steps of red, green and blue each.
      try #require((16...231).contains(step.colour), "the others depend on the terminal")
      let parts = [36, 6, 1].map {
        [0, 95, 135, 175, 215, 255][(step.colour - 16) / $0 % 6] / 255.0
      }
      // The Web Content Accessibility Guidelines (WCAG 2.2, 1.4.11 and "relative luminance").
      let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
      #expect(1.05 / (luminance + 0.05) >= 3 && (luminance + 0.05) / 0.05 >= 3)
      #expect(parts[2] == 0)
      hues.append(60 * parts[1] / parts[0])
    }
    #expect(hues.first == 60 && hues.last == 0 && hues == hues.sorted(by: >))
  }

  /// An empty NO_COLOR counts as unset (<https://no-color.org>).
  @Test(arguments: [
    ("NO_COLOR=1", "○"), ("TERM=dumb", "○"), ("TERM=", "○"), ("unset TERM;", "○"),
    ("TERM=vt100", "○"), ("TERM=vt220-w", "○"), ("TERM=vt220+w", "○"), ("TERM=linux", "○"),
    ("TERM=linux-m", "○"),
    ("TERM=screen.linux", "○"), ("TERM=xterm-mono", "○"), ("TERM=xterm-16color", "○"),
    ("TERM=ansi", "○"), ("TERM=cons25", "○"), ("TERM=sun", "○"),
    ("TERM=vte-256color", "\u{1B}[38;5;100m○\u{1B}[0m"),
    ("TERM=screen", "\u{1B}[38;5;100m○\u{1B}[0m"),
    ("NO_COLOR=", "\u{1B}[38;5;100m○\u{1B}[0m"),
  ])
  func colourDependsOnNO_COLORAndTERM(_ environment: String, _ dot: String) throws {
    let home = try Home.holding("Call Sam")
    #expect(try home.screen(ofShell: "\(environment) stack") == "\(dot) Call Sam\n")
  }

  @Test func noHintIsWiderThanTheScreen() throws {
    let home = Home(["NO_COLOR": "1", "SHELL": "/usr/bin/fish", "EDITOR": "cat"])
    let screens = [
      try home.screen(), try home.screen("push", "x"), try home.screen("done"),
      try home.screen("help"),
      try home.screen(ofShell: "stack push x; stack edit; stack edit --all; :"),
    ]
    #expect(screens[4].components(separatedBy: ">8").count == 3)
    #expect(screens.allSatisfy { $0.split(separator: "\n").allSatisfy { $0.count <= 80 } })
  }

  static let titles =
    HostileTitle.unsafe.filter { !$0.0.contains("\r") } + [
      ("line\u{2029}break", "line\\u{2029}break"),
      ("pair 😀, family 👨‍👩‍👧‍👦 flag 🇺🇳", "pair 😀, family 👨‍👩‍👧‍👦 flag 🇺🇳"),
      ("日本語のタスク, naïve café", "日本語のタスク, naïve café"),
      ("$(touch pwned) `id` %n \\u@\\h !! x", "$(touch pwned) `id` %n \\u@\\h !! x"),
    ]

  @Test(arguments: titles) func aTitleNeverControlsTheTerminal(_ title: String, _ shown: String)
    throws
  {
    let home = Home(["NO_COLOR": "1"])
    #expect(try home.screen("push", title) == "Added: \(shown)\n○ \(shown)\n")
    #expect(try home.titles() == [title], "the file has the title unchanged")
    #expect(try home.stack().output == "\(shown)\n")
    #expect(try home.screen() == "○ \(shown)\n")
    #expect(try home.stack("prompt", "--max", "500").output == "\(shown)\n")
    #expect(try home.screen("done").hasPrefix("✓ \(shown)\n"))
    #expect(try home.screen("undo") == "Undid: done (\(shown))\n○ \(shown)\n")
    #expect(try home.screen("redo").hasPrefix("Redid: done (\(shown))\n"))
  }
}
