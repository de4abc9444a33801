// Fits a value from another text into the layout of this one.

extension Document {
  /// A value from another text in the layout of a list.
  func relaid(_ place: Range<Int>, of other: [UInt8], into list: SchemaKey) -> [UInt8] {
    // Most tasks are on one line, and then the layout of their neighbours doesn't matter.
    guard other[place].hasLineBreak else { return Array(other[place]) }
    return (self[list] ?? Container()).relaid(place, of: other, in: text, layout(of: list))
  }
}

extension Container {
  /// A value from another text, with line breaks and indentation as if it were appended to this
  /// container; everything else is copied.
  func relaid(_ place: Range<Int>, of other: [UInt8], in text: [UInt8], _ layout: Layout) -> [UInt8]
  {
    let trivia = newTrivia(in: text, layout)
    var result: [UInt8] = []
    var scanner = JSONScanner(text: other, offset: place.lowerBound)
    var end = place.lowerBound
    var depth = 0
    while scanner.offset < place.upperBound, let token = try? scanner.skipToken() {
      let first = other[token.lowerBound]
      if first == UInt8(ascii: "}") || first == UInt8(ascii: "]") { depth -= 1 }
      let space = other[end..<token.lowerBound]
      if !space.hasLineBreak {
        result += space
      } else if trivia.hasLineBreak {
        result += trivia.lastLine
        for _ in 0..<depth { result += layout.indentation }
      } else if other[end - 1] == UInt8(ascii: ",") {
        result += trivia
      }
      result += other[token]
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { depth += 1 }
      end = token.upperBound
    }
    return result
  }
}
