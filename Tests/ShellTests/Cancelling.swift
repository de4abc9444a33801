// What Swift Testing offers from Swift 6.3 on, for Swift 6.2.

#if compiler(<6.3)
  import Testing

  /// A test that found, when it ran already, that something it needs is missing.
  struct CancelledTest: Error, CustomStringConvertible {
    let description: String
  }

  extension Test {
    /// Ends a test that can't be had here. Swift 6.2 has no means to skip a test that runs, so it fails, with the
    /// reason.
    static func cancel(_ reason: Comment) throws -> Never {
      throw CancelledTest(description: reason.rawValue)
    }
  }
#endif
