// An array or an object, anywhere in a text: where its items stand, and how it is edited in place.

/// An array or an object in a text that was validated.
///
/// It is edited by saying which of its items are kept, in which order, and what is new among them. What comes of
/// that are pieces of the text before, so that all other bytes stay as they are.
struct Container {
  /// An element of an array, or a member of an object. All numbers are offsets in the whole text.
  struct Item {
    /// From the key, or from the value where there is no key, to the end of the value.
    let place: Range<Int>
    let valueStart: Int
    /// Which key it is; `nil` for one of the user's own, and in an array.
    let key: SchemaKey?

    var value: Range<Int> { valueStart..<place.upperBound }
  }

  /// What stands between the brackets.
  private(set) var inside: Range<Int>
  /// How many items there are.
  private(set) var count = 0
  /// All items, or those at the ends.
  private(set) var items: [Item] = []

  /// Begins to note what stands in a container; one that isn't there yet begins at 0.
  init(from start: Int = 0) { inside = start..<start }

  /// Notes an item behind those that were noted.
  ///
  /// - Parameter limit: How many items are kept in mind, half of them at either end. With four, it is known what it
  ///   takes to add, remove and move items at both ends.
  @inline(__always)
  mutating func note(_ item: Item, keeping limit: Int = .max) {
    count += 1
    if items.count < limit { return items.append(item) }
    if limit == 0 { return }
    for index in (limit / 2)..<(limit - 1) { items[index] = items[index + 1] }
    items[limit - 1] = item
  }

  /// Notes where the closing bracket is.
  mutating func end(at bracket: Int) { inside = inside.lowerBound..<bracket }

  /// Reads a container in a text that was validated.
  init(_ text: [UInt8], at start: Int = 0) {
    var scanner = JSONScanner(text, from: start)
    // There is nothing that could be wrong.
    let isObject = scanner.enter() ?? false
    self.init(from: scanner.offset)
    while let item = try? scanner.nextItem(ofObject: isObject) { note(item) }
    end(at: scanner.offset - 1)
  }
}

// MARK: - Looking

extension Container {
  /// The item of an index, which must have been noted.
  subscript(index: Int) -> Item { items[index < 2 ? index : items.count - (count - index)] }

  /// Which member stands under a key; the first one where the key stands twice.
  func index(of key: SchemaKey) -> Int? { items.firstIndex { $0.key == key } }

  /// Where the value under a key of an object stands, found without reading what comes behind it.
  static func value(under key: SchemaKey, in object: [UInt8], at start: Int = 0) -> Range<Int>? {
    var scanner = JSONScanner(object, from: start)
    guard scanner.enter() == true else { return nil }
    while let item = try? scanner.nextItem(ofObject: true) {
      if item.key == key { return item.value }
    }
    return nil
  }

  /// What the string under a key of an object says, if there is one.
  static func string(under key: SchemaKey, in object: [UInt8]) -> String? {
    value(under: key, in: object).flatMap { JSONText.string(object[$0]) }
  }

  /// What the value under a key of an object says, whatever it is, if there is one.
  static func bytes(under key: SchemaKey, in object: [UInt8]) -> [UInt8]? {
    let value = value(under: key, in: object).map { object[$0] }
    return value.map { JSONText.string($0).map { Array($0.utf8) } ?? Array($0) }
  }

  /// The key of a member, with its quotes.
  static func keyText(of member: Item, in text: [UInt8]) -> ArraySlice<UInt8> {
    // Behind it stand only a colon and white space.
    let start = text[member.place.lowerBound..<member.valueStart]
    return start[...(start.lastIndex(of: UInt8(ascii: "\"")) ?? start.startIndex)]
  }

  /// The white space before an item, behind the comma.
  func leadingTrivia(of index: Int, in text: [UInt8]) -> ArraySlice<UInt8> {
    let start = index == 0 ? inside.lowerBound : self[index - 1].place.upperBound
    let between = text[start..<self[index].place.lowerBound]
    guard index > 0, let comma = between.firstIndex(of: UInt8(ascii: ",")) else { return between }
    return between[(comma + 1)...]
  }
}

extension JSONScanner {
  /// Passes the bracket that begins a container.
  ///
  /// - Returns: Whether it is an object; `nil` where it is neither an object nor an array.
  mutating func enter() -> Bool? {
    if skip(UInt8(ascii: "{")) { return true }
    return skip(UInt8(ascii: "[")) ? false : nil
  }

