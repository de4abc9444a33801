// What a person is told of a text: as it was understood, once, and in whole words.

import Foundation
import TestSupport
import Testing

@Suite struct AcknowledgementTests {
  /// A text that ends in options was meant otherwise, perhaps: it is shown what became of it, and what to type.
  @Test func optionsThatCameTooLate() throws {
    let home = try Home.holding("Write the report", environment: ["NO_COLOR": "1"])
    #expect(
      try home.screen("push", "Stop", "fire", "--top") == """
        Added: Stop fire --top. Still on:
        ◎ Write the report
        --top was taken as text. If it was meant as an option:
        stack undo && stack push --top Stop fire

        """)
    #expect(try home.shell("stack undo && stack push --top Stop fire").output.hasSuffix("\nStop fire\n"))
    #expect(
      try home.screen("push", "Bob's", "-s", "work", "--json").hasSuffix(
        "stack undo && stack push -s work --json 'Bob'\\''s'\n"))
    #expect(
      try home.screen("-s", "work", "push", "B", "--attach=x").hasSuffix(
        "stack -s work undo && stack -s work push '--attach=x' B\n"))
    #expect(try home.screen("edit", "it", "--all").hasSuffix("stack undo && stack edit --all\n"))
    #expect(try !home.screen("push", "--", "A", "--top").contains("taken as text"))
    #expect(try !home.screen("push", "A --top").contains("taken as text"))
    #expect(try !home.screen("push", "grep", "-x").contains("taken as text"))
    #expect(try home.stack("push", "A", "--top").errors == "", "a script is told nothing")
  }

  /// What a shell made of the words is what stands in the acknowledgement.
  @Test(arguments: [
    ("Pay #12", "Pay"), ("Pay $20", "Pay 0"), ("Call *", "Call a b"), ("Buy milk & true", "Buy milk"),
    ("Don't; don't", "Dont; dont"),
  ])
  func textsThatAShellAlters(_ typed: String, _ title: String) throws {
    let home = Home(["NO_COLOR": "1"])
    let screen = try home.screen(ofShell: "mkdir d && cd d && : >a && : >b && stack push \(typed)\nwait")
    #expect(screen == "Added: \(title). Now on:\n○ \(title)\n")
  }

  @Test(arguments: [
    ("Pay 50% !", "Added: Pay 50% ! Still on:"), ("Really?", "Added: Really? Still on:"),
    ("Wait…", "Added: Wait… Still on:"), ("Stop.", "Added: Stop. Still on:"),
    ("Call (Sam)", "Added: Call (Sam). Still on:"),
  ])
  func marksThatDoNotCollide(_ title: String, _ acknowledgement: String) throws {
    let home = try Home.holding("First", environment: ["NO_COLOR": "1"])
    #expect(try home.screen("push", title) == "\(acknowledgement)\n◎ First\n")
  }

  /// Where the prompt shows the current task already, it isn't said again.
  @Test(arguments: [
    "Write the report", "A task of more than forty columns, so that the prompt has to shorten it",
  ])
  func whatThePromptShowsAlready(_ title: String) throws {
    let check = try Home().shell("stack push '\(title)' >/dev/null; stack prompt --check | head -n 1").output
    let home = Home(["NO_COLOR": "1", "STACK_PROMPT_CHECK": String(check.dropLast())])
    #expect(try home.screen("push", title).hasSuffix(":\n○ \(title)\n"))
    #expect(try home.screen("push", "Call", "Sam") == "Added: Call Sam\n")
    #expect(try home.screen("push", "--top", "Urgent") == "Added in front: Urgent. Now on:\n◔ Urgent\n")
    #expect(
      try home.screen("push", "More") == "Added: More. Still on:\n◑ Urgent\n", "the prompt shows another")
    try home.stack("done")
    #expect(try home.screen(ofShell: "stack push Ask Ann | cat") == "Added: Ask Ann. Still on:\n\(title)\n")
  }

  @Test func messagesBreakBetweenWords() throws {
    let home = Home(["NO_COLOR": "1"])
    let added = try home.screen("push", "one two three four five six", columns: 20)
    #expect(added.hasPrefix("Added: one two three\nfour five six. Now\non:\n"))
    let refused = try home.screen("zork", "these", "words", columns: 40, status: 64)
    #expect(refused == "stack: there is no command 'zork'; to\nadd a task:\nstack push zork these words\n")
  }
}
