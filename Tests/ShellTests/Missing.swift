// Tests that find, when they run already, that a shell or a package is missing: they say so and end there.
//
// (Swift Testing's own way to cancel a test says nothing where only one case of a test is cancelled.)

import Testing

/// What a test can't do without, and isn't here.
struct Missing: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Given to suites whose tests may find that something is missing.
struct SayingWhatIsMissing: SuiteTrait, TestTrait, TestScoping {
  /// So that it is about each test of the suite.
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
