// What CSystem says in C for Linux, said in Swift for Apple's systems.

#if canImport(Darwin)
  import Darwin

  #if Embedded
    #warning("There is no small build for this system; this makes the usual one.")
  #endif

  func stack_argument_count() -> Int32 { CommandLine.argc }

  func stack_argument(_ index: Int32) -> UnsafePointer<CChar>? {
    CommandLine.unsafeArgv[Int(index)].map { UnsafePointer($0) }
  }

  func stack_begin_writing(_ descriptor: Int32) {}

  func stack_use_large_pages(_ start: UnsafeMutableRawPointer, _ size: Int) {}

  func stack_error_code() -> Int32 { errno }

  func stack_clear_error_code() { errno = 0 }

  func stack_open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
  }

  func stack_duplicate(_ descriptor: Int32, _ lowest: Int32) -> Int32 {
    fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)
  }

  func stack_columns(_ descriptor: Int32) -> Int32 {
    var size = winsize()
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? Int32(size.ws_col) : 0
  }

  func stack_environment() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }

  typealias stack_signal_handler = sig_t

  func stack_ignoring() -> stack_signal_handler? { SIG_IGN }

  func stack_default() -> stack_signal_handler? { SIG_DFL }

  func stack_handle(
    _ number: Int32, _ handler: stack_signal_handler?, _ previous: UnsafeMutablePointer<sigaction>?
  ) {
    var action = sigaction()
    action.__sigaction_u.__sa_handler = handler
    sigaction(number, &action, previous)
  }
#endif
