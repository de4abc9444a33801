// What `stack` says at a terminal after a change.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct AcknowledgementTests {
  @Test func everyChangeIsAcknowledged() throws {
    try session(
      """
      $ stack push Write the report
      Added: Write the report
      ○ Write the report
      $ stack push Call Sam
      Added: Call Sam
      ◎ Write the report
      $ stack push --top Urgent
      Added in front: Urgent
      ◔ Urgent
      $ stack skip
      Skipped: Urgent
      ◔ Write the report
      $ stack done
      ✓ Write the report
      ◎ Call Sam
      $ stack undo
      Undid: done (Write the report)
      ◔ Write the report
      $ stack redo
      Redid: done (Write the report)
      ◎ Call Sam
      $ stack edit Call Pat
      Reworded: Call Sam → Call Pat
      ◎ Call Pat
      $ stack edit Call Pat
      Nothing to change. Still on:
      ◎ Call Pat
      $ stack attach x:1
      Attached to:
      ◎ Call Pat
        1  x:1
      $ stack attach x:1
      Nothing to change. Still on:
      ◎ Call Pat
        1  x:1
      $ stack detach
      Detached from:
      ◎ Call Pat
      $ stack detach
      Nothing to change. Still on:
      ◎ Call Pat
      $ stack drop
      Dropped: Call Pat
      ○ Urgent
      $ stack skip
      There is no other task now. Still on:
      ○ Urgent
      $ stack done
      ✓ Urgent
      A fresh start. Anything to add?
      stack push "…"
      $ stack
      A fresh start. Anything to add?
      stack push "…"
      """, in: Home(["TERM": "dumb"]), atTerminalAfter: "")
  }

  /// A text that ends in options may be a mistake, so the user is shown the command that uses them.
  @Test func optionsAfterATextAreReported() throws {
    let home = try Home.holding("Write the report", environment: ["NO_COLOR": "1"])
    #expect(
      try home.screen("push", "Stop", "fire", "--top") == """
        Added: Stop fire --top
        ◎ Write the report
        --top was taken as text. If it was meant as an option:
        stack undo && stack push --top Stop fire

        """)
    #expect(
      try home.shell("stack undo && stack push --top Stop fire").output.hasSuffix("\nStop fire\n"))
    let reported: KeyValuePairs<[String], String> = [
      ["push", "Bob's", "-s", "work", "--json"]:
        "stack undo && stack push -s work --json 'Bob'\\''s'\n",
      ["-s", "work", "push", "B", "--attach=x"]:
        "stack -s work undo && stack -s work push '--attach=x' B\n",
      ["edit", "it", "--all"]: "stack undo && stack edit --all\n",
      ["note", "Call", "--json"]: "stack undo && stack note --json Call\n",
    ]
    for (command, line) in reported {
      let terminal = try Terminal(home, home.program.path, command)
      #expect(
        terminal.end() == 0 && terminal.text.hasSuffix(line.replacing("\n", with: "\r\n")),
        "\(command)")
    }
    for words in [
      ["--", "A", "--top"], ["A --top"], ["grep", "-x"], ["A", "--top", "B"], ["A", "--top", "--"],
    ] {
      let terminal = try Terminal(home, home.program.path, ["push"] + words)
      #expect(terminal.end() == 0 && !terminal.text.contains("taken as text"), "\(words)")
    }
    #expect(try home.stack("push", "A", "--top").errors == "", "nothing is printed for a script")
  }

  /// The user sees what the shell made of a text.
  @Test(arguments: [
    ("Pay #12", "Pay"), ("Pay $20", "Pay 0"), ("Call *", "Call a b"),
    ("Buy milk & true", "Buy milk"),
    ("Don't; don't", "Dont; dont"),
  ])
  func theAcknowledgementHasTheTextThatTheShellPassed(_ typed: String, _ title: String) throws {
    let home = Home(["NO_COLOR": "1"])
    let screen = try home.screen(
      ofShell: "mkdir d && cd d && : >a && : >b && stack push \(typed)\nwait")
    #expect(screen == "Added: \(title)\n○ \(title)\n")
  }

  @Test(arguments: [
    "Write the report", "A task of more than forty columns, so that the prompt has to shorten it",
  ])
  func aTaskThatThePromptShowsIsNotPrintedAgain(_ title: String) throws {
    try session(
      """
      $ prompt
      ()
      $ stack push '\(title)'
      Added: \(title)
      ○ \(title)
      $ prompt
      (\(title))
      $ stack push Call Sam
      Added: Call Sam
      $ stack push Ask Ann | cat
      Added: Ask Ann
      \(title)
      $ bash -c 'stack push In another shell; :'
      Added: In another shell
      ◑ \(title)
      $ stack push --top Urgent
      Added in front: Urgent
      ◕ Urgent
      $ stack push More
      Added: More
      ◉ Urgent
      """, in: Home(["NO_COLOR": "1"]), atTerminalAfter: promptFunctions)
  }

  @Test func messagesBreakBetweenWordsAndNeverInACommand() throws {
    let home = Home(["NO_COLOR": "1"])
    let added = try home.screen("push", "one two three four five six", columns: 20)
    #expect(added.hasPrefix("Added: one two three\nfour five six\n"))
    let refused = try home.screen("zork", "these", "words", columns: 40, status: 64)
    #expect(
      refused == "stack: there is no command 'zork'; to\nadd a task:\nstack push zork these words\n"
    )
  }
}
