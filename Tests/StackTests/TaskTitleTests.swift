// What can be the title of a task.

import Testing

@testable import Stack

@Suite struct TaskTitleTests {
  @Test(arguments: [
    ("a", "a"),
    ("  a  ", "a"),
    ("\t\u{B}\u{C} a b \r\n", "a b"),
    ("\n\r\na", "a"),
    ("a   b\tc", "a   b\tc"),
    ("\"a\" \\", "\"a\" \\"),
    ("\u{1B}[31m", "\u{1B}[31m"),
    // White space is ASCII's, a line break is LF or CR.
    ("\u{A0}a\u{3000}", "\u{A0}a\u{3000}"),
    ("a\u{85}b\u{2028}c\u{2029}d", "a\u{85}b\u{2028}c\u{2029}d"),
    ("\u{FEFF}a", "\u{FEFF}a"),
    ("\u{0}", "\u{0}"),
    // A combining character is not part of the space before it.
    (" \u{301}a", "\u{301}a"),
    ("a \u{301}", "a \u{301}"),
    ("👩‍👩‍👧", "👩‍👩‍👧"),
  ])
  func trimmed(text: String, title: String) throws {
    // Equal strings may differ in their bytes.
    #expect(try Array(TaskTitle(text).text.utf8) == Array(title.utf8))
  }

  @Test(arguments: ["", " ", "\t\r\n \u{B}\u{C}"])
  func empty(text: String) {
    #expect(throws: TaskTitle.Problem.empty) { try TaskTitle(text) }
  }

  @Test(arguments: ["a\nb", "a\rb", "a\r\nb", "  a \n b  ", "a\n\u{301}"])
  func severalLines(text: String) {
    #expect(throws: TaskTitle.Problem.lineBreak) { try TaskTitle(text) }
  }
}
