// What a person sees at a terminal, and a script doesn't.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite struct TerminalTests {
  @Test func acknowledgements() throws {
    let home = Home(["NO_COLOR": "1"])
    #expect(
      try home.screen("push", "Write the report") == "Added: Write the report. Now on:\n○ Write the report\n")
    #expect(try home.screen("push", "Call Sam") == "Added: Call Sam. Still on:\n◎ Write the report\n")
    #expect(try home.screen("push", "--top", "Urgent") == "Added in front: Urgent. Now on:\n◔ Urgent\n")
    #expect(try home.screen("skip") == "Skipped: Urgent\n◔ Write the report\n")
    #expect(try home.screen("done") == "✓ Write the report\n◎ Call Sam\n")
    #expect(try home.screen("undo") == "Undid: done (Write the report)\n◔ Write the report\n")
    #expect(try home.screen("redo") == "Redid: done (Write the report)\n◎ Call Sam\n")
    #expect(try home.screen("edit", "Call", "Pat") == "Reworded: Call Sam. Now on:\n◎ Call Pat\n")
    #expect(try home.screen("edit", "Call", "Pat") == "Nothing to change. Still on:\n◎ Call Pat\n")
    #expect(try home.screen("drop") == "Dropped: Call Pat\n○ Urgent\n")
    #expect(try home.screen("skip") == "This is the only task. Still on:\n○ Urgent\n")
    #expect(
      try home.screen("done") == "✓ Urgent\nA fresh start. Anything to add?\nstack push \"…\"\n")
    #expect(try home.screen() == "A fresh start. Anything to add?\nstack push \"…\"\n")
  }

  @Test func theGreeting() throws {
    let zsh = try Home(["SHELL": "/bin/zsh"]).screen()
    #expect(zsh.contains("stack push") && zsh.contains("stack done"))
    #expect(zsh.contains("~/.zshrc") && zsh.contains("eval \"$(stack init zsh)\""))
    #expect(try Home(["SHELL": "/usr/bin/fish"]).screen().contains("stack init fish | source"))
    #expect(!(try Home(["SHELL": "/bin/tcsh"]).screen().contains("stack init")))
    let greeting = try Home(["SHELL": "/bin/zsh", "STACK_PROMPT_CHECK": ""]).screen()
    #expect(greeting.contains("stack push") && !greeting.contains("stack init"), "the line is there already")
    let home = Home()
    #expect(try home.screen("-s", "work") == "A fresh start. Anything to add?\nstack -s work push \"…\"\n")
    try home.stack("push", "Call Sam")
    #expect(!(try home.screen().contains("stack push")))
  }

  @Test func theDotTellsHowDeepTheQueueIs() throws {
    let home = Home()
    var dots: [String] = []
    for number in 1...9 {
      try home.stack("push", "Task \(number)")
      let line = try home.screen()
      #expect(line.hasPrefix("\u{1B}[38;5;") && line.hasSuffix("\u{1B}[0m Task 1\n"))
      dots.append(line.replacingOccurrences(of: "\u{1B}[0m Task 1\n", with: ""))
    }
    #expect(dots[0].hasSuffix("m○") && dots[6].hasSuffix("m●"), "from an empty circle to a full one")
    #expect(Set(dots.map { $0.suffix(1) }).count == 7, "a form for each step")
    #expect(Set(dots.map { $0.dropLast() }).count == 7, "a colour for each step")
    #expect(dots[7] == dots[6] && dots[8] == dots[6])
  }

  @Test func theDotIsSeenOnWhiteAndOnBlackAndGoesFromYellowToRed() throws {
    var hues: [Double] = []
    for step in DepthDot.steps {
      // Of the colours that xterm has by number, 16 to 231 are a cube of six steps of red, green and blue each.
      try #require((16...231).contains(step.colour), "the others are not the same everywhere")
      let parts = [36, 6, 1].map { [0, 95, 135, 175, 215, 255][(step.colour - 16) / $0 % 6] / 255.0 }
      // After the Web Content Accessibility Guidelines (WCAG 2.2, 1.4.11 and "relative luminance").
      let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
      #expect(1.05 / (luminance + 0.05) >= 3 && (luminance + 0.05) / 0.05 >= 3)
      #expect(parts[2] == 0)
      hues.append(60 * parts[1] / parts[0])
    }
    #expect(hues.first == 60 && hues.last == 0 && hues == hues.sorted(by: >))
  }

  /// As <https://no-color.org> has it, an empty variable says nothing.
  @Test(arguments: [
    ("NO_COLOR=1", "○"), ("TERM=dumb", "○"), ("TERM=", "○"), ("unset TERM;", "○"),
    ("NO_COLOR=", "\u{1B}[38;5;100m○\u{1B}[0m"),
  ])
  func withoutColour(_ environment: String, _ dot: String) throws {
    let home = try Home.holding("Call Sam")
    #expect(try home.screen(ofShell: "\(environment) stack") == "\(dot) Call Sam\n")
  }

  @Test func noLineOfAHintIsWiderThanAScreen() throws {
    let home = Home(["NO_COLOR": "1", "SHELL": "/usr/bin/fish", "EDITOR": "cat"])
    let screens = [
      try home.screen(), try home.screen("push", "x"), try home.screen("done"), try home.screen("help"),
      try home.screen(ofShell: "stack push x; stack edit; stack edit --all; :"),
    ]
    #expect(screens[4].components(separatedBy: ">8").count == 3)
    #expect(screens.allSatisfy { $0.split(separator: "\n").allSatisfy { $0.count <= 80 } })
  }

  // MARK: Titles that would drive the terminal

  static let titles =
    HostileTitle.unsafe.filter { !$0.0.contains("\r") } + [
      ("line\u{2029}break", "line\\u{2029}break"), ("pair 😀, family 👨‍👩‍👧‍👦 flag 🇺🇳", "pair 😀, family 👨‍👩‍👧‍👦 flag 🇺🇳"),
      ("日本語のタスク, naïve café", "日本語のタスク, naïve café"),
      ("$(touch pwned) `id` %n \\u@\\h !! x", "$(touch pwned) `id` %n \\u@\\h !! x"),
    ]

  @Test(arguments: titles) func aTitleStaysWhatItIs(_ title: String, _ shown: String) throws {
    let home = Home(["NO_COLOR": "1"])
    #expect(try home.screen("push", title) == "Added: \(shown). Now on:\n○ \(shown)\n")
    #expect(try home.titles() == [title], "in the file it is unchanged")
    #expect(try home.stack().output == "\(shown)\n")
    #expect(try home.screen() == "○ \(shown)\n")
    #expect(try home.stack("prompt", "--max", "500").output == "\(shown)\n")
    #expect(try home.screen("done").hasPrefix("✓ \(shown)\n"))
  }
}
