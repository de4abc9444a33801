// This process: its arguments, its environment, its end, and the machine that it runs on.

import CSystem

#if canImport(Darwin) && Embedded
  #warning("There is no small build for this system; this makes the usual one.")
#endif

package enum System {
  /// The bytes of the arguments, the name under which the program was called first; `nil` where the C
  /// start-up gave none.
  package static var arguments: [[UInt8]]? {
    var arguments: [[UInt8]] = []
    for index in 0..<stack_argument_count() {
      if let argument = stack_argument(index) { arguments.append(FilePath(cString: argument).bytes) }
    }
    return arguments.isEmpty ? nil : arguments
  }

  /// The bytes of an environment variable, `nil` where it is not set.
  package static func environmentVariable(_ name: String) -> [UInt8]? {
    guard let value = getenv(name) else { return nil }
    return FilePath(cString: value).bytes
  }

  /// Ends this process.
  package static func end(_ status: Int32) -> Never { exit(status) }

  /// The name of this machine.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether the shells in a terminal's windows are login shells, for which bash has another start-up file.
  package static var terminalsStartLoginShells: Bool {
    #if canImport(Darwin)
      // Terminal starts them through login(1): https://scriptingosx.com/2017/04/about-bash_profile-and-bashrc-on-macos/
      true
    #else
      false
    #endif
  }

  /// The program that opens a file or a URL with whatever the desktop has for it.
  package static var desktopOpener: String {
    #if canImport(Darwin)
      "open"
    #else
      "xdg-open"
    #endif
  }
}
