// What happens at signals, also while a line is typed.

import CSystem

/// What this process does at a signal, in the place of what it did before.
struct SignalHandler {
  private let number: Int32
  private var previous = sigaction()

  init(_ number: Int32, _ handler: stack_signal_handler?) {
    self.number = number
    stack_handle(number, handler, &previous)
  }

  /// Does again what was done before.
  func remove() {
    var action = previous
    sigaction(number, &action, nil)
  }
}

extension System {
  /// Makes writing to a pipe that nobody reads, or beyond the size that the user's limits allow, an error, in
  /// place of the end of the process.
  package static func ignoreSignalsOfWriting() {
    stack_handle(SIGPIPE, stack_ignoring(), nil)
    stack_handle(SIGXFSZ, stack_ignoring(), nil)
  }

  /// Reads a line that a person types. Ctrl-C ends the process with status 1.
  ///
  /// - Parameter ask: Says what is wanted, when Ctrl-C is being listened for already.
  /// - Returns: The line without its end, or `nil` after Ctrl-D on an empty line.
  package static func readTypedLine(_ ask: () -> Void) throws(SystemCallError) -> [UInt8]? {
    // A handler that returned could do so just before the read begins, and then the read would wait on.
    let handler = SignalHandler(SIGINT) { _ in
      _ = write(2, "\n", 1)
      _exit(1)
    }
    defer { handler.remove() }
    ask()
    var line: [UInt8] = []
    let next = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    defer { next.deallocate() }
    while try OpenFile.standardInput.readNext(into: next) > 0 {
      if next[0] == 0x0A { return line }
      line.append(next[0])
    }
    return line.isEmpty ? nil : line
  }
}
