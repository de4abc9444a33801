// `stack prompt --watch`: prints a line now and whenever it changes.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite(.waitsForTime, .timeLimit(.minutes(2))) struct WatchTests {
  /// A part of a millisecond counts as a whole one, so that the wait doesn't end too early.
  @Test(arguments: [
    (0, 0, 0), (0, 1, 1), (0, 1000, 1), (0, 1001, 2), (1, 0, 1000), (59, 999_001, 60_000),
    (60, 0, 60_000), (61, 0, 60_000), (0, -1, 0), (-5, 0, 0), (Int.max - 100, 0, 60_000),
  ])
  func aWaitIsAMinuteAtMost(_ seconds: Int, _ microseconds: Int, _ milliseconds: Int) {
    for start in [Timestamp(seconds: 50), Timestamp(seconds: 0, microseconds: 999_999)] {
      let end = Timestamp(
        seconds: start.seconds + seconds, microseconds: start.microseconds + microseconds)
      #expect(start.milliseconds(to: end) == Int32(milliseconds))
    }
  }

  /// Runs a session in a shell in which `next` prints the watcher's next line.
  private func watch(
    _ transcript: String, of command: String = "stack prompt --watch", in home: Home = Home(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let start = """
      $ next() { IFS= read -rt 30 -u 3 line && printf '<%s>\\n' "$line"; }
      $ tasks() { printf '{"tasks": [{"title": "%s"}]}' "$1"; }
      $ file=.config/stack/stack.json
      $ exec 3< <(exec \(command) 2>errors)
      $ watcher=$!

      """
    // It ends only with its reader, without an error.
    let end = "\n$ kill -0 $watcher && exec 3<&- && wait $watcher && cat errors"
    try session(start + transcript + end, in: home, sourceLocation: sourceLocation)
  }

  /// The kernel follows links to a path that is too long for a system call.
  @Test func aChangeBehindLinksThatExpandToALongPathIsSeen() throws {
    let home = Home()
    let preparation = try home.shell(
      """
      name=$(printf 'd%.0s' {1..200}); path=$name
      for n in {1..9}; do path+=/$name; done
      for link in one two three; do mkdir -p $path && ln -s $path $link && cd $link || exit; done
      mkdir stack && echo '{"tasks": [{"title": "One"}]}' >stack/stack.json
      """)
    #expect(preparation == Finished(output: ""))
    try watch(
      """
      $ next
      <One>
      $ tasks Two >one/two/three/stack/stack.json
      $ next
      <Two>
      """, of: "env XDG_CONFIG_HOME=$PWD/one/two/three stack prompt --watch", in: home)
  }

  @Test func withDotALongerQueueIsANewLine() throws {
    try watch(
      """
      $ next
      <>
      $ stack push One >log
      $ next
      <○ One>
      $ stack push Two >log
      $ next
      <◎ One>
      """, of: "stack prompt --watch --dot")
  }

  @Test func eachNewFrontIsOneLine() throws {
    try watch(
      """
      $ next
      <>
      $ stack push One >log
      $ next
      <One>
      $ stack note x >log
      $ sleep 0.1
      $ stack push Two >log
      $ stack push Three >log
      $ stack done >log
      $ next
      <Two>
      $ stack push --top A longer task >log
      $ next
      <A longer…>
      $ stack undo >log
      $ next
      <Two>
      $ stack -s work push At work >log
      $ stack drop >log
      $ next
      <Three>
      $ stack drop
      $ next
      <>
      """, of: "stack prompt --watch --max 9")
    try watch(
      """
      $ next
      <>
      $ stack push At home >log
      $ stack -s work push At work >log
      $ next | tr -dc 'A-Za-z<{:}>'
      <{title:Atworkadded:T::Z}>\\c
      $ echo broken >.config/stack/work.json
      $ next
      <"(stack!)">
      $ grep -c 'work.json, line 1, column 1' errors
      1
      $ : >errors
      """, of: "stack -s work prompt --watch --json")
  }

  /// In a directory above which few tests cause events, because any event is a reason to look
  /// again.
  @Test func everyReplacementOfTheFileIsSeen() throws {
    try watch(
      """
      $ next
      <>
      $ mkdir -p .config/stack elsewhere; tasks One >$file
      $ next
      <One>
      $ tasks Two >new; mv new $file
      $ next
      <Two>
      $ mv $file elsewhere
      $ next
      <>
      $ mv elsewhere/stack.json $file
      $ next
      <Two>
      $ tasks Three >$file
      $ next
      <Three>
      $ ln $file copy; tasks Four >copy
      $ next
      <Four>
      $ mv .config away
      $ next
      <>
      $ mv away .config
      $ next
      <Four>
      $ rm -r .config
      $ next
      <>
      $ mkdir -p .config/stack; tasks Five >$file
      $ next
      <Five>
      """, in: Home(in: ThisSystem.otherFileSystem ?? ThisSystem.memory))
  }

  /// Each step is one change for the watcher, which may see any state in between: a link is made
  /// after what it leads to, and `<>` overwrites a text without emptying the file first.
  @Test func symbolicLinksInThePathAreFollowed() throws {
    try watch(
      """
      $ next
      <>
      $ mkdir -p .config dotfiles/a dotfiles/b; tasks A >dotfiles/a/stack.json; tasks B >dotfiles/b/queue
      $ ln -s a dotfiles/chosen; ln -s ../dotfiles/chosen .config/stack
      $ next
      <A>
      $ ln -s queue dotfiles/b/stack.json; ln -sfn "$PWD/dotfiles/b" dotfiles/chosen
      $ next
      <B>
      $ tasks New 1<>dotfiles/b/queue
      $ next
      <New>
      $ ln -sf missing/queue dotfiles/b/stack.json
      $ next
      <(stack!)>
      $ mkdir missing; tasks C >missing/queue; mv missing dotfiles/b
      $ next
      <C>
      $ ln -sf ../a/stack.json dotfiles/b/stack.json
      $ next
      <A>
      $ ln -sf stack.json dotfiles/b/stack.json
      $ next
      <(stack!)>
      $ : >errors
      """)
  }

  @Test func aBrokenFileIsReportedOnce() throws {
    try watch(
      """
      $ next
      <One>
      $ echo '{' >$file
      $ next
      <(stack!)>
      $ echo '[' >$file; tasks Two >$file
      $ next
      <Two>
      $ grep -c . errors
      1
      $ : >errors
      """, in: .holding("One"))
  }

  /// Git removes the file before it writes it, and the watcher may see that.
  @Test(.needs("git")) func checkoutOfAnotherBranchIsSeen() throws {
    try watch(
      """
      $ next
      <One>
      $ git init -q dotfiles; mv .config/stack dotfiles
      $ next
      <>
      $ ln -s ../dotfiles/stack .config
      $ next
      <One>
      $ cd dotfiles
      $ git config user.name Pat; git config user.email pat@example.org; git add .; git commit -qm 1; git checkout -qb other
      $ stack push --top Two >log
      $ next
      <Two>
      $ git commit -qam 2; git checkout -q -
      $ next | grep O || next | grep O
      <One>
      $ git checkout -q other
      $ next | grep T || next | grep T
      <Two>
      $ cd ..
      """, in: .holding("One"))
  }

  @Test func burstsAndPausesEndWithTheRightLine() throws {
    try watch(
      """
      $ next
      <One>
      $ kill -STOP $watcher; tasks Two >$file; tasks Three >$file; kill -CONT $watcher
      $ next
      <Three>
      $ for i in {1..200}; do tasks $i >new; mv new $file; done
      $ until [ "$line" = 200 ]; do next >last; done
      $ cat last
      <200>
      """, in: .holding("One"))
  }

  /// A program that empties the file and writes it in several steps. On a busy machine a step may
  /// take so long that the broken file is rightly reported.
  @Test func aFileThatIsRewrittenInStepsIsNotReported() throws {
    let home = try Home.holding("One")
    let watcher = try Terminal(home, home.program.path, ["prompt", "--watch"])
    #expect(watcher.wait(for: "One\r\n"))
    let file = try FileHandle(forWritingTo: home.queueFile())
    var slowest = Duration.zero
    for number in 1...20 {
      let start = ContinuousClock.now
      try file.truncate(atOffset: 0)
      usleep(8000)
      try file.write(contentsOf: Data(#"{"tasks": [{"title":"#.utf8))
      usleep(8000)
      try file.write(contentsOf: Data(#" "Step \#(number)"}]}"#.utf8))
      slowest = max(slowest, ContinuousClock.now - start)
      usleep(8000)
    }
    #expect(watcher.wait(for: "Step 20\r\n"))
    #expect(!watcher.text.contains("(stack!)") || slowest > .milliseconds(25))
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
  @Test(.needs("tmux")) func theStatusLineOfTmuxShowsTheTask() throws {
    let hostile = "# ## ### ##[fg=red]#{x}#(id)#S"
    let home = try Home.holding("One", hostile)
    try home.shell(
      "stack help bars | sed -n '/^  set -g/,/\"$/p' >conf; echo set -g status-interval 0 >>conf")
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
    @Test(.needs("strace"))
    func aFileThatIsBrokenBrieflyIsNotReported() throws {
      try watch(
        """
        $ next
        <One>
        $ : >$file
        $ for _ in {1..500}; do grep -q ', 20)\\|=20000000' calls && break; sleep 0.01; done
        $ tasks Two >$file
        $ next
        <Two>
        """,
        of:
          "strace -qqo calls -e trace=poll,ppoll -e inject=poll,ppoll:delay_exit=500ms stack prompt --watch",
        in: .holding("One"))
    }

    /// Only the kernel follows such a link, so a change behind it may cause no event.
    @Test(.needs("strace"))
    func itPollsBehindALinkOfTheKernel() throws {
      try watch(
        """
        $ next
        <One>
        $ tasks Two >$file
        $ next
        <Two>
        $ until tail -n 1 calls | grep -qE 'poll\\(.*\\], 2, \\{?(1000|tv_sec=1,)'; do sleep 0.1; done
        """,
        of:
          "env XDG_CONFIG_HOME=/proc/$$/root$PWD/.config strace -qqo calls -e trace=poll,ppoll stack prompt --watch",
        in: .holding("One"))
    }

    @Test(
      .needs("strace"),
      arguments: [
        ("trace=poll,ppoll", "-1|NULL"), ("inject=inotify_init1:error=EMFILE", "1000|tv_sec=1,"),
        ("inject=inotify_add_watch:error=ENOSPC", "1000|tv_sec=1,"),
      ])
    func itPollsOnceASecondOnlyWithoutEvents(_ fault: String, _ pause: String) throws {
      try watch(
        """
        $ next
        <One>
        $ tasks Two >$file
        $ next
        <Two>
        $ mv .config away
        $ next
        <>
        $ until tail -n 1 calls | grep -qE 'poll\\(.*\\], 2, \\{?(\(pause))'; do sleep 0.1; done
        """,
        of:
          "strace -qqo calls -e trace=poll,ppoll,inotify_init1,inotify_add_watch -e '\(fault)' stack prompt --watch",
        in: .holding("One"))
    }
  #endif
}
