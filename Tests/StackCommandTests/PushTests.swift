// `stack push`: the words of the command line, standard input, and the question.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct PushTests {
  private let home = Home(["NO_COLOR": "1"])

  @Test func emptyInputCreatesNothing() throws {
    try session(
      """
      $ stack push - </dev/null
      stack: nothing to add: the input has no text; nothing was changed
      [1]
      $ printf ' \\n\\t\\n' | stack push -
      stack: nothing to add: the input has no text; nothing was changed
      [1]
      $ ls -A
      .bin
      """)
  }

  /// A lone `-` isn't the first word of a text.
  @Test func optionsAfterALoneHyphenAreOptions() throws {
    let home = try Home.holding("First", environment: ["EDITOR": "true"])
    try session(
      """
      $ echo Now | stack push - --top
      Now
      $ touch a; echo With a file | stack push - -a a --until 3h
      Now
      $ echo Work | stack push - -s work
      Work
      $ stack edit - --all
      stack: edit doesn't take '-'; see: stack help edit
      [64]
      $ stack push - and more --top
      Now
      """, in: home)
    #expect(try home.titles() == ["Now", "First", "- and more --top", "With a file"])
    #expect(try home.tasks().last?["attachments"] as? [String] == [home.url("a").path])
  }

  @Test func marksAtTheStartOfLinesAreDropped() throws {
    let home = Home()
    try session(
      #"""
      $ printf '\xEF\xBB\xBFFirst\r\n\xEF\xBB\xBFSecond\r\n' | stack push -
      First
      """#, in: home)
    #expect(try home.titles() == ["First", "Second"])
  }

  /// Only invisible characters make an empty title.
  @Test func aTitleThatShowsNothingIsRefused() throws {
    let home = Home()
    let invisible = [
      "\u{200B}", "\u{2060}", "\u{AD}", "\u{2800}", "\u{3164}", "\u{200C}\u{200D}", "\u{115F}",
      "\u{1160}", "\u{FFA0}", "\u{34F}", "\u{180E}", "\u{FE0F}", "\u{A0}", "\u{3000} \u{200B}\t",
      "\u{FEFF}", "\u{E0020}", "\u{2062}\u{2063}",
    ]
    for title in invisible {
      for command in [
        ["push", title], ["push", "--", " \(title) "], ["note", title], ["edit", title],
      ] {
        let finished = try home.run(home.program.path, command)
        #expect(finished.status == 64, "\(command)")
      }
    }
    let lines = Data(invisible.joined(separator: "\n").utf8)
    #expect(try home.shell("stack push -", input: lines).status == 1)
    #expect(home.queueText() == nil)
    #expect(try home.stack("push", "a\u{200B}b").status == 0)
  }

  @Test func aTabInATitleIsShownAsASpace() throws {
    try session(
      #"""
      $ printf 'Buy\tmilk\n' | stack push -
      Buy milk
      $ stack --json
      {"title": "Buy\u0009milk", "added": "DATE"}
      """#)
  }

  @Test func optionsEndAtTheFirstWordOfTheText() throws {
    try session(
      """
      $ stack push explain grep -s flag --json
      explain grep -s flag --json
      $ stack push --top -- --help me
      --help me
      $ stack push --top -- - && stack done
      -
      --help me
      $ stack push --top '   trimmed   inside   ' && stack count
      trimmed   inside
      3
      """)
  }

  /// LF, CR, and CR LF end a line.
  @Test func eachLineOfStandardInputIsATask() throws {
    try session(
      """
      $ printf 'First\\n\\n   \\n  Second  \\r\\nThird\\rFourth' | stack push - && stack count
      First
      4
      $ printf 'Urgent\\nMore urgent\\n' | stack push --top -
      Urgent
      $ for i in 1 2 3 4 5; do stack done; done
      More urgent
      First
      Second
      Third
      Fourth
      $ stack undo
      Third
      $ yes x | head -n 1000 | stack push - && stack count && stack undo && stack count
      Third
      1002
      Third
      2
      """)
    try expectRefused([
      "printf 'One\\r\\n\\r\\nthree \\xff\\r\\n' | stack push -":
        "line 3 of the input is not UTF-8; nothing was changed",
      "printf 'One\\rtwo \\xff' | stack push -":
        "line 2 of the input is not UTF-8; nothing was changed",
    ])
  }

  /// Endless input would fill the memory.
  @Test func inputAboveTheLimitIsRefused() throws {
    let result = try Home().shell("yes | stack push -; s=$?; stack count; exit $s")
    let sentence = "stack: the input has more than 64 MiB; nothing was changed\n"
    #expect(result == Finished(status: 64, output: "0\n", errors: sentence))
  }

  @Test(.enabled(if: Program.release != nil, "slow with the debug build; set STACK_BINARY"))
  func inputUpToTheLimitIsAdded() throws {
    let much = "(head -c $((64 * 1024 * 1024)) /dev/zero | tr '\\0' x;"
    #expect(try Home().shell("\(much)) | stack push - | wc -c").output.contains("67108865"))
    #expect(try Home().shell("\(much) echo) | stack push -").status == 64)
  }

  /// Programs with an event loop start other programs with nonblocking pipes.
  @Test(.needs("python3")) func nonblockingPipesAreRead() throws {
    let lines = "for text in 'First\\nSec' 'ond\\n'; do sleep 0.3; printf \"$text\"; done"
    let script = "import os; os.set_blocking(0, False); os.execlp('stack', 'stack', 'push', '-')"
    let push = "'\(Program.python)' -c \"\(script)\""
    #expect(try home.shell("(\(lines)) | \(push)") == Finished(output: "First\n"))
    #expect(try home.titles() == ["First", "Second"])
  }

  @Test func addingSeveralTasksIsAcknowledgedOnce() throws {
    let screen = try home.screen(ofShell: "printf 'One\\nTwo\\n' | stack push -")
    #expect(screen == "Added 2 tasks\n◎ One\n")
    let waiting = "Waiting for tasks, one per line. Press Ctrl-D on an empty line to end.\r\n"
    let typed = try home.screen("push", "-", asked: waiting, typing: "Three\n\u{04}")
    #expect(typed.hasSuffix("Added: Three\n◔ One\n"))
    let inFront = try home.screen(ofShell: "printf 'Four\\nFive\\n' | stack push --top -")
    #expect(inFront == "Added 2 tasks in front\n◕ Four\n")
  }
}
