// Threads for tests that wait for programs.

import Foundation
import Synchronization

/// Runs tests on threads of its own, more than there are processors.
///
/// A test that waits for a program blocks its thread. Swift's own threads are as many as the
/// processors, so a processor would be idle whenever a program waits for the disk, a lock or a
/// terminal.
@available(macOS 15, *)
private final class BlockingThreads: TaskExecutor {
  static let forPrograms = BlockingThreads(3 * ProcessInfo.processInfo.activeProcessorCount)
  static let forTime = BlockingThreads(4 * ProcessInfo.processInfo.activeProcessorCount)
  private let jobs = Mutex<[UnownedJob]>([])
  private let jobCount = DispatchSemaphore(value: 0)

  /// The threads aren't those of Dispatch, which adds one only after a second in which the others
  /// were blocked.
  private init(_ count: Int) {
    for _ in 0..<count {
      let thread = Thread { self.runJobs() }
      // As large as that of the main thread.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    jobCount.signal()
  }

  /// Runs jobs in a random order, because the tests of one suite may all wait at the same time.
  private func runJobs() {
    while true {
      jobCount.wait()
      let job = jobs.withLock { jobs in
        jobs.swapAt(.random(in: jobs.indices), jobs.endIndex - 1)
        return jobs.removeLast()
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Calls a function that waits for programs or mostly, if `forTime` is true, for time to pass. Such
/// functions have threads of their own, so that none is left to wait at the end.
public func onBlockingThreads(
  forTime: Bool = false, _ function: @Sendable () async throws -> Void
) async throws {
  guard #available(macOS 15, *) else { return try await function() }
  let threads = forTime ? BlockingThreads.forTime : .forPrograms
  try await withTaskExecutorPreference(threads) { try await function() }
}
