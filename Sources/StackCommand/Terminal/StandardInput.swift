// Reads tasks from standard input.

import Stack

enum StandardInput {
  /// Reads to the end, or until there are more bytes than a limit, because endless input would fill the memory.
  ///
  /// - Parameter hint: The note for a user who has to type the input.
  static func read(beyond limit: Int, hint: String) throws(CommandError) -> [UInt8] {
    if OpenFile.standardInput.isTerminal { StandardError.printNote(hint) }
    return try attempt(system: OpenFile.standardInput.rest(beyond: limit))
  }
}
