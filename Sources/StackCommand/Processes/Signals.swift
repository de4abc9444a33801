import CSystem

/// Replaces the handler of a signal, and can restore the previous one.
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

/// The signals that end this process. They are delayed until `deliver()`.
struct DelayedSignals {
  private var previous = sigset_t()

  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&signals, number) }
    sigprocmask(SIG_BLOCK, &signals, &previous)
  }

  /// Whether one of them was sent, and isn't ignored.
  var arePending: Bool { stack_is_ending() }

  /// Restores the previous mask. If one is pending, it ends this process now.
  func deliver() {
    var signals = previous
    sigprocmask(SIG_SETMASK, &signals, nil)
  }
}
