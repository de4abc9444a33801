// The commands by name, in the order in which a person meets them, and what the help says of each.

/// The name of a command, as it is typed.
enum CommandName: String, CaseIterable {
  case push
  case done
  case skip
  case drop
  case edit
  case undo
  case redo
  case attach
  case detach
  case open
  case send
  case receive
  case count
  case prompt
  case initialize = "init"
  case path
  case help

  /// What stands behind the name.
  var operands: String {
    switch self {
    case .push: "[TEXT…|-]"
    case .edit: "[TEXT…]"
    case .attach: "FILE|URL…"
    case .detach: "[FILE|URL…]"
    case .open: "[N]"
    case .send: "HOST[:NAME]"
    case .initialize: "SHELL"
    case .help: "[COMMAND]"
    case .done, .skip, .drop, .undo, .redo, .receive, .count, .prompt, .path: ""
    }
  }

  /// What the command does, in one line.
  var summary: String {
    switch self {
    case .push: "add a task at the back"
    case .done: "complete the current task"
    case .skip: "move the current task to the back"
    case .drop: "delete the current task without completing it"
    case .edit: "reword the current task"
    case .undo: "take back the last change"
    case .redo: "put back what undo took"
    case .attach: "attach files or URLs to the current task"
    case .detach: "take attachments off the current task"
    case .open: "open what is attached"
    case .send: "move the current task to someone else's stack"
    case .receive: "take a task from standard input"
    case .count: "show how many tasks wait"
    case .prompt: "show the current task for a prompt"
    case .initialize: "print completion and prompt for a shell"
    case .path: "show where the file is"
    case .help: "explain a command"
    }
  }

  /// What people type out of habit from other programs, and what it is called here.
  static func habitual(_ word: String) -> CommandName? {
    switch word {
    case "add", "new", "a", "create", "enqueue": .push
    case "pop", "complete", "do", "finish", "shift", "next", "check": .done
    case "rm", "remove", "delete", "del", "cancel": .drop
    case "defer", "later", "postpone", "snooze", "rotate": .skip
    case "rename", "reword", "change", "modify", "reorder", "sort": .edit
    case "revert", "back": .undo
    case "size", "length", "len": .count
    case "share": .send
    default: nil
    }
  }

  /// The command whose name is most like a mistyped word, if one is like it at all.
  static func similar(to word: String) -> CommandName? {
    let distances = allCases.map { (name: $0, distance: editDistance(from: word, to: $0.rawValue)) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= (word.utf8.count > 4 ? 2 : 1) || isSwapped(word, best.name.rawValue)
      ? best.name : nil
  }

  private static func isSwapped(_ word: String, _ name: String) -> Bool {
    word.utf8.count == name.utf8.count && word.utf8.sorted() == name.utf8.sorted()
  }
}

/// How many letters must be added, removed or changed to make one word of the other (Levenshtein).
private func editDistance(from word: String, to other: String) -> Int {
  let other = Array(other.utf8)
  var row = Array(0...other.count)
  for (index, letter) in word.utf8.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in other.indices {
      let change = diagonal + (letter == other[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(change, row[column] + 1, diagonal + 1)
    }
  }
  return row[other.count]
}
