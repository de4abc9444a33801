// What is to be said of each file in the directory of cases, made after RFC 8259.

import Foundation

@testable import Stack

/// A file in `Cases/sound`: it must be taken, and kept to the byte.
struct SoundCase: Sendable, CustomStringConvertible {
  let name: String
  /// How many tasks it has.
  let count: Int
  /// The title of its first task.
  let front: String?

  init(_ name: String, count: Int, front: String?) {
    self.name = name
    self.count = count
    self.front = front
  }

  var description: String { name }

  func text() throws -> Data { try Data(contentsOf: caseFile("sound", name)) }
}

/// A file in `Cases/broken`: it must be refused, with what is wrong and where.
struct BrokenCase: Sendable, CustomStringConvertible {
  let name: String
  let line: Int
  let column: Int
  let problem: FormatProblem

  init(_ name: String, _ line: Int, _ column: Int, _ problem: FormatProblem) {
    self.name = name
    self.line = line
    self.column = column
    self.problem = problem
  }

  var description: String { name }

  func text() throws -> Data { try Data(contentsOf: caseFile("broken", name)) }
}

/// The names of the files that there are of a kind.
func caseNames(_ kind: String) throws -> Set<String> {
  let files = try FileManager.default.contentsOfDirectory(
    at: caseFolder.appendingPathComponent(kind), includingPropertiesForKeys: nil)
  return Set(files.map { $0.deletingPathExtension().lastPathComponent })
}

private let caseFolder =
  Bundle.module.resourceURL?.appendingPathComponent("Cases") ?? URL(fileURLWithPath: "Cases")

private func caseFile(_ kind: String, _ name: String) -> URL {
  caseFolder.appendingPathComponent("\(kind)/\(name).json")
}

