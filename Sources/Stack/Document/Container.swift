/// An array or an object anywhere in a validated JSON text, as the ranges of its items.
///
/// To edit it, list the parts of its new content: existing items, in any order, and new ones. They
/// become pieces of the original text and new bytes in a patch, so all other bytes stay as they
/// are.
struct Container {
  /// An element of an array, or a member of an object. All numbers are offsets into the whole text.
  struct Item {
    /// The range of the item: from the key, or in an array from the value, to the end of the value.
    let range: Range<Int>
    let valueStart: Int
    /// The schema key of a member; `nil` for a custom key, and in an array.
    let key: SchemaKey?

    var value: Range<Int> { valueStart..<range.upperBound }

    /// The key of a member with its quotes; empty in an array.
    func keyText(in text: [UInt8]) -> ArraySlice<UInt8> {
      // Only a colon and white space follow the key.
      let start = text[range.lowerBound..<valueStart]
      return start.lastIndex(of: .quote).map { start[...$0] } ?? []
    }
  }

  /// How many items the reader retains at each end of a list. They are enough to add, remove and
  /// move items there.
  private static let endCount = 2
  /// How many items it retains in all.
  static let retainedCount = 2 * endCount

  /// The range between the brackets.
  private(set) var contentRange: Range<Int>
  private(set) var count = 0
  /// The retained items: all of them, or those at the ends.
  private(set) var items: [Item] = []

  /// Creates an empty container whose content begins at an offset. The content of one that isn't in
  /// the text yet begins at 0.
  init(from start: Int = 0) { contentRange = start..<start }

  /// Appends an item. Retains at most `limit` items: if there are more, the first ones and those at
  /// the end.
  @inline(__always) mutating func append(_ item: Item, retaining limit: Int = .max) {
    count += 1
    if items.count < limit {
      items.append(item)
    } else if limit > 0 {
      for index in (limit - Self.endCount)..<(limit - 1) { items[index] = items[index + 1] }
      items[limit - 1] = item
    }
  }

  /// Ends the content at the closing bracket.
  mutating func end(at bracket: Int) { contentRange = contentRange.lowerBound..<bracket }

  /// Parses a container in a validated text.
  init(_ text: [UInt8], at start: Int = 0) {
    var scanner = JSONScanner(text: text, offset: start)
    let isObject = scanner.skip(.openBrace)
    if !isObject { _ = scanner.skip(.openBracket) }
    self.init(from: scanner.offset)
    // The text was validated, so no error can occur.
    while let item = try? scanner.nextItem(ofObject: isObject) { append(item) }
    end(at: scanner.offset - 1)
  }

  private func isRetained(_ index: Int) -> Bool {
    index < Self.endCount || count - index <= items.count - Self.endCount
  }

  /// The item at an index, which must be retained.
  subscript(index: Int) -> Item {
    items[index < Self.endCount ? index : items.count - (count - index)]
  }

  /// The white space before an item, after the comma or the bracket.
  func leadingTrivia(of index: Int, in text: [UInt8]) -> ArraySlice<UInt8> {
    let start = text[..<self[index].range.lowerBound]
    return start.lastIndex { $0 > .space }.map { start[($0 + 1)...] } ?? start
  }
}

extension JSONScanner {
  /// Skips the next item of a container in a validated text; `nil` at the end of the container.
  mutating func nextItem(ofObject isObject: Bool) throws(ScanError) -> Container.Item? {
    _ = skip(.comma)
    if skip(isObject ? .closeBrace : .closeBracket) { return nil }
    let start = offset
    let key = isObject ? try skipKey() : nil
    skipWhitespace()
    let valueStart = offset
    try skipValue(depth: 1)
    return Container.Item(range: start..<offset, valueStart: valueStart, key: key)
  }
}

// MARK: - Editing

extension Container {
  /// A part of the new content of a container.
  enum Part {
    /// Consecutive existing items.
    case kept(Range<Int>)
    /// An existing item and a patch for its new text, with offsets into the whole text.
    case edited(Int, Patch)
    case new([UInt8])

    /// An existing item.
    static func item(_ index: Int) -> Part { .kept(index..<(index + 1)) }

