// Compares the conversion of strings to JSON and back with Foundation's.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct JSONTextTests {
  /// All characters in groups of 512; as a sample, the first groups, with all control characters, and some others.
  private static let texts: [String] = {
    let starts = Array(stride(from: 0 as UInt32, through: 0x10FFFF, by: 512))
    let chosen = starts.prefix(17) + TestExtent.sample(Array(starts.dropFirst(17)), 60)
    return chosen.map { start in
      String(String.UnicodeScalarView((start..<(start + 512)).compactMap(Unicode.Scalar.init)))
    }
  }()

  @Test func everyCharacterIsEscapedIfNecessaryAndReadBack() throws {
    func json(_ text: String) throws -> [UInt8] {
      Array(try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed))
    }
    for text in Self.texts {
      let written = JSONText.encode(text)
      let isSafe = !String(decoding: written, as: UTF8.self).unicodeScalars.contains { scalar in
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
          || scalar.properties.isBidiControl
      }
      #expect(isSafe)
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
    #expect(JSONText.encode("aé日😀\u{301} /'") == Array("\"aé日😀\u{301} /'\"".utf8))
    #expect(JSONText.encode("\"\\\n\u{1B}\u{7F}\u{202E}") == Array(#""\"\\\u000A\u001B\u007F\u202E""#.utf8))
  }
}