extension SoundCase {
  static let all = [
    SoundCase("as-written", count: 2, front: "Write the report"),
    SoundCase("minified", count: 2, front: "Write the report"),
    SoundCase("line-ends-crlf", count: 2, front: "Write the report"),
    SoundCase("line-ends-cr", count: 2, front: "Write the report"),
    SoundCase("line-ends-mixed", count: 2, front: "a"),
    SoundCase("tabs", count: 2, front: "Write the report"),
    SoundCase("byte-order-mark", count: 2, front: "Write the report"),
    SoundCase("byte-order-mark-and-space", count: 2, front: "Write the report"),
    SoundCase("space-everywhere", count: 2, front: "a"),
    SoundCase("blank-lines", count: 2, front: "a"),
    SoundCase("no-line-end", count: 1, front: "a"),
    SoundCase("several-on-a-line", count: 4, front: "a"),
    SoundCase("task-on-several-lines", count: 2, front: "a"),
    SoundCase("comma-first", count: 2, front: "a"),
    SoundCase("completed-first", count: 1, front: "a"),
    SoundCase("only-tasks", count: 1, front: "a"),
    SoundCase("no-tasks", count: 0, front: nil),
    SoundCase("no-version", count: 0, front: nil),
    SoundCase("nothing-in-it", count: 0, front: nil),
    SoundCase("nothing-but-space-in-it", count: 0, front: nil),
    SoundCase("nothing-but-lines-in-it", count: 0, front: nil),
    SoundCase("empty-lists", count: 0, front: nil),
    SoundCase("empty-lists-with-space", count: 0, front: nil),
    SoundCase("empty-lists-on-lines", count: 0, front: nil),
    SoundCase("version-zero", count: 1, front: "a"),
    SoundCase("version-minus-zero", count: 1, front: "a"),
    SoundCase("version-far-below-zero", count: 1, front: "a"),
    SoundCase("escaped-keys", count: 1, front: "a"),
    SoundCase("keys-that-look-alike", count: 1, front: "a"),
    SoundCase("our-keys-elsewhere", count: 1, front: "a"),
    SoundCase("own-keys", count: 2, front: "a"),
    SoundCase("own-keys-twice", count: 1, front: "a"),
    SoundCase("null-values", count: 1, front: "a"),
    SoundCase("completed-holds-anything", count: 1, front: "a"),
    SoundCase("attachments-of-other-types", count: 2, front: "a"),
    SoundCase("title-is-empty", count: 1, front: ""),
    SoundCase("escapes", count: 1, front: "\" \\ / \u{8} \u{C} \u{A} \u{D} \u{9} A é 日 \u{0} \u{1F} \u{7F}"),
    SoundCase("escapes-at-both-ends", count: 4, front: "\\"),
    SoundCase("surrogate-pairs", count: 1, front: "😀 𝄞 \u{10FFFF}"),
    SoundCase(
      "surrogates-alone", count: 1,
      front: "\u{FFFD} \u{FFFD} \u{FFFD}\u{FFFD} \u{FFFD}😀 \u{FFFD}A \u{FFFD}x \u{FFFD}\u{A}"),
    SoundCase("surrogates-alone-in-keys", count: 1, front: "a"),
    SoundCase(
      "characters-of-all-lengths", count: 1,
      front: "~ \u{80} \u{7FF} \u{800} \u{D7FF} \u{E000} \u{FFFD} \u{FFFF} \u{10000} \u{10FFFF}"),
    SoundCase(
      "characters-that-drive-terminals", count: 1,
      front: "\u{7F} \u{85} \u{9B}31m \u{2028} \u{2029} \u{202E} \u{2066}"),
    SoundCase("characters-that-combine", count: 1, front: "e\u{301} \u{301} 👩\u{200D}👩\u{200D}👧 🇩🇪"),
    SoundCase("byte-order-mark-inside", count: 1, front: "\u{FEFF}a"),
    SoundCase("strings-that-look-like-json", count: 2, front: "]}, {\"title\": \"b\"}]"),
    SoundCase("string-longer-than-a-buffer", count: 2, front: nil),
    SoundCase("key-longer-than-a-buffer", count: 1, front: "a"),
    SoundCase("space-longer-than-a-buffer", count: 1, front: "a"),
    SoundCase("keys-of-every-length", count: 1, front: "a"),
    SoundCase("numbers", count: 1, front: "a"),
    SoundCase("numbers-that-are-huge", count: 1, front: "a"),
    SoundCase("nested-512-arrays", count: 1, front: "a"),
    SoundCase("nested-512-dictionaries", count: 1, front: "a"),
    SoundCase("nested-512-in-a-task", count: 1, front: "a"),
    SoundCase("nested-and-closed-again", count: 1, front: "a"),
  ]
}

