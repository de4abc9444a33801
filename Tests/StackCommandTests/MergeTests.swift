// One queue on several machines, with what people already use, and what happens when both changed it.

import Foundation
import TestSupport
import Testing

@Suite struct MergeTests {
  /// Where git merges line by line, because nobody told it of `stack merge`.
  @Test(.enabled(if: Program.exists("git"), "needs git")) func whatGitDoesWithLines() throws {
    try session(
      #"""
      $ cd .config/stack && cp stack.json base.json && cp stack.json theirs.json
      $ stack push Water the plants; stack -s theirs done
      Write the report
      Call Sam
      $ git merge-file stack.json base.json theirs.json && stack && stack count
      Call Sam
      3
      $ stack undo && stack count
      Call Sam
      2
      $ cp stack.json base.json && cp stack.json theirs.json
      $ stack push Feed the cat; stack -s theirs push Water the plants
      Call Sam
      Call Sam
      $ git merge-file stack.json base.json theirs.json
      [1]
      $ stack; stack done
      stack: ~/.config/stack/stack.json, line 6, column 1: git has written a conflict into the text here; let stack merge both sides (see: stack help sync), nothing was changed; to restore it as the last command left it: stack undo
      stack: ~/.config/stack/stack.json, line 6, column 1: git has written a conflict into the text here; let stack merge both sides (see: stack help sync), nothing was changed; to restore it as the last command left it: stack undo
      [65]
      $ sed -n 5,9p stack.json
          {"title": "Buy milk", "added": "DATE"},
      <<<<<<< stack.json
          {"title": "Feed the cat", "added": "DATE"}
      =======
          {"title": "Water the plants", "added": "DATE"}
      $ sed -e '/^[<=>]\{7\}/d' -e '/cat/s/$/,/' stack.json >mended; cp mended stack.json; stack && stack count
      Call Sam
      4
      """#, in: .holding("Write the report", "Call Sam", "Buy milk"))
  }

  // MARK: Syncthing

  private static let conflictCopy = "stack.sync-conflict-20261121-153000-ABCDEFG.json"

  /// A laptop and a desk that had one stack, and both changed it before they met again.
  private func twoMachines() throws -> Home {
    let home = Home()
    for machine in ["laptop", "desk"] {
      try home.script("on-\(machine)", "HOME=~/\(machine) exec stack \"$@\"")
    }
    try home.shell(
      """
      printf 'Write the report\\nCall Sam\\nBuy milk\\n' | on-laptop push -
      mkdir -p desk/.config && cp -R laptop/.config/stack desk/.config
      """)
    return home
  }

  /// Where both changed the file, Syncthing lets the newer one win, on both machines, and keeps the other beside it.
  @Test(
    arguments: TestExtent.sample(
      [
        ("laptop", "laptop desk"), ("laptop", "desk laptop"), ("desk", "laptop desk"),
        ("desk", "desk laptop"),
      ], 2))
  func syncthing(_ winner: String, _ order: String) throws {
    let home = try twoMachines()
    // Two machines add nothing in one second.
    try home.script("retime", #"sed -i "/$1/s/T[0-9:.]*Z/T00:00:0${#1}Z/" ~/desk/.config/stack/stack.json"#)
    try home.script(
      "synchronize",
      """
      case $1 in laptop) loser=desk ;; *) loser=laptop ;; esac
      cp ~/$loser/.config/stack/stack.json ~/$loser/.config/stack/\(Self.conflictCopy)
      cp ~/$loser/.config/stack/\(Self.conflictCopy) ~/$1/.config/stack
      cp ~/$1/.config/stack/stack.json ~/$loser/.config/stack
      """)
    try session(
      """
      $ on-laptop done
      Call Sam
      $ on-laptop push Water the plants
      Call Sam
      $ on-desk skip
      Call Sam
      $ on-desk push Feed the cat && retime cat
      Call Sam
      $ on-desk push --top Pay the rent && retime rent
      Pay the rent
      $ synchronize \(winner)
      $ for machine in \(order); do on-$machine merge ~/$machine/.config/stack/\(Self.conflictCopy); done
      Pay the rent
      Pay the rent
      $ grep -o '"title": "[^"]*"' laptop/.config/stack/stack.json | sort
      "title": "Buy milk"
      "title": "Call Sam"
      "title": "Feed the cat"
      "title": "Pay the rent"
      "title": "Water the plants"
      "title": "Write the report"
      $ on-laptop count
      5
      $ cmp laptop/.config/stack/stack.json desk/.config/stack/stack.json
      $ ls laptop/.config/stack desk/.config/stack
      desk/.config/stack:
      stack.json

