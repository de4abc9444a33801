// `stack prompt --watch`: prints a line now and whenever it changes.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms, .timeLimit(.minutes(2))) struct WatchTests {
  /// Runs a session in a shell in which `next` prints the watcher's next line.
  private func watch(
    _ transcript: String, of command: String = "stack prompt --watch", in home: Home = Home(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let start = """
      $ next() { IFS= read -rt 30 -u 3 line && printf '<%s>' "$line"; }
      $ tasks() { printf '{"tasks": [{"title": "%s"}]}' "$1"; }
      $ file=.config/stack/stack.json; exec 3< <(exec \(command) 2>errors); watcher=$!

      """
    // It ends only with its reader, without an error.
    let end = "\n$ kill -0 $watcher && exec 3<&- && wait $watcher && cat errors"
    try session(start + transcript + end, in: home, sourceLocation: sourceLocation)
  }

  @Test func eachNewFrontIsOneLine() throws {
    try watch(
      """
      $ next; stack push One >log; next; stack note x >log; sleep 0.1; stack push Two >log; stack push Three >log; stack done >log; next
      <><One><Two>\\c
      $ stack push --top A longer task >log; next; stack undo >log; next
      <A longer…><Two>\\c
      $ stack -s work push At work >log; stack drop >log; next; stack drop; next
      <Three><>\\c
      """, of: "stack prompt --watch --max 9")
    try watch(
      """
      $ next; stack push At home >log; stack -s work push At work >log; next | tr -dc 'A-Za-z<{:}>'
      <><{title:Atworkadded:T::Z}>\\c
      $ echo broken >.config/stack/work.json; next; grep -c 'work.json, line 1, column 1' errors; : >errors
      <"(stack!)">1
      """, of: "stack -s work prompt --watch --json")
  }

  /// In a directory above which few tests cause events, because any event is a reason to look again.
  @Test func everyReplacementOfTheFileIsSeen() throws {
    try watch(
      """
      $ next; mkdir -p .config/stack elsewhere; tasks One >$file; next; tasks Two >new; mv new $file; next
      <><One><Two>\\c
      $ mv $file elsewhere; next; mv elsewhere/stack.json $file; next
      <><Two>\\c
      $ tasks Three >$file; next; ln $file copy; tasks Four >copy; next
      <Three><Four>\\c
      $ mv .config away; next; mv away .config; next
      <><Four>\\c
      $ rm -r .config; next; mkdir -p .config/stack; tasks Five >$file; next
      <><Five>\\c
      """, in: Home(in: ThisSystem.otherFileSystem ?? ThisSystem.memory))
  }

  @Test func symbolicLinksInThePathAreFollowed() throws {
    try watch(
      """
      $ next; mkdir -p .config dotfiles/a dotfiles/b; tasks A >dotfiles/a/stack.json; tasks B >dotfiles/b/queue
      <>\\c
      $ ln -s ../dotfiles/chosen .config/stack; ln -s a dotfiles/chosen; next
      <A>\\c
      $ ln -s queue dotfiles/b/stack.json; ln -sfn "$PWD/dotfiles/b" dotfiles/chosen; next; tasks New >dotfiles/b/queue; next
      <B><New>\\c
      $ ln -sf missing/queue dotfiles/b/stack.json; next; mkdir dotfiles/b/missing; tasks C >dotfiles/b/missing/queue; next
      <><C>\\c
      $ ln -sf ../a/stack.json dotfiles/b/stack.json; next; ln -sf stack.json dotfiles/b/stack.json; next; : >errors
      <A><(stack!)>\\c
      """)
  }

  @Test func aBrokenFileIsReportedOnce() throws {
    try watch(
      """
      $ next; echo '{' >$file; next; echo '[' >$file; tasks Two >$file; next; grep -c . errors; : >errors
      <One><(stack!)><Two>1
      """, in: try .holding("One"))
  }

  @Test(.enabled(if: Program.exists("git"), "needs git")) func checkoutOfAnotherBranchIsSeen() throws {
    try watch(
      """
      $ next; git init -q dotfiles; mv .config/stack dotfiles; next; ln -s ../dotfiles/stack .config; next; cd dotfiles
      <One><><One>\\c
      $ git config user.name Pat; git config user.email pat@example.org; git add .; git commit -qm 1; git checkout -qb other
      $ stack push --top Two >log; next; git commit -qam 2; git checkout -q -; next; git checkout -q other; next; cd ..
      <Two><One><Two>\\c
      """, in: try .holding("One"))
  }

  @Test func burstsAndPausesEndWithTheRightLine() throws {
    try watch(
      """
      $ next; kill -STOP $watcher; tasks Two >$file; tasks Three >$file; kill -CONT $watcher; next
      <One><Three>\\c
      $ for i in {1..200}; do tasks $i >new; mv new $file; done; until [ "$line" = 200 ]; do next >last; done; cat last
      <200>\\c
      """, in: try .holding("One"))
  }

  @Test func aTerminalShowsEachLine() throws {
    let home = try Home.holding("One", "Two")
    let terminal = try Terminal(home, home.program.path, ["prompt", "--watch"])
    #expect(terminal.wait(for: "One\r\n"))
    try home.stack("done")
    #expect(terminal.wait(for: "One\r\nTwo\r\n"))
    terminal.type("\u{03}")
    #expect(terminal.end() == 130)
  }

  /// With the configuration from `help bars`. A title can't control the status line.
  @Test(.enabled(if: Program.exists("tmux"), "needs tmux")) func theStatusLineOfTmuxShowsTheTask() throws {
    let hostile = "# ## ### ##[fg=red]#{x}#(id)#S"
    let home = try Home.holding("One", hostile)
    try home.shell("stack help bars | sed -n '/^  set -g/,/\"$/p' >conf; echo set -g status-interval 0 >>conf")
    // tmux runs commands in the user's login shell, which may refuse to run.
    let command = ["SHELL=/bin/sh", "tmux", "-S", "socket", "-f", "conf", "new", "sh"]
    let terminal = try Terminal(home, "/usr/bin/env", command)
    #expect(terminal.wait(for: "0:sh"))
    for title in [hostile, "Three"] {
      // tmux redraws at most once a second.
      Thread.sleep(forTimeInterval: 1.1)
      try home.shell("stack push Three; stack done")
      #expect(terminal.wait { $0.screen.text.hasSuffix(" " + title) }, "\(terminal.screen.text)")
    }
    try home.shell("tmux -S socket kill-server; stack push --top Last")
  }

  #if os(Linux)
    /// The pause before the second look is made longer, so that this test can't be too slow.
    @Test(.enabled(if: Program.exists("strace"), "needs strace")) func aFileThatIsBrokenBrieflyIsNotReported() throws {
      try watch(
        """
        $ next; : >$file; for _ in {1..500}; do grep -q 'poll(NULL' calls && break; sleep 0.01; done; tasks Two >$file; next
        <One><Two>\\c
        """, of: "strace -qqo calls -e trace=poll,ppoll -e inject=poll,ppoll:delay_exit=500ms stack prompt --watch",
        in: try .holding("One"))
    }

    @Test(
      .enabled(if: Program.exists("strace"), "needs strace"),
      arguments: [
        ("trace=poll,ppoll", "-1|NULL"), ("inject=inotify_init1:error=EMFILE", "1000|tv_sec=1,"),
        ("inject=inotify_add_watch:error=ENOSPC", "1000|tv_sec=1,"),
      ])
    func itPollsOnceASecondOnlyWithoutEvents(_ fault: String, _ pause: String) throws {
      try watch(
        """
        $ next; tasks Two >$file; next; mv .config away; next
        <One><Two><>\\c
        $ until tail -n 1 calls | grep -qE 'poll\\(.*\\], 2, \\{?(\(pause))'; do sleep 0.1; done
        """,
        of: "strace -qqo calls -e trace=poll,ppoll,inotify_init1,inotify_add_watch -e '\(fault)' stack prompt --watch",
        in: try .holding("One"))
    }
  #endif
}
