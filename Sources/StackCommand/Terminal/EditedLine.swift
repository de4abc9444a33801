import Stack

/// A line of text that the user edits at a terminal.
struct EditedLine {
  /// The text before and after the cursor.
  private(set) var before = ""
  private(set) var after = ""

  var text: String { before + after }

  /// Applies a key. Returns whether it has a meaning.
  mutating func apply(_ key: Key) -> Bool {
    switch key {
    case .text(let text), .paste(let text): before += text
    case .left:
      if let last = before.popLast() { after = String(last) + after }
    case .right:
      if !after.isEmpty { before.append(after.removeFirst()) }
    case .start:
      after = text
      before = ""
    case .end:
      before = text
      after = ""
    case .backspace: _ = before.popLast()
    case .delete, .endOfInput: after = String(after.dropFirst())
    case .deleteWord:
      while before.last == " " { before.removeLast() }
      while let last = before.last, last != " " { before.removeLast() }
    case .deleteToStart: before = ""
    case .deleteToEnd: after = ""
    case .resumed: break
    case .enter, .signal, .other, .closed: return false
    }
    return true
  }

  /// What shows the line on one row of a terminal: a question, as much of the text around the
  /// cursor as there is room for, and the cursor in its place.
  func drawing(after question: String, columns: Int) -> String {
    let room = max(1, columns - question.columns - 1)
    let left = before.visible.ending(ofColumns: room)
    let right = after.visible.beginning(ofColumns: room - left.columns)
    let place = question.columns + left.columns
    return "\r\(question)\(left)\(right)\u{1B}[K\r\u{1B}[\(place)C"
  }
}

extension String {
  /// The longest beginning with at most this many columns.
  fileprivate func beginning(ofColumns limit: Int) -> String {
    var room = limit
    return String(
      prefix {
        room -= $0.columns
        return room >= 0
      })
  }

  /// The longest end with at most this many columns.
  fileprivate func ending(ofColumns limit: Int) -> String {
    var room = limit
    let count = reversed().prefix {
      room -= $0.columns
      return room >= 0
    }.count
    return String(suffix(count))
  }
}
