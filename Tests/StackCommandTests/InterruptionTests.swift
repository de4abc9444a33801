// Signals: interrupted system calls are repeated, and child processes start with default signals.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForPrograms) struct InterruptionTests {
    /// Runs `stack` with SIGINT, SIGPIPE and others ignored, and others blocked. If SIGCHLD is
    /// ignored, the system keeps no status of a child unless the program asks for it.
    private static let unusualSignals =
      "env --ignore-signal=INT,QUIT,PIPE,XFSZ,CHLD --block-signal=TERM,USR1,CHLD,WINCH,TSTP stack"

    /// Whether env(1) can ignore and block signals (GNU coreutils from 8.31 on).
    private static let canSetSignals =
      (try? Home().shell("env --ignore-signal=INT --block-signal=TERM true").status) == 0

    /// Saves the signal masks of the process that was started itself, not of one that a shell
    /// starts.
    private static let record = """
      while read -r name mask; do case $name in SigBlk:|SigIgn:) echo "$name $mask" ;; esac; done \
      </proc/$$/status >~/signals
      """

    /// Commands that start a program, and the variable that names it; the last one runs `ssh`.
    private static let starting: [(command: String, environment: [String: String])] = [
      ("edit", ["EDITOR": "\(record); sed -i 1s/Write/Rewrite/"]),
      ("open", ["STACK_OPENER": "\(record); true"]),
      ("send desk", ["STACK_SSH": "\(record); cat >/dev/null; echo received 1.1.0 stack;:"]),
      ("send desk", [:]),
    ]

    @Test(
      .enabled(if: canSetSignals, "needs an env(1) that ignores and blocks signals"),
      arguments: starting)
    func childProcessesHaveDefaultSignals(_ command: String, _ environment: [String: String]) throws
    {
      let home = Home(environment)
      try home.script("ssh", "\(Self.record); cat >/dev/null; echo received 1.1.0 stack")
      try home.stack("push", "-a", "https://example.org/", "Write the report")
      let result = try home.shell("\(Self.unusualSignals) \(command)")
      #expect(result.status == 0, "\(result.errors)")
      let signals = try home.text(of: "signals").split(
        separator: "\n")
      let masks = signals.compactMap {
        $0.split(separator: " ").last.flatMap { UInt64($0, radix: 16) }
      }
      try #require(masks.count == 2)
      #expect(masks[0] == 0, "no signal is blocked")
      let promised = [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ].reduce(0) {
        $0 | UInt64(1) << UInt64($1 - 1)
      }
      #expect(masks[1] & promised == 0, "no signal is ignored")
    }

    /// Tests may be started with ignored signals, as in the background of a script.
    @Test func programsInATerminalHaveDefaultSignals() throws {
      let usual = signal(SIGINT, SIG_IGN)
      defer { signal(SIGINT, usual) }
      let terminal = try Terminal(Home(), "/bin/sh", ["-c", "kill -INT $$; echo ignored"])
      #expect(terminal.end() == 130)
    }

    /// Waiting for the editor, and reading tasks.
    @Test(
      .needs("strace"),
      arguments: [
        ("-e inject=wait4:error=EINTR:when=1..2 stack edit", "Rewrite the report\n", 2),
        (
          "-P ~/ideas -e inject=read:error=EINTR:when=1 stack push - <ideas", "Write the report\n",
          1
        ),
      ])
    func anInterruptedCallIsRepeated(_ command: String, _ output: String, _ count: Int) throws {
      let home = Home(["EDITOR": "sleep 0.2; sed -i 1s/Write/Rewrite/"])
      try home.shell("stack push Write the report; echo Second >ideas")
      let result = try home.shell("strace -o log \(command)")
      #expect(result == Finished(output: output))
      #expect(try home.shell("grep -c 'EINTR.*INJECTED' log").output == "\(count)\n")
    }

    @Test(.needs("strace"))
    func anInterruptedReadOfTheTerminalIsRepeated() throws {
      let home = Home()
      let script = "strace -o log -P \"$(tty)\" -e inject=read:error=EINTR:when=1..2 stack push"
      _ = try home.screen(ofShell: script, asked: "New task: ", typing: "Call Sam\n")
      #expect(try home.titles() == ["Call Sam"])
      #expect(try home.shell("grep -c 'EINTR.*INJECTED' log").output == "2\n")
    }
  }
#endif
