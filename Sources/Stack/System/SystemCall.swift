// Making system calls, and repeating those that a signal interrupts.

import CSystem

/// Repeats a call as long as a signal interrupts it.
@discardableResult package func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || stack_error_code() != EINTR { return result }
  }
}

extension Pathname {
  /// Makes a system call about this path, repeating it as long as a signal interrupts it. -1 means
  /// an error.
  @discardableResult package func call<Result: SignedInteger>(
    _ operation: FileError.Operation, _ body: () -> Result
  ) throws(FileError) -> Result {
    let result = retrying(body)
    if result == -1 { throw FileError(operation, self) }
    return result
  }

  /// Makes a system call that takes this path, repeating it as long as a signal interrupts it. -1
  /// means an error.
  @discardableResult package func call<Result: SignedInteger>(
    _ operation: FileError.Operation, _ body: (UnsafePointer<CChar>) -> Result
  ) throws(FileError) -> Result { try call(operation) { withCString(body) } }

  /// Makes a call that returns a pointer, repeating it as long as a signal interrupts it. No
  /// pointer means an error.
  package func call<Pointer>(
    _ operation: FileError.Operation, _ body: () -> Pointer?
  ) throws(FileError) -> Pointer {
    while true {
      if let result = body() { return result }
      if stack_error_code() != EINTR { throw FileError(operation, self) }
    }
  }
}
