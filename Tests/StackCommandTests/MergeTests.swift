// `stack merge`: one stack on several machines, with Syncthing and git.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct MergeTests {
  // MARK: Syncthing

  private static let conflictCopy = "stack.sync-conflict-20261121-153000-ABCDEFG.json"

  /// A laptop and a desk with copies of the same stack.
  private func twoMachines() throws -> Home {
    let home = Home()
    for machine in ["laptop", "desk"] {
      try home.script("on-\(machine)", "HOME=~/\(machine) exec stack \"$@\"")
    }
    try home.shell(
      """
      mkdir laptop
      printf 'Write the report\\nCall Sam\\nBuy milk\\n' | on-laptop push -
      mkdir -p desk/.config && cp -R laptop/.config/stack desk/.config
      """)
    return home
  }

  /// If both machines changed the file, Syncthing keeps the newer one on both, and the other one as
  /// a conflict copy.
  @Test(
    arguments: [
      ("laptop", "laptop desk"), ("laptop", "desk laptop"), ("desk", "laptop desk"),
      ("desk", "desk laptop"),
    ])
  func aConflictCopyOfSyncthingIsMerged(_ winner: String, _ order: String) throws {
    let home = try twoMachines()
    // Changes the second of `added`, because a merge orders new tasks by it.
    try home.script(
      "retime", #"sed -i "/$1/s/T[0-9:.]*Z/T00:00:0${#1}Z/" ~/desk/.config/stack/stack.json"#)
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
      $ { on-laptop done; on-laptop push Water the plants; on-desk skip; } | uniq
      Call Sam
      $ on-desk push Feed the cat && retime cat
      Call Sam
      $ on-desk push --top Pay the rent && retime rent
      Pay the rent
      $ synchronize \(winner)
      $ for machine in \(order); do on-$machine merge ~/$machine/.config/stack/\(Self.conflictCopy); done
      Pay the rent
      Pay the rent
      $ grep -o '"title": "[^"]*"' laptop/.config/stack/stack.json | cut -d '"' -f 4 | sort
      Buy milk
      Call Sam
      Feed the cat
      Pay the rent
      Water the plants
      Write the report
      $ on-laptop count
      5
      $ cmp laptop/.config/stack/stack.json desk/.config/stack/stack.json
      $ ls */.config/stack/*
      desk/.config/stack/stack.json
      laptop/.config/stack/stack.json
      """, in: home)
  }

  /// Names that sync programs give, and names that a person chose to harm someone else's shell.
  private static let names = [
    conflictCopy, "stack (desk's conflicted copy 2026-11-21).json", "stack (1).json",
    "stack 2.json", "stack_conflict-20261127-101010.json", "stack (デスクの競合コピー 2026-11-21).json",
    "stack (Copie en conflit de l'ordinateur 2026-11-21).json",
    "stack (conflicted copy 2026-11-21 153000).json", #"stack.sync-conflict-\'; touch PWN; #.json"#,
    "stack.sync-conflict-'\u{301};touch PWN;'\u{301}.json",
    "stack.sync-conflict-$(touch PWN)`touch PWN`\u{1B}]0;x\u{7}.json",
  ]

  /// A change points out the conflict copy without its name; showing doesn't look for it. After the
  /// merge, the copy is in the undo history.
  @Test(arguments: names) func changesPointOutAConflictCopyWithoutItsName(_ name: String) throws {
    let home = try Home.holding("Write the report", environment: ["NO_COLOR": "1"])
    let theirs = #"{"tasks": [{"title": "Feed the cat", "added": "1926-11-21T10:00:00Z"}]}"#
    let copy = ".config/stack/\(name)"
    try home.write(theirs, to: copy)

    #expect(try !home.screen().contains("another machine"))
    let pushed = try home.screen("push", "Rest")
    #expect(
      pushed.hasSuffix(
        "There is a copy from another machine that isn't merged yet:\nstack merge\n"))
    let merged = try home.screen("merge").replacing("\n", with: "")
    #expect(merged.hasPrefix("Merged. The copy is kept as"))
    #expect(!merged.unicodeScalars.contains { $0 == "\u{7}" })
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(try !home.screen("skip").contains("another machine"))
    #expect(try home.shell("stack count; stack undo").output.hasPrefix("3\n"))
    let unmerged = try home.screen("undo").replacing("\n", with: " ")
    #expect(unmerged.hasPrefix("Undid: merge; the copy is back: /"))
    #expect(home.files(below: ".config").count == 2)
    #expect(try home.shell("stack redo").status == 0)
    #expect(home.files(below: ".config").count == 2)
    // Another copy has the name now.
    try home.write("{}", to: copy)
    let kept = try home.screen("undo").replacing("\n", with: " ")
    #expect(kept.hasPrefix("Undid: merge; the copy is /") && kept.contains("/stack.json/"))
    #expect(try home.text(of: copy) == "{}")
  }

  @Test func changesPointOutTheConflictCopiesOfTheChosenStack() throws {
    let home = try Home.holding("Write the report")
    try home.shell(
      """
      cd .config/stack
      for n in 1 2 3; do cp stack.json work.sync-conflict-$n.json; done
      """)
    #expect(try !home.screen("push", "Rest").contains("merge"))
    let pushed = try home.screen("-s", "work", "push", "Rest")
    #expect(
      pushed.hasSuffix(
        "There are 3 copies from other machines that aren't merged yet:\nstack -s work merge\n"))
  }

  /// The copy is next to the file itself, not next to a symbolic link to it, and has the ending of
  /// the file.
  @Test(arguments: [("stack", ".json"), ("to.do", ".txt"), ("todo", "")])
  func aConflictCopyNextToALinkedFileIsMerged(stem: String, ending: String) throws {
    let home = try Home.holding("Write the report")
    try home.shell(
      """
      mv .config/stack dotfiles && cd dotfiles && mv stack.json \(stem)\(ending)
      sed s/Write/Read/ \(stem)\(ending) >\(stem).sync-conflict-1\(ending)
      mkdir ~/.config/stack && ln -s ~/dotfiles/\(stem)\(ending) ~/.config/stack/stack.json
      echo '{}' >tod.sync-conflict-1.json
      """)
    #expect(try home.screen("push", "Rest").hasSuffix("stack merge\n"))
    #expect(try home.shell("stack merge && stack count").output == "Read the report\n3\n")
    #expect(
      home.files(below: "dotfiles") == ["tod.sync-conflict-1.json", "\(stem)\(ending)"].sorted())
    #expect(try home.screen("undo").hasPrefix("Undid: merge; the copy is back:\n/"))
  }

  // MARK: All conflict copies

  /// The oldest name comes first, each copy is one change, and the status is that of the first
  /// error.
  @Test func everyConflictCopyThatCanBeMergedIs() throws {
    try session(
      """
      $ cd .config/stack
      $ cp stack.json stack.sync-conflict-1.json
      $ sed 's/"Call Sam"/"Call Sam Lee"/' stack.json >stack.sync-conflict-5.json
      $ sed 's/"Call Sam"/"Call Samuel"/' stack.json >stack.sync-conflict-2.json
      $ echo '{"tasks": 1}' >stack.sync-conflict-3.json
      $ mkdir stack.sync-conflict-4.json
      $ : >stack.sync-conflict-4b.json
      $ stack edit Phone Sam
      Phone Sam
      $ stack merge
      Call Sam
      stack: ~/.config/stack/stack.sync-conflict-3.json isn't a stack (line 1, column 11: "tasks" should be an array); nothing was changed
      stack: ~/.config/stack/stack.sync-conflict-4b.json isn't a stack (line 1, column 1: it is empty); nothing was changed
      [65]
      $ ls
      stack.json
      stack.sync-conflict-3.json
      stack.sync-conflict-4.json
      stack.sync-conflict-4b.json
      $ grep -o '"title": "[^"]*"' stack.json
      "title": "Call Sam"
      "title": "Call Sam Lee"
      "title": "Call Samuel"
      "title": "Phone Sam"
      $ stack undo
      Call Sam
      $ stack count
      3
      $ stack undo
      Call Sam
      $ stack count
      2
      $ stack undo
      Phone Sam
      """, in: .holding("Call Sam"))
  }

  /// Names that people and programs give for many reasons.
  @Test func aNumberedFileIsAConflictCopyOnlyIfItIsAStack() throws {
    try session(
      """
      $ cd .config/stack; mkdir 'stack (1).json'; ln -s stack.json 'stack (2).json'; mkfifo 'stack (3).json'
      $ echo '{"name": "app"}' >'stack 2.json'; echo '{"tasks": {}}' >'stack 3.json'; : >'stack 4.json'
      $ echo 'Notes' >'stack (notes).json'; ln stack.json 'stack 5.json'; ls >before
      $ stack merge
      stack: there is no conflict copy next to ~/.config/stack/stack.json
      [1]
      $ ls | cmp - before
      $ stack stacks
      stack
      $ sed s/Call/Phone/ stack.json >work_conflict-20261127-101010.json
      $ stack stacks; stack -s work_conflict-20261127-101010 done 2>&1 | grep -o 'a conflict copy.*'
      stack
      a conflict copy can only be merged
      $ cp work_conflict* 'work (1).json'; stack -s work merge; ls work*
      Phone Sam
      work.json
      $ stack merge 'stack (2).json'
      stack: stack (2).json is not a conflict copy, because it is a link or not a regular file; nothing was changed
      [74]
      """, in: .holding("Call Sam"))
  }

  @Test func mergingWithoutConflictCopiesIsRefused() throws {
    try session(
      """
      $ stack merge
      stack: there is no conflict copy next to ~/.config/stack/stack.json
      [1]
      $ ls -A
      .bin
      $ stack push Call Sam
      Call Sam
      $ cp .config/stack/stack.json .config/stack/work.sync-conflict-1.json
      $ stack merge
      stack: there is no conflict copy next to ~/.config/stack/stack.json
      [1]
      """)
  }

  @Test func aFileThatIsNoStackIsNotMerged() throws {
    try session(
      """
      $ printf 'root:x:0:0::/root:/bin/sh\\n' >passwd; printf '\\377\\376x' >picture; : >empty
      $ echo '[{"title": "A"}]' >list.json; echo '{"version": 2}' >newer; echo '{"tasks": {}}' >object
      $ for file in passwd picture empty list.json newer object; do stack merge $file; done
      stack: passwd isn't a stack (line 1, column 1: an object is expected here); nothing was changed
      stack: picture isn't a stack (line 1, column 1: this is not UTF-8); nothing was changed
      stack: empty isn't a stack (line 1, column 1: it is empty); nothing was changed
      stack: list.json isn't a stack (line 1, column 1: an object is expected here); nothing was changed
      stack: newer, line 1, column 13: this was written by a newer version of stack; update stack (nothing was changed)
      stack: object isn't a stack (line 1, column 11: "tasks" should be an array); nothing was changed
      [65]
      $ stack merge passwd empty object
      stack: passwd isn't a stack (line 1, column 1: an object is expected here); nothing was changed
      [65]
      $ stack merge .config
      stack: .config is not a regular file; nothing was changed
      [74]
      $ stack merge nowhere
      stack: cannot open nowhere: No such file or directory; nothing was changed
      [74]
      $ stack count
      1
      """, in: .holding("Call Sam"))
  }

  /// An error about the stack itself is printed once.
  @Test func aDamagedStackIsReportedOnceForAllCopies() throws {
    try session(
      """
      $ cd .config/stack
      $ for n in 1 2 3; do cp stack.json stack.sync-conflict-$n.json; done
      $ echo '{' >stack.json
      $ stack merge
      stack: ~/.config/stack/stack.json, line 2, column 1: the text ends too early; fix the file (nothing was changed); to restore it as the last command left it: stack undo
      [65]
      $ ls | wc -l | tr -d ' '
      4
      """, in: .holding("Call Sam"))
  }

  @Test func aCopyWhoseNameIsTooLongForTheHistoryStays() throws {
    try session(
      """
      $ copy=.config/stack/$(printf 'stack.sync-conflict-%0224d.json' 1); echo '{"tasks": [{"title": "Theirs"}]}' >$copy
      $ stack merge $copy && ls $copy | wc -c | tr -d ' '
      Theirs
      264
      """, in: .holding("First"))
  }

  // MARK: Merging without a common ancestor

  @Test func anOlderCopyBringsBackWhatWasReplacedUntilItIsUndone() throws {
    try session(
      """
      $ stack attach https://example.org
      Write the report
      $ cp .config/stack/stack.json older
      $ stack detach; stack edit Send the report
      Write the report
      Send the report
      $ cp .config/stack/stack.json same
      $ stack merge older && stack merge same && stack count
      Send the report
      Send the report
      2
      $ grep -c 'the report.*https:' .config/stack/stack.json
      2
      $ stack undo && cmp same .config/stack/stack.json
      Send the report
      """, in: .holding("Write the report"))
  }

  @Test func aTaskThatAPersonCopiedBackElsewhereIsOpen() throws {
    let home = Home()
    try home.writeQueue(#"{"tasks": [{"title": "Water the plants"}], "completed": []}"#)
    try session(
      """
      $ stack done
      $ sed 's/"tasks": \\[/&{"title": "Water the plants"}/' .config/stack/stack.json >copy.json
      $ stack merge copy.json
      Water the plants
      $ stack count
      1
      """, in: home)
  }

  /// It has the permissions of the file. `redo` leaves it there.
  @Test func aMergedCopyIsCreatedAgainByEachUndo() throws {
    let home = try Home.holding("Write the report")
    try session(
      """
      $ copy=.config/stack/stack.sync-conflict-1.json
      $ echo '{"tasks": [{"title": "Feed the cat", "added": "1926-11-21T10:00:00Z"}]}' >$copy
      $ chmod 664 $copy
      $ stack merge
      Feed the cat
      $ stack undo
      Write the report
      $ stat -c %a $copy
      600
      $ stack redo
      Feed the cat
      $ echo other >$copy
      $ stack undo
      Write the report
      $ cat $copy; rm $copy
      other
      $ stack redo
      Feed the cat
      $ stack undo
      Write the report
      $ grep -c "Feed the cat" $copy
      1
      """, in: home)
  }

  @Test func theDroppedTimeOfAConflictIsSaidAsAPersonWould() throws {
    let home = Home()
    for (name, day) in [("theirs", 24), (".config/stack/stack", 21)] {
      let until = #""until": "2999-12-\#(day)T10:00:00Z""#
      let task = #"{"title": "Rent", "added": "2026-11-21T10:00:00.000001Z", \#(until)}"#
      try home.write("{\"tasks\": [\(task)]}\n", to: "\(name).json")
    }
    try session(
      """
      $ TZ=UTC-1 stack merge theirs.json
      stack: both sides changed when 'Rent' comes back; dropped Tue 2999-12-24 11:00
      """, in: home)
  }

  /// Of a custom key that both sides changed, the smaller value stays.
  @Test func theDroppedValueOfAConflictIsNamed() throws {
    let home = Home()
    for (name, value) in [("base", 1), ("theirs", 3), (".config/stack/stack", 2)] {
      let task = #"{"title": "Call Sam", "added": "2026-11-21T10:00:00.000001Z", "x": \#(value)}"#
      try home.write("{\"tasks\": [\(task)]}\n", to: "\(name).json")
    }
    try session(
      """
      $ stack merge theirs.json
      stack: both sides changed "x" of 'Call Sam'; dropped 3
      Call Sam
      $ cp .config/stack/stack.json ours.json
      $ stack merge base.json theirs.json ours.json
      stack: both sides changed "x" of 'Call Sam'; dropped 3
      $ grep -o '"x": [0-9]' .config/stack/stack.json theirs.json
      .config/stack/stack.json:"x": 2
      theirs.json:"x": 2
      """, in: home)
  }

  @Test func aDroppedValueIsThatOfTheTaskAsItIsCalledNow() throws {
    let home = Home()
    let copies = [("base", "Call", 1), ("ours", "Call", 2), ("theirs", "Call Sam", 3)]
    for (name, title, value) in copies {
      let task = #"{"title": "\#(title)", "added": "2026-11-21T10:00:00.000001Z", "x": \#(value)}"#
      try home.write("{\"tasks\": [\(task)]}\n", to: "\(name).json")
    }
    try session(
      """
      $ cp ours.json other.json; stack merge base.json ours.json theirs.json
      stack: both sides changed "x" of 'Call Sam'; dropped 3
      $ stack merge base.json theirs.json other.json
      stack: both sides changed "x" of 'Call Sam'; dropped 3
      """, in: home)
  }

  @Test func aValueOfTheOtherSideIsPutOnOneLine() throws {
    let home = Home()
    let task = #"{"title": "One", "added": "2026-11-21T10:00:00.000001Z""#
    try home.write("{\"tasks\": [\(task)}]}\n", to: ".config/stack/stack.json")
    try home.write("{\"tasks\": [\(task), \"place\": {\n\"x\": 1,\n\"y\": 2\n}}]}\n", to: "copy")
    try session(
      """
      $ stack merge copy; grep -o '"place.*' .config/stack/stack.json
      One
      "place": {"x": 1, "y": 2}}]}
      """, in: home)
  }

  /// Somebody removed the key of a list, and the other side has put a task into it.
  @Test func aListThatOneSideRemovedKeepsWhatIsNewInIt() throws {
    let home = Home()
    func task(_ title: String) -> String {
      #"{"title": "\#(title)", "added": "2026-11-21T10:00:00.00000\#(title.utf8.count)Z""#
    }
    let done = task("One") + #", "completed": "2026-11-22T10:00:00Z"}"#
    for (name, text) in [
      "base": #""tasks": [\#(task("One"))}, \#(task("Other"))}], "completed": []"#,
      "ours": #""tasks": [\#(task("Other"))}], "completed": [\#(done)]"#,
      "theirs": #""tasks": [\#(task("One"))}, \#(task("Other"))}]"#,
    ] { try home.write("{\(text)}\n", to: "\(name).json") }
    try session(
      """
      $ stack merge base.json ours.json theirs.json; grep -o '"title": "[^"]*"\\|completed": .' ours.json
      "title": "Other"
      completed": [
      "title": "One"
      completed": "
      """, in: home)
  }

  /// Both have the same two tasks afterwards, in whatever order they merge.
  @Test func twoWordingsAreTheSameTwoTasksOnBothMachines() throws {
    try session(
      """
      $ on-laptop edit Write the memo; cp laptop/.config/stack/stack.json laptop.json
      Write the memo
      $ on-desk edit Write the minutes; cp desk/.config/stack/stack.json desk.json
      Write the minutes
      $ on-laptop merge desk.json; on-desk merge laptop.json
      Write the memo
      Write the memo
      $ for machine in laptop desk
      > do grep -o '{"title": "W[^}]*' $machine/.config/stack/stack.json | sort >$machine.txt; done
      $ cmp laptop.txt desk.txt && grep -c Write laptop.txt
      2
      $ on-desk merge laptop/.config/stack/stack.json; on-desk done
      Write the memo
      Write the minutes
      """, in: twoMachines())
  }

  @Test func mergingSaysWhatItMerged() throws {
    try session(
      """
      $ cp "$(stack path)" copy.json
      $ stack merge copy.json
      Nothing new in copy.json.
      ○ Call Sam
      $ cat copy.json | stack merge /dev/stdin
      Nothing new in /dev/stdin.
      ○ Call Sam
      $ stack -s work merge copy.json
      Merged copy.json.
      ○ Call Sam
      $ stack merge "$(stack path)"
      Nothing new in ~/.config/stack/stack.json.
      ○ Call Sam
      """, in: .holding("Call Sam", environment: ["NO_COLOR": "1"]), atTerminalAfter: "")
  }

  @Test func copiesWithoutAnythingNewMoveIntoTheHistory() throws {
    let home = try Home.holding("Call Sam", environment: ["NO_COLOR": "1"])
    try session(
      """
      $ cd .config/stack; cp stack.json stack.sync-conflict-1.json
      $ stack merge
      Nothing new in ~/.config/stack/stack.sync-conflict-1.json. It is kept as \
      ~/.local/state/stack~/.config/stack/stack.json/000002+stack.sync-conflict-1.json.
      ○ Call Sam
      """, in: home, atTerminalAfter: "")
    try session(
      """
      $ ls -A .config/stack
      stack.json
      $ cmp .config/stack/stack.json .local/state/stack/"$PWD"/.config/stack/stack.json/000002+*
      $ stack push Rest && stack undo && stack undo
      Call Sam
      Call Sam
      """, in: home)
  }

  /// A pipe can't be read again, so it isn't moved to the history.
  @Test func aCopyMayBeAPipe() throws {
    try session(
      """
      $ on-desk push Feed the cat
      Write the report
      $ bash -c 'HOME=~/laptop stack merge <(sleep 0.1; cat ~/desk/.config/stack/stack.json)'
      Write the report
      $ on-laptop count
      4
      $ pipe=laptop/.config/stack/pipe.json
      $ mkfifo $pipe
      $ echo '{"tasks": [{"title": "Theirs", "added": "2099-01-01T00:00:00Z"}]}' >text
      $ (sleep 0.1; cat text >$pipe) & on-laptop merge $pipe
      Write the report
      $ test -p $pipe && on-laptop count
      5
      $ on-laptop merge .
      stack: . is not a regular file; nothing was changed
      [74]
      """, in: twoMachines())
  }

  @Test func customKeysThatBothSidesChangedAreNamed() throws {
    try session(
      """
      $ echo '{"notes": ["b"], "x": 1, "tasks": []}' >base
      $ echo '{"notes": ["b", "me"], "x": 2, "tasks": [{"title": "One"}]}' >ours
      $ echo '{"notes": ["b", "you"], "tasks": [{"title": "Two"}]}' >theirs
      $ mkdir -p .config/stack && cp ours .config/stack/stack.json && stack merge base ours theirs
      stack: both sides changed "notes", "x"; kept ours, please review
      [1]
      $ for n in 1 2 3; do echo "{\\"a\\": $n, \\"b\\": $n}" >$n; done; stack merge 1 2 3
      stack: both sides changed "a", "b"; kept ours, please review
      [1]
      $ cat ours
      {"notes": ["b", "me"], "x": 2, "tasks": [{"title": "One"}, {"title": "Two"}]}
      $ mv theirs .config/stack/\(Self.conflictCopy) && cd .config/stack && stack merge \(Self.conflictCopy)
      stack: both sides changed "notes"; kept yours, the copy has ["b", "you"]
      One
      $ ls *conflict*
      \(Self.conflictCopy)
      $ stack count
      2
      """)
  }

  @Test func aCopyWithOnlyAConflictHasNothingElseNew() throws {
    let home = Home(["NO_COLOR": "1"])
    try home.writeQueue(#"{"mine": 1, "tasks": [{"title": "One"}]}"#)
    try session(
      """
      $ sed s/1/2/ "$(stack path)" >copy.json; stack merge copy.json
      stack: both sides changed "mine"; kept yours, the copy has 2
      Nothing else is new in copy.json.
      ○ One
      """, in: home, atTerminalAfter: "")
  }

  @Test(.needs("python3")) func undoWorksAfterReformatting() throws {
    try session(
      """
      $ stack push Write the report
      Write the report
      $ stack push Call Sam
      Write the report
      $ '\(Program.python)' -m json.tool --sort-keys .config/stack/stack.json new && cp new .config/stack/stack.json
      $ stack undo && stack count && stack redo && stack count
      Write the report
      1
      Write the report
      2
      """)
  }
}
