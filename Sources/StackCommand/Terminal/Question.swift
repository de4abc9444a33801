import CSystem
import Stack

/// A question that the user answers at a terminal with a line of text, or by pasting several lines.
///
/// What is typed or pasted meanwhile never reaches the shell that started the program: it would run
/// it as commands.
struct Question {
  private let question: String
  private let adviceAfterDiscarding: (text: String, command: String)?
  private let isEditable: Bool
  private var keys = KeyReader()
  private var line = EditedLine()

  /// - Parameters:
  ///   - question: The text before the answer.
  ///   - adviceAfterDiscarding: What to do instead of pasting text that is discarded.
  init(_ question: String, adviceAfterDiscarding: (text: String, command: String)? = nil) {
    self.question = question
    self.adviceAfterDiscarding = adviceAfterDiscarding
    isEditable = StandardError.isTerminal && TerminalFeatures.areUsable
  }

  /// Asks and returns the answer; an empty one if the user ends the input instead.
  mutating func ask() throws(CommandError) -> String {
    if isEditable, stack_begin_reading_keys(true) {
      defer {
        StandardError.write("\n")
        endReadingKeys()
      }
      return try readLine() ?? ""
    }
    while true {
      defer { if stack_begin_reading_keys(false) { endReadingKeys() } }
      guard let line = try StandardInput.readLine(asking: question) else { return "" }
      if line.count >= System.typedLineLimit {
        StandardError.write(
          "Nothing was changed: the terminal has cut this long line. Please type it again.\n")
        continue
      }
      guard let text = String(exactly: line[...]) else { throw .notUTF8("line 1 of the input") }
      if !text.unicodeScalars.contains(where: { $0.isControl }) { return text }
      StandardError.write(
        "Nothing was changed: arrow keys don't work here. Please type it again.\n")
    }
  }

  /// Discards what arrives after the answer, and restores the terminal.
  private mutating func endReadingKeys() {
    let count = keys.discardRest()
    stack_end_reading_keys()
    if count == 0 { return }
    let bytes = "\(count) \(count == 1 ? "byte" : "bytes")"
    let advice = adviceAfterDiscarding.map { " \($0.text)" } ?? ""
    StandardError.printNote(
      "Discarded \(bytes) that came after the line.\(advice)",
      command: adviceAfterDiscarding?.command)
  }

  /// Reads keys up to the end of a line, or of a paste with line breaks.
  private mutating func readLine() throws(CommandError) -> String? {
    while true {
      if !keys.hasMore { draw() }
      let key = try keys.next()
      switch key {
      case .enter:
        draw()
        return line.text
      case .closed: return nil
      case .endOfInput where line.text.isEmpty: return nil
      case .signal(let byte): signalGroup(byte)
      case .paste(let text) where text.utf8.contains { $0.isLineBreak }:
        if text.isBlank, line.text.isEmpty { continue }
        _ = line.apply(key)
        return line.text
      default:
        if !line.apply(key) { StandardError.write("\u{07}") }
      }
    }
  }

  private func draw() {
    StandardError.write(line.drawing(after: question, columns: StandardError.columns))
  }

  /// Sends this process and those in its pipeline the signal of a key, as the terminal does
  /// otherwise.
  private mutating func signalGroup(_ key: UInt8) {
    StandardError.write("^\(UnicodeScalar(key ^ 0x40))")
    _ = keys.discardRest()
    kill(0, stack_signal_of_key(key))
  }
}
