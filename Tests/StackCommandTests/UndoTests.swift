// `stack undo` and `stack redo`.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct UndoTests {
  @Test func undoAndRedoGoThroughTheChanges() throws {
    try session(
      """
      $ stack undo
      stack: there is nothing to undo
      [1]
      $ ls -A
      .bin
      $ stack push One
      One
      $ stack push Two
      One
      $ stack done
      Two
      $ stack undo
      One
      $ stack undo
      One
      $ stack undo
      $ stack undo
      stack: there is nothing to undo
      [1]
      $ ls ~/.config/stack
      $ stack redo
      One
      $ stack redo
      One
      $ stack redo
      Two
      $ stack redo
      stack: there is nothing to redo
      [1]
      $ stack undo
      One
      $ stack push Three
      One
      $ stack redo
      stack: there is nothing to redo
      [1]
      $ stack count
      3
      """)
  }

  @Test func aCommandThatChangesNothingCreatesNoVersionAndKeepsTheRedoLine() throws {
    try session(
      """
      $ stack push One
      One
      $ stack push Two
      One
      $ stack undo
      One
      $ find .local -type f | sort >before
      $ { stack skip; stack edit One; stack detach; echo | stack push - 2>said; } | sort -u
      One
      $ echo '{"tasks": [{"title": "x"},{"title": "x"}]}' >.config/stack/t.json
      $ stack -s t skip
      x
      $ stack -s t undo
      stack: there is nothing to undo
      [1]
      $ EDITOR=true stack edit --all
      stack: \(EditTests.unchangedAtOnce)
      [1]
      $ find .local -type f | sort | cmp - before
      $ stack redo && stack count
      One
      2
      """)
  }

  @Test func eachFileHasItsOwnHistory() throws {
    try session(
      """
      $ stack push a
      a
      $ echo '{}' >.config/stack/stack.json.json
      $ stack -s stack.json undo
      stack: there is nothing to undo
      [1]
      $ stack -s stack.json push b
      b
      $ stack push c
      a
      $ stack -s stack.json undo
      $ stack redo
      stack: there is nothing to redo
      [1]
      $ stack undo && stack count
      a
      1
      $ export XDG_STATE_HOME=~/state
      $ at() { XDG_CONFIG_HOME=~/$1 stack "${@:2}"; }
      $ at one push a
      a
      $ at one push b
      a
      $ at two undo
      stack: there is nothing to undo
      [1]
      $ at two push c
      c
      $ at two push d
      c
      $ at one undo
      a
      $ at two undo
      c
      $ at two count
      1
      $ at two redo && at two count
      c
      2
      $ at one redo && at one count
      a
      2
      """)
  }

  @Test func theHistoryBelongsToTheFileBehindALink() throws {
    try session(
      """
      $ stack push a
      a
      $ mkdir dotfiles && mv .config/stack/stack.json dotfiles/one.json
      $ link() { ln -sf ~/dotfiles/$1 .config/stack/stack.json; }
      $ link one.json && stack undo
      stack: there is nothing to undo
      [1]
      $ stack push b && cp dotfiles/one.json before
      a
      $ echo '{}' >dotfiles/other.json && link other.json && stack undo
      stack: there is nothing to undo
      [1]
      $ cat dotfiles/other.json
      {}
      $ link one.json && cmp dotfiles/one.json before && stack undo && stack count
      a
      1
      """)
  }

  /// As after a checkout of another git branch.
  @Test func aRefusedUndoIsRefusedEachTimeUntilTheChangeIsSkipped() throws {
    let refusal = """
      stack: push (Three) can't be undone, because nothing of it is left in the file; nothing was changed, \
      and the text before it is in ~/.local/state/stack~/.config/stack/stack.json/000003-TIME-push.json; \
      to leave this change as it is, so that undo goes on to the one before: stack undo --skip
      """
    try session(
      """
      $ file=.config/stack/stack.json
      $ for text in One Two Three; do stack push $text >shown; cp $file $text; done
      $ cp Two $file
      $ for time in 1 2; do stack undo; echo $?; done 2>&1 | sed 's/-2[0-9T]*Z-/-TIME-/'
      \(refusal)
      1
      \(refusal)
      1
      $ cmp $file Two
      $ cp Three $file
      $ stack undo && cmp $file Two
      One
      $ cp Three $file
      $ stack redo 2>&1 | sed 's/ in ~.*//; s/, and the text.*//'
      stack: push (Three) can't be redone, because the file has it already; nothing was changed
      $ cmp $file Three
      $ cp One $file
      $ stack undo 2>shown
      [1]
      $ stack undo --skip
      One
      $ stack undo && stack count
      0
      $ stack undo --skip
      stack: there is nothing to undo
      [1]
      """)
    #expect(
      try Home.holding("One", "Two").screen("undo", "--skip")
        .hasPrefix("Left as it is: push. The next undo reverses the change before it.\n"))
  }

  @Test func undoOfATaskThatWasRewordedByHandIsRefused() throws {
    try session(
      """
      $ stack push Two
      One
      $ sed -i 's/Two/Three/' .config/stack/stack.json
      $ stack undo 2>&1 | sed 's/; nothing.*//'
      stack: push (Two) can't be undone, because another program or machine has changed the same value since
      $ stack count
      2
      """, in: .holding("One"))
  }

  @Test func undoOfATaskWithANoteByHandIsRefusedAlsoIfItWasAddedWithOthers() throws {
    try session(
      """
      $ printf 'Two\\nThree\\n' | stack push -
      One
      $ sed -i 's/"Two",/"Two", "notes": ["Ask Sam"],/' .config/stack/stack.json
      $ stack undo 2>&1 | sed 's/; nothing.*//'
      stack: push can't be undone, because another program or machine has changed the same value since
      $ stack count
      3
      """, in: .holding("One"))
  }

  @Test func undoSaysFromWhichDayTheRestoredTextIs() throws {
    let home = try Home.holding("Write the report", environment: ["TZ": "XYZ-14"])
    try home.shell(
      """
      stack push Call Sam
      cd .local/state/stack"$PWD"/.config/stack/stack.json
      for file in 000002-*; do mv "$file" "000002-20261101T235900Z-push.${file##*.}"; done
      """)
    try FileManager.default.removeItem(at: home.queueFile())
    #expect(
      try home.screen("undo").replacing("\n", with: " ").hasPrefix(
        "Restored the file as the last command here left it on 2026-11-02. "
          + "What other programs changed later isn't in it. "))
    #expect(try home.titles() == ["Write the report", "Call Sam"])
  }

  @Test func tasksThatOthersSendDoNotPushOutWhatCanBeUndone() throws {
    try session(
      """
      $ stack push Mine; for n in {1..131}; do echo "{\\"title\\": \\"T$n\\"}" | stack receive; done >shown
      Mine
      $ stack undo; stack count
      T1
      131
      """)
  }

  @Test func redoWithoutAFileIsRefused() throws {
    try session(
      """
      $ stack push One; stack push Two; stack undo; rm .config/stack/stack.json
      One
      One
      One
      $ stack redo 2>&1 | sed 's/ is in .*json/ is in …/'
      stack: push (Two) can't be redone, because the file is missing; nothing was changed, and the text with it is in …
      """)
  }

  /// It isn't the same as one that is missing.
  @Test(arguments: ["ln -s nowhere", "touch", "mkfifo"], [".local", ".local/state/stack"])
  func aHistoryThatCannotBeReachedIsReported(_ create: String, _ place: String) throws {
    try session(
      """
      $ stack push One
      One
      $ mv \(place) away && \(create) \(place)
      $ for command in undo redo; do stack $command 2>/dev/null; echo $?; done
      74
      74
      $ stack undo 2>&1 | sed 's/ open .*: / open …: /; s/No such file or/Not a/'
      stack: cannot open …: Not a directory; nothing was changed
      $ rm \(place) && mv away \(place) && stack undo
      $ rm -r .local && stack undo
      stack: there is nothing to undo
      [1]
      """)
  }

  @Test func undoRestoresAFileWithoutTasks() throws {
    try session(
      #"""
      $ mkdir -p .config/stack; cd .config/stack
      $ printf '{\n  "version": 1,\n  "tasks": [\n  ],\n  "completed": [\n  ]\n}\n' >stack.json
      $ cp stack.json before
      $ stack push One
      One
      $ stack undo
      $ rm stack.json
      $ stack undo
      $ cmp stack.json before
      $ stack undo
      stack: there is nothing to undo
      [1]
      """#)
  }

  @Test func undoSaysWhereTheDamagedTextIs() throws {
    let home = try Home.holding("First", "Second")
    try home.writeQueue("{\"tasks\": [")
    let shown = try home.screen("undo").replacing("\n", with: " ")
    let kept = shown.firstMatch(of: #/The damaged text is kept in (\S+)\. /#)
    let path = try #require(kept?.output.1)
    #expect(try String(contentsOfFile: String(path), encoding: .utf8) == "{\"tasks\": [")
    #expect(try home.titles() == ["First", "Second"])
    #expect(try home.stack("redo").errors == "stack: there is nothing to redo\n")
  }

  /// Somebody has removed the record of a push.
  @Test func undoOfADamagedChangeIsRefusedUntilItIsSkipped() throws {
    let refusal = """
      stack: push can't be undone, because its text or its record is damaged; nothing was changed, and \
      the text before it is in ~/.local/state/stack~/.config/stack/stack.json/000002-TIME-push.json; \
      to leave this change as it is, so that undo goes on to the one before: stack undo --skip
      """
    try session(
      """
      $ stack push One
      One
      $ stack push Two
      One
      $ rm .local/state/stack/"$PWD"/.config/stack/stack.json/000002*.change
      $ for time in 1 2; do stack undo 2>&1 | sed 's/-2[0-9T]*Z-/-TIME-/'; done
      \(refusal)
      \(refusal)
      $ stack undo --skip && stack undo
      One
      Two
      $ stack count
      1
      """)
  }

  /// The conflict copy has this machine's ending, which has lower precedence.
  @Test func undoKeepsTheEndingOfAnotherMachine() throws {
    try session(
      """
      $ mkdir desk; cp -r .config desk
      $ HOME=~/desk stack done >shown
      $ stack drop
      Second
      $ cp .config/stack/stack.json copy; cp desk/.config/stack/stack.json .config/stack
      $ stack undo 2>shown
      [1]
      $ stack merge copy
      Second
      $ stack log | grep -c 'done: First'
      1
      """, in: .holding("First", "Second"))
  }

  @Test func redoOfAnEndingThatAnotherMachineMadeIsRefused() throws {
    try session(
      """
      $ mkdir desk; cp -r .config desk
      $ stack done && stack undo
      Second
      First
      $ HOME=~/desk stack drop && cp desk/.config/stack/stack.json .config/stack
      Second
      $ stack redo 2>&1 | cut -d';' -f 1
      stack: done (First) can't be redone, because another program or machine has changed the same value since
      """, in: .holding("First", "Second"))
  }

  @Test func undoOfASkipIsDoneAlsoIfATaskHasWokenSince() throws {
    try session(
      """
      $ at() { STACK_NOW=2026-12-01T$1:00Z TZ=UTC0; export STACK_NOW TZ; shift; "$@"; }
      $ at 10:00 stack push --until 11:00 Third
      First
      $ at 10:01 stack skip
      Second
      $ echo '{"title": "Fourth"}' | at 11:01 stack receive >received
      $ at 11:02 stack undo
      First
      """, in: .holding("First", "Second"))
  }

  /// The date doesn't show which task another program has changed or reworded.
  @Test(arguments: [
    (#"{"title": "a"}"#, "edit b", "s/tasks/completed/"),
    (
      #"{"title": "a", "added": "1"}, {"title": "c", "added": "1"}"#, "note x",
      #"s/"a"/"A"/; s/"c"/"C"/"#
    ),
    (#"{"title": "a"}, {"title": "c", "added": "1"}"#, "note x", #"s/{"title": "a"[^}]*}, //"#),
  ])
  func undoNeverAddsATaskASecondTime(_ tasks: String, _ command: String, _ edit: String) throws {
    let home = Home()
    try home.writeQueue("{\"tasks\": [\(tasks)]}")
    try session(
      """
      $ stack \(command) >shown
      $ cd .config/stack
      $ sed '\(edit)' stack.json >edited
      $ cp edited stack.json
      $ stack undo 2>shown || echo $?
      1
      $ cmp edited stack.json
      """, in: home)
  }

  @Test func earlierTextsCanBeFoundAndCopiedBackByHand() throws {
    try session(
      """
      $ cp .config/stack/stack.json before
      $ stack done
      Second
      $ stack undo
      First
      $ cd .local/state/stack/"$PWD"/.config/stack/stack.json
      $ ls | sed s/-2.*Z/-TIME/
      000001-TIME-push.change
      000001-TIME-push.none
      000001.made
      000002-TIME-done.change
      000002-TIME-done.json
      000002.made
      000003-TIME-undo2-done.change
      000003-TIME-undo2-done.json
      000003.made
      $ cmp *Z-done.json ~/before
      $ cp *Z-done.json ~/.config/stack/stack.json
      $ stack
      First
      """, in: .holding("First", "Second"))
  }
}
