// Several stacks, chosen with an option or a variable.

import TestSupport
import Testing

@Suite(.waitsForPrograms) struct StackNameTests {
  @Test func anOptionOrAVariableChoosesTheStack() throws {
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

  /// In Swift, a dash and a combining mark are one character.
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

  @Test(arguments: [
    "", "a/b", ".", ".hidden", "end.", "with space", "a\u{301}", "büro", "работа",
    String(repeating: "x", count: 65),
  ])
  func invalidNamesAreRefused(_ name: String) throws {
    let home = Home()
    let sentence = "stack: invalid stack name '\(name)' given with -s; \(Self.noName)\n"
    let refusal = Finished(status: 64, errors: sentence)
    #expect(try home.stack("-s", name, "push", "Call", "Sam") == refusal)
    #expect(home.files(below: ".config") == [])
  }

  private static let noName = "use up to 64 ASCII letters, digits, -, _ and inner dots"

  /// Unless there is a stack of that name.
  @Test func theNameOfAFileIsRefused() throws {
    let home = Home()
    try session(
      """
      $ stack -s work.json push Plan
      stack: there is no stack 'work.json'; did you mean: stack -s work
      [64]
      $ stack push -s stack.json Plan
      stack: there is no stack 'stack.json'; did you mean: stack -s stack
      [64]
      $ STACK_QUEUE=work.json stack
      stack: there is no stack 'work.json'; did you mean: stack -s work
      [64]
      $ STACK_QUEUE=work.json stack stacks
      $ for name in work.json5 workjson json v1.jsonl; do stack -s $name push $name; done
      work.json5
      workjson
      json
      v1.jsonl
      $ echo '{"tasks": [{"title": "Old"}]}' >.config/stack/work.json.json
      $ stack -s work.json push More && stack -s work.json done
      Old
      More
      """, in: home)
  }

  /// Commands that use no stack, such as `init`, ignore it.
  @Test func theVariableIsValidatedOnlyIfAStackIsUsed() throws {
    try session(
      """
      $ stack push Write the report
      Write the report
      $ export STACK_QUEUE=../x
      $ { stack; stack prompt; stack push Call Sam; stack merge copy.json; } 2>&1 | uniq -c | sed 's/^ *//'
      4 stack: invalid stack name '../x' in STACK_QUEUE; \(Self.noName)
      $ stack -s stack
      Write the report
      $ stack help push >overview && stack help --man >page && stack --help >all && stack --version >version
      $ stack push --help | head -1 && stack init bash >line
      usage: stack push [TEXT…|-]
      $ cp .config/stack/stack.json ours && cp ours theirs && : >base && stack merge base ours theirs
      """)
  }

  @Test func commandsInMessagesHaveTheStackOfTheCommandLine() throws {
    let home = Home(["NO_COLOR": "1"])
    try session(
      """
      $ stack -s wrok
      There is no stack 'wrok' yet.
      A fresh start. Anything to add?
      stack -s wrok push "…"
      $ stack -s wrok push Report
      Added to the new stack wrok: Report
      ○ Report
      $ stack -s wrok push Meeting
      Added: Meeting
      ◎ Report
      $ stack -s wrok done
      ✓ Report
      ○ Meeting
      $ stack -s wrok drop
      Dropped: Meeting
      A fresh start. Anything to add?
      stack -s wrok push "…"
      $ stack -s wrok
      A fresh start. Anything to add?
      stack -s wrok push "…"
      $ STACK_QUEUE=work stack push Report
      Added to the new stack work: Report
      ○ Report
      """, in: home, atTerminalAfter: "")
    try expectRefused(
      [
        "stack -s wrok done":
          "there is no task to complete; add one with: stack -s wrok push \"…\"",
        // The variable is still set when the user types the command.
        "STACK_QUEUE=wrok stack skip": "there is no task to skip; add one with: stack push \"…\"",
      ], status: 1, in: home)
  }
}
