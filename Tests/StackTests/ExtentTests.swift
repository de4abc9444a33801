// What a prompt shows follows from the first bytes of the file, as many as were looked at, and from nothing
// behind them.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct ExtentTests {
  /// What looking at the front of a text comes to.
  private enum Look: Equatable {
    case front(Front)
    case problem(FormatProblem, offset: Int)

    init(_ text: [UInt8]) {
      do throws(ScanError) {
        self = .front(Front(try Document(text, upTo: 1, includingRest: false)))
      } catch {
        self = .problem(error.problem, offset: error.offset)
      }
    }

    var extent: Int? { if case .front(let front) = self { front.examinedSize } else { nil } }
  }

  /// Bytes that could follow: nothing, sound rests, and all kinds of rubbish.
  private func rests(_ random: inout SplitMix64, _ other: [UInt8]) -> [[UInt8]] {
    let noise = (0..<random.below(300)).map { _ in UInt8(random.below(256)) }
    let texts = [
      "", "]}", ",", "}", "{\"title\": \"Other\"}", "], \"version\": 2}", "\u{0}", "\n", "]], \"tasks\": 1",
    ]
    return texts.map { Array($0.utf8) } + [noise, other]
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func nothingBehindItCounts(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    let document = generator.document()
    let look = Look(document)
    let extent = try #require(look.extent, "\(String(decoding: document, as: UTF8.self))")
    #expect(extent <= document.count + 1)
    let isWhole = extent == document.count + 1
    for rest in rests(&generator.random, generator.document()) where !isWhole || rest.isEmpty {
      #expect(Look(Array(document.prefix(extent)) + rest) == look)
    }
  }

  /// What is shorter either is no stack, or was seen to end.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func allOfItCounts(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    let document = generator.document()
    let extent = try #require(Look(document).extent)
    for size in 0..<min(extent, document.count) {
      guard let shorter = Look(Array(document.prefix(size))).extent else { continue }
      #expect(shorter == size + 1, "its end was seen")
    }
  }

  /// Where a byte within it is another one, reading stops at a place that these bytes alone decide.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func brokenTextsToo(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    let document = generator.mutated(generator.document(), mixedWith: generator.document())
    let look = Look(document)
    guard let extent = look.extent, extent <= document.count else { return }
    for rest in rests(&generator.random, document) {
      #expect(Look(Array(document.prefix(extent)) + rest) == look)
    }
  }

  @Test(arguments: [
    // Up to the brace of the first task.
    (#"{"tasks": [{"title": "a"}"#, ", {]"),
    (#"{"version": 1, "own": [{"tasks": []}], "completed": [], "tasks": [ {"own": {}, "title": "a"}"#, "]"),
    ("\u{FEFF} {\"tasks\":\r\n[\r\n{\"title\":\"a\"}", " "),
    // Up to the bracket where there is none.
    (#"{"tasks": [ ]"#, ", \"version\": 2"), (#"{"tasks": []"#, "}"),
  ])
  func endsAtTheFirstTask(_ text: String, _ rest: String) throws {
    #expect(Look(Array((text + rest).utf8)).extent == text.utf8.count)
  }

  @Test(arguments: ["{}", "{} \n", #"{"completed": [{"title": "a"}], "own": 1}"#])
  func seesTheEndWhereThereIsNoQueue(_ text: String) throws {
    #expect(Look(Array(text.utf8)).extent == text.utf8.count + 1)
  }

  @Test func theProgramSaysIt() throws {
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

  @Test(arguments: [["prompt"], ["prompt", "--extent"]])
  func whatCannotBeReadIsAnError(_ arguments: [String]) throws {
    let home = Home()
    try home.writeQueue(Data(#"{"tasks": [{"title": 1}]}"#.utf8))
    let malformed = try home.run(home.program.path, arguments)
    #expect(malformed.status == 65 && malformed.output == "")
    #expect(malformed.errors.hasPrefix("stack: \(home.queueFile().path), line 1, column 22: "))
    #expect(malformed.errors.split(separator: "\n").count == 1)
    try FileManager.default.removeItem(at: home.queueFile())
    try FileManager.default.createDirectory(at: home.queueFile(), withIntermediateDirectories: true)
    let folder = try home.run(home.program.path, arguments)
    #expect(folder.status == 74 && folder.output == "")
    #expect(folder.errors.hasPrefix("stack: ") && folder.errors.split(separator: "\n").count == 1)
  }
}
