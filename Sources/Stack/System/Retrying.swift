// System calls that a signal interrupted.

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
