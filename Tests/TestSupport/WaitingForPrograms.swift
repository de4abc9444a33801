// The traits of tests that need other programs, and of suites that mostly wait for them.

import Testing

/// Runs the tests of a suite on threads for tests that wait for programs.
public struct WaitingForPrograms: SuiteTrait, TestScoping {
  /// Whether they mostly wait for time to pass.
  fileprivate var forTime = false

  /// Runs a test of the suite.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws { try await onBlockingThreads(forTime: forTime, function) }
}

extension Trait where Self == WaitingForPrograms {
  /// The tests of a suite wait for programs.
  public static var waitsForPrograms: Self { Self() }
  /// The tests of a suite mostly wait for time to pass.
  public static var waitsForTime: Self { Self(forTime: true) }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if a program isn't installed.
  public static func needs(_ program: String) -> Self {
    .enabled(if: Program.exists(program), "needs \(program)")
  }
}