extension BrokenCase {
  /// The line, the column and the problem of each.
  static let all = [
    BrokenCase("empty", 1, 1, .empty),
    BrokenCase("nothing-but-space", 1, 1, .empty),
    BrokenCase("nothing-but-byte-order-mark", 1, 1, .empty),
    BrokenCase("byte-order-mark-twice", 1, 1, .expected("an object")),
    BrokenCase("byte-order-mark-late", 1, 2, .expected("an object")),
    BrokenCase("byte-order-mark-in-part", 1, 1, .invalidUTF8),
    BrokenCase("utf-16-little-endian", 1, 1, .invalidUTF8),
    BrokenCase("utf-16-big-endian", 1, 1, .invalidUTF8),
    BrokenCase("utf-16-without-mark", 1, 2, .expected("a string")),
    BrokenCase("top-is-array", 1, 1, .expected("an object")),
    BrokenCase("top-is-string", 3, 3, .expected("an object")),
    BrokenCase("top-is-number", 1, 1, .expected("an object")),
    BrokenCase("top-is-null", 1, 1, .expected("an object")),
    BrokenCase("not-json-at-all", 1, 1, .expected("an object")),
    BrokenCase("text-after-end", 2, 1, .textAfterEnd),
    BrokenCase("bracket-after-end", 1, 14, .textAfterEnd),
    BrokenCase("zero-after-end", 2, 1, .textAfterEnd),
    BrokenCase("comma-after-end", 1, 3, .textAfterEnd),
    BrokenCase("ends-in-dictionary", 2, 1, .unexpectedEnd),
    BrokenCase("ends-in-list", 2, 1, .unexpectedEnd),
    BrokenCase("ends-in-task", 1, 25, .unexpectedEnd),
    BrokenCase("ends-in-string", 1, 28, .unexpectedEnd),
    BrokenCase("ends-in-escape", 1, 25, .unexpectedEnd),
    BrokenCase("ends-in-hexadecimal-escape", 1, 28, .unexpectedEnd),
    BrokenCase("ends-in-key", 1, 5, .unexpectedEnd),
    BrokenCase("ends-in-escaped-key", 1, 9, .unexpectedEnd),
    BrokenCase("ends-behind-key", 1, 9, .unexpectedEnd),
    BrokenCase("ends-behind-colon", 1, 11, .unexpectedEnd),
    BrokenCase("ends-in-number", 1, 11, .unexpectedEnd),
    BrokenCase("ends-at-once", 1, 2, .unexpectedEnd),
    BrokenCase("comma-behind-last-task", 4, 3, .expected("a value")),
    BrokenCase("comma-behind-last-member", 4, 1, .expected("a string")),
    BrokenCase("comma-behind-last-own-value", 1, 16, .expected("a value")),
    BrokenCase("comma-behind-last-own-member", 1, 18, .expected("a string")),
    BrokenCase("comma-first", 1, 10, .expected("a value")),
    BrokenCase("comma-first-in-dictionary", 1, 2, .expected("a string")),
    BrokenCase("comma-twice", 1, 12, .expected("a value")),
    BrokenCase("comma-missing-between-tasks", 4, 5, .expected("a comma or ]")),
    BrokenCase("comma-missing-between-members", 3, 3, .expected("a comma or }")),
    BrokenCase("colon-missing", 1, 10, .expected("a colon")),
    BrokenCase("colon-twice", 1, 10, .expected("a value")),
    BrokenCase("equals-sign", 1, 10, .expected("a colon")),
    BrokenCase("semicolon", 1, 14, .expected("a comma or }")),
    BrokenCase("value-missing", 1, 9, .expected("a value")),
    BrokenCase("key-without-quotes", 1, 2, .expected("a string")),
    BrokenCase("key-in-single-quotes", 1, 2, .expected("a string")),
    BrokenCase("key-is-number", 1, 2, .expected("a string")),
    BrokenCase("string-in-single-quotes", 1, 9, .expected("a value")),
    BrokenCase("comment-with-slashes", 2, 3, .expected("a string")),
    BrokenCase("comment-with-stars", 1, 14, .expected("a comma or }")),
    BrokenCase("brackets-crossed", 1, 14, .expected("a comma or ]")),
    BrokenCase("brackets-crossed-in-dictionary", 1, 16, .expected("a comma or }")),
    BrokenCase("bracket-too-much", 1, 13, .expected("a comma or }")),
    BrokenCase("number-leading-zero", 1, 10, .invalidNumber),
    BrokenCase("number-leading-zeros-negative", 1, 11, .invalidNumber),
    BrokenCase("number-ends-in-point", 1, 11, .invalidNumber),
    BrokenCase("number-begins-with-point", 1, 9, .expected("a value")),
    BrokenCase("number-with-plus", 1, 9, .expected("a value")),
    BrokenCase("number-only-minus", 1, 10, .invalidNumber),
    BrokenCase("number-minus-twice", 1, 10, .invalidNumber),
    BrokenCase("number-exponent-empty", 1, 11, .invalidNumber),
    BrokenCase("number-exponent-only-sign", 1, 12, .invalidNumber),
    BrokenCase("number-exponent-with-point", 1, 12, .expected("a comma or }")),
    BrokenCase("number-two-points", 1, 12, .expected("a comma or }")),
    BrokenCase("number-hexadecimal", 1, 10, .expected("a comma or }")),
    BrokenCase("number-with-underscore", 1, 10, .expected("a comma or }")),
    BrokenCase("number-not-a-number", 1, 9, .expected("a value")),
    BrokenCase("number-infinite", 1, 9, .expected("a value")),
    BrokenCase("number-infinite-negative", 1, 10, .invalidNumber),
    BrokenCase("number-in-full-width", 1, 9, .expected("a value")),
    BrokenCase("word-capital", 1, 9, .expected("a value")),
    BrokenCase("word-in-part", 1, 9, .expected("a value")),
    BrokenCase("word-too-long", 1, 13, .expected("a comma or }")),
    BrokenCase("word-unknown", 1, 9, .expected("a value")),
    BrokenCase("string-with-line-feed", 2, 17, .unescapedControlCharacter),
    BrokenCase("string-with-carriage-return", 1, 26, .unescapedControlCharacter),
    BrokenCase("string-with-tab", 1, 24, .unescapedControlCharacter),
    BrokenCase("string-with-zero", 1, 24, .unescapedControlCharacter),
    BrokenCase("string-with-escape-character", 1, 23, .unescapedControlCharacter),
    BrokenCase("string-with-unit-separator", 1, 25, .unescapedControlCharacter),
    BrokenCase("escape-unknown", 1, 28, .invalidEscape),
    BrokenCase("escape-with-x", 1, 23, .invalidEscape),
    BrokenCase("escape-capital", 1, 23, .invalidEscape),
    BrokenCase("escape-capital-u", 1, 23, .invalidEscape),
    BrokenCase("escape-with-bad-digit", 1, 23, .invalidEscape),
    BrokenCase("escape-too-short", 1, 23, .invalidEscape),
    BrokenCase("escape-in-braces", 1, 23, .invalidEscape),
    BrokenCase("escape-outside-string", 1, 9, .expected("a value")),
    BrokenCase("escape-of-line-end", 1, 11, .invalidEscape),
    BrokenCase("utf-8-lone-continuation", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-latin-1", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-overlong-two", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-overlong-two-highest", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-overlong-three", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-overlong-four", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-surrogate", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-surrogate-pair", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-too-high", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-five-bytes", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-byte-ff", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-byte-fe", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-cut-two", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-cut-three", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-cut-four", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-second-byte-wrong", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-third-byte-wrong", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-fourth-byte-wrong", 2, 19, .invalidUTF8),
    BrokenCase("utf-8-cut-by-the-end", 1, 10, .invalidUTF8),
    BrokenCase("utf-8-wrong-in-key", 1, 5, .invalidUTF8),
    BrokenCase("utf-8-wrong-between-values", 1, 11, .invalidUTF8),
    BrokenCase("utf-8-wrong-in-completed", 2, 17, .invalidUTF8),
    BrokenCase("space-no-break", 1, 10, .expected("a value")),
    BrokenCase("space-form-feed", 1, 10, .expected("a value")),
    BrokenCase("space-vertical-tab", 1, 10, .expected("a value")),
    BrokenCase("space-next-line", 1, 10, .expected("a value")),
    BrokenCase("space-line-separator", 1, 10, .expected("a value")),
    BrokenCase("space-ideographic", 1, 10, .expected("a value")),
    BrokenCase("space-zero-width", 1, 10, .expected("a value")),
    BrokenCase("nested-513-arrays", 1, 520, .nestedTooDeeply),
    BrokenCase("nested-513-dictionaries", 1, 2564, .nestedTooDeeply),
    BrokenCase("nested-513-in-a-task", 2, 532, .nestedTooDeeply),
    BrokenCase("nested-without-end", 1, 520, .nestedTooDeeply),
    BrokenCase("tasks-is-dictionary", 1, 25, .wrongType(key: "tasks", expected: "an array")),
    BrokenCase("tasks-is-null", 1, 11, .wrongType(key: "tasks", expected: "an array")),
    BrokenCase("tasks-is-string", 2, 3, .wrongType(key: "tasks", expected: "an array")),
    BrokenCase("tasks-escaped-is-number", 1, 16, .wrongType(key: "tasks", expected: "an array")),
    BrokenCase("completed-is-dictionary", 2, 14, .wrongType(key: "completed", expected: "an array")),
    BrokenCase("completed-is-true", 1, 15, .wrongType(key: "completed", expected: "an array")),
    BrokenCase("task-is-string", 4, 5, .taskIsNoObject),
    BrokenCase("task-is-array", 1, 12, .taskIsNoObject),
    BrokenCase("task-is-null", 1, 28, .taskIsNoObject),
    BrokenCase("task-is-number", 1, 12, .taskIsNoObject),
    BrokenCase("task-is-broken", 1, 13, .unescapedControlCharacter),
    BrokenCase("title-missing", 4, 5, .missingTitle),
    BrokenCase("title-missing-in-empty-task", 1, 12, .missingTitle),
    BrokenCase("title-of-other-case", 1, 12, .missingTitle),
    BrokenCase("title-only-deeper", 1, 12, .missingTitle),
    BrokenCase("title-is-number", 1, 22, .wrongType(key: "title", expected: "a string")),
    BrokenCase("title-is-null", 1, 22, .wrongType(key: "title", expected: "a string")),
    BrokenCase("title-is-array", 1, 35, .wrongType(key: "title", expected: "a string")),
    BrokenCase("title-twice", 2, 18, .duplicateKey("title")),
    BrokenCase("title-twice-by-escape", 1, 27, .duplicateKey("title")),
    BrokenCase("title-twice-by-escape-first", 1, 32, .duplicateKey("title")),
    BrokenCase("attachments-twice", 2, 1, .duplicateKey("attachments")),
    BrokenCase("tasks-twice", 2, 3, .duplicateKey("tasks")),
    BrokenCase("tasks-twice-by-escape", 1, 20, .duplicateKey("tasks")),
    BrokenCase("completed-twice", 1, 32, .duplicateKey("completed")),
    BrokenCase("version-twice", 1, 29, .duplicateKey("version")),
    BrokenCase("version-is-string", 1, 13, .wrongType(key: "version", expected: "an integer")),
    BrokenCase("version-is-fraction", 1, 13, .wrongType(key: "version", expected: "an integer")),
    BrokenCase("version-has-exponent", 1, 13, .wrongType(key: "version", expected: "an integer")),
    BrokenCase("version-is-true", 1, 13, .wrongType(key: "version", expected: "an integer")),
    BrokenCase("version-is-null", 1, 13, .wrongType(key: "version", expected: "an integer")),
    BrokenCase("version-is-array", 1, 13, .wrongType(key: "version", expected: "an integer")),
    BrokenCase("version-two", 1, 13, .newerVersion),
    BrokenCase("version-at-the-end", 3, 2, .newerVersion),
    BrokenCase("version-larger-than-any-integer", 1, 13, .newerVersion),
    BrokenCase("place-behind-crlf", 4, 3, .expected("a string")),
    BrokenCase("place-behind-cr", 4, 3, .expected("a string")),
    BrokenCase("place-behind-all-kinds", 7, 3, .expected("a string")),
    BrokenCase("place-behind-byte-order-mark", 1, 2, .expected("a string")),
    BrokenCase("place-behind-wide-characters", 1, 23, .expected("a string")),
    BrokenCase("place-behind-tabs", 2, 17, .expected("a string")),
    BrokenCase("place-behind-other-separators", 1, 20, .expected("a string")),
    BrokenCase("place-behind-escaped-line-ends", 1, 22, .expected("a string")),
  ]
}
