// `stack undo` and `stack redo`.

import TestSupport
import Testing

@Suite struct UndoTests {
  @Test func undoAndRedoGoThroughTheChanges() throws {
    try session(
      """
      $ stack undo
      stack: there is nothing to undo
      [1]
      $ stack push One; stack push Two; stack done
      One
      One
      Two
      $ stack undo; stack undo; stack undo; stack undo
      One
      One
      stack: there is nothing to undo
      [1]
      $ ls ~/.config/stack
      $ stack redo; stack redo; stack redo; stack redo
      One
      One
      Two
      stack: there is nothing to redo
      [1]
      $ stack undo; stack push Three; stack redo
      One
      One
      stack: there is nothing to redo
      [1]
      $ stack count
      3
      """)
  }

  @Test func aCommandThatChangesNothingCreatesNoVersionAndKeepsTheRedoLine() throws {
    try session(
      """
      $ stack push One; stack push Two; stack undo
      One
      One
      One
      $ find .local -type f | sort >before
      $ { stack skip; stack edit One; stack detach; echo | stack push -; } | sort -u
      One
      $ echo '{"tasks": [{"title": "x"},{"title": "x"}]}' >.config/stack/t.json; stack -s t skip; stack -s t undo
      x
      stack: there is nothing to undo
      [1]
      $ EDITOR=true stack edit --all
      stack: the text was left as it was; nothing was changed
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
      $ stack push a; stack -s stack.json undo; stack -s stack.json push b; stack push c; stack -s stack.json undo
      a
      stack: there is nothing to undo
      b
      a
      $ stack redo; stack undo && stack count
      stack: there is nothing to redo
      a
      1
      $ export XDG_STATE_HOME=~/state; at() { XDG_CONFIG_HOME=~/$1 stack "${@:2}"; }
      $ at one push a; at one push b; at two undo; at two push c; at two push d; at one undo; at two undo; at two count
      a
      a
      stack: there is nothing to undo
      c
      c
      a
      c
      1
      $ at two redo && at two count; at one redo && at one count
      c
      2
      a
      2
      """)
  }

  @Test func theHistoryBelongsToTheFileBehindALink() throws {
    try session(
      """
      $ stack push a; mkdir dotfiles && mv .config/stack/stack.json dotfiles/one.json
      a
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

  /// As after a checkout of another git branch. After two refusals, `undo` moves on to the change before.
  @Test func undoOfAnAlreadyRestoredFileChangesNothing() throws {
    try session(
      """
      $ file=.config/stack/stack.json; for text in One Two Three; do stack push $text >shown; cp $file $text; done
      $ cp Two $file; stack undo || echo $?; cmp $file Two
      stack: the file already has the contents that this would restore; nothing was changed
      1
      $ cp Three $file; stack undo && cmp $file Two
      One
      $ cp Three $file; stack redo; cmp $file Three
      stack: the file already has the contents that this would restore; nothing was changed
      $ cp One $file; stack undo; stack undo && stack count
      stack: the file already has the contents that this would restore; nothing was changed
      0
      """)
  }

  /// The conflict copy has this machine's ending, which has lower precedence.
  @Test func undoKeepsTheEndingOfAnotherMachine() throws {
    try session(
      """
      $ mkdir desk; cp -r .config desk; HOME=~/desk stack done >shown; stack drop
      Second
      $ cp .config/stack/stack.json copy; cp desk/.config/stack/stack.json .config/stack; stack undo 2>shown
      [1]
      $ stack merge copy; stack log | grep -c 'done: First'
      Second
      1
      """, in: .holding("First", "Second"))
  }

  /// The date doesn't show which task another program has changed or reworded.
  @Test(arguments: [
    (#"{"title": "a"}"#, "edit b", #"s/"b"/"b", "mine": 1/"#), (#"{"title": "a"}"#, "edit b", "s/tasks/completed/"),
    (#"{"title": "a", "added": "1"}, {"title": "c", "added": "1"}"#, "note x", #"s/"a"/"A"/; s/"c"/"C"/"#),
  ])
  func undoNeverAddsATaskASecondTime(_ tasks: String, _ command: String, _ edit: String) throws {
    let home = Home()
    try home.writeQueue("{\"tasks\": [\(tasks)]}")
    try session(
      """
      $ stack \(command) >shown; cd .config/stack; sed '\(edit)' stack.json >edited; cp edited stack.json
      $ stack undo 2>shown || echo $?; cmp edited stack.json
      1
      """, in: home)
  }

  @Test func undoRestoresAFileThatAnotherProgramRemoved() throws {
    try session(
      """
      $ stack done; rm .config/stack/stack.json; stack; stack undo
      Second
      Second
      $ stack redo; ls .config/stack; stack undo; stack undo
      Second
      First
      """, in: .holding("First", "Second"))
  }

  @Test func versionsCanBeFoundAndCopiedBackByHand() throws {
    try session(
      """
      $ cp .config/stack/stack.json before; stack done
      Second
      $ cd .local/state/stack/"$PWD"/.config/stack/stack.json; ls | sed s/-2.*Z/-TIME/
      000001-TIME-before-push.none
      000001.change
      000002-TIME-before-done.json
      000002.change
      $ cmp *-before-done.json ~/before; cp *-before-done.json ~/.config/stack/stack.json; stack
      First
      """, in: .holding("First", "Second"))
  }
}
