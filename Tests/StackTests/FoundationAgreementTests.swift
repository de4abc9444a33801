// Compares the JSON reader with Foundation's on random documents, and the conversion of strings on
// all characters.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct FoundationAgreementTests {
  /// Each seed gives 5,000 mutated documents; as a sample, 1,200.
  @Test(arguments: TestExtent.seeds(1, all: 40)) func bothReadersAgree(seed: UInt64) {
    var documents = DocumentGenerator(seed: seed)
    // The last count is of texts that can't be compared, because Foundation differs from RFC 8259.
    var validCount = 0
    var invalidCount = 0
    var unknownCount = 0
    let count = TestExtent.isAll ? 50 : 12
    for _ in 0..<count {
      let document = documents.document()
      let other = documents.document()
      let mutants = (0..<100).map { _ in documents.mutated(document, mixedWith: other) }
      for (index, text) in ([document, other] + mutants).enumerated() {
        var scanner = JSONScanner(
          text: text, offset: JSONScanner.offsetAfterByteOrderMark(in: text))
        let isValid = (try? scanner.skipValue(depth: 0)) != nil && (try? scanner.expectEnd()) != nil
        let object = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
        if isValid { validCount += 1 } else { invalidCount += 1 }
        if isValid != (object != nil), differsFromFoundation(text) { unknownCount += 1 }
        let isWronglyRefused = index < 2 && (try? Document(text)) == nil
        guard let problem = isWronglyRefused ? "refused" : problem(text, isValid: isValid, object)
        else { continue }
        Issue.record("\(problem), seed \(seed): \(Data(text).shown)")
        return
      }
    }
    // Some are valid, more are invalid, and few can't be compared.
    #expect(validCount > count * 10 && invalidCount > count * 40 && unknownCount < count * 10)
  }

  /// How the readers differ; `nil` if they agree.
  private func problem(_ text: [UInt8], isValid: Bool, _ object: Any?) -> String? {
    if isValid != (object != nil), !differsFromFoundation(text) { return "JSON: \(isValid)" }
    do {
      let document = try Document(text)
      if !isValid { return "accepted, but not JSON" }
      return object.flatMap { difference(of: document, from: $0, size: text.count) }
    } catch {
      guard isValid, let object, isStack(object), !canFoundationMiss(error.problem, text) else {
        return nil
      }
      return "wrongly refused: \(error.problem)"
    }
  }

  private func difference(of document: Document, from object: Any, size: Int) -> String? {
    let members = object as? [String: Any] ?? [:]
    let tasks = members["tasks"] as? [[String: Any]] ?? []
    let completed = members["completed"] as? [Any] ?? []
    let counts = [document.taskCount, document.completed?.count ?? 0, document.scannedByteCount]
    if !isStack(object) || counts != [tasks.count, completed.count, size + 1] {
      return "other counts: \(counts)"
    }
    let front = document.currentTask(at: .now)?.task
    let first = tasks.first
    if front?.title != first?["title"] as? String { return "the title \(front?.title ?? "none")" }
    guard let attachments = first?["attachments"] as? [Any] else { return nil }
    return front?.attachments == attachments.compactMap { $0 as? String }
      ? nil : "other attachments"
  }

  /// Whether Foundation's object is a valid stack file.
  private func isStack(_ object: Any) -> Bool {
    guard let members = object as? [String: Any] else { return false }
    let tasks = (members["tasks"] ?? [Any]()) as? [Any]
    return (members["version"] ?? 1) is NSNumber && (members["version"] as? Double ?? 1) <= 1
      && (members["completed"] ?? [Any]()) is [Any]
      && tasks?.allSatisfy { ($0 as? [String: Any])?["title"] is String } == true
  }

  /// Whether Foundation can't see a problem: it returns one value of a duplicate key, and reads 1.0
  /// as 1.
  private func canFoundationMiss(_ problem: FormatProblem, _ text: [UInt8]) -> Bool {
    if case .wrongType("version", _) = problem { return true }
    let strings = Tokens(text).all.compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0), options: .fragmentsAllowed)) as? String
    }
    return ["version", "tasks", "completed", "title", "attachments"].contains { key in
      strings.count { $0 == key } > 1
    }
  }

  // MARK: Strings

  /// All characters in groups of 512; as a sample, the first groups, with all control characters,
  /// and some others.
  private static let texts: [String] = {
    let starts = Array(stride(from: 0 as UInt32, through: 0x10FFFF, by: 512))
    let chosen = starts.prefix(17) + TestExtent.sample(Array(starts.dropFirst(17)), 60)
    return chosen.map {
      String(String.UnicodeScalarView(($0..<($0 + 512)).compactMap(Unicode.Scalar.init)))
    }
  }()

  @Test func everyCharacterIsEscapedIfNecessaryAndReadBack() throws {
    for text in Self.texts {
      let written = JSONText.encode(text)
      let isSafe = !written.asText.unicodeScalars.contains { scalar in
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
          || scalar.properties.isBidiControl
      }
      #expect(isSafe)
      let read =
        try JSONSerialization.jsonObject(with: Data(written), options: .fragmentsAllowed) as? String
      #expect(read.map { Array($0.utf8) } == Array(text.utf8))
      let escapes = text.utf16.map { unit in
        let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      let foreign = try Array(
        JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed))
      for spelling in [written, foreign, Array("\"\(escapes.joined())\"".utf8)] {
        #expect(Array(JSONText.decode(spelling[...]).utf8) == Array(text.utf8))
      }
    }
    #expect(JSONText.encode("aé日😀\u{301} /'") == Array("\"aé日😀\u{301} /'\"".utf8))
    #expect(
      JSONText.encode("\"\\\n\u{1B}\u{7F}\u{202E}")
        == Array(#""\"\\\u000A\u001B\u007F\u202E""#.utf8))
  }
}

/// Whether Foundation differs from RFC 8259 on a text: it accepts trailing commas, UTF-16 and
/// UTF-32, and refuses numbers beyond Double's range and escapes of lone surrogates.
func differsFromFoundation(_ text: [UInt8]) -> Bool {
  if text.prefix(4).contains(0) || text.starts(with: [0xFE, 0xFF])
    || text.starts(with: [0xFF, 0xFE])
  {
    return true
  }
  let words = Tokens(text).all.filter { !" \t\n\r".utf8.contains($0[0]) }
  for (word, next) in zip(words, words.dropFirst() + [[]]) {
    switch word[0] {
    case UInt8(ascii: ",") where next == Array("]".utf8) || next == Array("}".utf8): return true
    case UInt8(ascii: "\""):
      let escapes = word.asText.replacing("\\\\", with: "").components(separatedBy: "\\u")
      var isAfterHighSurrogate = false
      for escape in escapes.dropFirst() {
        // A joiner after the last digit is a part of the same character.
        let unit = UInt16(String(escape.unicodeScalars.prefix(4)), radix: 16) ?? 0
        if UTF16.isTrailSurrogate(unit) != isAfterHighSurrogate { return true }
        isAfterHighSurrogate = UTF16.isLeadSurrogate(unit)
        if isAfterHighSurrogate, escape.utf8.count > 4 { return true }
      }
    default: if Double(word.asText)?.isInfinite == true { return true }
    }
  }
  return false
}
