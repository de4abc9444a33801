// A day with stack, as a person types it.

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct EverydayTests {
  @Test func aDay() throws {
    try session(
      """
      $ stack push Write the report
      Write the report
      $ stack push "Call Sam"
      Write the report
      $ stack
      Write the report
      $ stack done
      Call Sam
      $ stack
      Call Sam
      $ stack done
      $ stack
      $ stack done
      stack: there is no task to complete; add one with: stack push "…"
      [1]
      $ cat ~/.config/stack/stack.json
      {
        "version": 1,
        "tasks": [
        ],
        "completed": [
          {"title": "Write the report", "added": "DATE", "completed": "DATE"},
          {"title": "Call Sam", "added": "DATE", "completed": "DATE"}
        ]
      }
      """)
  }

  @Test func wordsNeedNoQuotesAndOptionsEndAtTheFirst() throws {
    try session(
      """
      $ stack push explain grep -s flag --json
      explain grep -s flag --json
      $ stack push --top -- --help me
      --help me
      $ stack push --top -- -
      -
      $ stack push --top '   trimmed   inside   '
      trimmed   inside
      $ stack count
      4
      """)
  }

  @Test func anEmptyQueueIsASuccessToLookAt() throws {
    try session(
      """
      $ stack
      $ stack count
      0
      $ stack prompt
      $ stack --json
      $ ls -A
      .bin
      """)
  }

  @Test func manyTasksAtOnce() throws {
    try session(
      """
      $ printf 'First\\n\\n   \\n  Second  \\r\\nThird' | stack push -
      First
      $ stack count
      3
      $ printf 'Urgent\\nMore urgent\\n' | stack push --top -
      Urgent
      $ stack done
      More urgent
      $ stack done
      First
      $ stack done
      Second
      $ printf '\\n  \\n' | stack push -
      Second
      $ stack undo
      First
      $ yes x | head -n 100000 | stack push -
      First
      $ stack count
      100003
      $ stack undo
      First
      $ stack count
      3
      """)
  }

  /// A line break is LF, CR, or both, and each ends one line.
  @Test func linesOfAllKinds() throws {
    try session(
      """
      $ printf 'One\\rTwo\\r\\nThree\\n\\rFour' | stack push -
      One
      $ stack done; stack done; stack done; stack done
      Two
      Three
      Four
      $ printf 'One\\r\\n\\r\\nthree \\xff\\r\\n' | stack push -
      stack: line 3 of the input is not UTF-8; nothing was changed
      [64]
      $ printf 'One\\rtwo \\xff' | stack push -
      stack: line 2 of the input is not UTF-8; nothing was changed
      [64]
      $ stack count
      0
      """)
  }

  /// Endless input would fill the memory.
  @Test func tooMuchInput() throws {
    let result = try Home().shell("yes | stack push -; s=$?; stack count; exit $s")
    #expect(
      result
        == Finished(
          status: 64, output: "0\n", errors: "stack: the input has more than 64 MiB; nothing was changed\n"))
    #expect(try Home().shell("\(Self.asMuchAsIsTaken)echo) | stack push -").status == 64)
  }

  private static let asMuchAsIsTaken = "(head -c $((64 * 1024 * 1024)) /dev/zero | tr '\\0' x;"

  @Test(.enabled(if: Program.release != nil, "takes long with the debug build: set STACK_BINARY"))
  func notTooMuchInput() throws {
    #expect(try Home().shell("\(Self.asMuchAsIsTaken)) | stack push - | wc -c").output.contains("67108865"))
  }

  /// Programs that wait for several things at once give their children pipes that don't wait.
  @Test(.enabled(if: Program.exists("python3"), "needs python3")) func aPipeThatDoesNotWait() throws {
    let home = Home()
    try home.write(
      Data(
        """
        import os, subprocess, time
        reader, writer = os.pipe()
        os.set_blocking(reader, False)
        child = subprocess.Popen(["stack", "push", "-"], stdin=reader)
        for text in [b"First\\nSec", b"ond\\n"]:
            time.sleep(0.3)
            os.write(writer, text)
        os.close(writer)
        raise SystemExit(child.wait())
        """.utf8), to: "late.py")
    #expect(try home.shell("python3 late.py") == Finished(status: 0, output: "First\n", errors: ""))
    #expect(try home.titles() == ["First", "Second"])
  }

  @Test func withoutATerminalPushDoesNotAsk() throws {
    try session(
      """
      $ stack push
      stack: push needs some text, as in: stack push Call Sam
      [64]
      $ stack push --
      stack: push needs some text, as in: stack push Call Sam
      [64]
      $ stack count
      0
      """)
  }

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
      $ STACK_QUEUE= stack
      Home
      $ stack path
      ~/.config/stack/work.json
      $ stack -sv2.1-b_c path
      ~/.config/stack/v2.1-b_c.json
      """)
  }

  /// A mark at the beginning of a value, or on a dash, makes nothing else of it.
  @Test func marks() throws {
    try session(
      """
      $ stack push --top -a x:1 --attach=$'\\xCC\\x81:' One
      stack: there is no file '\u{301}:' to attach; nothing was changed
      [64]
      $ stack push $'-\\xCC\\x81x'
      stack: push has no option -\u{301}; see: stack help push, or put -- before a text that begins with -
      [64]
      $ stack push -- $'-\\xCC\\x81x'
      -\u{301}x
      $ stack -s$'\\xCC\\x81' path
      stack: '\u{301}' given with -s is no name for a stack; use up to 64 letters, digits, -, _ and inner dots
      [64]
      """)
  }

  @Test(arguments: ["''", "a/b", ".hidden", "end.", "with space", "ü", String(repeating: "x", count: 65)])
  func aNameThatNoStackCanHave(_ name: String) throws {
    let plain = name == "''" ? "" : name
    try session(
      """
      $ stack -s '\(plain)' push Call Sam
      stack: '\(plain)' given with -s is no name for a stack; use up to 64 letters, digits, -, _ and inner dots
      [64]
      $ stack count
      0
      """)
  }

  /// What is about no stack, such as the line in a start-up file, goes on working.
  @Test func theVariableIsValidatedWhereAStackIsAskedFor() throws {
    try session(
      """
      $ stack push Write the report
      Write the report
      $ export STACK_QUEUE=../x
      $ stack
      stack: '../x' in STACK_QUEUE is no name for a stack; use up to 64 letters, digits, -, _ and inner dots
      [64]
      $ stack push Call Sam
      stack: '../x' in STACK_QUEUE is no name for a stack; use up to 64 letters, digits, -, _ and inner dots
      [64]
      $ stack merge copy.json
      stack: '../x' in STACK_QUEUE is no name for a stack; use up to 64 letters, digits, -, _ and inner dots
      [64]
      $ stack -s stack
      Write the report
      $ stack help push >overview && stack help --man >page && stack --help >all && stack --version >version
      $ stack push --help | head -1 && stack init bash >line
      usage: stack push [TEXT…|-]
      $ cp .config/stack/stack.json ours && cp ours theirs && : >base && stack merge base ours theirs
      """)
  }

  @Test(.enabled(if: Program.exists("python3"), "needs python3")) func asJSON() throws {
    let home = Home()
    try home.writeQueue(
      """
      {"tasks": [{
        "title" : "Read \\u001b[31m\u{7F}\u{202E}\u{85} 日本",
        "mine":[1,  {"a":null}],"x, y: z" : "{ }" }]}
      """)
    try session(
      """
      $ stack --json
      {"title": "Read \\u001b[31m\\u007F\\u202E\\u0085 日本", "mine": [1, {"a": null}], "x, y: z": "{ }"}
      $ stack push --json Call Sam | python3 -c 'import json, sys; print(json.load(sys.stdin)["mine"])'
      [1, {'a': None}]
      $ stack done --json
      {"title": "Call Sam", "added": "DATE"}
      $ stack --json done
      """, in: home)
  }

  @Test func theFoldersFollowTheXDGSpecification() throws {
    try session(
      """
      $ XDG_CONFIG_HOME=$HOME/conf stack path
      ~/conf/stack/stack.json
      $ XDG_CONFIG_HOME=conf stack path
      ~/.config/stack/stack.json
      $ XDG_CONFIG_HOME= stack path
      ~/.config/stack/stack.json
      $ XDG_CONFIG_HOME=$HOME/conf XDG_STATE_HOME=$HOME/state stack push Call Sam
      Call Sam
      $ find conf conf/stack state state/stack -prune -type d -perm 700
      conf
      conf/stack
      state
      state/stack
      $ find conf/stack/stack.json -perm 600
      conf/stack/stack.json
      $ env -u HOME -u XDG_CONFIG_HOME stack
      stack: there is no folder for the file: set HOME or XDG_CONFIG_HOME to an absolute path
      [74]
      $ env -u HOME -u XDG_CONFIG_HOME stack push Call Sam
      stack: there is no folder for the file: set HOME or XDG_CONFIG_HOME to an absolute path
      [74]
      """)
  }

  @Test(.enabled(if: Program.exists("python3"), "needs python3")) func propertyListsTakeTheFile() throws {
    try session(
      """
      $ stack push -a https://example.org/ Write the report
      Write the report
      $ stack push Call Sam
      Write the report
      $ stack done
      Call Sam
      $ python3 -c "import json, plistlib, sys; plistlib.dumps(json.load(open(sys.argv[1])))" "$(stack path)"
      """)
  }
}
