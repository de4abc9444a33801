// What a person sees on a terminal: the text that is left after all movements of the cursor, as the standard
// ECMA-48 and xterm have them. Colours are left out.

/// The screen of a terminal.
public struct Screen {
  private let columns: Int
  /// What stands in each cell; behind a wide character there is an empty one.
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  /// Whether the last column was written: the next character stands on the next line.
  private var isPastEnd = false
  /// Whether what is written moves what stands there to the right.
  private var isInserting = false
  /// The beginning of a sequence that has not come to its end.
  private var unfinished: [UInt8] = []

  /// How many times the whole screen was erased.
  public private(set) var erasures = 0

  /// An empty screen.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The lines, without blanks at their ends.
  public var lines: [String] {
    cells.map { line in line[..<((line.lastIndex { $0 != " " } ?? -1) + 1)].joined() }
  }

  /// The lines down to the last that is not empty.
  public var text: String { lines.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n") }

  /// The lines above the cursor.
  public var linesAboveCursor: [String] { Array(lines[..<row]) }

  /// What stands before the cursor on its line.
  public var textBeforeCursor: String { cells[row][..<column].joined() }

  /// Shows what a program has written. Returns what a terminal answers to it.
  mutating func show(_ bytes: some Collection<UInt8>) -> String {
    unfinished += bytes
    var answer = ""
    while let length = lengthOfNext() {
      let next = unfinished[..<length]
      if next.first == 0x1B {
        answer += obey(next)
      } else {
        for scalar in String(decoding: next, as: UTF8.self).unicodeScalars { write(scalar) }
      }
      unfinished.removeFirst(length)
    }
    return answer
  }

  // MARK: Sequences

  /// How many bytes the next character or sequence has, `nil` if it is not all there.
  private func lengthOfNext() -> Int? {
    guard let first = unfinished.first else { return nil }
    guard first == 0x1B else {
      let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      return unfinished.count < length ? nil : length
    }
    guard unfinished.count > 1 else { return nil }
    switch unfinished[1] {
    case UInt8(ascii: "["):
      return unfinished.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      // To the bell, or to the string terminator.
      guard let end = unfinished.dropFirst(2).firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else {
        return nil
      }
      if unfinished[end] == 0x07 { return end + 1 }
      return end + 1 < unfinished.count ? end + 2 : nil
    case 0x20...0x2F: return unfinished.count > 2 ? 3 : nil
    default: return 2
    }
  }

  private mutating func obey(_ sequence: ArraySlice<UInt8>) -> String {
    let text = String(decoding: sequence, as: UTF8.self)
    if text == "\u{1B}c" { eraseAll() }
    if text == "\u{1B}M", row > 0 { row -= 1 }
    guard text.hasPrefix("\u{1B}["), let final = text.last else { return "" }
    let parameters = text.dropFirst(2).dropLast()
    // Those with a sign in front are a terminal's own, and move nothing.
    guard parameters.allSatisfy({ $0.isNumber || $0 == ";" }) else { return "" }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    let count = max(1, first)
    if final != "m" { isPastEnd = false }
    switch final {
    case "A": row = max(0, row - count)
    case "B": row = min(cells.count - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "d": row = min(cells.count, count) - 1
    case "H", "f":
      row = min(cells.count, count) - 1
      column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "J": eraseScreen(first)
    case "K": eraseLine(first)
    case "P":
      cells[row].removeSubrange(column..<min(columns, column + count))
      cells[row] += Array(repeating: " ", count: columns - cells[row].count)
    case "@": insert(count)
    case "X": erase(column..<min(columns, column + count))
    case "L":
      for _ in 1...count {
        cells.insert(blankLine, at: row)
        cells.removeLast()
      }
    case "M":
      for _ in 1...count {
        cells.remove(at: row)
        cells.append(blankLine)
      }
    case "h" where first == 4: isInserting = true
    case "l" where first == 4: isInserting = false
    case "n" where first == 6: return "\u{1B}[\(row + 1);\(column + 1)R"
    case "c": return "\u{1B}[?62;22c"  // a terminal like others; fish waits for that
    default: break
    }
    return ""
  }

  private var blankLine: [String] { Array(repeating: " ", count: columns) }

  private mutating func insert(_ count: Int) {
    cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
    cells[row].removeLast(count)
  }

  // MARK: Erasing

  private mutating func eraseLine(_ part: Int) {
    erase(part == 0 ? column..<columns : part == 1 ? 0..<column + 1 : 0..<columns)
  }

  private mutating func erase(_ range: Range<Int>) { for index in range { cells[row][index] = " " } }

  private mutating func eraseScreen(_ part: Int) {
    let rows = part == 0 ? row + 1..<cells.count : part == 1 ? 0..<row : 0..<cells.count
    for index in rows { cells[index] = blankLine }
    if part < 2 { eraseLine(part) }
    if part == 2 { erasures += 1 }
  }

  private mutating func eraseAll() {
    eraseScreen(2)
    (row, column, isPastEnd, isInserting) = (0, 0, false, false)
  }

  // MARK: Writing

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\n": newLine()
    case "\r": column = 0
    case "\u{8}": column = max(0, column - 1)
    case "\t": column = min(columns - 1, column / 8 * 8 + 8)
    case "\u{0}"..."\u{1F}", "\u{7F}": return
    default: return put(scalar)
    }
    isPastEnd = false
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = scalar.terminalColumns
    if width == 0 {
      let last = isPastEnd ? column : max(0, column - 1)
      let base = cells[row][last].isEmpty ? max(0, last - 1) : last
      return cells[row][base].unicodeScalars.append(scalar)
    }
    if isPastEnd || column + width > columns {
      column = 0
      newLine()
    }
    if isInserting { insert(width) }
    cells[row][column] = String(scalar)
    if width == 2 { cells[row][column + 1] = "" }
    isPastEnd = column + width == columns
    column = min(columns - 1, column + width)
  }

  private mutating func newLine() {
    isPastEnd = false
    guard row == cells.count - 1 else { return row += 1 }
    cells.removeFirst()
    cells.append(blankLine)
  }
}

extension Unicode.Scalar {
  /// How many columns a terminal gives to this scalar, which is what shells believe too. It goes by
  /// scalars, not by characters, and knows no more than tests write.
  fileprivate var terminalColumns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isWide =
      properties.isEmojiPresentation || (0x1100...0x115F).contains(value) || (0x2E80...0xA4CF).contains(value)
      || (0xAC00...0xD7A3).contains(value) || (0xFF01...0xFF60).contains(value)
    return isWide ? 2 : 1
  }
}
