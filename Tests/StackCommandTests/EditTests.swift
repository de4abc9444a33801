// `stack edit`: on the command line, in an editor, and with the whole queue.

import Foundation
import TestSupport
import Testing

@Suite struct EditTests {
  @Test func rewordingKeepsTheRestOfTheTask() throws {
    let home = Home()
    try home.writeQueue("{\"tasks\": [\n\t{ \"mine\" : [1, 2],\n\t\t\"title\":\"Frist\"  }\n]}\n")
    try session(
      """
      $ stack edit First, with "quotes"; stack edit First, with quotes; cat "$(stack path)"
      First, with quotes
      First, with quotes
      {"tasks": [
      \t{ "mine" : [1, 2],
      \t\t"title":"First, with quotes"  }
      ]}
      $ stack undo; stack undo
      Frist
      stack: there is nothing to undo
      [1]
      """, in: home)
  }

  // MARK: The editor

  /// A home in which the editor is a script. In it, `$1` is the path of the text, and `change` edits it with sed(1).
  private func home(editor script: String, tasks: String...) throws -> Home {
    // bash reads the script, because executing it may fail with "Text file busy" if a process that another test starts
    // inherits the descriptor to which it is written.
    let home = Home(["EDITOR": "bash ./editor --wait"])
    let start = "shift; text=$1; cp \"$text\" seen; change() { sed \"$1\" seen >\"$text\"; }"
    try home.write(Data("\(start)\n\(script)\n".utf8), to: "editor")
    try home.shell("stack push -", input: Data(tasks.joined(separator: "\n").utf8))
    return home
  }

  private func expectNoTextsLeft(in home: Home) {
    #expect(!home.files(below: ".local/state/stack").contains { $0.contains("editing.") })
  }

  @Test func theEditorGetsTheTitleAndHelp() throws {
    let home = try home(editor: "change 1s/Frist/First/", tasks: "Frist", "Second")
    try session(
      """
      $ stack edit
      First
      $ cat seen
      Frist
      ------------------------ >8 ------------------------
      The first line is the task, and each further line is a note on it.
      To cancel, leave the text as it is, or empty it.
      $ stack edit
      stack: the text was left as it was; nothing was changed
      [1]
      """, in: home)
    expectNoTextsLeft(in: home)
  }

  @Test(arguments: ["true", "change '1s/.*//'", ": > \"$1\""])
  func anUnchangedOrEmptiedTextCancels(_ script: String) throws {
    let home = try home(editor: script, tasks: "First")
    let before = home.queueText()
    #expect(try home.stack("edit").status == 1)
    #expect(try home.stack("edit", "--all").status == 1)
    #expect(home.queueText() == before)
    expectNoTextsLeft(in: home)
  }

