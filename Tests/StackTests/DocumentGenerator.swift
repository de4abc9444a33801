// Random documents: valid stack files in many layouts, and mutations of them.

import Stack
import TestSupport

/// The white space in a stack file; the default is that of `stack`.
struct FileLayout {
  var lineBreak = "\n"
  var indentation = "  "
  var space = " "
  /// Whether each key of a task is on its own line.
  var isSpread = false

  static func random(_ random: inout SplitMix64) -> FileLayout {
    FileLayout(
      lineBreak: random.pick(["", "\n", "\n", "\r\n", "\r", "\n\n"]),
      indentation: random.pick(["  ", "\t", "", "    "]), space: random.pick(["", " ", " \t "]),
      isSpread: random.once(in: 4))
  }

  private func lineStart(_ depth: Int) -> String {
    lineBreak.isEmpty ? space : lineBreak + String(repeating: indentation, count: depth)
  }

  func document(_ members: [String]) -> String {
    "{" + members.map { lineStart(1) + $0 }.joined(separator: ",") + lineStart(0) + "}" + lineBreak
  }

  func list(_ tasks: [String]) -> String {
    "[" + tasks.map { lineStart(2) + $0 }.joined(separator: ",") + lineStart(1) + "]"
  }

  func task(_ members: [String]) -> String {
    "{" + members.joined(separator: "," + (isSpread ? lineStart(3) : space)) + "}"
  }
}

/// A generator of random documents, which depend only on the seed.
struct DocumentGenerator {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A valid stack file.
  mutating func document() -> [UInt8] {
    let layout = FileLayout.random(&random)
    var members: [String] = []
    if !random.once(in: 5) {
      members.append("\(key("version")):\(layout.space)\(random.pick(["1", "1", "0", "-7"]))")
    }
    if !random.once(in: 8) { members.append(list("tasks", count: random.below(10), layout)) }
    if !random.once(in: 4) { members.append(list("completed", count: random.below(4), layout)) }
    for index in 0..<random.below(3) {
      members.append("\"own \(index)\":\(layout.space)\(value(depth: 2))")
    }
    members.shuffle(using: &random)
    let byteOrderMark = random.once(in: 6) ? "\u{FEFF}" : ""
    return Array("\(byteOrderMark)\(layout.space)\(layout.document(members))".utf8)
  }

  private mutating func list(_ name: String, count: Int, _ layout: FileLayout) -> String {
    "\(key(name)):\(layout.space)" + layout.list((0..<count).map { _ in task(layout) })
  }

  private mutating func task(_ layout: FileLayout) -> String {
    let space = layout.space
    var members = ["\(key("title"))\(space):\(space)\(string())"]
    if !random.once(in: 3) { members.append(#""added": "2026-11-21T10:00:00Z""#) }
    if random.once(in: 3) {
      let items = (0..<random.below(3)).map { _ in string() }.joined(separator: ",\(space)")
      members.append("\(key("attachments")):\(space)[\(items)]")
    }
    for index in 0..<random.below(2) {
      members.append("\"own \(index)\":\(space)\(value(depth: 0))")
    }
    if random.once(in: 3) { members.shuffle(using: &random) }
    return layout.task(members)
  }

  /// A value of any type.
  mutating func value(depth: Int) -> String {
    switch random.below(depth > 6 ? 5 : 8) {
    case 0: return string()
    case 1: return random.pick(["true", "false", "null"])
    case 2: return String(random.below(100_000) - 50_000)
    case 3:
      return random.pick([
        "0", "-0", "0.5", "-1.25e-7", "6E+23", "1e5", "123456789012345678901234567890", "1e999",
      ])
    case 4: return random.pick(["[]", "{}", "\"\"", "[ ]", "{\n}"])
    case 5, 6:
      return "[" + (0..<random.below(4)).map { _ in value(depth: depth + 1) }.joined(separator: ",")
        + "]"
    default:
      return "{"
        + (0..<random.below(4)).map { "\"\($0)\":\(value(depth: depth + 1))" }.joined(
          separator: ", ") + "}"
    }
  }

  /// A key, sometimes with an escaped letter.
  private mutating func key(_ name: String) -> String {
    guard random.once(in: 6) else { return "\"\(name)\"" }
    let escaped = random.below(name.utf8.count)
    let letters = name.unicodeScalars.enumerated().map { index, letter in
      index == escaped
        ? "\\u00" + String(letter.value, radix: 16, uppercase: random.once(in: 2)) : String(letter)
    }
    return "\"" + letters.joined() + "\""
  }

  private static let words = [
    "Write", "the", "report", "naïve", "日本語", "👩‍👩‍👧", "é", "ß", "\u{7F}", "\u{2028}", "\u{202E}", "x",
    "{", "}", "[", "]",
    ",", ":", "tasks", "\u{10FFFF}", "e\u{301}", "\\n", "\\t", "\\\\", "\\\"", "\\/", "\\b\\f\\r",
    "\\u0041", "\\u001b",
    "\\u0000", "\\uD83D\\uDE00", "\\ud834\\udd1e",
  ]

  /// A string with its quotes.
  private mutating func string() -> String {
    let text = (0..<random.below(6)).map { _ in random.pick(Self.words) }.joined(separator: " ")
    // A string may be longer than a buffer.
    if random.once(in: 12) {
      return "\"" + String(repeating: text + "long ", count: random.below(20)) + "\""
    }
    return random.once(in: 40) ? "\"\(text)\\uD800\"" : "\"\(text)\""
  }

  private static let significantBytes: [UInt8] =
    Array("\"\"\"{}{}[][],,::\\\\/u0123456789eE+-.tfnrabld \t\n\r".utf8)
    + [
      0x00, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFE,
      0xFF,
    ]

  /// A document with a few random changes of bytes and of parts, some of which come from another
  /// document.
  mutating func mutated(_ document: [UInt8], mixedWith other: [UInt8]) -> [UInt8] {
    var text = document
    for _ in 0...random.below(3) {
      guard !text.isEmpty else { return [random.pick(Self.significantBytes)] }
      let place = random.below(text.count)
      let end = min(text.count, place + 1 + random.below(24))
      switch random.below(10) {
      case 0: text[place] ^= 1 << UInt8(random.below(8))
      case 1: text[place] = random.pick(Self.significantBytes)
      case 2, 3: text.insert(random.pick(Self.significantBytes), at: place)
      case 4, 5: text.remove(at: place)
      case 6: text.removeSubrange(place..<end)
      case 7: text.insert(contentsOf: text[place..<end], at: random.below(text.count))
      case 8 where random.once(in: 3): text.removeSubrange(place...)
      case 8: text.swapAt(place, end - 1)
      default:
        let start = random.below(other.count)
        text.replaceSubrange(
          place..<end, with: other[start..<min(other.count, start + random.below(40))])
      }
    }
    return text
  }
}
