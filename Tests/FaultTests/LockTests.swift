// Waiting for the lock uses neither signals nor timers, ends after 5 seconds, and loses nothing.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.needsPython)
  struct LockTests {
    private let home = Home()

    init() throws { try home.writeQueue(Scenario.text) }

    /// Shell that has another program hold a lock on a file for so many seconds, and goes on when it does.
    private func lock(_ file: String, _ kind: String = "LOCK_EX", seconds: Int) -> String {
      """
      python3 -c '
      import fcntl, os, sys, time
      file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600)
      fcntl.flock(file, fcntl.\(kind))
      open("locking", "w").write(str(os.getpid()))
      os.rename("locking", "locked")
      time.sleep(float(sys.argv[2]))
      ' '\(file)' \(seconds) & disown
      until [ -e locked ]; do sleep 0.01; done
      """
    }

    /// Also one that only reads under a shared lock.
    @Test(arguments: [
      (".config/stack/stack.json", "LOCK_EX"), (".config/stack/stack.json", "LOCK_SH"),
      (".config/stack/.stack.json.new", "LOCK_EX"),
    ])
    func aProgramThatHoldsTheLockIsWaitedForFiveSeconds(_ file: String, _ kind: String) async throws {
      let script = """
        \(lock(file, kind, seconds: 60))
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

    /// One holder of the lock is waited for 5 seconds, also if the file keeps changing meanwhile.
    @Test(arguments: ["touch $file", "cp $file copy; mv copy $file"])
    func aHolderThatChangesTheFileIsNotWaitedForLonger(_ change: String) async throws {
      let script = """
        \(lock(".config/stack/.stack.json.new", seconds: 60))
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
      let waiting = seconds == 0 ? "" : lock(".config/stack/stack.json", seconds: seconds)
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
