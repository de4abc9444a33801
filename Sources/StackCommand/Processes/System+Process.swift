// This process: its arguments, its end, and the machine on which it runs.

import CSystem
import Stack

extension System {
  /// The bytes of the arguments, first the name under which the program was called; `nil` if the C start-up gave none.
  static var arguments: [[UInt8]]? {
    let arguments = (0..<stack_argument_count()).compactMap { index in
      stack_argument(index).map { Pathname(cString: $0).bytes }
    }
    return arguments.isEmpty ? nil : arguments
  }

  /// Whether root may have started this process. On Linux this takes no system call.
  static var mayBeRoot: Bool { stack_may_be_root() }

  /// Ends this process.
  static func end(_ status: Int32) -> Never { exit(status) }

  /// The name of this machine.
  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
