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

    /// Runs a command under the burden, and expects that the program which it starts is free of it.
    private func expectDefaultSignals(
      _ command: String, in home: Home, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      try home.stack("push", "-a", "https://example.org/", "Write the report")
      let result = try home.shell("\(Self.burdened) \(command)")
      #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
      let signals = try String(contentsOf: home.url("signals"), encoding: .utf8).split(separator: "\n")
      let masks = signals.compactMap { $0.split(separator: " ").last.flatMap { UInt64($0, radix: 16) } }
      try #require(masks.count == 2, sourceLocation: sourceLocation)
      #expect(masks[0] == 0, "nothing is blocked", sourceLocation: sourceLocation)
      let promised = [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ].reduce(0) {
        $0 | UInt64(1) << UInt64($1 - 1)
      }
      #expect(masks[1] & promised == 0, "nothing is ignored", sourceLocation: sourceLocation)
    }

    @Test(.enabled(if: canBurden, "needs an env(1) that ignores and blocks signals"))
    func theEditorStartsWithDefaultSignals() throws {
      try expectDefaultSignals(
        "edit", in: Home(["EDITOR": "\(Self.note); sed -i 1s/Write/Rewrite/"]))
    }

    @Test(.enabled(if: canBurden, "needs an env(1) that ignores and blocks signals"))
    func theOpenerStartsWithDefaultSignals() throws {
      try expectDefaultSignals("open", in: Home(["STACK_OPENER": "\(Self.note); true"]))
    }

    @Test(.enabled(if: canBurden, "needs an env(1) that ignores and blocks signals"))
    func sshStartsWithDefaultSignals() throws {
      let take = "cat >/dev/null; echo received 1.1.0 stack"
      try expectDefaultSignals("send desk", in: Home(["STACK_SSH": "\(Self.note); \(take);:"]))
      let home = Home()
      try home.script("ssh", "\(Self.note); \(take)")
      try expectDefaultSignals("send desk", in: home)
    }

    // MARK: Calls that are interrupted

    @Test(.enabled(if: Program.exists("strace"), "strace makes a call fail"))
    func waitingForTheEditorIsInterrupted() throws {
      let home = Home(["EDITOR": "sleep 0.2; sed -i 1s/Write/Rewrite/"])
      try home.stack("push", "Write the report")
      let result = try home.shell("strace -o log -e inject=wait4:error=EINTR:when=1..2 stack edit")
      #expect(result == Finished(status: 0, output: "Rewrite the report\n", errors: ""))
      #expect(try home.shell("grep -c 'EINTR.*INJECTED' log").output == "2\n")
    }

    @Test(.enabled(if: Program.exists("strace"), "strace makes a call fail"))
    func readingTasksIsInterrupted() throws {
      let home = Home()
      try home.write(Data("First\nSecond\n".utf8), to: "ideas.txt")
      let result = try home.shell(
        "strace -o log -P ~/ideas.txt -e inject=read:error=EINTR:when=1 stack push - <ideas.txt")
      #expect(result == Finished(status: 0, output: "First\n", errors: ""))
      #expect(try home.shell("grep -c 'EINTR.*INJECTED' log").output == "1\n")
    }

    @Test(.enabled(if: Program.exists("strace"), "strace makes a call fail"))
    func typingIsInterrupted() throws {
      let home = Home(["NO_COLOR": "1"])
      let script = "strace -o log -P \"$(tty)\" -e inject=read:error=EINTR:when=1..2 stack push"
      let terminal = try Terminal(home, "/bin/sh", ["-c", script])
      #expect(terminal.wait(for: "New task: "))
      terminal.type("Call Sam\n")
      #expect(terminal.end() == 0)
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
