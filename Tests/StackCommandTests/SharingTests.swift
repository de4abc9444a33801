// One queue on several machines, with what people already use, and what happens when both changed it.

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SharingTests {
  /// Two clones of a dotfiles repository; the queue is reached through a link, as `~` and as `~/desk`.
  private func dotfiles() throws -> Home {
    let home = Home([
      "GIT_AUTHOR_NAME": "Pat", "GIT_COMMITTER_NAME": "Pat", "EMAIL": "pat@example.org",
      "GIT_CONFIG_NOSYSTEM": "1",
    ])
    try home.script(
      "sync",
      """
      git -C dotfiles commit --quiet --all --message "$1" 2>/dev/null
      git -C dotfiles pull --quiet --no-rebase --no-edit >/dev/null 2>&1 || { echo Conflict; exit 1; }
      git -C dotfiles push --quiet
      """)
    try home.shell(
      """
      git init --quiet --bare --initial-branch main origin
      for machine in . desk; do
        mkdir -p $machine/.config && git clone --quiet origin $machine/dotfiles 2>/dev/null
        ln -s ../dotfiles/stack $machine/.config/stack
      done
      mkdir dotfiles/stack
      printf 'Write the report\\nCall Sam\\nBuy milk\\n' | stack push -
      git -C dotfiles add . && git -C dotfiles commit --quiet --message First
      git -C dotfiles push --quiet origin HEAD && git -C desk/dotfiles pull --quiet
      """)
    return home
  }

  @Test(.enabled(if: Program.exists("git"), "needs git")) func changesThatGitMerges() throws {
    try session(
      """
      $ stack push Water the plants && sync laptop
      Write the report
      $ cd desk && HOME=~/desk && stack done && sync desk
      Call Sam
      $ grep -o '"title": "[^"]*"' "$(stack path)"
      "title": "Call Sam"
      "title": "Buy milk"
      "title": "Water the plants"
      "title": "Write the report"
      $ stack undo
      Write the report
      $ stack count
      4
      $ stack redo
      Call Sam
      $ stack count
      3
      """, in: try dotfiles())
  }

  @Test(.enabled(if: Program.exists("git"), "needs git")) func changesThatGitCannotMerge() throws {
    try session(
      """
      $ stack push Water the plants && sync laptop
      Write the report
      $ cd desk && stack() { HOME=~/desk command stack "$@"; }
      $ stack push Feed the cat && sync desk
      Write the report
      Conflict
      [1]
      $ stack
      stack: ~/desk/.config/stack/stack.json, line 7, column 1: \
      git has written a conflict into the text here; \
      let stack merge both sides (see: stack help merge), nothing was changed
      [65]
      $ stack undo
      stack: ~/desk/.config/stack/stack.json, line 7, column 1: \
      git has written a conflict into the text here; \
      let stack merge both sides (see: stack help merge), nothing was changed
      [65]
      $ sed -n 6,10p "$(stack path)"
          {"title": "Buy milk", "added": "DATE"},
      <<<<<<< HEAD
          {"title": "Feed the cat", "added": "DATE"}
      =======
          {"title": "Water the plants", "added": "DATE"}
      $ sed -e '/^[<=>]\\{7\\}/d' -e '/cat/s/$/,/' "$(stack path)" >mended; cp mended "$(stack path)"
      $ stack count
      5
      $ stack
      Write the report
      """, in: try dotfiles())
  }

  /// Syncthing keeps the older of two versions beside the newer one; by its name it is a stack of its own.
  @Test func aConflictCopy() throws {
    try session(
      """
      $ stack push Write the report
      Write the report
      $ cd .config/stack && cp stack.json stack.sync-conflict-20261121-153000-ABCDEFG.json
      $ stack -s stack.sync-conflict-20261121-153000-ABCDEFG
      Write the report
      $ stack count
      1
      """)
  }
}
