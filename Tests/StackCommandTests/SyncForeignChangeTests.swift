// What `stack sync` does with files that other programs have written: the rows of the table in the
// article "Syncing", each with three machines.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms, .needs("git"), .needs("python3")) struct SyncForeignChangeTests {
  /// What happens on the laptop after it and the others have synced One and Two, and then the desk
  /// has added Three and finished One, and the laptop has got that and added Four, which it hasn't
  /// synced; which tasks all machines have then; and what the sync says.
  private static let cases: [(script: String, open: String, ended: String, message: String)] = [
    // An older text.
    ("cp older $file", "Two Three Four", "One", "An older text of 'stack' was put in its place"),
    ("cp older $file; laptop push Five", "Two Three Four Five", "One", "An older text"),
    ("cp older $file; laptop done", "Two Three Four", "One", "An older text"),
    ("cp between $file", "Two Three Four", "One", "An older text of 'stack'"),
    (
      "cp $file copy; laptop done; cp copy $file", "Three Four", "One Two",
      "An older text of 'stack' was put in its place; finished since then: 'Two'"
    ),
    (
      "for n in {1..129}; do laptop skip; done >shown; cp older $file", "Two Three Four", "One",
      "An"
    ),
    ("git -C origin show stack:stack.json >$file", "Two Three Four", "One", "An older text"),
    (
      "{ laptop done; laptop sync; cp $file done; laptop undo; laptop sync; } >shown; cp done $file",
      "Two Three Four", "One", "An older text of 'stack'"
    ),
    // The text before a sync that brought something.
    (
      "{ laptop push Five; cp $file brief; desk push Six; desk sync; laptop sync; laptop skip; "
        + "laptop sync; laptop top Two; laptop edit Two more; } >shown; cp brief $file",
      "Two more Three Four Five Six", "One", "An older text of 'stack'"
    ),
    // Only the repository has had it.
    (
      "{ desk edit Two more; desk sync; desk push Five; desk sync; laptop sync; } >shown; "
        + "git -C origin show stack~2:stack.json >$file",
      "Two more Three Four Five", "One", "An older text"
    ),
    // No tasks.
    ("echo '{}' >$file", "Two Three Four", "One", "Another program removed tasks"),
    (
      "echo '{\"tasks\": []}' >$file", "Two Three Four", "One",
      "they are back: 'Two', 'Three', 'Four' ("
    ),
    // The text of another stack.
    (
      """
      echo '{"tasks": []}' >laptop/.config/stack/work.json; laptop sync >shown
      cp laptop/.config/stack/work.json $file
      """, "Two Three Four", "One", "Another program removed tasks"
    ),
    ("rm $file", "Two Three Four", "One", "The file of 'stack' was gone; it is back (3 tasks)"),
    ("rm $file; laptop push Five", "Two Three Four Five", "One", "Another program removed tasks"),
    (
      "mv $file away; laptop sync >shown 2>&1; mv away $file", "Two Three Four", "One", ""
    ),
    // A buffer that is older than the file, with an edit in it.
    ("sed 's/Two/Two more/' older >$file", "Two more Three Four", "One", "Another program removed"),
    // Edits by hand.
    ("sed -i 's/Two/Two more/' $file", "Two more Three Four", "One", ""),
    ("sed -i 's/\"tasks\": \\[/&{\"title\": \"New\"},/' $file", "New Two Three Four", "One", ""),
    (
      "sed -i '/Two/d' $file", "Two Three Four", "One",
      "they are back: 'Two' (to remove one: stack drop)"
    ),
    (
      "reopen", "Two Three Four", "One",
      "Another program reopened tasks in 'stack'; they are finished again: 'One' "
        + "(to add one again: stack push)"
    ),
    (
      "reopen; sed -i 's/One/One more/' $file", "Two Three Four", "One more",
      "they are finished again: 'One more'"
    ),
    // Several edits by hand, with commands between them.
    (
      "sed -i '/Two/d' $file; laptop push Five; sed -i '/Three/d' $file", "Two Three Four Five",
      "One", "they are back: 'Two', 'Three'"
    ),
    (
      "sed -i 's/Two/Two more/' $file; laptop push Five; cp older $file",
      "Two more Three Four Five", "One", "Another program removed"
    ),
    (
      "sed -i '/Two/d' $file; for n in {1..130}; do laptop skip; done >shown", "Two Three Four",
      "One", "they are back: 'Two'"
    ),
    // Commands.
    ("laptop done; laptop undo", "Two Three Four", "One", ""),
    ("laptop done", "Three Four", "One Two", ""),
    ("laptop undo; laptop push Five", "Two Three Five", "One", ""),
    ("laptop stacks --delete stack", "", "", ""),
  ]

  @Test(arguments: cases) func onlyCommandsRemoveAndReopenTasks(
    _ script: String, _ open: String, _ ended: String, _ message: String
  ) throws {
    let home = try syncedMachines("One", "Two")
    try home.script("list", #"python3 ~/list.py "$1" <~/$2/.config/stack/stack.json"#)
    try home.write(
      """
      import json, sys
      print(*[t["title"] for t in json.load(sys.stdin).get(sys.argv[1], [])])
      """, to: "list.py")
    try home.script(
      "reopen",
      #"""
      python3 - ~/laptop/.config/stack/stack.json <<'END'
      import json, sys
      s = json.load(open(sys.argv[1]))
      s["tasks"] += s["completed"]; s["completed"] = []
      for task in s["tasks"]: task.pop("completed", None)
      json.dump(s, open(sys.argv[1], "w"))
      END
      """#)
    try home.shell(
      """
      file=laptop/.config/stack/stack.json; cp $file older
      desk push Three; desk done; desk sync; laptop sync; cp $file between; laptop push Four
      """)
    let done = try home.shell("file=laptop/.config/stack/stack.json; \(script); laptop sync")
    let isSaid = message.isEmpty ? done.errors.isEmpty : done.errors.contains(message)
    #expect(isSaid, "\(done)")
    try home.shell("desk sync; tower sync; laptop sync")
    for machine in ["laptop", "desk", "tower"] {
      let lists = try home.shell("list tasks \(machine); list completed \(machine)").output
      #expect(lists == "\(open)\n\(ended)\n", "\(machine)")
    }
  }

  @Test func whatIsBackIsNamedWithItsStack() throws {
    try session(
      """
      $ file=laptop/.config/stack/work.json; printf '%s\\n' {1..6} | laptop -s work push -
      1
      $ laptop sync; cp $file older
      One
      $ laptop -s work done; laptop -s work push 7; laptop sync; cp older $file; laptop sync
      2
      2
      One
      stack: An older text of 'work' was put in its place; what came since then is back: '7'; finished since then: '1'
      One
      $ cp $file older; laptop -s work note N; laptop sync; cp older $file; laptop sync
      2
      One
      stack: An older text of 'work' was put in its place; what changed since then is back
      One
      $ echo '{}' >$file; laptop sync
      stack: Another program removed tasks from 'work'; they are back: '2', '3', '4' and 3 more (to remove one: stack -s work drop)
      One
      """, in: syncedMachines("One"))
  }

  @Test func aKeyThatAnotherProgramRemovesComesBack() throws {
    try session(
      """
      $ file=laptop/.config/stack/stack.json; sed -i 's/"version"/"mine": 2, &/' $file; laptop push Two; laptop sync
      One
      One
      $ sed -i 's/"mine": 2, //' $file; laptop sync; grep -o '"mine": 2' $file
      stack: Another program removed something from 'stack'; it is back
      One
      "mine": 2
      """, in: syncedMachines("One"))
  }

  @Test func onlyWhatTheRepositoryBroughtIsCounted() throws {
    try session(
      """
      $ { desk push Three; desk sync; sed -i '/Two/d; s/\\("One.*\\),$/\\1/' laptop/.config/stack/stack.json; } >shown 2>&1
      $ laptop sync
      Another program removed tasks from 'stack'; they are back: 'Two' (to remove one: stack drop)
      Synced with ~/origin: 1 task came (stack)
      ◔ One
      """, in: syncedMachines("One", "Two"), atTerminalAfter: "export TERM=dumb")
  }

  /// The first sync has merged what was written by hand, so the second one must not do it again.
  @Test func whatASyncHasMergedIsNotMergedAgain() throws {
    try session(
      """
      $ sed -i '/Two/d; s/Three/Three more/' laptop/.config/stack/stack.json; laptop push Four; laptop sync
      One
      stack: Another program removed tasks from 'stack'; they are back: 'Two' (to remove one: stack drop)
      One
      $ laptop top Two; laptop edit Two more; laptop sync; tasks laptop
      Two
      Two more
      Two more
      Two more
      One
      Three more
      Four
      """, in: syncedMachines("One", "Two", "Three"))
  }

  /// Its `added` follows from that of the other wording, which stays as it is.
  @Test func aSecondWordingThatIsReopenedByHandIsFinishedAgain() throws {
    let home = try syncedMachines("Call Sam")
    let done = try home.shell(
      #"""
      {
        laptop edit Call Samuel; desk edit Call Sam Lee; laptop sync; desk sync; laptop sync
        laptop done; laptop done; laptop push Relax; laptop sync
      } >shown
      python3 - ~/laptop/.config/stack/stack.json <<'END'
      import json, sys
      s = json.load(open(sys.argv[1]))
      task = s["completed"].pop()
      print(task["title"], "/", task.pop("completed")[:2])
      s["tasks"].insert(0, task)
      json.dump(s, open(sys.argv[1], "w"))
      END
      laptop; laptop push Rest; laptop sync
      """#)
    #expect(done.output == "Call Samuel / 20\nCall Samuel\nCall Samuel\nRelax\n")
    #expect(done.errors.contains("they are finished again: 'Call Samuel'"), "\(done)")
  }
}
