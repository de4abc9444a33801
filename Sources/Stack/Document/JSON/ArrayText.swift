// The text of an array, and what is changed in it a few bytes at a time.

/// The text of an array whose elements can be added and taken out; all its other bytes stay as they are.
struct ArrayText {
  let text: [UInt8]
  /// Where the elements stand.
  let elements: [Range<Int>]

  /// Finds the elements of an array.
  ///
  /// - Parameter text: An array that was validated already.
  init(_ text: [UInt8]) {
    self.text = text
    var scanner = JSONScanner(.memory(text), bufferSize: text.count)
    var elements: [Range<Int>] = []
    do throws(ScanError) {
      _ = try scanner.skip(UInt8(ascii: "["))
      while try !scanner.skip(UInt8(ascii: "]")) {
        elements.append(try scanner.skipValueNotingPlace())
        _ = try scanner.skip(UInt8(ascii: ","))
      }
    } catch {
      // The text was validated; there is nothing that could be wrong with it.
    }
    self.elements = elements
  }

  /// An element that is a string.
  struct StringElement {
    /// Its place among all elements.
    let index: Int
    let text: String
  }

  /// The elements that are strings.
  var strings: [StringElement] {
    var strings: [StringElement] = []
    for (index, element) in elements.enumerated() where text[element.lowerBound] == UInt8(ascii: "\"") {
      strings.append(StringElement(index: index, text: JSONText.decode(text[element])))
    }
    return strings
  }

  /// The text with more elements at its end, which are laid out as the last one is.
  func appending(_ additions: [[UInt8]]) -> [UInt8] {
    guard let last = elements.last else {
      return Array("[".utf8) + Array(additions.joined(separator: ", ".utf8)) + Array("]".utf8)
    }
    var triviaStart = last.lowerBound
    while [0x20, 0x09, 0x0A, 0x0D].contains(text[triviaStart - 1]) { triviaStart -= 1 }
    let trivia = Array(text[triviaStart..<last.lowerBound])
    var added: [UInt8] = []
    for addition in additions {
      added.append(UInt8(ascii: ","))
      added += elements.count == 1 && trivia.isEmpty ? [UInt8(ascii: " ")] : trivia
      added += addition
    }
    return text.replacing(last.upperBound..<last.upperBound, with: added)
  }

  /// The text without some elements, whose indices are given in order.
  func removing(_ indices: [Int]) -> [UInt8] {
    text.removing(indices, of: elements)
  }
}