      laptop/.config/stack:
      stack.json
      """, in: home)
  }

  /// A change says so, by the name alone, and showing doesn't look. Taken in, the copy goes to what is kept for undo.
  @Test(arguments: [
    (conflictCopy, "~/\(conflictCopy)"),
    (
      "stack (desk's conflicted copy 2026-11-21).json",
      #"'~/stack (desk'\''s conflicted copy 2026-11-21).json'"#
    ),
    (
      "stack (conflicted copy 2026-11-21 153000).json",
      "'~/stack (conflicted copy 2026-11-21 153000).json'"
    ),
    // What is to be typed runs nothing else: for a shell an accent doesn't change a quotation mark.
    (
      "stack.sync-conflict-'\u{301};touch PWNED;'\u{301}.json",
      "'~/stack.sync-conflict-'\\''\u{301};touch PWNED;'\\''\u{301}.json'"
    ),
  ]) func aConflictCopyIsToldOf(_ name: String, _ path: String) throws {
    let home = try Home.holding("Write the report", environment: ["NO_COLOR": "1"])
    // Two machines add nothing in one second.
    let theirs = #"{"tasks": [{"title": "Feed the cat", "added": "1926-11-21T10:00:00Z"}]}"#
    try home.write(Data(theirs.utf8), to: ".config/stack/\(name)")

    #expect(try !home.screen().contains("another machine"))
    #expect(
      try home.screen("push", "Rest").replacing("\(home.directory.path)/.config/stack", with: "~").hasSuffix(
        "There is a copy from another machine; merge it with:\nstack merge \(path)\n"))
    // However the lines are broken.
    let merged = try home.screen("merge", ".config/stack/\(name)").replacing("\n", with: " ")
    #expect(merged.hasPrefix("Merged. The copy is kept as /"))
    #expect(merged.contains("-\(name). Now on: "))
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(try !home.screen("skip").contains("another machine"))
    #expect(try home.shell("stack count; stack undo").output.hasPrefix("3\n"))
    let unmerged = try home.screen("undo").replacing("\n", with: " ")
    #expect(unmerged.hasPrefix("Undid: merge; the copy is /") && unmerged.contains("-\(name)"))
  }

  /// It lies beside the file itself, not beside a link to it.
  @Test func aConflictCopyBehindALinkIsToldOf() throws {
    let home = try Home.holding("Write the report")
    try home.shell(
      """
      mv .config/stack dotfiles && cp dotfiles/stack.json dotfiles/\(Self.conflictCopy)
      mkdir .config/stack && ln -s ~/dotfiles/stack.json .config/stack
      """)
    #expect(try home.screen("push", "Rest").contains("dotfiles/\(Self.conflictCopy)"))
  }

  // MARK: Merging without a common ancestor

  @Test func anOlderCopyChangesNothing() throws {
    try session(
      """
      $ stack push Write the report; cp .config/stack/stack.json older.json
      Write the report
      $ stack edit Write the long report; cp .config/stack/stack.json same.json
      Write the long report
      $ stack merge older.json && stack merge same.json && stack count
      Write the long report
      Write the long report
      1
      $ stack undo
      Write the report
      """)
  }

  /// The cases that lost a task, an attachment or finished tasks when merging guessed the common ancestor.
  @Test(
    arguments: [
      // The file was replaced by the other machine's, and the copy is this machine's own, equal to a kept version.
      (
        "on-laptop push x; copy laptop own; copy desk laptop",
        "desk push d", "own", "Buy milk, Call Sam, Write the report, d, x"
      ),
      // The version from which both differ least is our own latest one.
      (
        "on-laptop attach https://u; on-laptop push x", "desk done", "desk",
        "Buy milk, Call Sam, Write the report https://u, x"
      ),
      (
        "on-laptop edit Write the long report", "desk done", "desk",
        "Buy milk, Call Sam, Write the long report"
      ),
      (
        "on-laptop done; on-laptop push --top t1; on-laptop done", "desk push b", "desk",
        "Buy milk, Call Sam, Write the report, b, t1"
      ),
      // What was removed here by undo doesn't come back, but what was put back stays.
      (
        "on-laptop push x; copy laptop desk; on-laptop undo", "desk count", "desk",
        "Buy milk, Call Sam, Write the report"
      ),
      (
        "on-laptop push x; copy laptop desk; on-laptop undo; on-laptop redo", "desk skip", "desk",
        "Buy milk, Call Sam, Write the report, x"
      ),
      // A rewording that was undone doesn't replace the title that was restored.
      (
        "on-laptop push --top old; on-laptop edit new; copy laptop own; copy desk laptop; on-laptop undo",
        "desk push d", "own", "Buy milk, Call Sam, Write the report, d, new, old"
      ),
      // A command that keeps a title doesn't make it the latest one.
      (
        "on-laptop edit new; copy laptop own; copy desk laptop; on-laptop attach https://u", "desk push d",
        "own", "Buy milk, Call Sam, d, new https://u"
      ),
      // Both reworded a task, and so both wordings stay.
      ("on-laptop edit One", "desk edit Two", "desk", "Buy milk, Call Sam, One, Two"),
    ] as [(String, String, String, String)])
  func nothingIsLostWithoutACommonAncestor(
    _ here: String, _ there: String, _ from: String, _ expected: String
  ) throws {
    let home = try twoMachines()
    try home.script(
      "copy",
      "cp ~/$1/.config/stack/stack.json ~/tmp; mkdir -p ~/$2/.config/stack; cp ~/tmp ~/$2/.config/stack/stack.json"
    )
    try home.shell("on-\(there)\n\(here)")
    for _ in 0..<2 {
      let finished = try home.shell("on-laptop merge ~/\(from)/.config/stack/stack.json")
      #expect(finished.status == 0, "\(finished)")
      let text = try String(contentsOf: home.url("laptop/.config/stack/stack.json"), encoding: .utf8)
      let lines = try MergeModel.entries(text).map { ([$0.title] + $0.attachments).joined(separator: " ") }
      #expect(lines.sorted().joined(separator: ", ") == expected)
    }
  }

  /// What can't be read a second time isn't moved, and that is no trouble.
  @Test func aCopyComesThroughAPipe() throws {
    try session(
      """
      $ on-desk push Feed the cat
      Write the report
      $ bash -c 'HOME=~/laptop stack merge <(sleep 0.1; cat ~/desk/.config/stack/stack.json)'
      Write the report
      $ on-laptop count
      4
      $ pipe=laptop/.config/stack/pipe.json; mkfifo $pipe
      $ echo '{"tasks": [{"title": "Theirs", "added": "2099-01-01T00:00:00Z"}]}' >$pipe & on-laptop merge $pipe
      Write the report
      $ test -p $pipe && on-laptop count
      5
      $ on-laptop merge .
      stack: . is not a regular file; move it away, nothing was changed
      [74]
      """, in: try twoMachines())
  }

  @Test func keysThatNeedBothValuesAreNamed() throws {
    try session(
      """
      $ echo '{"notes": ["b"], "tasks": []}' >base
      $ echo '{"notes": ["b", "me"], "tasks": [{"title": "One"}]}' >ours
      $ echo '{"notes": ["b", "you"], "tasks": [{"title": "Two"}]}' >theirs
      $ mkdir -p .config/stack && cp ours .config/stack/stack.json && stack merge base ours theirs
      stack: both sides changed "notes"; kept ours, please review
      [1]
      $ cat ours
      {"notes": ["b", "me"], "tasks": [{"title": "One"}, {"title": "Two"}]}
      $ mv theirs .config/stack/\(Self.conflictCopy) && cd .config/stack && stack merge \(Self.conflictCopy)
      stack: both sides changed "notes"; kept yours, the copy has ["b", "you"]
      One
      $ ls *conflict*; stack count
      \(Self.conflictCopy)
      2
      """)
  }

  /// Laid out anew by another program, a file is undone task by task.
  @Test(.enabled(if: Program.exists("python3"), "needs python3")) func layoutIsNoChangeForUndo() throws {
    try session(
      """
      $ stack push Write the report; stack push Call Sam
      Write the report
      Write the report
      $ python3 -m json.tool --sort-keys .config/stack/stack.json new && cp new .config/stack/stack.json
      $ stack undo && stack count
      Write the report
      1
      $ stack redo && stack count
      Write the report
      2
      """)
  }
}
