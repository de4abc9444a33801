// How what is inserted is laid out: with the indentation and the line ends of its neighbours.

extension Document {
  /// Puts the first tasks into a list that has none.
  mutating func fill(_ list: Outline.List, _ trivia: Outline.Trivia, with elements: [Piece]) {
    if trivia.last.hasLineBreak {
      let leading = lastLine(trivia.last) + indentation
      splice(list.start..<list.start, joined(elements, leading: leading))
    } else if trivia.key.hasLineBreak {
      let leading = lastLine(trivia.key) + indentation
      splice(list.start..<list.end, joined(elements, leading: leading) + [.new(lastLine(trivia.key))])
    } else {
      splice(list.start..<list.end, joined(elements, leading: [], separator: trivia.key))
    }
  }

  /// Adds a list that is missing, with its first tasks.
  mutating func addList(_ name: ListName, holding elements: [Piece]) {
    let key: [UInt8] = Array("\"\(name.rawValue)\": [".utf8)
    let bracket = Piece.new([UInt8(ascii: "]")])
    guard let end = outline.lastMemberEnd else {
      let inside = outline.keyTriviaText
      let leading = inside.hasLineBreak ? lastLine(inside) : [UInt8(ascii: "\n")]
      let unit = Array("  ".utf8)
      let list = joined(elements, leading: leading + unit + unit)
      splice(
        outline.start..<outline.start,
        [.new(leading + unit + key)] + list + [.new(leading + unit), bracket]
          + (inside.hasLineBreak ? [] : [.new(leading)]))
      return
    }
    if outline.keyTriviaText.hasLineBreak {
      let leading = lastLine(outline.keyTriviaText)
      let list = joined(elements, leading: leading + indentation)
      splice(end..<end, [.new([UInt8(ascii: ",")] + leading + key)] + list + [.new(leading), bracket])
    } else {
      let list = joined(elements, leading: [], separator: [UInt8(ascii: " ")])
      splice(end..<end, [.new(Array(", ".utf8) + key)] + list + [bracket])
    }
  }

  /// What one level of nesting is indented by.
  private var indentation: [UInt8] {
    let trivia = outline.keyTriviaText
    return trivia.hasLineBreak ? Array(lastLine(trivia).drop { $0.isLineBreak }) : []
  }

  private func joined(_ elements: [Piece], leading: [UInt8], separator: [UInt8]? = nil) -> [Piece] {
    let between = [UInt8(ascii: ",")] + (separator ?? leading)
    return elements.enumerated().flatMap { index, element in
      [.new(index == 0 ? leading : between), element]
    }
  }

  /// Of white space, the last line break and what stands behind it; all of it where there is no line break.
  func lastLine(_ space: [UInt8]) -> [UInt8] {
    guard let end = space.lastIndex(where: { $0.isLineBreak }) else { return space }
    let isPair = end > 0 && space[end] == UInt8(ascii: "\n") && space[end - 1] == UInt8(ascii: "\r")
    return Array(space[(isPair ? end - 1 : end)...])
  }
}

extension [UInt8] {
  fileprivate var hasLineBreak: Bool { contains { $0.isLineBreak } }
}
