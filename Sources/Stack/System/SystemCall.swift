// System calls that a signal interrupted, and those that the system refuses.

#if os(Linux)
  import CSystem
#else
  import Darwin
#endif

/// Calls again as long as a signal interrupts the call.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || stack_error_code() != EINTR { return result }
  }
}

/// Calls again as long as a signal interrupts the call.
func retrying<Pointer>(_ call: () -> Pointer?) -> Pointer? {
  while true {
    let result = call()
    if result != nil || stack_error_code() != EINTR { return result }
  }
}

/// Does what the system may refuse; `nil` where it does so for reasons that are no failure here.
@discardableResult
func unless<Result>(
  _ reasons: SystemError.Reasons, _ operation: @autoclosure () throws(SystemError) -> Result
) throws(SystemError) -> Result? {
  do throws(SystemError) {
    return try operation()
  } catch {
    guard error.means(reasons) else { throw error }
    return nil
  }
}
