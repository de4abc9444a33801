import Stack

/// The task in an edited text.
struct EditedTask {
  /// The new title; `nil` if it is the old one.
  let title: TaskTitle?
  let notes: [QueuedTask.EditedNote]

  /// - Parameter shown: The lines before the edit: the title, and the notes.
  /// - Returns: `nil` if all lines are blank.
  /// - Throws: If the line of the title is blank, and another line would take its place.
  init?(_ lines: [String], shown: [String]) throws(InvalidLine) {
    let texts = lines.indices.filter { (try? TaskTitle(lines[$0])) != nil }
    guard let start = texts.first else { return nil }
    // A blank title, written by another program, stays blank.
    let begin = lines[0].isExactly(shown[0]) ? 0 : start
    let mayBeNote = shown.count > 1 || texts.count > 1
    if begin > 0, mayBeNote, !lines[begin].isExactly(shown[0]) {
      throw InvalidLine(
        number: 1, problem: "the task has no text; empty all lines to leave it as it is")
    }
    title = lines[begin].isExactly(shown[0]) ? nil : try? TaskTitle(lines[begin])
    notes = Self.notes(lines[(begin + 1)...], shown: shown.dropFirst())
  }

  /// The notes in some lines, without blank ones. A line that equals a shown note is that note,
  /// unchanged. Equal lines are matched with equal notes in their order.
  private static func notes(_ lines: ArraySlice<String>, shown: ArraySlice<String>)
    -> [QueuedTask.EditedNote]
  {
    var notes: [[UInt8]: [Int]] = [:]
    for (index, line) in shown.enumerated().reversed() {
      notes[Array(line.utf8), default: []].append(index)
    }
    return lines.compactMap { line in
      if let index = notes[Array(line.utf8)]?.popLast() { return .kept(index) }
      return (try? TaskTitle(line)).map { .new($0) }
    }
  }
}
