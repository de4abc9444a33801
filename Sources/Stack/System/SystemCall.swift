// System calls: repeating those that a signal interrupted, and turning error codes into errors.

import CSystem

/// Repeats a call as long as a signal interrupts it.
@discardableResult
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || stack_error_code() != EINTR { return result }
  }
}

extension FilePath {
  /// Makes a system call about this path, repeating it as long as a signal interrupts it. -1 means an error.
  @discardableResult
  func call<Result: SignedInteger>(
    _ operation: SystemError.Operation, _ body: () -> Result
  ) throws(SystemError) -> Result {
    let result = retrying(body)
    if result == -1 { throw SystemError(operation, self) }
    return result
  }

  /// Makes a system call that takes this path, repeating it as long as a signal interrupts it. -1 means an error.
  @discardableResult
  func call<Result: SignedInteger>(
    _ operation: SystemError.Operation, _ body: (UnsafePointer<CChar>) -> Result
  ) throws(SystemError) -> Result {
    try call(operation) { withCString(body) }
  }

  /// Makes a call that returns a pointer, repeating it as long as a signal interrupts it. No pointer means an error.
  func call<Pointer>(
    _ operation: SystemError.Operation, _ body: () -> Pointer?
  ) throws(SystemError) -> Pointer {
    while true {
      if let result = body() { return result }
      if stack_error_code() != EINTR { throw SystemError(operation, self) }
    }
  }
}

/// Does something; returns `nil` if it fails for one of these reasons.
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
