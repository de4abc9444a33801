// How what was merged stands in our text: our layout, our line endings, and what is unchanged copied.

/// A text that comes about from pieces of another one.
struct PieceList {
  private var finished: [Piece] = []
  private var original = 0..<0
  private var new: [UInt8] = []

  /// Copies bytes of the original.
  mutating func copy(_ range: Range<Int>) {
    if range.isEmpty { return }
    if new.isEmpty, original.upperBound == range.lowerBound, !original.isEmpty {
      original = original.lowerBound..<range.upperBound
      return
    }
    finish()
    original = range
  }

  /// Adds bytes that are new.
  mutating func add(_ bytes: some Collection<UInt8>) {
    new.append(contentsOf: bytes)
  }

  /// Adds other pieces.
  mutating func append(_ pieces: [Piece]) {
    for piece in pieces {
      switch piece {
      case .original(let range): copy(range)
      case .new(let bytes): add(bytes)
      }
    }
  }

  /// What was put together.
  var pieces: [Piece] {
    var copy = self
    copy.finish()
    return copy.finished
  }

  private mutating func finish() {
    if !original.isEmpty { finished.append(.original(original)) }
    if !new.isEmpty { finished.append(.new(new)) }
    original = 0..<0
    new = []
  }
}

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
    var lead: [UInt8]
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
  func lead(of index: Int) -> ArraySlice<UInt8> {
    let start = index == 0 ? inside.lowerBound : elements[index - 1].upperBound
    let between = text[start..<elements[index].lowerBound]
    guard index > 0, let comma = between.firstIndex(of: UInt8(ascii: ",")) else { return between }
    return between[(comma + 1)...]
  }

  /// Writes what is to stand between the brackets.
  ///
  /// Each element keeps what separated it from the one before it; what is new is separated as the last one is.
  @_optimize(size)
  func write(_ placed: [Element], filling: Filling, to list: inout PieceList) {
    guard let first = elements.first, let last = elements.last else {
      if placed.isEmpty { return list.copy(inside) }
      list.add(filling.lead)
      for (number, element) in placed.enumerated() {
        if number > 0 { list.add(filling.separator) }
        list.append(element.pieces)
      }
      return list.append(filling.end)
    }
    var space = Self.lastLine(of: lead(of: elements.count - 1))
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
  static func indentation(in lead: ArraySlice<UInt8>) -> [UInt8] {
    hasLineBreak(lead) ? Array(lastLine(of: lead).drop(while: isLineBreak)) : []
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
