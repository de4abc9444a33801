// Several stacks: the name of each, given with an option or in a variable.

import Foundation
import TestSupport
import Testing

@Suite struct StackNameTests {
  @Test func severalStacks() throws {
    try session(
      """
      $ stack push Home
      Home
      $ stack -s work push Meeting
      Meeting
      $ stack push --stack=work Report
      Meeting
      $ stack done -s work
      Report
      $ stack --stack work
      Report
      $ stack
      Home
      $ export STACK_QUEUE=work
      $ stack
      Report
      $ stack -s stack
      Home
      $ stack -s stack --stack=work
      Report
      $ STACK_QUEUE= stack
      Home
      $ stack path
      ~/.config/stack/work.json
      $ long=$(printf '%64s' | tr ' ' x)
      $ for name in v2.1-b_c Z 0 _ - a..b -s $long; do stack -s $name path; done | sed s/$long/LONG/
      ~/.config/stack/v2.1-b_c.json
      ~/.config/stack/Z.json
      ~/.config/stack/0.json
      ~/.config/stack/_.json
      ~/.config/stack/-.json
      ~/.config/stack/a..b.json
      ~/.config/stack/-s.json
      ~/.config/stack/LONG.json
      """)
  }

  /// Swift's characters would combine them with a dash or an equals sign.
  @Test func combiningMarksBelongToTheValue() throws {
    try expectRefused([
      "stack push --top -a x:1 --attach=$'\\xCC\\x81:' One":
        "there is no file '\u{301}:' to attach; nothing was changed",
      "stack push $'-\\xCC\\x81x'":
        "push has no option -\u{301}; put -- before a text that begins with -, or see: stack help push",
      "stack -s$'\\xCC\\x81' path": "invalid stack name '\u{301}' given with -s; \(Self.noName)",
    ])
    try session("$ stack push -- $'-\\xCC\\x81x'\n-\u{301}x")
  }

  @Test func invalidNamesAreRefused() throws {
    let home = Home()
    for name in [
      "", "a/b", ".", "..", ".hidden", "end.", "with space", " a", "a\u{301}", "ü", "日本", "a:b", #"a\b"#,
      "*", "~", "$HOME", "../../etc/passwd", String(repeating: "x", count: 65),
      String(repeating: "ä", count: 9),
    ] {
      let result = try home.stack("-s", name, "push", "Call", "Sam")
      #expect(result.status == 64)
      #expect(result.errors == "stack: invalid stack name '\(name)' given with -s; \(Self.noName)\n")
    }
    #expect(home.files(below: ".config") == [])
  }

  private static let noName = "use up to 64 letters, digits, -, _ and inner dots"

  /// Commands without a stack, such as the line in a start-up file, ignore it.
  @Test func theVariableIsValidatedWhereAStackIsAskedFor() throws {
    try session(
      """
      $ stack push Write the report
      Write the report
      $ export STACK_QUEUE=../x
      $ stack; stack prompt; stack push Call Sam; stack merge copy.json
      stack: invalid stack name '../x' in STACK_QUEUE; \(Self.noName)
      stack: invalid stack name '../x' in STACK_QUEUE; \(Self.noName)
      stack: invalid stack name '../x' in STACK_QUEUE; \(Self.noName)
      stack: invalid stack name '../x' in STACK_QUEUE; \(Self.noName)
      [64]
      $ stack -s stack
      Write the report
      $ stack help push >overview && stack help --man >page && stack --help >all && stack --version >version
      $ stack push --help | head -1 && stack init bash >line
      usage: stack push [TEXT…|-]
      $ cp .config/stack/stack.json ours && cp ours theirs && : >base && stack merge base ours theirs
      """)
  }

  @Test func messagesNameTheStack() throws {
    let home = Home(["NO_COLOR": "1"])
    #expect(
      try home.screen("-s", "wrok", "push", "Report")
        == "Added to the new stack wrok: Report. Now on:\n○ Report\n")
    #expect(try home.screen("-s", "wrok", "push", "Meeting") == "Added: Meeting. Still on:\n◎ Report\n")
    #expect(try home.shell("stack -s wrok done; stack -s wrok done").status == 0)
    #expect(
      try home.stack("-s", "wrok", "done").errors
        == "stack: there is no task to complete; add one with: stack -s wrok push \"…\"\n")
    #expect(
      try home.shell("STACK_QUEUE=wrok stack skip").errors
        == "stack: there is no task to skip; add one with: stack push \"…\"\n", "the variable is still set")
    #expect(
      try home.screen("-s", "wrok") == "A fresh start. Anything to add?\nstack -s wrok push \"…\"\n")
    let inherited = Home(["NO_COLOR": "1", "STACK_QUEUE": "work"])
    #expect(
      try inherited.screen("push", "Report") == "Added to the new stack work: Report. Now on:\n○ Report\n")
    #expect(try inherited.screen("done") == "✓ Report\nA fresh start. Anything to add?\nstack push \"…\"\n")
  }
}
