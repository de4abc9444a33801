// A line as the title of a task.

import Stack

extension TaskTitle {
  /// The title that a single line holds, `nil` for a blank one.
  init?(line: String) {
    guard let title = try? TaskTitle(line) else { return nil }
    self = title
  }
}
