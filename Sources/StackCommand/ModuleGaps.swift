// What the module doesn't offer yet. This file goes when it does.

import Stack

extension System {
  /// The path under which the program was called.
  static var invocationPath: [UInt8]? {
    guard CommandLine.argc > 0, let path = CommandLine.unsafeArgv[0] else { return nil }
    var bytes: [UInt8] = []
    var next = path
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    return bytes
  }
}

extension TaskQueue.Restoration {
  /// The title of the task that the command was about, if it was about one.
  var title: String? { nil }
  /// Whether a whole version came back, and with it went whatever else was changed since.
  var isWhole: Bool { includesChangesByHand }
}