  @Test func furtherLinesAreNotes() throws {
    let home = try home(editor: "change \"1s/Frist/First/; $CHANGE\"", tasks: "Frist", "Second")
    try session(
      #"""
      $ CHANGE='1s/$/\n\n  one \ntwo\none/' stack edit; stack --json
      First
      {"title": "First", "added": "DATE", "notes": ["one", "two", "one"]}
      $ CHANGE='2{h;d};4{p;x}' stack edit; sed '/>8/,$d' seen; stack --json
      First
      First
      one
      two
      one
      {"title": "First", "added": "DATE", "notes": ["two", "one", "one"]}
      $ CHANGE='2,4d' stack edit; stack --json; stack undo; stack edit
      First
      {"title": "First", "added": "DATE"}
      First
      stack: the text was left as it was; nothing was changed
      [1]
      $ CHANGE='1d' stack edit; stack --json
      two
      {"title": "two", "added": "DATE", "notes": ["one", "one"]}
      """#, in: home)
    expectNoTextsLeft(in: home)
  }

  /// Also lines that are shown with escapes, are blank, or look like the scissors.
  @Test func linesThatAreNotEditedKeepTheirBytes() throws {
    let home = try home(editor: "change \"s/^$CHANGE$/edited/\"")
    let scissors = "------------------------ >8 ------------------------"
    func text(_ title: String, _ note: String) -> String {
      #"{"tasks": [{"title": "\#(title)","notes":["\u001b[31m" , "", " \/ ", "\#(scissors)","\#(note)" ]}]}"#
    }
    // Deletes the help below the text, with the scissors.
    let withoutHelp = "last$/edited/; 7,$d; s/x"
    for (title, note, change) in [
      ("\\u202E x", "last", "last"), (" ", "last", "last"), ("last", "edited", "last"), ("last", "edited", withoutHelp),
    ] {
      try home.writeQueue(text(title, note))
      #expect(try home.shell("CHANGE='\(change)' stack edit").status == 0)
      #expect(home.queueText() == text(title == "last" ? "edited" : title, "edited"))
    }
  }

  /// Otherwise the text below them would be lost.
  @Test func leadingBlankLinesAreIgnored() throws {
    let home = try home(editor: "change 's/^First/Second/; 1i\\\n'", tasks: "First")
    try session("$ stack edit\nSecond", in: home)
  }

  @Test func anEditorThatFailsChangesNothing() throws {
    let home = try home(editor: "exit 3", tasks: "First")
    let before = home.queueText()
    let failure = "the editor ended with status 3; nothing was changed"
    try expectRefused(
      [
        "stack edit": failure, "stack edit --all": failure,
        "EDITOR='kill -9 $$; true' stack edit": "the editor ended with signal 9; nothing was changed",
      ], status: 1, in: home)
    #expect(home.queueText() == before)
    expectNoTextsLeft(in: home)
    try session(
      """
      $ EDITOR='echo typed >"$1"; false' stack edit 2>said
      [1]
      $ sed 's|/.*;|PATH;|' said
      stack: the editor ended with status 1, and your text is in PATH; nothing was changed
      $ cat "$(sed 's/.*your text is in //; s/;.*//' said)"
      typed
      """, in: home)
  }

  @Test func aMissingEditorIsReported() throws {
    let home = try home(editor: "", tasks: "First")
    let start = "VISUAL= EDITOR= PATH=~/.bin \"$(readlink ~/.bin/stack)\" edit"
    try expectRefused(
      [start: "cannot start vi: No such file or directory; nothing was changed"], status: 74, in: home)
    expectNoTextsLeft(in: home)
  }

  @Test func filesThatTheEditorLeavesAreRemoved() throws {
    let leave = "cd \"${text%/*}\"; mkdir swap empty; touch .undo~ swap/file; ln -s \"$HOME\" link"
    try session(
      """
      $ EDITOR='sed -i.bak s/Frist/First/' stack edit
      First
      $ stack edit
      Third
      $ find .local/state/stack -name 'editing.*'; ls editor
      editor
      """, in: home(editor: "change 1s/First/Third/; \(leave)", tasks: "Frist"))
  }

  @Test func VISUALComesBeforeEDITOR() throws {
    let home = try home(editor: "true", tasks: "First")
    try session(
      """
      $ VISUAL='sh -c "echo Seen by VISUAL > \\$1" visual' stack edit
      Seen by VISUAL
      $ VISUAL= EDITOR='sh -c "echo Seen by EDITOR > \\$1" editor' stack edit
      Seen by EDITOR
      """, in: home)
  }

  @Test func editAllReordersRewordsDropsAndAdds() throws {
    let home = try home(
      editor: """
        { printf '3\\tThird\\n'; printf '\\tBrand new\\n\\n'; printf '1\\tFirst, reworded\\n'
          printf '4\\t# 4 begins oddly\\n'; sed -n '/>8/,$p' "$1"; } > new; cp new "$1"
        """, tasks: "First", "Second", "Third", "# 4 begins oddly", "Third")
    try session(
      """
      $ stack edit --all
      Third
      $ head -n 7 seen | cat -et
      1^IFirst$
      2^ISecond$
      3^IThird$
      4^I# 4 begins oddly$
      5^IThird$
      ------------------------ >8 ------------------------$
      One task per line, the current one first. A line that keeps its number is that$
      $ cat "$(stack path)"
      {
        "version": 1,
        "tasks": [
          {"title": "Third", "added": "DATE"},
          {"title": "Brand new", "added": "DATE"},
          {"title": "First, reworded", "added": "DATE"},
          {"title": "# 4 begins oddly", "added": "DATE"}
        ],
        "completed": [
          {"title": "Second", "added": "DATE", "dropped": "DATE"},
          {"title": "Third", "added": "DATE", "dropped": "DATE"}
        ]
      }
      $ stack undo
      First
      $ stack count
      5
      """, in: home)
    expectNoTextsLeft(in: home)
  }

  @Test func linesThatAreMovedKeepTheirBytes() throws {
    let home = try home(editor: "sort -r <(sed '/>8/,$d' \"$1\") > new; cp new \"$1\"")
    let first = "{\"title\": \"a \\u001b[31m \\u202E 日本 👨‍👩‍👧‍👦\",  \"mine\": null}"
    let second = "{ \"attachments\": [\"https://example.org/\"], \"title\": \"b\" }"
    try home.writeQueue("{\"tasks\": [\n\(first),\n\(second)\n]}")
    #expect(try home.stack("edit", "--all") == Finished(status: 0, output: "b\n", errors: ""))
    #expect(home.queueText() == "{\"tasks\": [\n\(second),\n\(first)\n]}")
    let seen = try String(contentsOf: home.url("seen"), encoding: .utf8)
    #expect(seen.hasPrefix("1\ta \\u{1B}[31m \\u{202E} 日本 👨‍👩‍👧‍👦\n2\tb\n"))
  }

  /// Editors change white space and line endings and add a byte order mark; users delete the line of dashes.
  @Test(arguments: [
    #"s/\t/    /"#, #"s/\t/\xC2\xA0/"#, #"1s/^/\xEF\xBB\xBF/"#, #"s/$/\r/; s/\t\r/\r/"#, "/>8/d",
    #"s/\t/\xE3\x80\x80 /; s/$/ /; />8/d"#, #"1,3!s/ /\t/g"#,
  ])
  func whiteSpaceChangesByTheEditorAreIgnored(_ script: String) throws {
    let home = try home(editor: "change \"${CHANGE-}\(script)\"")
    let tasks = #"{"title": " \u00a0a", "mine": 1}, {"title": ""}, {"title": "1 b\u2028"}"#
    try home.writeQueue("{\"tasks\": [\(tasks)]}")
    let unchanged = "stack: the text was left as it was; nothing was changed\n"
    #expect(try home.stack("edit", "--all") == Finished(status: 1, output: "", errors: unchanged))
    #expect(try home.shell(#"CHANGE='3s/$/\n 4 new/; ' stack edit --all"#).status == 0)
    #expect(
      home.queueText()?.dated.replacing(#", "added": "DATE""#, with: "")
        == "{\"tasks\": [\(tasks), {\"title\": \"4 new\"}]}")
    expectNoTextsLeft(in: home)
  }

  @Test func titlesAreComparedByTheirBytes() throws {
    try session(
      """
      $ stack edit
      cafe\u{301}
      $ stack edit caf\u{E9}; stack edit --all
      caf\u{E9}
      cafe\u{301}
      """, in: home(editor: "change s/caf\u{E9}/cafe\u{301}/", tasks: "caf\u{E9}", "Second"))
  }

  @Test(arguments: [
    ("1\\tFirst\\n1\\tAgain", "line 2: task 1 is already in line 1"),
    ("3\\tNever there", "line 1: there is no task 3; if this is a new task, put a space before it"),
    ("0\\tNever there", "line 1: there is no task 0; if this is a new task, put a space before it"),
    (
      "99999999999999999999\\tx",
      "line 1: there is no task 9223372036854775807; if this is a new task, put a space before it"
    ),
    ("1\\t", "line 1: task 1 has no text; delete the whole line to drop it"),
    ("1", "line 1: task 1 has no text; delete the whole line to drop it"),
    (
      "New\\n------------------------ >8 ------------------------\\n\\nx",
      "line 4: this is below the line of dashes, where the text ends"
    ),
    ("New\\n\\0\\0", "line 2: this has a NUL byte"), ("1\\tFirst\\nbad \\xff", "line 2: this is not UTF-8"),
  ])
  func anInvalidTextIsSavedAndNamed(_ text: String, _ problem: String) throws {
    try session(
      """
      $ stack edit --all 2>said
      [64]
      $ sed 's| /.*||' said
      stack: \(problem); nothing was changed, and your text is in
      $ printf '\(text)\\n' | cmp - "$(sed 's/.*your text is in //' said)"
      $ stack count && stack
      2
      First
      """, in: home(editor: "printf '\(text)\\n' > \"$1\"", tasks: "First", "Second"))
  }

  @Test func aQueueThatChangedMeanwhileIsNotOverwritten() throws {
    let home = try home(editor: "stack push --top Meanwhile; echo Mine > \"$1\"", tasks: "First", "Second")
    try session(
      """
      $ stack edit --all 2>said
      Meanwhile
      [75]
      $ sed 's| /.*||' said
      stack: another program has changed the queue in the meantime; nothing was changed by this command, so try again; your text is in
      $ cat "$(sed 's/.*your text is in //' said)"
      Mine
      """, in: home)
    #expect(try home.titles() == ["Meanwhile", "First", "Second"])
  }

  @Test func aTaskThatMovedMeanwhileIsRewordedWhereItIs() throws {
    let home = try home(editor: "$CHANGE; echo Reworded > \"$1\"", tasks: "First", "Second")
    #expect(try home.shell("CHANGE='stack push --top Meanwhile' stack edit").status == 0)
    #expect(try home.titles() == ["Meanwhile", "Reworded", "Second"])
    #expect(try home.shell("CHANGE='stack done' stack edit").status == 75)
    #expect(try home.titles() == ["Reworded", "Second"])
  }
}
