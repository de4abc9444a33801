// The terminal and the desktop of the user.

import CSystem
import Stack

extension OpenFile {
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The terminal's width in columns, if it is known.
  var columns: Int? {
    let columns = Int(stack_columns(descriptor))
    return columns > 0 ? columns : nil
  }
}

extension System {
  /// Reads a line that the user types. Ctrl-C ends the process with status 1.
  ///
  /// - Parameter ask: Prints the question. It is called when Ctrl-C is already handled.
  /// - Returns: The line without its line break, or `nil` after Ctrl-D on an empty line.
  static func readTypedLine(_ ask: () -> Void) throws(SystemCallError) -> [UInt8]? {
    // A handler that returns could run just before the read begins, which would then wait.
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

  // Whether terminals start login shells, which read another start-up file in bash; and the program that opens a file
  // or a URL with the user's application for it.
  #if canImport(Darwin)
    // Terminal starts them through login(1): https://scriptingosx.com/2017/04/about-bash_profile-and-bashrc-on-macos/
    static var terminalsStartLoginShells: Bool { true }
    static var desktopOpener: String { "open" }
  #else
    static var terminalsStartLoginShells: Bool { false }
    static var desktopOpener: String { "xdg-open" }
  #endif
}