  /// Passes the next item of a container in a text that was validated; `nil` at its end.
  mutating func nextItem(ofObject isObject: Bool) throws(ScanError) -> Container.Item? {
    _ = skip(UInt8(ascii: ","))
    if skip(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return nil }
    let start = offset
    let key = isObject ? try skipKey() : nil
    skipWhitespace()
    let valueStart = offset
    try skipValue(depth: 1)
    return Container.Item(place: start..<offset, valueStart: valueStart, key: key)
  }
}

// MARK: - Editing

extension Container {
  /// A part of what a container is to hold.
  enum Part {
    /// Items that stand there, one behind the other.
    case kept(Range<Int>)
    /// An item that stands there, with another text.
    case changed(Int, [UInt8])
    /// An item that is new here.
    case new([UInt8])
  }

  /// Whether all is noted that it takes to write these parts.
  func hasNoted(_ parts: [Part]) -> Bool {
    func isNoted(_ index: Int) -> Bool { index < 2 || count - index <= items.count - 2 }
    return parts.allSatisfy { part in
      switch part {
      case .kept(let indices):
        isNoted(indices.lowerBound - 1) && isNoted(indices.lowerBound) && isNoted(indices.upperBound - 1)
      case .changed(let index, _): isNoted(index - 1) && isNoted(index)
      case .new: true
      }
    }
  }

  /// How a container without items is laid out once it has some.
  struct Layout {
    /// The white space before the container, or before what it stands in; it goes between items too where it has
    /// no line break.
    let outer: [UInt8]
    /// What one level of nesting is indented by.
    let indentation: [UInt8]

    /// On one line.
    static let inline = Layout(outer: [UInt8(ascii: " ")], indentation: [])
  }

  /// The white space before an item that is added at the end.
  func newTrivia(in text: [UInt8], _ layout: Layout) -> ArraySlice<UInt8> {
    if count == 0 {
      let outer = text[inside].hasLineBreak ? text[inside] : layout.outer[...]
      return outer.hasLineBreak ? outer.lastLine + layout.indentation : outer
    }
    let space = leadingTrivia(of: count - 1, in: text).lastLine
    // A second item has no neighbour that would say what stands between two.
    return count == 1 && space.isEmpty && !layout.outer.isEmpty ? [UInt8(ascii: " ")] : space
  }

  /// Writes what is to stand between the brackets.
  ///
  /// What was there keeps what separated it from the item before it. What is new is separated as the last item is.
  func write(_ parts: [Part], in text: [UInt8], _ layout: Layout, to patch: inout Patch) {
    let trivia = newTrivia(in: text, layout)
    var isFirst = true
    func separate(_ index: Int? = nil) {
      if !isFirst, let index, index > 0 {
        patch.copy(self[index - 1].place.upperBound..<self[index].place.lowerBound)
      } else if !isFirst {
        patch.add([UInt8(ascii: ",")] + trivia)
      } else if count > 0 {
        patch.copy(inside.lowerBound..<self[0].place.lowerBound)
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
        patch.copy(self[indices.lowerBound].place.lowerBound..<self[indices.upperBound - 1].place.upperBound)
      case .changed(let index, let text):
        separate(index)
        patch.add(text)
      case .new(let text):
        separate()
        patch.add(text)
      }
    }
    if count > 0 {
      patch.copy(self[count - 1].place.upperBound..<inside.upperBound)
    } else if isFirst || text[inside].hasLineBreak {
      patch.copy(inside)
    } else if trivia.hasLineBreak {
      patch.add(layout.outer[...].lastLine)
    }
  }

  /// A whole text of which only this container is edited; what has no layout yet stays on one line.
  func edited(_ text: [UInt8], _ parts: [Part]) -> [UInt8] {
    var patch = Patch()
    patch.copy(0..<inside.lowerBound)
    write(parts, in: text, .inline, to: &patch)
    patch.copy(inside.upperBound..<text.count)
    return patch.applied(to: text) ?? text
  }
}

extension ArraySlice<UInt8> {
  /// Whether there is a line break in white space.
  var hasLineBreak: Bool { contains { $0.isLineBreak } }

  /// Of white space, the last line break and what stands behind it; all of it where there is no line break.
  var lastLine: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { $0.isLineBreak }) else { return self }
    let isPair = last > startIndex && self[last] == UInt8(ascii: "\n") && self[last - 1] == UInt8(ascii: "\r")
    return self[(isPair ? last - 1 : last)...]
  }

  /// What one level of nesting is indented by, if this is the white space before something of the first level.
  var indentation: ArraySlice<UInt8> { hasLineBreak ? lastLine.drop { $0.isLineBreak } : [] }
}
