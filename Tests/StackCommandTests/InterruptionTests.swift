// System calls that a signal interrupts are made again, and programs that are started get no signals that are
// ignored or blocked here.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite struct InterruptionTests {
    // MARK: What children get

    /// The command line behind which SIGINT, SIGPIPE and others are ignored, and nearly all are blocked.
    private static let burdened =
      "env --ignore-signal=INT,QUIT,PIPE,XFSZ --block-signal=TERM,USR1,CHLD,WINCH,TSTP stack"

    /// Whether env(1) can ignore and block signals (GNU coreutils from 8.31 on).
    private static let canBurden =
      (try? Home().shell("env --ignore-signal=INT --block-signal=TERM true").status) == 0

    /// Notes the signals of the very process that was started; one that a shell starts has others.
    private static let note = """
      while read -r name mask; do case $name in SigBlk:|SigIgn:) echo "$name $mask" ;; esac; done \
      </proc/$$/status >~/signals
      """

    /// A command, and the variable that names what it starts: the editor, the opener, and ssh by another name and its
    /// own.
    private static let starting: [(command: String, environment: [String: String])] = [
      ("edit", ["EDITOR": "\(note); sed -i 1s/Write/Rewrite/"]),
      ("open", ["STACK_OPENER": "\(note); true"]),
      ("send desk", ["STACK_SSH": "\(note); cat >/dev/null; echo received 1.1.0 stack;:"]),
      ("send desk", [:]),
    ]

    @Test(.enabled(if: canBurden, "needs an env(1) that ignores and blocks signals"), arguments: starting)
    func whatIsStartedHasDefaultSignals(_ command: String, _ environment: [String: String]) throws {
      let home = Home(environment)
      try home.script("ssh", "\(Self.note); cat >/dev/null; echo received 1.1.0 stack")
      try home.stack("push", "-a", "https://example.org/", "Write the report")
      let result = try home.shell("\(Self.burdened) \(command)")
      #expect(result.status == 0, "\(result.errors)")
      let signals = try String(contentsOf: home.url("signals"), encoding: .utf8).split(separator: "\n")
      let masks = signals.compactMap { $0.split(separator: " ").last.flatMap { UInt64($0, radix: 16) } }
      try #require(masks.count == 2)
      #expect(masks[0] == 0, "nothing is blocked")
      let promised = [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ].reduce(0) { $0 | UInt64(1) << UInt64($1 - 1) }
      #expect(masks[1] & promised == 0, "nothing is ignored")
    }

    // MARK: Calls that are interrupted

    /// Waiting for the editor, and reading tasks.
    @Test(
      .enabled(if: Program.exists("strace"), "strace makes a call fail"),
      arguments: [
        ("-e inject=wait4:error=EINTR:when=1..2 stack edit", "Rewrite the report\n", 2),
        ("-P ~/ideas -e inject=read:error=EINTR:when=1 stack push - <ideas", "Write the report\n", 1),
      ])
    func aCallIsInterrupted(_ command: String, _ output: String, _ count: Int) throws {
      let home = Home(["EDITOR": "sleep 0.2; sed -i 1s/Write/Rewrite/"])
      try home.shell("stack push Write the report; echo Second >ideas")
      let result = try home.shell("strace -o log \(command)")
      #expect(result == Finished(status: 0, output: output, errors: ""))
      #expect(try home.shell("grep -c 'EINTR.*INJECTED' log").output == "\(count)\n")
    }

    @Test(.enabled(if: Program.exists("strace"), "strace makes a call fail"))
    func typingIsInterrupted() throws {
      let home = Home()
      let script = "strace -o log -P \"$(tty)\" -e inject=read:error=EINTR:when=1..2 stack push"
      _ = try home.screen(ofShell: script, asked: "New task: ", typing: "Call Sam\n")
      #expect(try home.titles() == ["Call Sam"])
      #expect(try home.shell("grep -c 'EINTR.*INJECTED' log").output == "2\n")
    }

    /// A program that is stopped and goes on, as with Ctrl-Z and fg, notices nothing.
    @Test func typingIsSuspended() throws {
      let home = Home(["NO_COLOR": "1"])
      let terminal = try Terminal(home, home.program.path, ["push"])
      #expect(terminal.wait(for: "New task: "))
      terminal.type("Call ")
      terminal.signal(SIGSTOP)
      terminal.signal(SIGCONT)
      terminal.type("Sam\n")
      #expect(terminal.end() == 0)
      #expect(try home.titles() == ["Call Sam"])
    }
  }
#endif
