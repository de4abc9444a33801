// Standard input, where tasks may come from.

import Stack

enum StandardInput {
  /// As much as is taken for tasks, in bytes. Endless input would fill the memory.
  private static let limit = 64 << 20

  /// Reads a title from each line that isn't blank.
  static func titles() throws(CommandError) -> [TaskTitle] {
    tellIfTyped("Waiting for tasks, one a line. Ctrl-D on a line of its own ends them.")
    let bytes = try attempt(system: OpenFile.standardInput.rest(beyond: limit))
    if bytes.count > limit { throw .inputTooLarge }
    var titles: [TaskTitle] = []
    for (index, line) in TextLines(bytes).enumerated() {
      guard let text = String(exactly: line) else { throw .notUTF8("line \(index + 1) of the input") }
      if let title = try? TaskTitle(text) { titles.append(title) }
    }
    return titles
  }

  /// Says what is being waited for, where nothing comes unless a person types it.
  static func tellIfTyped(_ line: String) {
    if OpenFile.standardInput.isTerminal { StandardError.tell(line) }
  }
}
