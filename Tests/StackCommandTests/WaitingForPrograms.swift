// The trait of suites whose tests mostly wait for other programs.

import TestSupport
import Testing

/// Runs the tests of a suite on threads for tests that wait for programs.
struct WaitingForPrograms: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws { try await onBlockingThreads(function) }
}

extension Trait where Self == WaitingForPrograms { static var waitsForPrograms: Self { Self() } }
