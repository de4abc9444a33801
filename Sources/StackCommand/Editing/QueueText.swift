import Stack

/// The whole queue as a text for the user's editor, one numbered task per line, as vidir(1) does
/// with file names.
struct QueueText {
  /// The titles as the text shows them.
  private let titles: [String]
  /// The lines of help below the text, and which tasks are snoozed.
  let help: [String]

  init(_ tasks: [QueuedTask]) {
    titles = tasks.map { $0.title.visible }
    help =
      HelpText.lines(of: "queue.txt")
      + zip(1..., tasks).compactMap { number, task in
        task.until.map { "Task \(number) is snoozed until \($0.localMoment)." }
      }
  }

  /// The lines for the editor.
  var lines: [String] { titles.enumerated().map { "\($0 + 1)\t\($1)" } }

  /// The new order of the queue, parsed from the edited text. Editors remove numbers, or put list
  /// marks in their place: a line without its number is the task with exactly its title, if no
  /// other line is.
  func arrangement(in lines: [String]) throws(InvalidLine) -> [TaskQueue.Arrangement] {
    var arrangement: [TaskQueue.Arrangement] = []
    var lineOfTask: [Int: Int] = [:]
    var tasks = Dictionary(grouping: titles.indices.reversed()) { Array(titles[$0].trimmed.utf8) }
    for (number, line) in zip(1..., lines) {
      let parts = numbered(line)
      let isSame = parts.map { titles.indices.contains($0) && $1.isExactly(titles[$0].trimmed) }
      // A title may begin with a number of its own.
      guard let (task, wording) = parts, isSame == true || tasks[Array(line.trimmed.utf8)] == nil
      else {
        if let title = try? TaskTitle(line) { arrangement.append(.new(title)) }
        continue
      }
      guard titles.indices.contains(task) else {
        throw InvalidLine(
          number: number,
          problem: "there is no task \(task + 1); if this is a new task, put a space before it")
      }
      if let first = lineOfTask.updateValue(number, forKey: task) {
        throw InvalidLine(
          number: number, problem: "task \(task + 1) is already in line \(first)")
      }
      if isSame == true {
        arrangement.append(.task(task))
      } else if let title = try? TaskTitle(wording) {
        arrangement.append(.retitled(task, title))
      } else {
        throw InvalidLine(
          number: number,
          problem: "task \(task + 1) has no text; delete the whole line to drop it")
      }
    }
    for key in tasks.keys { tasks[key]?.removeAll { lineOfTask[$0] != nil } }
    for (place, element) in arrangement.enumerated() {
      guard case .new(let title) = element else { continue }
      for text in [title.text, title.text.withoutListMark] where element == arrangement[place] {
        if let task = tasks[Array(text.trimmed.utf8)]?.popLast() {
          arrangement[place] = .task(task)
        }
      }
    }
    return arrangement
  }

  /// The task whose number begins a line, and the text after it; `nil` for a line without a number.
  /// Editors may turn the tab between the two into other white space, or remove it from the end of
  /// a line.
  private func numbered(_ line: String) -> (task: Int, text: String)? {
    let digits = line.utf8.prefix { $0.isDigit }
    let rest = line.unicodeScalars[digits.endIndex...]
    guard !digits.isEmpty, rest.first?.properties.isWhitespace ?? true else { return nil }
    // No task ever had a number that is too large for an Int.
    return ((Int(Substring(digits)) ?? .max) - 1, String(rest).trimmed)
  }
}

extension String {
  /// The text without the mark of a list in Markdown, such as `- `, `* `, `1. ` or `1) `.
  fileprivate var withoutListMark: String {
    let mark = unicodeScalars.prefix { !$0.properties.isWhitespace }
    let digits = mark.prefix { ("0"..."9").contains($0) }
    let end = String(mark[digits.endIndex...])
    let isMark = (digits.isEmpty ? ["-", "*"] : [".", ")"]).contains(end)
    return isMark ? String(unicodeScalars[mark.endIndex...]) : self
  }

  /// The text without white space of any kind at its ends.
  fileprivate var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
