// The whole queue as a text that a person edits, one numbered task a line, the way vidir does it with the
// files of a folder.

import Stack

/// The queue as numbered lines.
struct QueueText {
  static let explanation = [
    "One task a line, the current one first. A line that keeps its number and the tab",
    "behind it is that task: move it, or reword it. Delete a line to drop the task.",
    "A line without a number is a new task. Nothing below the line of dashes counts.",
  ]

  /// The titles as they stand in the text.
  private let titles: [String]

  init(_ tasks: [QueuedTask]) { titles = tasks.map { $0.title.visible } }

  /// The lines that a person gets to edit.
  var lines: [String] { titles.enumerated().map { "\($0 + 1)\t\($1)" } }

  /// Reads what became of the lines.
  ///
  /// - Parameter text: Where a person edited them.
  func arrangement(of edited: [String], in text: EditedText) throws(CommandError) -> [TaskQueue.Arrangement] {
    var arrangement: [TaskQueue.Arrangement] = []
    var lineOfTask: [Int: Int] = [:]
    for (index, line) in edited.enumerated() {
      let number = index + 1
      guard let (task, wording) = numbered(line) else {
        if let title = try? TaskTitle(line) { arrangement.append(.new(title)) }
        continue
      }
      guard titles.indices.contains(task) else {
        throw text.invalid(line: number, "there is no task \(task + 1)")
      }
      if let first = lineOfTask.updateValue(number, forKey: task) {
        throw text.invalid(line: number, "task \(task + 1) stands in line \(first) already")
      }
      if wording.isExactly(titles[task]) {
        arrangement.append(.task(task))
      } else if let title = try? TaskTitle(wording) {
        arrangement.append(title.text.isExactly(titles[task]) ? .task(task) : .retitled(task, title))
      } else {
        throw text.invalid(line: number, "task \(task + 1) has no text; delete the whole line to drop it")
      }
    }
    return arrangement
  }

  /// The task that a line names, and its text; `nil` for a line without a number and a tab.
  private func numbered(_ line: String) -> (task: Int, text: String)? {
    guard let tab = line.firstIndex(of: "\t"), tab > line.startIndex,
      line[..<tab].utf8.allSatisfy({ $0.isDigit })
    else { return nil }
    // A number that no Int can hold was never there either.
    return ((Int(line[..<tab]) ?? .max) - 1, String(line[line.index(after: tab)...]))
  }
}
