// How what was merged stands in our text: our layout, our line endings, and what is unchanged copied.

/// The elements of an array, or the members of an object, as they stand in a text.
struct MergeLayout {
  /// Something that is to stand between the brackets.
  struct Element {
    /// Which of the elements that are there it was, `nil` for a new one.
    let index: Int?
    let pieces: [Piece]
  }

  /// What stands around the elements where there were none.
  struct Filling {
    var leading: [UInt8]
    var separator: [UInt8]
    var end: [Piece]
  }

  private let text: [UInt8]
  private let elements: [Range<Int>]
  private let inside: Range<Int>
  private let spacesSecond: Bool

  /// - Parameters:
  ///   - text: The whole text.
  ///   - elements: Where the elements stand in it.
  ///   - inside: What stands between the brackets.
  ///   - spacesSecond: Whether a space comes before a second element if there was only one.
  init(_ text: [UInt8], elements: [Range<Int>], inside: Range<Int>, spacesSecond: Bool = false) {
    self.text = text
    self.elements = elements
    self.inside = inside
    self.spacesSecond = spacesSecond
  }

  /// The white space before an element, without the comma.
  func leadingTrivia(of index: Int) -> ArraySlice<UInt8> {
    let start = index == 0 ? inside.lowerBound : elements[index - 1].upperBound
    let between = text[start..<elements[index].lowerBound]
    guard index > 0, let comma = between.firstIndex(of: UInt8(ascii: ",")) else { return between }
    return between[(comma + 1)...]
  }

  /// Writes what is to stand between the brackets.
  ///
  /// Each element keeps what separated it from the one before it; what is new is separated as the last one is.
  @_optimize(size)
  func write(_ placed: [Element], filling: Filling, to list: inout Patch) {
    guard let first = elements.first, let last = elements.last else {
      if placed.isEmpty { return list.copy(inside) }
      list.add(filling.leading)
      for (number, element) in placed.enumerated() {
        if number > 0 { list.add(filling.separator) }
        list.append(element.pieces)
      }
      return list.append(filling.end)
    }
    var space = Self.lastLine(of: leadingTrivia(of: elements.count - 1))
    if spacesSecond, elements.count == 1, space.isEmpty { space = [UInt8(ascii: " ")] }
    let newSeparator = [UInt8(ascii: ",")] + space
    if !placed.isEmpty { list.copy(inside.lowerBound..<first.lowerBound) }
    for (number, element) in placed.enumerated() {
      if number > 0 {
        if let index = element.index, index > 0 {
          list.copy(elements[index - 1].upperBound..<elements[index].lowerBound)
        } else {
          list.add(newSeparator)
        }
      }
      list.append(element.pieces)
    }
    list.copy(last.upperBound..<inside.upperBound)
  }
}

extension MergeLayout {
  /// Whether there is a line break in white space.
  static func hasLineBreak(_ space: ArraySlice<UInt8>) -> Bool { space.contains(where: isLineBreak) }

  /// Of white space, the last line break and what stands behind it; all of it where there is no line break.
  static func lastLine(of space: ArraySlice<UInt8>) -> [UInt8] {
    guard let last = space.lastIndex(where: isLineBreak) else { return Array(space) }
    let isPair = last > space.startIndex && space[last] == 0x0A && space[last - 1] == 0x0D
    return Array(space[(isPair ? last - 1 : last)...])
  }

  /// What one level of nesting is indented by, after the white space before something of the first level.
  static func indentation(in trivia: ArraySlice<UInt8>) -> [UInt8] {
    hasLineBreak(trivia) ? Array(lastLine(of: trivia).drop(while: isLineBreak)) : []
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
