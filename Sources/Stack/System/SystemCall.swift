// System calls that a signal interrupted, and those that the system refuses.

import CSystem

/// Calls again as long as a signal interrupts the call.
@discardableResult
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || stack_error_code() != EINTR { return result }
  }
}

extension FilePath {
  /// Makes a system call about this path, and again as long as a signal interrupts it.
  ///
  /// - Throws: The system's reason, where the call returns -1.
  @discardableResult
  func call<Result: SignedInteger>(
    _ operation: SystemError.Operation, _ body: () -> Result
  ) throws(SystemError) -> Result {
    let result = retrying(body)
    if result == -1 { throw SystemError(operation, self) }
    return result
  }

  /// Makes a system call that takes this path, and again as long as a signal interrupts it.
  ///
  /// - Throws: The system's reason, where the call returns -1.
  @discardableResult
  func call<Result: SignedInteger>(
    _ operation: SystemError.Operation, _ body: (UnsafePointer<CChar>) -> Result
  ) throws(SystemError) -> Result {
    try call(operation) { withCString(body) }
  }

  /// Makes a call that returns a pointer, and again as long as a signal interrupts it.
  ///
  /// - Throws: The system's reason, where there is none.
  func call<Pointer>(
    _ operation: SystemError.Operation, _ body: () -> Pointer?
  ) throws(SystemError) -> Pointer {
    while true {
      if let result = body() { return result }
      if stack_error_code() != EINTR { throw SystemError(operation, self) }
    }
  }
}

/// Does what the system may refuse; `nil` where it does so for reasons that are no failure here.
@discardableResult
func unless<Result>(
  _ reasons: @autoclosure () -> SystemError.Reasons,
  _ operation: @autoclosure () throws(SystemError) -> Result
) throws(SystemError) -> Result? {
  do throws(SystemError) {
    return try operation()
  } catch {
    guard error.means(reasons()) else { throw error }
    return nil
  }
}
