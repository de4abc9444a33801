// Standard input, where tasks may come from.

import Stack

enum StandardInput {
  /// Reads to the end, or until there are more bytes than a limit, for what has no end would fill the memory.
  ///
  /// - Parameter hint: What is said where nothing comes unless a person types it.
  static func read(beyond limit: Int, telling hint: String) throws(CommandError) -> [UInt8] {
    if OpenFile.standardInput.isTerminal { StandardError.printNote(hint) }
    return try attempt(system: OpenFile.standardInput.rest(beyond: limit))
  }
}