    /// An existing item with a new text.
    static func changed(_ index: Int, _ text: [UInt8]) -> Part {
      .edited(index, Patch([.new(text)]))
    }
  }

  /// Whether all items that `patch` needs for these parts are retained.
  func retains(_ parts: [Part]) -> Bool {
    parts.allSatisfy { part in
      switch part {
      case .kept(let range):
        [range.lowerBound - 1, range.lowerBound, range.upperBound - 1].allSatisfy(isRetained)
      case .edited(let index, _): isRetained(index - 1) && isRetained(index)
      case .new: true
      }
    }
  }

  /// The layout of items that are added to an empty container.
  struct Layout {
    /// The white space before the container, or before its key if it is a member's value. If it has
    /// no line break, it also separates the items.
    let outer: [UInt8]
    /// The white space of one level of indentation.
    let indentation: [UInt8]

    /// All items on one line.
    static let inline = Layout(outer: [.space], indentation: [])
  }

  /// The white space before an item that is appended.
  func newTrivia(in text: [UInt8], _ layout: Layout) -> ArraySlice<UInt8> {
    if count == 0 {
      let outer = text[contentRange].hasLineBreak ? text[contentRange] : layout.outer[...]
      return outer.hasLineBreak ? outer.lastLine + layout.indentation : outer
    }
    let space = leadingTrivia(of: count - 1, in: text).lastLine
    // A single item shows no separator to imitate, so a second one is separated by a space.
    return count == 1 && space.isEmpty && !layout.outer.isEmpty ? [.space] : space
  }

  /// A patch whose new text is that of `range` only, which encloses this container. These parts
  /// become the container's content.
  ///
  /// An existing item keeps its separator from the item before it. A new item gets the separator of
  /// the last existing item.
  func patch(_ parts: [Part], of range: Range<Int>, in text: [UInt8], _ layout: Layout) -> Patch {
    var patch = Patch([.original(range.lowerBound..<contentRange.lowerBound)])
    let trivia = newTrivia(in: text, layout)
    var isFirst = true
    func separate(_ index: Int? = nil) {
      if !isFirst, let index, index > 0 {
        patch.copy(self[index - 1].range.upperBound..<self[index].range.lowerBound)
      } else if !isFirst {
        patch.add([.comma] + trivia)
      } else if count > 0 {
        patch.copy(contentRange.lowerBound..<self[0].range.lowerBound)
      } else if trivia.hasLineBreak {
        patch.add(trivia)
      }
      isFirst = false
    }
    for part in parts {
      switch part {
      case .kept(let indices):
        if indices.isEmpty { continue }
        separate(indices.lowerBound)
        patch.copy(
          self[indices.lowerBound].range.lowerBound..<self[indices.upperBound - 1].range.upperBound)
      case .edited(let index, let edit):
        separate(index)
        patch.append(edit.pieces)
      case .new(let text):
        separate()
        patch.add(text)
      }
    }
    if count > 0 {
      patch.copy(self[count - 1].range.upperBound..<contentRange.upperBound)
    } else if isFirst || text[contentRange].hasLineBreak {
      patch.copy(contentRange)
    } else if trivia.hasLineBreak {
      patch.add(layout.outer[...].lastLine)
    }
    patch.copy(contentRange.upperBound..<range.upperBound)
    return patch
  }

  /// The whole text with this container edited. Items that are added to an empty container go on
  /// one line, unless it contains a line break.
  func edited(_ text: [UInt8], _ parts: [Part]) -> [UInt8] {
    patch(parts, of: 0..<text.count, in: text, .inline).applied(to: text) ?? text
  }
}

extension ArraySlice<UInt8> {
  /// Whether the white space has a line break.
  var hasLineBreak: Bool { contains { $0.isLineBreak } }

  /// The last line break of the white space and everything after it; all of it if there is no line
  /// break.
  var lastLine: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { $0.isLineBreak }) else { return self }
    let isPair =
      last > startIndex && self[last] == .lineFeed && self[last - 1] == .carriageReturn
    return self[(isPair ? last - 1 : last)...]
  }
}
