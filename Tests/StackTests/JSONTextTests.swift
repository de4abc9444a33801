// Strings to JSON and back, against Foundation's.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct JSONTextTests {
  /// All characters that there are, some hundreds at a time.
  private static let texts: [String] = {
    let scalars = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    return stride(from: 0, to: scalars.count, by: 512).map { start in
      String(String.UnicodeScalarView(scalars[start..<min(scalars.count, start + 512)]))
    }
  }()

  @Test func charactersAreWrittenAndRead() throws {
    func json(_ text: String) throws -> [UInt8] {
      Array(try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed))
    }
    for text in TestExtent.sample(Self.texts, 400) {
      let written = JSONText.encode(text)
      let read = try JSONSerialization.jsonObject(with: Data(written), options: .fragmentsAllowed) as? String
      #expect(read.map { Array($0.utf8) } == Array(text.utf8))
      let escapes = text.utf16.map { unit in
        let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      for spelling in try [written, json(text), Array("\"\(escapes.joined())\"".utf8)] {
        #expect(Array(JSONText.decode(spelling[...]).utf8) == Array(text.utf8))
      }
    }
  }

  /// Nothing that drives a terminal is written as it is, and nothing else is altered.
  @Test func whatIsWrittenDrivesNoTerminal() {
    for text in Self.texts {
      let written = String(decoding: JSONText.encode(text), as: UTF8.self)
      let isSafe = !written.unicodeScalars.contains { scalar in
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
          || scalar.properties.isBidiControl
      }
      #expect(isSafe)
    }
    #expect(JSONText.encode("aé日😀\u{301} /'") == Array("\"aé日😀\u{301} /'\"".utf8))
    #expect(JSONText.encode("\"\\\n\u{1B}\u{7F}\u{202E}") == Array(#""\"\\\u000A\u001B\u007F\u202E""#.utf8))
  }
}
