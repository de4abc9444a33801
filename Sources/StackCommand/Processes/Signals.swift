// How this process handles signals.

import CSystem
import Stack

/// A replaced handler of a signal.
struct SignalHandler {
  private let number: Int32
  private var previous = sigaction()

  init(_ number: Int32, _ handler: stack_signal_handler?) {
    self.number = number
    stack_handle(number, handler, &previous)
  }

  /// Restores the previous handler.
  func remove() {
    var action = previous
    sigaction(number, &action, nil)
  }
}

extension System {
  /// Makes writing to a closed pipe, or beyond the user's limit for a file's size, an error instead of the end of the
  /// process.
  static func ignoreSignalsOfWriting() {
    stack_handle(SIGPIPE, stack_ignoring(), nil)
    stack_handle(SIGXFSZ, stack_ignoring(), nil)
  }
}
