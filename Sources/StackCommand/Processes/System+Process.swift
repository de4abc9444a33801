// This process: its arguments and environment, and the machine on which it runs.

import CSystem
import Stack

extension System {
  /// The value of the first of these environment variables that isn't empty.
  static func firstVariable(_ names: [String]) -> [UInt8]? {
    names.lazy.compactMap(environmentVariable).first { !$0.isEmpty }
  }

  /// The bytes of the arguments, first the name under which the program was called.
  static var arguments: [[UInt8]] {
    var arguments: [[UInt8]] = []
    while let argument = stack_argument(CInt(arguments.count)) {
      arguments.append(Pathname(cString: argument).bytes)
    }
    return arguments
  }

  /// The name of this machine.
  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return Pathname(cString: name).description
  }

  // Whether terminals start login shells, which read another start-up file in bash; and how many
  // bytes of a typed line a terminal keeps.
  #if canImport(Darwin)
    // Terminal starts them through login(1):
    // https://scriptingosx.com/2017/04/about-bash_profile-and-bashrc-on-macos/
    static var terminalsStartLoginShells: Bool { true }
    static var typedLineLimit: Int { Int(MAX_CANON) - 1 }
  #else
    static var terminalsStartLoginShells: Bool { false }
    // N_TTY_BUF_SIZE of the kernel, with the line break.
    static var typedLineLimit: Int { 4095 }
  #endif
}
