/// The screen of a terminal that obeys sequences of ECMA-48 and xterm, without colours.
public struct Screen {
  private let columns: Int
  /// The character in each cell; the cell after a wide character is empty.
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  /// Whether the last column was written, so that the next character wraps.
  private var isPastEnd = false
  /// Whether insert mode is on.
  private var isInserting = false
  /// The beginning of an incomplete sequence.
  private var unfinished: [UInt8] = []

  /// The number of times that the whole screen was erased.
  public private(set) var erasures = 0

  /// An empty screen.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The lines, without trailing spaces.
  public var lines: [String] {
    cells.map { line in line[..<((line.lastIndex { $0 != " " } ?? -1) + 1)].joined() }
  }

  /// The lines down to the last that isn't empty.
  public var text: String {
    lines.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
  }

  /// The lines above the cursor.
  public var linesAboveCursor: [String] { Array(lines[..<row]) }

  /// The text before the cursor on its line.
  public var textBeforeCursor: String { cells[row][..<column].joined() }

  /// Shows a program's output. Returns the terminal's answer.
  mutating func show(_ bytes: some Collection<UInt8>) -> String {
    var rest = unfinished[...] + bytes
    var answer = ""
    while let length = length(ofNext: rest) {
      let next = rest.prefix(length)
      if next.first == 0x1B {
        answer += obey(next)
      } else {
        for scalar in String(decoding: next, as: UTF8.self).unicodeScalars { write(scalar) }
      }
      rest = rest.dropFirst(length)
    }
    unfinished = Array(rest)
    return answer
  }

  // MARK: Sequences

  /// The size of the next character or sequence; `nil` if it is incomplete.
  private func length(ofNext bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    guard first == 0x1B else {
      let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      return bytes.count < length ? nil : length
    }
    guard let second = bytes.dropFirst().first else { return nil }
    let sequence = bytes.dropFirst(2)
    func length(to end: Int) -> Int { end + 1 - bytes.startIndex }
    switch second {
    case UInt8(ascii: "["):
      return sequence.firstIndex { (0x40...0x7E).contains($0) }.map(length)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      // It ends with a bell or a string terminator.
      guard let end = sequence.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return nil }
      if bytes[end] == 0x07 { return length(to: end) }
      return end + 1 < bytes.endIndex ? length(to: end + 1) : nil
    case 0x20...0x2F: return sequence.isEmpty ? nil : 3
    default: return 2
    }
  }

  private mutating func obey(_ sequence: ArraySlice<UInt8>) -> String {
    let text = String(decoding: sequence, as: UTF8.self)
    if text == "\u{1B}c" {
      eraseScreen(2)
      row = 0
      column = 0
      isPastEnd = false
      isInserting = false
    }
    if text == "\u{1B}M", row > 0 { row -= 1 }
    guard text.hasPrefix("\u{1B}["), let final = text.last else { return "" }
    let parameters = text.dropFirst(2).dropLast()
    // Sequences with other parameters are private and don't move the cursor.
    guard parameters.allSatisfy({ $0.isNumber || $0 == ";" }) else { return "" }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
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
      cells.insert(contentsOf: Array(repeating: blankLine, count: count), at: row)
      cells.removeLast(count)
    case "M":
      cells += Array(repeating: blankLine, count: count)
      cells.removeSubrange(row..<row + count)
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

  private mutating func erase(_ range: Range<Int>) {
    for index in range { cells[row][index] = " " }
  }

  private mutating func eraseScreen(_ part: Int) {
    let rows = part == 0 ? row + 1..<cells.count : part == 1 ? 0..<row : 0..<cells.count
    for index in rows { cells[index] = blankLine }
    if part < 2 { eraseLine(part) }
    if part == 2 { erasures += 1 }
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
  /// The number of columns of this scalar, for the characters that tests write. Shells count the
  /// same way.
  fileprivate var terminalColumns: Int {
    if isASCII { return 1 }
    if [.nonspacingMark, .enclosingMark, .format].contains(properties.generalCategory) { return 0 }
    let isWide =
      properties.isEmojiPresentation || (0x1100...0x115F).contains(value)
      || (0x2E80...0xA4CF).contains(value)
      || (0xAC00...0xD7A3).contains(value) || (0xFF01...0xFF60).contains(value)
    return isWide ? 2 : 1
  }
}
