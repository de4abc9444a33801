// `stack undo` and `stack redo`.

import Foundation
import TestSupport
import Testing

@Suite struct UndoTests {
  @Test func undoAndRedoStepThroughTheChanges() throws {
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

  @Test func commandsThatChangeNothingKeepNoVersionAndTheRedoLine() throws {
    try session(
      """
      $ stack push One; stack push Two; stack undo
      One
      One
      One
      $ find .local -type f | sort >before
      $ stack skip; stack edit One; stack detach; echo | stack push -
      One
      One
      One
      One
      $ EDITOR=true stack edit --all
      stack: the text was left as it was; nothing was changed
      [1]
      $ find .local -type f | sort | cmp - before
      $ stack redo && stack count
      One
      2
      """)
  }

  /// Even if one path is the beginning of the other.
  @Test func eachFileHasAHistoryOfItsOwn() throws {
    try session(
      """
      $ stack push a; stack -s stack.json undo
      a
      stack: there is nothing to undo
      [1]
      $ stack -s stack.json push b; stack push c; stack -s stack.json undo
      b
      a
      $ stack redo
      stack: there is nothing to redo
      [1]
      $ stack undo && stack count
      a
      1
      $ export XDG_STATE_HOME=~/state; at() { XDG_CONFIG_HOME=~/$1 stack "${@:2}"; }
      $ at one push a; at one push b; at two undo
      a
      a
      stack: there is nothing to undo
      [1]
      $ at two push c; at two push d; at one undo && at one count; at two undo && at two count
      c
      c
      a
      1
      c
      1
      $ at two redo && at two count; at one redo && at one count
      c
      2
      a
      2
      """)
  }

  @Test func aLinkLeadsToTheHistoryOfTheFile() throws {
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

  /// As when git checks out another branch and returns. The second failure passes the change over.
  @Test func undoOfAnAlreadyRestoredFileChangesNothing() throws {
    try session(
      """
      $ file=.config/stack/stack.json; for text in One Two Three; do stack push $text; cp $file $text; done
      One
      One
      One
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

  /// The conflict copy has this machine's ending, which counts less.
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

  @Test func peopleCanFindVersionsAndCopyThemBack() throws {
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
