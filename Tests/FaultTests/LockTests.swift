// Waiting for the lock uses neither signals nor timers, ends after 5 seconds, and loses nothing.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.needsPython)
  struct LockTests {
    private let home = Home()

    init() throws { try home.writeQueue(Scenario.text) }

    /// How another program holds a file, in Python.
    private static let (lock, sharedLock) = ("flock(file, fcntl.LOCK_EX)", "flock(file, fcntl.LOCK_SH)")
    private static let lease = "fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)"

    /// Shell that has another program hold a file for so many seconds, and continues when it does.
    ///
    /// - Parameter signal: What it does when the system asks for its lease.
    private func hold(
      _ file: String, _ kind: String = lock, seconds: Int, onRequest signal: String = "signal.SIG_IGN"
    ) -> String {
      """
      python3 -c '
      import fcntl, os, signal, sys, time
      file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600)
      signal.signal(signal.SIGIO, \(signal))
      fcntl.\(kind)
      open("locking", "w").write(str(os.getpid()))
      os.rename("locking", "locked")
      time.sleep(float(sys.argv[2]))
      ' '\(file)' \(seconds) & disown
      until [ -e locked ]; do sleep 0.01; done
      """
    }

    /// Also one that only reads under a shared lock, or holds a lease.
    @Test(
      arguments: [".config/stack/stack.json", ".config/stack/.stack.json.new"], [lock, sharedLock, lease])
    func aProgramThatHoldsTheLockIsWaitedForFiveSeconds(_ file: String, _ kind: String) async throws {
      let script = """
        \(hold(file, kind, seconds: 60))
        begin=$(date +%s%N)
        timeout -s KILL 60 stack push Five; status=$?
        echo "status $status, $((($(date +%s%N) - begin) / 1000000000 >= 5 ? 5 : 0)) seconds"
        kill -KILL $(cat locked)
        """
      let finished = try await home.start("/bin/bash", ["-c", script]).end()
      // A lower bound alone, which no busy machine can break.
      #expect(finished.output == "status 75, 5 seconds\n")
      let sentence = "has been locked by another program for 5 seconds; nothing was changed, try again\n"
      #expect(finished.errors == "stack: \(home.queueFile().path) \(sentence)")
      #expect(home.queueText() == Scenario.text)
      // What it had locked is no obstacle afterwards.
      #expect(try home.stack("push", "Five").status == 0)
      #expect(home.files(below: ".config") == ["stack/stack.json"])
    }

    /// The system asks the holder of a lease for it when someone opens the file.
    @Test(arguments: [
      ("lambda *_: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)", "One\n0\n", ""),
      ("signal.SIG_IGN", "74\n", ": another program holds a lease on it; try again\n"),
    ])
    func showingWaitsOnlyAMomentForALease(_ onRequest: String, _ output: String, _ reason: String) throws {
      let file = ".config/stack/stack.json"
      let script = """
        \(hold(file, Self.lease, seconds: 60, onRequest: onRequest))
        timeout -s KILL 30 stack; echo $?; kill -KILL $(cat locked)
        """
      let finished = try home.shell(script)
      #expect(finished.output == output)
      #expect(finished.errors == (reason.isEmpty ? "" : "stack: cannot open \(home.url(file).path)\(reason)"))
    }

    /// One holder of the lock is waited for 5 seconds, also if the file keeps changing meanwhile.
    @Test(arguments: ["touch $file", "cp $file copy; mv copy $file"])
    func aHolderThatChangesTheFileIsNotWaitedForLonger(_ change: String) async throws {
      let script = """
        \(hold(".config/stack/.stack.json.new", seconds: 60))
        file=.config/stack/stack.json
        (until [ -e over ]; do \(change); sleep 0.1; done) &
        timeout -s KILL 30 stack push Five; echo $?; touch over
        kill -KILL $(cat locked); wait
        """
      let finished = try await home.start("/bin/bash", ["-c", script]).end()
      #expect(finished.output == "75\n")
      #expect(finished.errors.contains("has been locked by another program for 5 seconds"))
      #expect(home.queueText() == Scenario.text)
    }

    /// A file that was just created exclusively is the writer's own, whichever owner the file system reports.
    @Test(.enabled(if: MountedDisk.isAvailableWithOneOwner, "needs bindfs, and to mount it"))
    func aFileSystemThatReportsOneOwner() throws {
      let disk = try MountedDisk.withOneOwner()
      let home = Home(in: disk.directory)
      try home.giveEverybodyTheProgram()
      let stack = "timeout -s KILL 30 \(Home.stack(as: 12345))"
      let left = ".config/stack/.stack.json.new"
      let finished = try home.shell(
        """
        \(stack) push One && \(stack) push Two && echo left >\(left) && \(stack) done && \(stack) undo
        cp .config/stack/stack.json copy.json && \(stack) push Three && \(stack) merge copy.json && ls -A .config/stack
        """)
      #expect(
        finished == Finished(status: 0, output: "One\nOne\nTwo\nOne\nOne\nOne\nstack.json\n", errors: ""))
    }

    /// Timers and signals belong to the program that uses the module.
    @Test(.needsStrace, arguments: [0, 1])
    func waitingUsesNoSignalAndNoTimer(seconds: Int) throws {
      let waiting = seconds == 0 ? "" : hold(".config/stack/stack.json", seconds: seconds)
      let finished = try home.shell("\(waiting)\nstrace -f -o trace -- stack push Five; exit $?")
      #expect(finished == Finished(status: 0, output: "One\n", errors: ""))
      let calls = try String(contentsOf: home.url("trace"), encoding: .utf8)
      #expect(calls.contains("flock("))
      for word in ["SIGALRM", "setitimer", "alarm(", "timer_create", "timer_settime", "timerfd_"] {
        #expect(!calls.contains(word), "\(word)")
      }
      #expect(!calls.contains("rt_sigprocmask(SIG_UNBLOCK"))
    }
  }
#endif
