// The extent: the number of bytes on which a prompt depends.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct ExtentTests {
  /// The front of a text, as a prompt reads it.
  private func front(_ text: [UInt8]) -> Result<QueueFront, ScanError> {
    Result { () throws(ScanError) in try QueueFront(Document(text, upTo: 1, includingRest: false)) }
  }

  private func extent(_ text: [UInt8]) -> Int? { try? front(text).get().scannedByteCount }

  /// Bytes that may follow: nothing, valid continuations, and garbage.
  private static let rests = [
    "", "]}", ",", "}", #"{"title": "Other"}"#, #"], "version": 2}"#, "\u{0}", "\n",
    "]], \"tasks\": 1", "\u{85}é",
  ]

  static let seeds = TestExtent.seeds(24, all: 400)

  /// In valid and in mutated documents.
  @Test(arguments: seeds, [false, true])
  func bytesAfterTheExtentMakeNoDifference(seed: UInt64, isMutated: Bool) throws {
    var generator = DocumentGenerator(seed: seed)
    var document = generator.document()
    if isMutated { document = generator.mutated(document, mixedWith: generator.document()) }
    let shown = front(document)
    if isMutated, case .failure = shown { return }
    let extent = try shown.get().scannedByteCount
    #expect(extent <= document.count + 1)
    let isWhole = extent == document.count + 1
    for rest in Self.rests.map({ Array($0.utf8) }) + [generator.document()]
    where !isWhole || rest.isEmpty {
      #expect(front(Array(document.prefix(extent)) + rest) == shown)
    }
  }

  /// A shorter text is invalid, or its end was read.
  @Test(arguments: seeds) func everyByteOfTheExtentMatters(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    let document = generator.document()
    for size in 0..<min(try #require(extent(document)), document.count) {
      if let shorter = extent(Array(document.prefix(size))) { #expect(shorter == size + 1) }
    }
  }

  @Test(arguments: [
    // If there is no task, the end of the text.
    ("{}", ""), ("{} \n", ""), (#"{"completed": [{"title": "a"}], "own": 1}"#, ""),
    // Otherwise, the closing brace of the first task.
    (#"{"tasks": [{"title": "a"}"#, ", {]"),
    (
      #"{"version": 1, "own": [{"tasks": []}], "completed": [], "tasks": [ {"own": {}, "title": "a"}"#,
      "]"
    ),
    ("\u{FEFF} {\"tasks\":\r\n[\r\n{\"title\":\"a\"}", " "),
    // In an empty list, its closing bracket.
    (#"{"tasks": [ ]"#, ", \"version\": 2"), (#"{"tasks": []"#, "}"),
  ])
  func theExtentEndsWithTheFirstTask(_ text: String, _ rest: String) {
    #expect(extent(Array((text + rest).utf8)) == text.utf8.count + (rest.isEmpty ? 1 : 0))
  }

  @Test func thePromptPrintsItsExtent() throws {
    let home = Home()
    #expect(try home.stack("prompt", "--extent") == Finished(output: "1\n"))
    try home.writeQueue(#"{"tasks": []}"#)
    #expect(try home.stack("prompt", "--extent").output == "12\n")
    try home.writeQueue(#"{"tasks": [{"title": "Call Sam"}, broken"#)
    #expect(try home.stack("prompt", "--extent").output == "32\nCall Sam\n")
    #expect(try home.stack("prompt", "--max", "5", "--extent").output == "32\nCall…\n")
    #expect(
      try home.stack("prompt", "--json", "--extent").output == "32\n{\"title\": \"Call Sam\"}\n")
  }
}
