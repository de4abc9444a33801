// The JSON reader against Foundation's, on documents that are made up.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct FoundationAgreementTests {
  /// Each seed stands for 25,000 broken documents.
  static let seeds = TestExtent.seeds(2, all: 8)

  @Test(arguments: seeds)
  func soundDocumentsAreReadAlike(seed: UInt64) {
    var documents = DocumentGenerator(seed: seed)
    for _ in 0..<500 {
      let text = documents.document()
      var judge = Judge()
      judge.judge(text)
      judge.report(seed)
      if case .failure(let problem) = document(of: text) { record("refused: \(problem)", text, seed) }
    }
  }

  @Test(arguments: seeds)
  func brokenDocumentsAreJudgedAlike(seed: UInt64) {
    var documents = DocumentGenerator(seed: seed)
    var judge = Judge()
    for _ in 0..<250 {
      let document = documents.document()
      let other = documents.document()
      for _ in 0..<100 { judge.judge(documents.mutated(document, mixedWith: other)) }
    }
    judge.report(seed)
    // Neither all sound nor all broken, and no more that differ than a few.
    #expect(judge.acceptedCount > 2_500)
    #expect(judge.refusedCount > 10_000)
    #expect(judge.differences.values.reduce(0, +) < 2_500, "\(judge.differences)")
  }

  @Test(arguments: [
    ("[1,]", FoundationDifference.trailingComma, false),
    ("{\"a\": 1 , \r\n\t}", .trailingComma, false),
    ("[1e999]", .hugeNumber, true),
    ("[-1e999]", .hugeNumber, true),
    ("[\"\\uD800\"]", .loneSurrogate, true),
    ("[\"\\uDC00\\uD800\"]", .loneSurrogate, true),
    ("[\u{0}]\u{0}", .otherEncoding, false),
  ])
  func differencesAreKnown(text: String, difference: FoundationDifference, isJSON: Bool) {
    let text = Array(text.utf8)
    #expect(FoundationDifferences(in: text).found == [difference])
    #expect(isSoundJSON(text) == isJSON)
  }
}

/// Compares what the two readers say.
private struct Judge {
  private(set) var acceptedCount = 0
  private(set) var refusedCount = 0
  private(set) var differences: [Set<FoundationDifference>: Int] = [:]
  private var failures: [(String, [UInt8])] = []

  mutating func judge(_ text: [UInt8]) {
    let isSound = isSoundJSON(text)
    let object = foundationObject(text)
    if isSound { acceptedCount += 1 } else { refusedCount += 1 }
    if isSound != (object != nil) { judgeDifference(text, isSound: isSound) }
    switch document(of: text) {
    case .success(let document):
      if !isSound { failures.append(("a stack file that is no JSON", text)) }
      if let object { compare(document, object, text) }
    case .failure(let problem):
      if isSound, let object, !isTrue(problem, of: object, text) {
        failures.append(("wrongly said: \(problem)", text))
      }
    }
  }

  func report(_ seed: UInt64) {
    for (message, text) in failures.prefix(5) { record(message, text, seed) }
    if failures.count > 5 { Issue.record("and \(failures.count - 5) more, seed \(seed)") }
  }

  private mutating func judgeDifference(_ text: [UInt8], isSound: Bool) {
    let known = FoundationDifferences(in: text)
    differences[known.found, default: 0] += 1
    if known.found.isEmpty {
      failures.append((isSound ? "only stack takes it" : "only Foundation takes it", text))
    } else if known.found.contains(.otherEncoding) {
      if isSound { failures.append(("a zero, or UTF-16, is taken for JSON", text)) }
    } else {
      if isSound, known.found == [.trailingComma] { failures.append(("a trailing comma is taken", text)) }
      if isSoundJSON(known.settled) != (foundationObject(known.settled) != nil) {
        failures.append(("they differ also without \(known.found)", text))
      }
    }
  }

  private mutating func compare(_ document: Document, _ object: Any, _ text: [UInt8]) {
    let tasks = (object as? [String: Any])?["tasks"] as? [[String: Any]] ?? []
    let completed = (object as? [String: Any])?["completed"] as? [Any] ?? []
    if !(object is [String: Any]) || document.taskCount != tasks.count
      || document.completed?.count ?? 0 != completed.count || document.examinedSize != text.count + 1
    {
      return failures.append(("read otherwise: \(document.taskCount) tasks", text))
    }
    let front = document.front
    if front?.title != tasks.first?["title"] as? String {
      failures.append(("another title: \(front?.title ?? "none")", text))
    }
    let attachments = (tasks.first?["attachments"] as? [Any] ?? []).compactMap { $0 as? String }
    if front?.attachments ?? [] != attachments, tasks.first?["attachments"] is [Any] {
      failures.append(("other attachments: \(front?.attachments ?? [])", text))
    }
  }

  /// Whether what the reader says is wrong with a JSON text is wrong with it.
  private func isTrue(_ problem: FormatProblem, of object: Any, _ text: [UInt8]) -> Bool {
    let members = object as? [String: Any] ?? [:]
    let tasks = members["tasks"] as? [Any] ?? []
    // Of a key that is given twice Foundation tells only one value.
    let isAmbiguous = ["version", "tasks", "completed", "title"].contains {
      stands($0, moreThan: 1, in: text)
    }
    switch problem {
    case .expected("an object"): return !(object is [String: Any])
    case .duplicateKey(let key): return stands(key, moreThan: 1, in: text)
    case .wrongType("tasks", _): return !(members["tasks"] is [Any]) || isAmbiguous
    case .wrongType("completed", _): return !(members["completed"] is [Any]) || isAmbiguous
    case .wrongType("title", _):
      return tasks.contains { !(($0 as? [String: Any])?["title"] is String) } || isAmbiguous
    case .wrongType("version", _):
      // Foundation takes 1.0 for 1.
      return stands("version", moreThan: 0, in: text)
    case .newerVersion: return (members["version"] as? NSNumber)?.doubleValue ?? 0 > 1 || isAmbiguous
    case .taskIsNoObject: return tasks.contains { !($0 is [String: Any]) } || isAmbiguous
    case .missingTitle: return tasks.contains { ($0 as? [String: Any])?["title"] == nil } || isAmbiguous
    default: return false
    }
  }

  /// Whether a string stands more than so many times in a JSON text, however it is written.
  private func stands(_ string: String, moreThan count: Int, in text: [UInt8]) -> Bool {
    Tokens(text).all.filter { token in
      token.first == UInt8(ascii: "\"") && foundationObject(token) as? String == string
    }.count > count
  }
}

private func record(_ message: String, _ text: [UInt8], _ seed: UInt64) {
  Issue.record("\(message), seed \(seed): \(String(decoding: text, as: UTF8.self).debugDescription)")
}

private func foundationObject(_ text: [UInt8]) -> Any? {
  try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
}

/// Whether a text is JSON, whatever it says.
private func isSoundJSON(_ text: [UInt8]) -> Bool {
  var scanner = JSONScanner(text)
  do {
    scanner.skipByteOrderMark()
    try scanner.skipValue(depth: 0)
    try scanner.expectEnd()
    return true
  } catch {
    return false
  }
}

private func document(of text: [UInt8]) -> Result<Document, FormatProblem> {
  do throws(ScanError) {
    return .success(try Document(text))
  } catch {
    return .failure(error.problem)
  }
}
