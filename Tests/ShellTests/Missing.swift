// Skips a running test if a shell or a package is missing.
//
// (Swift Testing's own cancellation prints nothing if only one case of a test is cancelled.)

import Testing

/// A requirement of a test that is missing.
struct Missing: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Lets the tests of a suite throw `Missing` to be skipped.
struct SayingWhatIsMissing: SuiteTrait, TestTrait, TestScoping {
  /// So that it applies to each test of the suite.
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    do {
      try await function()
    } catch let missing as Missing {
      print("Test \(test.name) skipped: \(missing.reason)")
    }
  }
}

extension Trait where Self == SayingWhatIsMissing { static var saysWhatIsMissing: Self { Self() } }
