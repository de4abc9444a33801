// Waiting for others takes neither signals nor timers, ends after 5 seconds, and loses nothing.

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

    /// Another program that holds the lock and never lets go is waited for 5 seconds; one that only reads under it too.
    @Test(arguments: [
      (".config/stack/stack.json", "LOCK_EX"), (".config/stack/stack.json", "LOCK_SH"),
      (".config/stack/.stack.json.new", "LOCK_EX"),
    ])
    func heldByAnotherProgram(_ file: String, _ kind: String) async throws {
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
      // Once it is gone, what it had locked is in nobody's way.
      #expect(try home.stack("push", "Five").status == 0)
      #expect(home.files(below: ".config") == ["stack/stack.json"])
    }

    /// As long as the file changes, others are busy and not stuck, and it is worth waiting.
    @Test func busy() async throws {
      let script = """
        \(lock(".config/stack/.stack.json.new", seconds: 60))
        (for n in {1..60}; do touch .config/stack/stack.json; sleep 0.1; done; kill -KILL $(cat locked)) &
        stack push Five
        """
      let finished = try await home.start("/bin/bash", ["-c", script]).end()
      #expect(finished == Finished(status: 0, output: "One\n", errors: ""))
      #expect(try home.titles() == ["One", "Two", "Three", "Five"])
      #expect(home.files(below: ".config") == ["stack/stack.json"])
    }

    /// Who has to wait sets no timer and handles no signal; both belong to the program.
    @Test(.needsStrace, arguments: [0, 1])
    func noSignalAndNoTimer(seconds: Int) throws {
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
