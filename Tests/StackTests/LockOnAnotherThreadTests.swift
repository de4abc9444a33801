// Waiting for the lock in another program, on any of its threads: without signals and timers of its own.

#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Stack

  @Suite struct LockOnAnotherThreadTests {
    /// What a thread that isn't the first one came to.
    private final class Result: @unchecked Sendable {
      var error: QueueError?
      var hasEnded = false
    }

    @Test func itEndsThereTooAndLeavesTheProgramsSignalsAlone() async throws {
      let home = Home()
      let queue = try home.queue()
      try queue.push("a")
      let text = home.queueData()
      let held = open(home.queueFile().path, O_RDWR | O_CLOEXEC)
      #expect(held >= 0 && flock(held, LOCK_EX) == 0)
      defer { close(held) }

      // The program has a timer, a handler and a mask of its own.
      var ownTimer = itimerval(
        it_interval: timeval(tv_sec: 0, tv_usec: 0), it_value: timeval(tv_sec: 3000, tv_usec: 0))
      var previousTimer = itimerval()
      setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &ownTimer, &previousTimer)
      defer { setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &previousTimer, nil) }
      let handler = handlerOfAlarm()

      let result = Result()
      await withCheckedContinuation { continuation in
        let thread = Thread {
          do throws(QueueError) {
            try queue.push(["b"].compactMap { try? TaskTitle($0) })
          } catch {
            result.error = error
          }
          result.hasEnded = true
          continuation.resume()
        }
        thread.start()
      }
      #expect(result.hasEnded)
      #expect(result.error == .locked(try FileSystem.realPath(of: queue.path)))
      #expect(home.queueData() == text)
      #expect(handlerOfAlarm() == handler)
      var timer = itimerval()
      getitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer)
      #expect(timer.it_value.tv_sec > 2000, "the program's own timer goes on")
    }

    private func handlerOfAlarm() -> UInt {
      var action = sigaction()
      sigaction(SIGALRM, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }
  }
#endif
