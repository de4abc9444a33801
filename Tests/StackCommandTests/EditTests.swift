// `stack edit`: on the command line, in an editor, and with the whole queue.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct EditTests {
  @Test func rewordingKeepsTheRestOfTheTask() throws {
    let home = Home()
    try home.writeQueue("{\"tasks\": [\n\t{ \"mine\" : [1, 2],\n\t\t\"title\":\"Frist\"  }\n]}\n")
    try session(
      """
      $ stack edit First, with "quotes"
      First, with quotes
      $ stack edit First, with quotes
      First, with quotes
      $ cat "$(stack path)"
      {"tasks": [
      \t{ "mine" : [1, 2],
      \t\t"title":"First, with quotes"  }
      ]}
      $ stack undo
      Frist
      $ stack undo
      stack: there is nothing to undo
      [1]
      """, in: home)
  }

  // MARK: The editor

  /// A home in which the editor is a script. In it, `$1` is the path of the text, and `change`
  /// edits it with sed(1).
  private func home(editor script: String, tasks: String...) throws -> Home {
    // bash reads the script, because executing it may fail with "Text file busy" if a process that
    // another test starts inherits the descriptor to which it is written.
    let home = Home(["EDITOR": "bash ./editor --wait"])
    let start = "shift; text=$1; cp \"$text\" seen; change() { sed \"$1\" seen >\"$text\"; }"
    try home.write("\(start)\n\(script)\n", to: "editor")
    try home.push(tasks)
    return home
  }

  private func expectNoTextsLeft(in home: Home) {
    #expect(!home.files(below: ".local/state/stack").contains { $0.hasSuffix(".txt") })
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
      stack: \(Self.unchangedAtOnce)
      [1]
      """, in: home)
    expectNoTextsLeft(in: home)
  }

  /// An editor such as `code` only tells another process to open the text.
  static let unchangedAtOnce =
    "the text was left as it was; nothing was changed; if your editor returned before you could "
    + "type, add its option to wait, as in: export EDITOR='code --wait'"

  @Test func anEditorThatTookTimeIsNotAskedToWait() throws {
    try session(
      """
      $ stack edit
      stack: the text was left as it was; nothing was changed
      [1]
      """, in: home(editor: "sleep 1.1", tasks: "First"))
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
      $ CHANGE='1s/$/\n\n  one \ntwo\none/' stack edit
      First
      $ stack --json
      {"title": "First", "added": "DATE", "notes": ["one", "two", "one"]}
      $ CHANGE='2{h;d};4{p;x}' stack edit
      First
      $ sed '/>8/,$d' seen
      First
      one
      two
      one
      $ stack --json
      {"title": "First", "added": "DATE", "notes": ["two", "one", "one"]}
      $ CHANGE='2,4d' stack edit
      First
      $ stack --json
      {"title": "First", "added": "DATE"}
      $ stack undo
      First
      $ stack edit
      stack: \#(Self.unchangedAtOnce)
      [1]
      $ CHANGE='1d' stack edit
      two
      $ stack --json
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
      ("\\u202E x", "last", "last"), (" ", "last", "last"), ("last", "edited", "last"),
      ("last", "edited", withoutHelp),
    ] {
      try home.writeQueue(text(title, note))
      #expect(try home.shell("CHANGE='\(change)' stack edit").status == 0)
      #expect(home.queueText() == text(title == "last" ? "edited" : title, "edited"))
    }
  }

  /// No note takes the place of the title.
  @Test func anEmptiedTitleAboveNotesIsRefusedAndABlankLineAboveTheTitleIsIgnored() throws {
    let home = try home(editor: "change \"$CHANGE\"", tasks: "First")
    try session(
      #"""
      $ refused() { CHANGE=$1 stack edit 2>said; echo $?; sed 's| /.*||' said; }
      $ refused '1s/.*/\none\ntwo/'
      64
      stack: line 1: \#(Self.withoutText)
      $ sed 3q "$(sed 's/.*your text is in //' said)" | tail -2
      one
      two
      $ CHANGE='s/^First/\nSecond/' stack edit
      Second
      $ stack note A note
      Second
      $ { refused '1s/.*//'; refused '1s/.*/ /; 2s/$/ more/'; } | uniq | sed 's/.*: l/l/'
      64
      line 1: \#(Self.withoutText)
      64
      line 1: \#(Self.withoutText)
      $ CHANGE='1s/^/\n/; s/A note/A line/' stack edit && stack --json
      Second
      {"title": "Second", "added": "DATE", "notes": ["A line"]}
      """#, in: home)
  }

  private static let withoutText =
    "the task has no text; empty all lines to leave it as it is; nothing was changed, and your "
    + "text is in"

  @Test func anEditorThatFailsChangesNothing() throws {
    let home = try home(editor: "exit 3", tasks: "First")
    let before = home.queueText()
    let failure = "the editor ended with status 3; nothing was changed"
    try expectRefused(
      [
        "stack edit": failure, "stack edit --all": failure,
        "EDITOR='kill -9 $$; true' stack edit":
          "the editor ended with signal 9; nothing was changed",
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
      [start: "cannot start vi: No such file or directory; nothing was changed"], status: 74,
      in: home)
    expectNoTextsLeft(in: home)
  }

  @Test func debiansEditorComesBeforeVi() throws {
    let home = try home(editor: "", tasks: "First")
    try home.script("editor", "echo Seen by editor >$1")
    try home.script("vi", "echo Seen by vi >$1")
    try session(
      """
      $ unset EDITOR; stack edit
      Seen by editor
      $ rm .bin/editor; PATH=~/.bin:/nowhere stack edit
      Seen by vi
      """, in: home)
  }

  @Test func aTerminalThatCannotShowViNeedsAnEditor() throws {
    let home = try home(editor: "change 1s/First/Second/", tasks: "First")
    try session(
      """
      $ EDITOR= TERM=dumb stack edit
      stack: this terminal can't show vi, and no other editor is set; nothing was changed; to set one: export EDITOR=nano
      [64]
      $ TERM=dumb stack edit
      Second
      """, in: home)
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
      $ find .local/state/stack -name 'edit*.*'
      $ ls editor
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
      One task per line, the current one first. Move or reword a task, but keep its$
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
    #expect(try home.stack("edit", "--all") == Finished(output: "b\n"))
    #expect(home.queueText() == "{\"tasks\": [\n\(second),\n\(first)\n]}")
    let seen = try home.text(of: "seen")
    #expect(seen.hasPrefix("1\ta \\u{1B}[31m \\u{202E} 日本 👨‍👩‍👧‍👦\n2\tb\n"))
  }

  /// An editor may turn them into a list, or remove them.
  @Test(arguments: [
    #"s/\t/. /"#, #"s/\t/) /"#, #"s/^[0-9]*\t/- /"#, #"s/^[0-9]*\t/  *  /"#, #"s/^[0-9]*\t//"#,
  ])
  func aLineWithoutItsNumberIsTheTaskWithItsTitle(_ script: String) throws {
    let home = try home(editor: "change \"/>8/,\\$d; $CHANGE; \(script)\"")
    let tasks = ["2 eggs", "Call", "1. Call"].enumerated().map {
      #"{"title": "\#($1)", "notes": ["\#($0)"]}"#
    }
    for (change, expected) in [
      ("1{h;d};3G", [tasks[1], tasks[2], tasks[0]]), ("1{h;d};3G;2d", [tasks[2], tasks[0]]),
      ("1,2d", [tasks[2]]),
    ] {
      try home.writeQueue("{\"tasks\": [\(tasks.joined(separator: ", "))]}")
      try home.shell("CHANGE='\(change)' stack edit --all")
      let text = home.queueText() ?? ""
      #expect(text.hasPrefix("{\"tasks\": [\(expected.joined(separator: ", "))]"), "\(text)")
    }
  }

  @Test func aCopyOfALineWithoutItsNumberIsANewTask() throws {
    let home = try home(editor: #"change "1{p;s/^1\t//}""#, tasks: "First", "Second")
    #expect(try home.stack("edit", "--all") == Finished(output: "First\n"))
    #expect(try home.titles() == ["First", "First", "Second"])
  }

  @Test func aLineThatLostItsNumberKeepsANumberInItsTitle() throws {
    let home = try home(
      editor: #"change "2{s/^2\t//;h;d};3G""#, tasks: "1 x", "2 apples", "3 pears")
    #expect(try home.stack("edit", "--all") == Finished(output: "1 x\n"))
    #expect(try home.titles() == ["1 x", "3 pears", "2 apples"])
  }

  @Test func snoozedTasksGetTheTypedOrderIfTheQueueChangesMeanwhile() throws {
    let home = try home(editor: #"stack push Meanwhile; change "2{h;d};3G""#, tasks: "First")
    try home.shell("stack push --until 2h Second; stack push --until 3h Third; stack edit --all")
    #expect(try home.titles() == ["First", "Meanwhile", "Third", "Second"])
  }

  /// Editors change white space and line endings and add byte order marks.
  @Test(arguments: [
    #"s/\t/    /"#, #"s/\t/\xC2\xA0/"#, #"1s/^/\xEF\xBB\xBF/"#, #"s/$/\r/; s/\t\r/\r/"#,
    #"s/\t/\xE3\x80\x80 /; s/$/ /"#, #"1,3!s/ /\t/g"#, #"s/^/\xEF\xBB\xBF/"#,
  ])
  func whiteSpaceChangesByTheEditorAreIgnored(_ script: String) throws {
    let home = try home(editor: "change \"${CHANGE-}\(script)\"")
    let tasks = #"{"title": " \u00a0a", "mine": 1}, {"title": ""}, {"title": "1 b\u2028"}"#
    try home.writeQueue("{\"tasks\": [\(tasks)]}")
    let unchanged = "stack: the text was left as it was; nothing was changed\n"
    #expect(try home.stack("edit", "--all") == Finished(status: 1, errors: unchanged))
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
      $ stack edit caf\u{E9}
      caf\u{E9}
      $ stack edit --all
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
      "line 2: \(altered)"
    ),
    ("New\\n\\0\\0", "line 2: this has a NUL byte"),
    ("1\\tFirst\\nbad \\xff", "line 2: this is not UTF-8"),
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

  // MARK: Changes in the meantime

  /// A home in which another person acts while the editor is open: `$MEANWHILE`, by default `stack
  /// done`. Then `$EDIT` edits the text; by default, it rewords the first task.
  private func homeWithAnotherPerson(_ tasks: [String] = ["First", "Second"]) throws -> Home {
    let home = Home([
      "TERM": "dumb", "EDITOR": "bash ./editor", "MEANWHILE": "stack done",
      "EDIT": "1s/First/Mine/",
    ])
    try home.push(tasks)
    try home.write("eval \"$MEANWHILE\" >/dev/null 2>&1; sed -i \"$EDIT\" \"$1\"", to: "editor")
    return home
  }

  @Test(arguments: [
    // Both changes are made, in the typed order.
    (
      "stack push --top Meanwhile; stack push Last", "1{h;d};2iMine\n2G",
      "Mine Meanwhile Second First Third Last", ""
    ),
    ("stack done", "s/Third/Reworded/", "Second Reworded", "First"),
    ("stack done", "1s/First/Reworded/", "Second Third", "Reworded"),
    ("stack edit Other", "1d", "Second Third", "Other"),
    // A clash keeps both.
    ("stack edit Other", "1s/First/Mine/", "Mine Other Second Third", ""),
    // Only the order is the one that was typed.
    ("stack skip", "2{h;d};3G", "First Third Second", ""),
    ("stack skip", "s/Second/Mine/", "Mine Third First", ""),
    ("stack drop; stack drop; stack drop", "s/Second/Mine/", "", "First Mine Third"),
  ])
  func anEditIsMergedWithChangesInTheMeantime(
    _ other: String, _ edit: String, _ open: String, _ finished: String
  ) throws {
    let home = try homeWithAnotherPerson(["First", "Second", "Third"])
    let result = try home.shell("MEANWHILE='\(other)' EDIT='\(edit)' stack edit --all")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try home.titles().joined(separator: " ") == open)
    #expect(try home.titles("completed").joined(separator: " ") == finished)
    expectNoTextsLeft(in: home)
    let added = home.queueText()?.components(separatedBy: "\"added\": \"").dropFirst().map {
      $0.prefix(27)
    }
    if open != "Other Mine Second Third" { #expect(Set(added ?? []).count == added?.count) }
  }

  @Test(arguments: [
    ("stack note Theirs", "$!{/^one/{h;d};/^two/G}", "two one Theirs"),
    ("stack note Theirs", "1amine", "mine one two Theirs"),
    ("MEANWHILE=: EDIT=/^two/d stack edit", "s/^two/mine/", "one mine"),
    ("stack push --top Meanwhile", "/^one/d", "two"),
  ])
  func editedNotesAreMergedWithChangesInTheMeantime(
    _ other: String, _ edit: String, _ notes: String
  ) throws {
    let home = try homeWithAnotherPerson()
    try home.shell("stack note one; stack note two")
    let result = try home.shell("MEANWHILE='\(other)' EDIT='\(edit)' stack edit")
    #expect(result.status == 0, "\(result.errors)")
    let first = try home.tasks().first { $0["title"] as? String == "First" }
    let merged = first?["notes"] as? [String] ?? []
    #expect(Set(merged) == Set(notes.split(separator: " ").map(String.init)))
    if !edit.contains("mine") { #expect(merged.joined(separator: " ") == notes) }
  }

  @Test func aTaskThatMovedMeanwhileIsRewordedWhereItIs() throws {
    let home = try home(editor: "$CHANGE; change '1s/.*/Reworded/'", tasks: "First", "Second")
    #expect(try home.shell("CHANGE='stack push --top Meanwhile' stack edit").status == 0)
    #expect(try home.titles() == ["Meanwhile", "Reworded", "Second"])
    // A task that was completed meanwhile stays completed, with the new title.
    #expect(try home.shell("CHANGE='stack done' stack edit").status == 0)
    #expect(try home.titles() == ["Reworded", "Second"])
    #expect(try home.titles("completed") == ["Reworded"])
  }

  /// A person copied it back from the finished ones, or does it each week.
  @Test(arguments: [#", "added": "2026-11-21T10:00:00.000001Z""#, ""])
  func anEditDoesNotChangeATaskThatWasEndedBefore(_ added: String) throws {
    let home = try homeWithAnotherPerson([])
    let task = #"{"title": "First"\#(added)"#
    let ended = #"\#(task), "completed": "2026-11-22T10:00:00Z"}"#
    try home.writeQueue(#"{"tasks": [\#(task)}], "completed": [\#(ended)]}"#)
    try session(
      """
      $ MEANWHILE='stack note Theirs' EDIT='1aMine' stack edit
      First
      $ stack --json | grep -o '"notes.*'
      "notes": ["Mine", "Theirs"]}
      $ stack log --json | grep notes || stack log | cut -d ' ' -f 4-
      done: First
      """, in: home)
  }

  @Test(arguments: [
    ("edit", "Edited: reworded", "edit (First)"), ("edit --all", "Edited: 1 reworded", "edit"),
  ])
  func anEditOfATaskThatWasEndedMeanwhileSaysSo(
    _ command: String, _ edited: String, _ undone: String
  ) throws {
    try session(
      """
      $ stack \(command)
      'Mine' was completed in the meantime. It stays completed.
      \(edited)
      ○ Second
      $ stack undo >shown; stack undo
      Undid: \(undone)
      Undid: done (First)
      ◎ First
      $ MEANWHILE='stack drop' stack \(command)
      'Mine' was dropped in the meantime. It stays dropped.
      \(edited)
      ○ Second
      $ stack undo >shown; stack undo >shown
      Undid: \(undone)
      Undid: drop (First)
      $ MEANWHILE='stack send :work' stack \(command)
      'Mine' was sent in the meantime. It stays sent.
      \(edited)
      ○ Second
      $ stack -s work
      ○ First
      $ stack log | sed 's/.*sent/sent/'
      sent to :work: Mine
      """, in: homeWithAnotherPerson(), atTerminalAfter: "")
  }

  /// Another person's change of another task, and an unchanged line of a task that was ended, need
  /// no words.
  @Test func anEditOfOtherTasksSaysNothingAboutThem() throws {
    try session(
      """
      $ EDIT='s/Second/Mine/' stack edit --all
      Edited: 1 reworded
      ○ Mine
      $ stack push First >shown
      Added: First
      $ EDIT='1d' stack edit --all
      Nothing to change. Still on:
      ○ First
      $ stack log | wc -l
      2
      """, in: homeWithAnotherPerson(), atTerminalAfter: "")
  }

  @Test func aClashWithAChangeInTheMeantimeIsReported() throws {
    try session(
      """
      $ MEANWHILE='stack edit Other' stack edit --all
      Another program changed the same task in the meantime. Both versions are kept.
      Edited: 1 reworded
      ◔ Mine
      """, in: homeWithAnotherPerson(), atTerminalAfter: "")
  }

  @Test func aFileThatIsMissingAfterwardsKeepsTheText() throws {
    let home = try homeWithAnotherPerson()
    try session(
      """
      $ MEANWHILE='rm .config/stack/stack.json' stack edit --all 2>said
      [75]
      $ sed 's| /.*/queue.txt| FILE|' said
      stack: another program has changed the queue in the meantime; nothing was changed by this command, so try again; your text is in FILE; to restore the file, which was removed: stack undo
      $ grep Mine .local/state/stack/edited.*/queue.txt | cat -t
      1^IMine
      $ stack undo
      First
      """, in: home)
  }

  /// Another program replaces the file in each attempt, while `edit` is stopped before it keeps the
  /// old version.
  @Test(.needs("strace"))
  func aFileThatIsRewrittenAgainAndAgainKeepsTheText() throws {
    let home = try homeWithAnotherPerson()
    try home.script(
      "rewriter",
      """
      while read -r line; do
        case $line in *'stopped by SIGSTOP'*)
          echo rewritten >>rewritten
          cp .config/stack/stack.json new && mv new .config/stack/stack.json
          kill -CONT "$(cat pid)" ;;
        esac
      done
      """)
    let stops = "-o '|rewriter' -e trace=linkat -e inject=linkat:signal=STOP"
    try session(
      """
      $ cp .config/stack/stack.json before
      $ export MEANWHILE= EDIT='s/First/Mine/'
      $ strace \(stops) sh -c 'echo $$ >pid; exec stack edit --all' 2>said
      [75]
      $ sed 's|/edited.*/queue.txt|/FILE|' said
      stack: ~/.config/stack/stack.json has just been changed by another program; nothing was changed by this command, so try again; your text is in ~/.local/state/stack/FILE
      $ grep Mine .local/state/stack/edited.*/queue.txt | cat -t
      1^IMine
      $ wc -l <rewritten
      11
      $ cmp before .config/stack/stack.json
      $ stack edit --all
      Mine
      """, in: home)
  }

  @Test func theAcknowledgementCounts() throws {
    let home = Home(["NO_COLOR": "1", "EDITOR": "bash ./editor"])
    try home.write("sed -i \"$CHANGE\" \"$1\"", to: "editor")
    try home.push(["a", "b", "c", "d", "e"])
    func screen(_ change: String, _ command: String = "edit --all") throws -> String {
      try home.screen(ofShell: "CHANGE='\(change)' stack \(command)")
    }
    #expect(
      try screen("1{h;d};5G;2d;$aNew") == "Edited: 1 added, 1 dropped, rearranged\n◕ c\n")
    #expect(try screen("2s/d/D/;/^5/{h;d}") == "Edited: 1 reworded, 1 dropped\n◑ c\n")
    #expect(
      try screen("1s/c/C/;1a one", "edit").hasPrefix(
        "Edited: reworded; notes: 1 added\n◑ C\n"))
  }

  // MARK: Below the scissors

  @Test func linesBelowTheScissorsAreTaken() throws {
    let home = try home(editor: "change \"$CHANGE\"", tasks: "First", "Second")
    try session(
      #"""
      $ CHANGE='$aLast' stack edit --all
      First
      $ CHANGE='/>8/aAfter the dashes' stack edit --all
      First
      $ CHANGE='/>8/r after' EDITOR='sed -i -e "1{h;d}" -e "\$G"' stack edit --all
      Second
      $ CHANGE='$aA note' stack edit
      Second
      $ stack --json
      {"title": "Second", "added": "DATE", "notes": ["A note"]}
      """#, in: home)
    #expect(try home.titles() == ["Second", "Last", "After the dashes", "First"])
    expectNoTextsLeft(in: home)
  }

  /// The help is recognised wherever its lines are.
  @Test(arguments: [
    "sort", "sort -r", "tac", "sed 's/^[^0-9]/    &/'", "sed '/>8/d' seen; sed -n '/>8/p'",
    "sed '1,2d' seen; sed '3,$d'", "sed G",
  ])
  func theHelpMayBeMovedAsAWhole(_ program: String) throws {
    let home = try home(editor: "{ \(program); } <seen >\"$text\"; sed -i s/First/Mine/ \"$text\"")
    try home.writeTasks("First", "Second", "Third")
    #expect(try home.stack("edit", "--all").status == 0, "\(program)")
    #expect(try home.titles().sorted() == ["Mine", "Second", "Third"])
    try home.writeQueue(#"{"tasks": [{"title": "First", "notes": ["A note", "Zebra"]}]}"#)
    #expect(try home.stack("edit").status == 0, "\(program)")
    let task = try #require(try home.tasks().first)
    let texts = [task["title"] as? String ?? ""] + (task["notes"] as? [String] ?? [])
    #expect(texts.sorted() == ["A note", "Mine", "Zebra"])
    expectNoTextsLeft(in: home)
  }

  /// The help can't be told from what was typed if a part of it was altered, joined or copied.
  @Test(arguments: [
    ("/>8/s/$/ Buy milk/", 4), ("/>8/s/^/Buy milk/", 4), ("2{N;s/\\n/ /}", 3),
    ("/>8/{s/-* >8 -*/-- >8 ---/;N;N;N;s/\\n.*//}", 3), ("/>8/{h;p}", 3),
    ("/>8/s/>8/--/", 4), ("/>8/s/ >8 -*//", 4), ("/>8/s/>8/8</", 4), ("/>8/s/--/—/g", 4),
    ("/>8/s/-/–/g", 4), ("/>8/d;/^One/,9s/^/> /", 3), ("s/^[^0-9]/> &/", 3),
    ("/>8/d", 3), ("/>8/d;/^number/d", 3), ("/>8/d;/^number/p", 3),
    ("/>8/d;s/^One task/A task/", 4),
    // The line of dashes is as it was, but not the help.
    ("/^One task/s/$/ x/;1s/First/Mine/", 3), ("6d", 3), ("6p", 3),
    // What fmt(1) makes of the help without the line of dashes.
    ("/>8/d;/^One/{N;N;s/\\n/ /g;s/: /&\\n/;s/first/&\\n/;s/task, /&\\n/}", 3),
  ])
  func anAlteredLineOfHelpIsRefused(_ change: String, _ line: Int) throws {
    for options in ["--all", ""] {
      // The help of one task has other lines.
      if options.isEmpty, !change.hasPrefix("/>8/s") { continue }
      let home = try home(editor: "change \"$CHANGE\"", tasks: "First", "Second")
      let before = home.queueText()
      try session(
        """
        $ CHANGE='\(change)' stack edit \(options) 2>said
        [64]
        $ sed 's| /.*||' said
        stack: line \(options.isEmpty ? line - 1 : line): \(Self.altered); nothing was changed, and your text is in
        $ sed "\(change)" seen | cmp - "$(sed 's/.*your text is in //' said)"
        """, in: home)
      #expect(home.queueText() == before)
    }
  }

  private static let altered =
    "the line of dashes and the lines of help must stay as they are, or be deleted together"

  @Test func aTextThatWasDoubledIsRefused() throws {
    let home = try home(editor: "change '1s/$/!/'; cat \"$text\" \"$text\" >two; cp two \"$text\"")
    for command in ["edit", "edit --all"] {
      try home.writeTasks("First", "Second")
      let result = try home.shell("stack \(command)")
      #expect(result.status == 64)
      #expect(result.errors.contains(Self.altered))
      #expect(try home.titles() == ["First", "Second"])
    }
  }

  /// Also if the text has a line of its own that looks like the line of dashes.
  @Test func theHelpCanBeDeletedAsAWhole() throws {
    let home = try home(editor: "change \"$CHANGE\"", tasks: "First", "Second -- >8 --- here")
    try session(
      """
      $ CHANGE='3,$d; 1s/First/Mine/' stack edit --all
      Mine
      $ CHANGE='/^-.*>8/,$d; 1s/Mine/What is the task, and why?/' stack edit
      What is the task, and why?
      $ CHANGE='1i Another --- >8 ---' stack edit --all
      Another --- >8 ---
      """, in: home)
    #expect(
      try home.titles() == [
        "Another --- >8 ---", "What is the task, and why?", "Second -- >8 --- here",
      ])
    expectNoTextsLeft(in: home)
  }

  // MARK: Kept texts

  /// `$EDITOR` makes a mistake first, and corrects it when the text is opened again.
  @Test func aRefusedTextCanBeEditedAgain() throws {
    let home = try home(
      editor: """
        if grep -q '^9' "$text"; then sed -i 's/^9/1/; s/First/Mine/' "$text"
        else sed -i 's/^1/9/' "$text"; fi
        """, tasks: "First", "Second")
    let problem = "line 1: there is no task 9; if this is a new task, put a space before it"
    for (answer, status) in [("n\n", 64), ("\u{04}", 64), ("\u{03}", 1)] as [(String, Int32)] {
      let screen = try home.screen(
        "edit", "--all", columns: 200, asked: "Edit again? [Y/n] ", typing: answer, status: status)
      #expect(screen.hasPrefix("\(problem)\nEdit again? [Y/n] "), "\(screen)")
      if status == 64 {
        #expect(screen.contains("stack: \(problem); nothing was changed, and your text is in"))
      }
      #expect(try home.titles() == ["First", "Second"])
    }
    for answer in ["\n", "y\n", "Y\n"] {
      try home.writeTasks("First", "Second")
      let screen = try home.screen(
        "edit", "--all", columns: 200, asked: "Edit again? [Y/n] ", typing: answer)
      #expect(screen.contains("Edited: 1 reworded\n"), "\(screen)")
      #expect(try home.titles() == ["Mine", "Second"])
    }
  }

  @Test func aTextWhoseCommandWasKilledIsMentionedOnce() throws {
    let home = try home(
      editor: "change 1s/First/Mine/; kill -9 $(cat pid)", tasks: "First", "Second")
    try home.shell("sh -c 'echo $$ >pid; exec stack edit'")
    for command in ["done", "undo"] {
      let screen = try home.screen(command, columns: 200)
      let isMentioned = screen.contains(
        "A text was being edited when its window was closed. It is in \(home.directory.path)/")
      #expect(isMentioned == (command == "done"), "\(screen)")
    }
    try home.shell("sh -c 'echo $$ >pid; exec stack edit'")
    #expect(try home.screen(columns: 200).contains("A text was being edited"))
    try session(
      """
      $ cat .local/state/stack/edited.*/task.txt | head -1
      Mine
      """, in: home)
  }

  @Test func aTextThatIsBeingEditedIsNotMentioned() throws {
    let home = try home(editor: "stack push Third; stack done", tasks: "First", "Second")
    let screen = try home.screen("edit", columns: 200, status: 1)
    #expect(!screen.contains("A text was being edited"), "\(screen)")
  }

  @Test func keptTextsAreRemovedAfterThirtyDays() throws {
    let home = try home(editor: "false", tasks: "First")
    try home.shell(
      """
      cd .local/state/stack && mkdir {editing,edited}.{old,new,in-use}000 other.old000
      for text in {{editing,edited}.{old,new,in-use}000,other.old000}/queue.txt
      do touch -d '31 days ago' $text
      done
      touch -d '31 days ago' edit*.{old,in-use}000 other.old000; touch -d '29 days ago' edit*.new000
      touch edit*.in-use000/queue.txt
      """)
    #expect(try home.stack("edit").status == 1)
    let kept = home.files(below: ".local/state/stack").filter { $0.hasSuffix("queue.txt") }
    #expect(
      kept == [
        "edited.in-use000/queue.txt", "edited.new000/queue.txt", "editing.in-use000/queue.txt",
        "editing.new000/queue.txt", "other.old000/queue.txt",
      ])
  }
}
