// Tests that find, when they run already, that a shell or a package is missing: they are skipped, and say so.

import Testing

/// Given to suites whose tests call `Test.cancel`. Swift Testing has that from Swift 6.3 on; for Swift 6.2 this stands in.
struct Cancelling: SuiteTrait, TestTrait {}

extension Trait where Self == Cancelling {
  static var canBeCancelled: Self { Self() }
}

#if compiler(<6.3)
  struct CancelledTest: Error {
    let reason: String
  }

  extension Test {
    /// Ends a test that can't be had here.
    static func cancel(_ reason: Comment) throws -> Never { throw CancelledTest(reason: reason.rawValue) }
  }

  extension Cancelling: TestScoping {
    /// So that it is about each test of the suite.
    var isRecursive: Bool { true }

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      do {
        try await function()
      } catch let error as CancelledTest {
        print("Test \(test.name) skipped: \(error.reason)")
      }
    }
  }
#endif
