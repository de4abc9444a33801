// How a value is laid out that comes from another text.

/// The layout of the place to which a value comes from another text.
struct Relayout {
  /// The white space before what stands in that place.
  let trivia: ArraySlice<UInt8>
  /// What one level of nesting is indented by.
  let indentation: [UInt8]

  /// A value with its line breaks and its indentation as they are around that place; all else is copied.
  func relaid(_ place: Range<Int>, of text: [UInt8]) -> [UInt8] {
    guard text[place].hasLineBreak else { return Array(text[place]) }
    var result: [UInt8] = []
    var scanner = JSONScanner(text, from: place.lowerBound)
    var end = place.lowerBound
    var depth = 0
    while scanner.offset < place.upperBound, let token = try? scanner.skipToken() {
      let first = text[token.lowerBound]
      if first == UInt8(ascii: "}") || first == UInt8(ascii: "]") { depth -= 1 }
      let space = text[end..<token.lowerBound]
      if !space.hasLineBreak {
        result += space
      } else if trivia.hasLineBreak {
        result += trivia.lastLine
        for _ in 0..<depth { result += indentation }
      } else if text[end - 1] == UInt8(ascii: ",") {
        result += trivia
      }
      result += text[token]
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { depth += 1 }
      end = token.upperBound
    }
    return result
  }
}
