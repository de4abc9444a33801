// Standard input: what the user types, or what another program has written.

import CSystem
import Stack

extension OpenFile { var isTerminal: Bool { isatty(descriptor) == 1 } }

enum StandardInput {
  /// Reads to the end, or until there are more bytes than a limit, because endless input would fill
  /// the memory.
  ///
  /// - Parameter hint: The note for a user who has to type the input.
  static func read(beyond limit: Int, hint: String) throws(CommandError) -> [UInt8] {
    if OpenFile.standardInput.isTerminal { StandardError.printNote(hint) }
    return try attempt(system: OpenFile.standardInput.rest(beyond: limit))
  }

  /// Asks for a line and reads it. Ctrl-C ends the process with status 1.
  ///
  /// - Returns: The line without its line break, or `nil` after Ctrl-D on an empty line.
  static func readLine(asking question: String) throws(CommandError) -> [UInt8]? {
    // If the handler returned after a Ctrl-C just before the read, the read would still wait.
    let handler = SignalHandler(SIGINT) { _ in
      _ = write(2, "\n", 1)
      _exit(1)
    }
    defer { handler.remove() }
    StandardError.write(question)
    var line: [UInt8] = []
    while let byte = try attempt(system: OpenFile.standardInput.next(atMost: 1)).first {
      if byte == .lineFeed { return line }
      line.append(byte)
    }
    return line.isEmpty ? nil : line
  }
}
