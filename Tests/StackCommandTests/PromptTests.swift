// `stack prompt`: one line, shortened between grapheme clusters.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.waitsForPrograms) struct PromptTests {
  /// The output of `stack prompt` for a title.
  private func prompt(_ title: String, _ arguments: String...) throws -> String {
    let home = Home()
    try home.writeTasks(title)
    let finished = try home.run(home.program.path, ["prompt"] + arguments)
    #expect(finished.status == 0 && finished.errors == "")
    #expect(finished.output.hasSuffix("\n") && finished.output.filter(\.isNewline).count == 1)
    return String(finished.output.dropLast())
  }

  @Test func theDotShowsHowLongTheQueueIs() throws {
    try session(
      """
      $ stack prompt --dot
      $ stack push Call Sam >log
      $ stack prompt --dot
      ○ Call Sam
      $ stack push Second >log
      $ stack prompt --dot --max 8
      ◎ Call…
      $ for i in 3 4 5 6 7 8; do stack push $i >log; done
      $ stack prompt --dot
      ● Call Sam
      $ stack prompt
      Call Sam
      """)
  }

  @Test func withoutRoomForATextThereIsNoDot() throws {
    #expect(try prompt("Call Sam", "--dot", "--max", "1") == "…")
    #expect(try prompt("Call Sam", "--dot", "--max", "2") == "C…")
    #expect(try prompt("Call Sam", "--dot", "--max", "3") == "○ …")
  }

  @Test func fortyColumnsByDefault() throws {
    let forty = String(repeating: "abcdefghi ", count: 4).dropLast() + "j"
    #expect(try prompt(String(forty)) == forty)
    #expect(try prompt(forty + "k") == forty.dropLast() + "…")
    #expect(try prompt(forty + "k", "--max", "41") == forty + "k")
    #expect(try prompt(forty + "k", "--max", "3", "--max=500") == forty + "k")
  }

  @Test(arguments: [
    ("Call Sam", 8, "Call Sam"), ("Call Sam", 7, "Call S…"), ("Call Sam", 1, "…"),
    ("Call Sam", 2, "C…"),
    // The ellipsis follows the text directly.
    ("Call Sam", 5, "Call…"), ("Call Sam", 6, "Call…"), ("Call   Sam", 8, "Call…"),
    // Wide characters take two columns.
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 3, "日…"), ("日本語", 2, "…"),
    ("ＡＢ", 3, "Ａ…"),
    ("한국어", 4, "한…"), ("ｱｲｳ", 3, "ｱｲｳ"), ("a日b", 3, "a…"), ("a日b", 4, "a日b"),
    // An emoji of several scalars takes two columns.
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 4, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 2, "…"), ("🇺🇳🇪🇺x", 5, "🇺🇳🇪🇺x"), ("🇺🇳🇪🇺x", 4, "🇺🇳…"),
    ("🇺🇳🇪🇺x", 3, "🇺🇳…"),
    ("👍🏽 ok", 5, "👍🏽 ok"), ("👍🏽 ok", 4, "👍🏽…"), ("1️⃣2️⃣3️⃣", 6, "1️⃣2️⃣3️⃣"), ("1️⃣2️⃣3️⃣", 5, "1️⃣2️⃣…"), ("❤️❤️", 3, "❤️…"),
    ("❤❤❤", 3, "❤❤❤"),
    ("⌚⌚", 3, "⌚…"),
    // Combining marks stay with their letter.
    ("e\u{301}e\u{301}e\u{301}", 3, "e\u{301}e\u{301}e\u{301}"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("a\u{300}\u{301}\u{302}bc", 2, "a\u{300}\u{301}\u{302}…"), ("각각각", 4, "각…"),
    // Escapes count as printed.
    ("\u{1B}[31m", 10, "\\u{1B}[31m"), ("\u{1B}[31m", 9, "\\u{1B}[3…"),
    ("\u{202E}x", 9, "\\u{202E}x"),
    // Bytes are limited, too.
    ("ae" + String(repeating: "\u{301}", count: 30_000), 2, "a…"),
  ])
  func titlesAreCutBetweenCharacters(_ title: String, _ columns: Int, _ shown: String) throws {
    #expect(
      try prompt(title, "--max", "\(columns)").unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test(arguments: HostileTitle.titles) func hostileTitlesAreShownUnchanged(_ title: String) throws
  {
    #expect(try prompt(title) == title)
  }

  // MARK: Widths

  @Test(arguments: [
    ("a", 1), ("é", 1), ("ß", 1), ("Ω", 1), ("ж", 1), ("ש", 1), ("ع", 1), ("…", 1), ("✓", 1),
    ("→", 1), ("€", 1),
    ("│", 1), ("█", 1), ("½", 1), ("°", 1), ("“", 1), ("日", 2), ("ア", 2), ("あ", 2), ("、", 2),
    ("「", 2), ("한", 2),
    ("　", 2), ("！", 2), ("￥", 2), ("𠮷", 2), ("📅", 2), ("☕", 2), ("✅", 2), ("☎️", 2), ("☎", 1),
    ("🏳️‍🌈", 2), ("🇩🇪", 2),
    ("👩🏿‍🚀", 2), ("\u{200B}", 0), ("\u{FEFF}", 0), ("\u{AD}", 1), ("กำ", 2), ("한", 2), ("கி", 2),
    ("क्", 1),
  ])
  func charactersHaveTheirUsualWidth(_ character: Character, _ columns: Int) {
    #expect(character.columns == columns)
  }

  private static let hasWidths =
    (try? Home().run(Program.python, ["-c", "import wcwidth"]).status) == 0

  /// For all scalars that are characters of their own and have the same width in all versions of
  /// Unicode.
  @Test(.enabled(if: hasWidths, "needs Python's wcwidth")) func allScalarsHaveTheWidthOfWcwidth()
    throws
  {
    let step = TestExtent.isAll ? 1 : 29
    let script = """
      import sys, wcwidth
      for value in range(0x20, 0x110000, \(step)):
          if not 0xD800 <= value < 0xE000:
              width = wcwidth.wcwidth(chr(value))
              if width >= 0:
                  print(value, width)
      """
    let lines = try Home().run(Program.python, ["-c", script]).output.split(separator: "\n")
    #expect(lines.count > 1_000_000 / step)
    var different: [String] = []
    for line in lines {
      let numbers = line.split(separator: " ").compactMap { UInt32($0) }
      guard let scalar = Unicode.Scalar(numbers[0]), isSettled(scalar) else { continue }
      let columns = Character(scalar).columns
      if columns != numbers[1] {
        different.append("\(scalar.escaped(asASCII: true)): \(columns), not \(numbers[1])")
      }
    }
    #expect(different == [])
  }

  private func isSettled(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age, age.major <= 13 else { return false }
    switch scalar.properties.generalCategory {
    // Parts of characters, and invisible characters.
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .lineSeparator,
      .paragraphSeparator:
      return false
    default: break
    }
    switch scalar.value {
    // Parts of characters: Hangul vowels and finals, and fillers; halves of flags.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x3164, 0xFFA0, 0x1F1E6...0x1F1FF: return false
    // Wide since Unicode 16: hexagrams and similar signs.
    case 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D376: return false
    default: return true
    }
  }
}
