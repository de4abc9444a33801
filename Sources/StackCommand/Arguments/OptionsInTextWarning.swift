// Warns that options after a text, such as `push Stop fire --top`, are part of the text.

import Stack

extension Session {
  /// At a terminal, says how to use words at the end of a text, such as `push Stop fire --top`, as
  /// options.
  func warnAboutOptionsInText() {
    guard StandardError.isTerminal, !arguments.sawDoubleDash,
      let command = arguments.command
    else { return }
    let words = arguments.operands
    let start = words.indices.dropFirst().first { index in
      guard words[index].beginsExactly(with: "--") || words[index].utf8.count == 2 else {
        return false
      }
      let rest = Arguments()
      let isRead = (try? rest.read(([command.name] + words[index...])[...])) != nil
      return isRead && rest.operands.isEmpty && !rest.sawDoubleDash
    }
    guard let start else { return }
    let leavesNoText = words[start...].contains {
      arguments.option(named: $0)?.excludesOperands == true
    }
    let text = leavesNoText ? [] : [Array(words[..<start]).asTyped]
    let line = [command.name] + words[start...].map { $0.quotedForShell } + text
    let stack = arguments.stack
    StandardError.printNote(
      "\(words[start]) was taken as text. If it was meant as an option:",
      command: "\(stack) undo && \(stack) \(line.joined(separator: " "))")
  }
}
