// This process: its arguments, its environment, its end, and the machine that it runs on.

import CSystem

#if canImport(Darwin) && Embedded
  #warning("There is no small build for this system; this makes the usual one.")
#endif

package enum System {
  /// The bytes of the arguments, the name under which the program was called first; `nil` where the C
  /// start-up gave none.
  package static var arguments: [[UInt8]]? {
    let arguments = (0..<stack_argument_count()).compactMap { index in
      stack_argument(index).map { Pathname(cString: $0).bytes }
    }
    return arguments.isEmpty ? nil : arguments
  }

  /// The bytes of an environment variable, `nil` where it is not set.
  package static func environmentVariable(_ name: String) -> [UInt8]? {
    getenv(name).map { Pathname(cString: $0).bytes }
  }

  /// Ends this process.
  package static func end(_ status: Int32) -> Never { exit(status) }

  /// The name of this machine.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // Whether the shells in a terminal's windows are login shells, for which bash has another start-up file; and the
  // program that opens a file or a URL with whatever the desktop has for it.
  #if canImport(Darwin)
    // Terminal starts them through login(1): https://scriptingosx.com/2017/04/about-bash_profile-and-bashrc-on-macos/
    package static var terminalsStartLoginShells: Bool { true }
    package static var desktopOpener: String { "open" }
  #else
    package static var terminalsStartLoginShells: Bool { false }
    package static var desktopOpener: String { "xdg-open" }
  #endif
}
