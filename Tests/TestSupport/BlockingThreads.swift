// Threads for tests that wait for programs.

import Foundation

/// Runs tests on threads of its own, more than there are processors.
///
/// A test that waits for a program blocks its thread. Swift's own threads are as many as the
/// processors, so a processor would be idle whenever a program waits for the disk, a lock or a
/// terminal.
@available(macOS 15, *)
private final class BlockingThreads: TaskExecutor {
  static let shared = BlockingThreads()
  private let operations = OperationQueue()

  private init() {
    operations.maxConcurrentOperationCount = 2 * ProcessInfo.processInfo.activeProcessorCount
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    operations.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Calls a function that waits for programs.
public func onBlockingThreads(_ function: @Sendable () async throws -> Void) async throws {
  guard #available(macOS 15, *) else { return try await function() }
  try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
}
