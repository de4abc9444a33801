// Compares the JSON reader with Foundation's on random documents.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct FoundationAgreementTests {
  /// Each seed gives 5,000 mutated documents; as a sample, 2,000.
  @Test(arguments: TestExtent.seeds(1, all: 40))
  func bothReadersAgree(seed: UInt64) {
    var documents = DocumentGenerator(seed: seed)
    var judge = Judge()
    let count = TestExtent.isAll ? 50 : 20
    for _ in 0..<count {
      let (document, other) = (documents.document(), documents.document())
      for sound in [document, other] {
        judge.judge(sound)
        do { _ = try Document(sound) } catch { judge.fail("refused: \(error.problem)", sound) }
      }
      for _ in 0..<100 { judge.judge(documents.mutated(document, mixedWith: other)) }
    }
    for failure in judge.failures.prefix(5) { Issue.record("\(failure), seed \(seed)") }
    #expect(judge.failures.count <= 5, "these, and more")
    // Some are valid, more are invalid, and in few of them Foundation is known to differ from RFC 8259.
    #expect(judge.acceptedCount > count * 10)
    #expect(judge.refusedCount > count * 40)
    #expect(judge.unknownCount < count * 10)
  }
}

/// Compares the two readers.
private struct Judge {
  private(set) var acceptedCount = 0
  private(set) var refusedCount = 0
  /// How many it couldn't compare, because Foundation is laxer or stricter than RFC 8259.
  private(set) var unknownCount = 0
  /// The differences, with their texts.
  private(set) var failures: [String] = []

  mutating func judge(_ text: [UInt8]) {
    let isSound = isSoundJSON(text)
    let object = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
    if isSound { acceptedCount += 1 } else { refusedCount += 1 }
    if isSound != (object != nil) {
      if differsFromFoundation(text) { unknownCount += 1 } else { fail("sound: \(isSound)", text) }
    }
    do {
      let document = try Document(text)
      if !isSound { fail("accepted, but not JSON", text) }
      if let object { compare(document, object, text) }
    } catch {
      if isSound, let object, isStack(object), !isUnseen(error.problem, text) {
        fail("wrongly said: \(error.problem)", text)
      }
    }
  }

  mutating func fail(_ message: String, _ text: [UInt8]) {
    failures.append("\(message): \(Data(text).shown)")
  }

  private mutating func compare(_ document: Document, _ object: Any, _ text: [UInt8]) {
    let members = object as? [String: Any] ?? [:]
    let tasks = members["tasks"] as? [[String: Any]] ?? []
    let completed = members["completed"] as? [Any] ?? []
    if !isStack(object) || document.taskCount != tasks.count
      || document.completed?.count ?? 0 != completed.count || document.scannedByteCount != text.count + 1
    {
      return fail("read otherwise: \(document.taskCount) tasks", text)
    }
    let front = document.front
    if front?.title != tasks.first?["title"] as? String {
      fail("another title: \(front?.title ?? "none")", text)
    }
    let attachments = (tasks.first?["attachments"] as? [Any] ?? []).compactMap { $0 as? String }
    if front?.attachments ?? [] != attachments, tasks.first?["attachments"] is [Any] {
      fail("other attachments: \(front?.attachments ?? [])", text)
    }
  }

  /// Whether Foundation's object is a valid stack file.
  private func isStack(_ object: Any) -> Bool {
    guard let members = object as? [String: Any] else { return false }
    let tasks = (members["tasks"] ?? [Any]()) as? [Any]
    return (members["version"] ?? 1) is NSNumber && (members["version"] as? Double ?? 1) <= 1
      && (members["completed"] ?? [Any]()) is [Any]
      && tasks?.allSatisfy { ($0 as? [String: Any])?["title"] is String } == true
  }

  /// Whether Foundation can't see a problem: it returns one value of a duplicate key, and reads 1.0 as 1.
  private func isUnseen(_ problem: FormatProblem, _ text: [UInt8]) -> Bool {
    if case .wrongType("version", _) = problem { return true }
    return ["version", "tasks", "completed", "title", "attachments"].contains { key in
      Tokens(text).all.filter { token in
        token.first == UInt8(ascii: "\"")
          && (try? JSONSerialization.jsonObject(with: Data(token), options: .fragmentsAllowed)) as? String
            == key
      }.count > 1
    }
  }
}

/// Whether a text is valid JSON.
private func isSoundJSON(_ text: [UInt8]) -> Bool {
  var scanner = JSONScanner(text)
  scanner.skipByteOrderMark()
  return (try? scanner.skipValue(depth: 0)) != nil && (try? scanner.expectEnd()) != nil
}

/// Whether Foundation differs from RFC 8259 on a text: it accepts trailing commas, UTF-16 and UTF-32, and refuses
/// numbers beyond Double's range and escapes of lone surrogates.
func differsFromFoundation(_ text: [UInt8]) -> Bool {
  if text.prefix(4).contains(0) || text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) {
    return true
  }
  let words = Tokens(text).all.filter { !" \t\n\r".utf8.contains($0[0]) }
  for (word, next) in zip(words, words.dropFirst() + [[]]) {
    switch word[0] {
    case UInt8(ascii: ",") where next == Array("]".utf8) || next == Array("}".utf8): return true
    case UInt8(ascii: "\""):
      let escapes = String(decoding: word, as: UTF8.self).replacing("\\\\", with: "")
      let halves = escapes.replacing(/\\u[dD][89abAB]..\\u[dD][c-fC-F]../, with: "")
      if halves.contains(/\\u[dD][89a-fA-F]/) { return true }
    default: if Double(String(decoding: word, as: UTF8.self))?.isInfinite == true { return true }
    }
  }
  return false
}
