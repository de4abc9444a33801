// `stack merge`: one stack on several machines, with Syncthing and git.

import Foundation
import TestSupport
import Testing

@Suite struct MergeTests {
  // MARK: Syncthing

  private static let conflictCopy = "stack.sync-conflict-20261121-153000-ABCDEFG.json"

  /// A laptop and a desk with copies of the same stack.
  private func twoMachines() throws -> Home {
    let home = Home()
    for machine in ["laptop", "desk"] { try home.script("on-\(machine)", "HOME=~/\(machine) exec stack \"$@\"") }
    try home.shell(
      """
      printf 'Write the report\\nCall Sam\\nBuy milk\\n' | on-laptop push -
      mkdir -p desk/.config && cp -R laptop/.config/stack desk/.config
      """)
    return home
  }

  /// If both machines changed the file, Syncthing keeps the newer one on both, and the other one as a conflict copy.
  @Test(
    arguments: TestExtent.sample(
      [("laptop", "laptop desk"), ("laptop", "desk laptop"), ("desk", "laptop desk"), ("desk", "desk laptop")], 2))
  func aConflictCopyOfSyncthingIsMerged(_ winner: String, _ order: String) throws {
    let home = try twoMachines()
    // Changes the second of `added`, because a merge orders new tasks by it.
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
      $ { on-laptop done; on-laptop push Water the plants; on-desk skip; } | uniq
      Call Sam
      $ on-desk push Feed the cat && retime cat; on-desk push --top Pay the rent && retime rent
      Call Sam
      Pay the rent
      $ synchronize \(winner)
      $ for machine in \(order); do on-$machine merge ~/$machine/.config/stack/\(Self.conflictCopy); done
      Pay the rent
      Pay the rent
      $ grep -o '"title": "[^"]*"' laptop/.config/stack/stack.json | cut -d '"' -f 4 | sort; on-laptop count
      Buy milk
      Call Sam
      Feed the cat
      Pay the rent
      Water the plants
      Write the report
      5
      $ cmp laptop/.config/stack/stack.json desk/.config/stack/stack.json; ls */.config/stack/*
      desk/.config/stack/stack.json
      laptop/.config/stack/stack.json
      """, in: home)
  }

  /// A change names the conflict copy; showing doesn't look for it. After the merge, the copy is in the undo history.
  @Test(arguments: [
    (conflictCopy, "~/\(conflictCopy)"),
    ("stack (desk's conflicted copy 2026-11-21).json", #"'~/stack (desk'\''s conflicted copy 2026-11-21).json'"#),
    ("stack (conflicted copy 2026-11-21 153000).json", "'~/stack (conflicted copy 2026-11-21 153000).json'"),
    // The quoted name is safe in a shell, to which a combining accent doesn't change a quotation mark.
    (
      "stack.sync-conflict-'\u{301};touch PWNED;'\u{301}.json",
      "'~/stack.sync-conflict-'\\''\u{301};touch PWNED;'\\''\u{301}.json'"
    ),
  ]) func changesNameAConflictCopy(_ name: String, _ path: String) throws {
    let home = try Home.holding("Write the report", environment: ["NO_COLOR": "1"])
    let theirs = #"{"tasks": [{"title": "Feed the cat", "added": "1926-11-21T10:00:00Z"}]}"#
    try home.write(Data(theirs.utf8), to: ".config/stack/\(name)")

    #expect(try !home.screen().contains("another machine"))
    #expect(
      try home.screen("push", "Rest").replacing("\(home.directory.path)/.config/stack", with: "~").hasSuffix(
        "There is a copy from another machine that isn't merged yet:\nstack merge \(path)\n"))
    let merged = try home.screen("merge", ".config/stack/\(name)").replacing("\n", with: " ")
    #expect(merged.hasPrefix("Merged. The copy is kept as /"))
    #expect(merged.contains("-\(name). Now on: "))
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(try !home.screen("skip").contains("another machine"))
    #expect(try home.shell("stack count; stack undo").output.hasPrefix("3\n"))
    let unmerged = try home.screen("undo").replacing("\n", with: " ")
    #expect(unmerged.hasPrefix("Undid: merge; the copy is /") && unmerged.contains("-\(name)"))
  }

  /// The copy is next to the file itself, not next to a symbolic link to it, and has the ending of the file.
  @Test(arguments: [("stack", ".json"), ("to.do", ".txt"), ("todo", "")])
  func changesNameAConflictCopyNextToALinkedFile(stem: String, ending: String) throws {
    let home = try Home.holding("Write the report")
    let copy = "\(stem).sync-conflict-1\(ending)"
    try home.shell(
      """
      mv .config/stack dotfiles && cd dotfiles && mv stack.json \(stem)\(ending); cp \(stem)\(ending) \(copy)
      mkdir ~/.config/stack && ln -s ~/dotfiles/\(stem)\(ending) ~/.config/stack/stack.json; echo '{}' >tod.sync-conflict-1.json
      """)
    let screen = try home.screen("push", "Rest")
    #expect(screen.contains("dotfiles/\(copy)") && !screen.contains("tod.sync"))
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

  @Test func anOlderCopyChangesNothing() throws {
    try session(
      """
      $ cp .config/stack/stack.json older; stack edit Write the long report; cp .config/stack/stack.json same
      Write the long report
      $ stack merge older && stack merge same && stack count && stack undo
      Write the long report
      Write the long report
      1
      Write the report
      """, in: .holding("Write the report"))
  }

  /// It was sent away and came back, so it isn't known which title is older.
  @Test func bothTitlesOfATaskThatCameBackAreKept() throws {
    try session(
      """
      $ stack push Mine; stack send :other; rm .config/stack/stack.json; stack -s other send :stack
      Mine
      $ sed s/Mine/Theirs/ .config/stack/stack.json >copy; stack merge copy; stack count
      Mine
      2
      """)
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
      $ pipe=laptop/.config/stack/pipe.json; mkfifo $pipe
      $ echo '{"tasks": [{"title": "Theirs", "added": "2099-01-01T00:00:00Z"}]}' >text; (sleep 0.1; cat text >$pipe) & on-laptop merge $pipe
      Write the report
      $ test -p $pipe && on-laptop count
      5
      $ on-laptop merge .
      stack: . is not a regular file; nothing was changed
      [74]
      """, in: try twoMachines())
  }

  @Test func customKeysThatBothSidesChangedAreNamed() throws {
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

  @Test(.enabled(if: Program.exists("python3"), "needs python3")) func undoWorksAfterReformatting() throws {
    try session(
      """
      $ stack push Write the report; stack push Call Sam
      Write the report
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
