// Waiting for the lock uses neither signals nor timers, ends after a while, and loses nothing.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForTime, .needsPython) struct LockTests {
    private static let (file, newText) = (
      ".config/stack/stack.json", ".config/stack/.stack.json.new"
    )
    private let home = Home()

    init() throws { try home.writeQueue(Scenario.text) }

    /// Shell code that has another program hold a file, by an `exclusive` or `shared` lock, by a
    /// `lease`, or by locking `two` files one after the other, and waits until it does.
    private func hold(
      _ file: String, _ kind: String, seconds: Int, onRequest answer: String = "keep"
    ) -> String {
      """
      '\(Program.python)' -IS '\(Need.script("hold.py"))' '\(file)' \(kind) \(seconds) \(answer) & disown
      until [ -e locked ]; do sleep 0.05; done
      """
    }

    /// How another program holds the lock's file, how the queue's file changes meanwhile, and what
    /// the variable is: without it, a command waits for five seconds.
    @Test(arguments: [
      ("exclusive", ":", ""), ("shared", ":", "1"), ("lease", ":", "1"), ("two", ":", "1"),
      ("exclusive", "touch $file", "1"), ("exclusive", "cp $file copy; mv copy $file", "1"),
    ])
    func aHolderOfTheLockIsWaitedForAWhile(_ kind: String, _ change: String, _ seconds: String)
      async throws
    {
      let script = """
        \(hold(Self.newText, kind, seconds: 60))
        file=\(Self.file)
        (until [ -e over ]; do \(change); sleep 0.5; done) &
        STACK_LOCK_SECONDS=\(seconds) timeout -s KILL 60 stack push Five; status=$?
        waited=$((($(date +%s%N) - $(date -r locked +%s%N)) / 1000000000))
        echo "status $status, $((waited >= \(seconds.isEmpty ? "5" : seconds)))"
        touch over; kill -KILL $(cat locked); wait
        """
      let finished = try await home.start("/bin/bash", ["-c", script]).end()
      // A lower bound alone, which holds on a busy machine too.
      #expect(finished.output == "status 75, 1\n")
      let sentence =
        "has been locked by other programs for too long; nothing was changed, so try again\n"
      #expect(finished.errors == "stack: \(home.queueFile().path) \(sentence)")
      #expect(home.queueText() == Scenario.text)
      #expect(
        try home.stack("push", "Five").status == 0, "the held file does not block later changes")
    }

    @Test(arguments: ["exclusive", "shared"])
    func aLockOnTheFileItselfDelaysNothing(_ kind: String) throws {
      let finished = try home.shell(
        "\(hold(Self.file, kind, seconds: 60)); stack push Five; kill -KILL $(cat locked)")
      #expect(finished == Finished(output: "One\n"))
      #expect(try home.titles().last == "Five")
    }

    /// The system asks the holder of a lease for it when a program opens the file.
    @Test(arguments: [
      ("stack", "release", "One\n0\n", ""),
      ("stack", "keep", "74\n", ": another program holds a lease on it; try again\n"),
      ("stack push Five", "release", "One\n0\n", ""),
      (
        "stack push Five", "keep", "74\n",
        ": another program holds a lease on it; try again; nothing was changed\n"
      ),
    ])
    func aLeaseIsWaitedForOnlyAMoment(
      _ command: String, _ answer: String, _ output: String, _ reason: String
    ) throws {
      let script = """
        \(hold(Self.file, "lease", seconds: 60, onRequest: answer))
        timeout -s KILL 30 \(command); echo $?; kill -KILL $(cat locked)
        """
      let finished = try home.shell(script)
      #expect(finished.output == output)
      #expect(
        finished.errors
          == (reason.isEmpty ? "" : "stack: cannot open \(home.url(Self.file).path)\(reason)"))
    }

    /// A file that was just created exclusively is the writer's own, whichever owner the file
    /// system reports.
    @Test(.needsBindfs) func aFileSystemThatReportsOneOwner() throws {
      let disk = try MountedDisk.withOneOwner()
      let home = Home(in: disk.directory)
      try home.giveEverybodyTheProgram()
      let stack = "timeout -s KILL 30 \(Home.stack(as: 12345))"
      let finished = try home.shell(
        """
        \(stack) push One && \(stack) push Two && echo left >\(Self.newText) && \(stack) done && \(stack) undo
        cp .config/stack/stack.json copy.json && \(stack) push Three && \(stack) merge copy.json && ls -A .config/stack
        """)
      #expect(finished == Finished(output: "One\nOne\nTwo\nOne\nOne\nOne\nstack.json\n"))
    }

    /// Timers and signals belong to the program that uses the module.
    @Test(.needsStrace, arguments: [0, 1]) func waitingUsesNoSignalAndNoTimer(seconds: Int) throws {
      let waiting = seconds == 0 ? "" : hold(Self.newText, "exclusive", seconds: seconds)
      let push = "strace -f -o trace -- stack push Five; exit $?"
      #expect(try home.shell("\(waiting)\n\(push)") == Finished(output: "One\n"))
      let calls = try home.text(of: "trace")
      #expect(calls.contains("flock("))
      for word in [
        "SIGALRM", "setitimer", "alarm(", "timer_create", "timer_settime", "timerfd_",
        "rt_sigprocmask(SIG_UNBLOCK",
      ] { #expect(!calls.contains(word), "\(word)") }
    }
  }
#endif
