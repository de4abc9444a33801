// A prompt depends only on the bytes that were examined: its extent.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct ExtentTests {
  /// The front of a text.
  private func look(_ text: [UInt8]) -> Result<QueueFront, ScanError> {
    Result { () throws(ScanError) in try QueueFront(Document(text, upTo: 1, includingRest: false)) }
  }

  private func extent(_ text: [UInt8]) -> Int? { try? look(text).get().scannedByteCount }

  /// Bytes that may follow: nothing, valid rests, and garbage.
  private func rests(_ random: inout SplitMix64, _ other: [UInt8]) -> [[UInt8]] {
    let noise = (0..<random.below(300)).map { _ in UInt8(random.below(256)) }
    let texts = [
      "", "]}", ",", "}", "{\"title\": \"Other\"}", "], \"version\": 2}", "\u{0}", "\n", "]], \"tasks\": 1",
    ]
    return texts.map { Array($0.utf8) } + [noise, other]
  }

  static let seeds = TestExtent.seeds(40, all: 400)

  /// Also in mutated documents.
  @Test(arguments: seeds, [false, true])
  func bytesAfterTheExtentMakeNoDifference(seed: UInt64, isMutated: Bool) throws {
    var generator = DocumentGenerator(seed: seed)
    var document = generator.document()
    if isMutated { document = generator.mutated(document, mixedWith: generator.document()) }
    let front = look(document)
    if isMutated, case .failure = front { return }
    let extent = try front.get().scannedByteCount
    #expect(extent <= document.count + 1)
    let isWhole = extent == document.count + 1
    for rest in rests(&generator.random, generator.document()) where !isWhole || rest.isEmpty {
      #expect(look(Array(document.prefix(extent)) + rest) == front)
    }
  }

  /// A shorter text is invalid, or its end was examined.
  @Test(arguments: seeds)
  func everyByteOfTheExtentMatters(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    let document = generator.document()
    let front = try look(document).get()
    for size in 0..<min(front.scannedByteCount, document.count) {
      guard let shorter = extent(Array(document.prefix(size))) else { continue }
      #expect(shorter == size + 1, "its end was examined")
    }
  }

  @Test(arguments: [
    // Without a task, the end is examined.
    ("{}", ""), ("{} \n", ""), (#"{"completed": [{"title": "a"}], "own": 1}"#, ""),
    // Up to the closing brace of the first task.
    (#"{"tasks": [{"title": "a"}"#, ", {]"),
    (#"{"version": 1, "own": [{"tasks": []}], "completed": [], "tasks": [ {"own": {}, "title": "a"}"#, "]"),
    ("\u{FEFF} {\"tasks\":\r\n[\r\n{\"title\":\"a\"}", " "),
    // Up to the closing bracket of an empty list.
    (#"{"tasks": [ ]"#, ", \"version\": 2"), (#"{"tasks": []"#, "}"),
  ])
  func theExtentEndsWithTheFirstTask(_ text: String, _ rest: String) {
    #expect(extent(Array((text + rest).utf8)) == text.utf8.count + (rest.isEmpty ? 1 : 0))
  }

  @Test func thePromptPrintsItsExtent() throws {
    let home = Home()
    let nothing = Finished(status: 0, output: "1\n", errors: "")
    #expect(try home.stack("prompt", "--extent") == nothing)
    #expect(try home.stack("prompt").output == "")
    try home.writeQueue(Data(#"{"tasks": []}"#.utf8))
    #expect(try home.stack("prompt", "--extent").output == "12\n")
    try home.writeQueue(Data(#"{"tasks": [{"title": "Call Sam"}, broken"#.utf8))
    #expect(try home.stack("prompt", "--extent").output == "32\nCall Sam\n")
    #expect(try home.stack("prompt", "--max", "5", "--extent").output == "32\nCall…\n")
    #expect(try home.stack("prompt").output == "Call Sam\n")
    #expect(try home.stack("prompt", "--json", "--extent").output == "32\n{\"title\": \"Call Sam\"}\n")
  }
}
