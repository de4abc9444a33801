// Fits a value from another text into the layout of this one.

extension Document {
  /// A task from another text in the layout of a list.
  func relaid(_ task: [UInt8], isOpen: Bool) -> [UInt8] {
    let list = isOpen ? SchemaKey.tasks : .completed
    return (self[list] ?? Container()).relaid(task, in: text, layout(of: list))
  }
}

extension Container {
  /// A value from another text, with line breaks and indentation as if it were appended to this
  /// container; everything else is copied.
  func relaid(_ value: [UInt8], in text: [UInt8], _ layout: Layout) -> [UInt8] {
    // Most values are on one line, and then the layout of their neighbours doesn't matter.
    guard value[...].hasLineBreak else { return value }
    let trivia = newTrivia(in: text, layout)
    var result: [UInt8] = []
    var scanner = JSONScanner(text: value)
    var end = 0
    var depth = 0
    while let token = try? scanner.skipToken() {
      let first = value[token.lowerBound]
      if first == .closeBrace || first == .closeBracket { depth -= 1 }
      let space = value[end..<token.lowerBound]
      if !space.hasLineBreak {
        result += space
      } else if trivia.hasLineBreak {
        result += trivia.lastLine
        for _ in 0..<depth { result += layout.indentation }
      } else if value[end - 1] == .comma {
        result += trivia
      }
      result += value[token]
      if first == .openBrace || first == .openBracket { depth += 1 }
      end = token.upperBound
    }
    return result
  }
}
