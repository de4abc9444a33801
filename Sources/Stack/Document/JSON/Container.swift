// A list or an object, anywhere in a text: where its items stand, and how it is edited in place.

/// A list or an object in a text that was validated.
///
/// It is edited by saying which of its items are kept, in which order, and what is new among them. What comes of
/// that are pieces of the text before, so that all other bytes stay as they are.
struct Container: Equatable {
  /// An element of a list, or a member of an object. All numbers are offsets in the whole text.
  struct Item: Equatable {
    /// From the key, or from the value where there is no key, to the end of the value.
    let place: Range<Int>
    let valueStart: Int
    /// Which key it is; `nil` for one of the user's own, and in a list.
    let key: SchemaKey?

    var value: Range<Int> { valueStart..<place.upperBound }
  }

  /// What stands between the brackets.
  private(set) var inside: Range<Int>
  /// How many items there are.
  private(set) var count = 0
  /// All items or, where only the ends are noted, the first two and the last two.
  private(set) var items: [Item] = []

  /// Begins to note what stands in a container.
  init(from start: Int) {
    inside = start..<start
  }

  /// Reads a container.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - place: Where the container stands in it; `nil` where it is all that is there.
  init(_ text: [UInt8], at place: Range<Int>? = nil) {
    var scanner = JSONScanner(text, in: place ?? 0..<text.count)
    // The text was validated; there is nothing that could be wrong with it.
    let isObject = (try? scanner.enter()) ?? false
    self.init(from: scanner.offset)
    while let item = try? scanner.nextItem(ofObject: isObject) { note(item) }
    end(at: scanner.offset - 1)
  }

  /// How much of what stands in a container is noted.
  enum Detail {
    /// How many items there are.
    case count
    /// What it takes to add, remove and move items at both ends.
    case ends
    /// All items.
    case items
  }

  /// Notes an item behind those that were noted.
  mutating func note(_ item: Item, _ detail: Detail = .items) {
    count += 1
    if detail == .items || detail == .ends && count <= 2 { items.append(item) }
  }

  /// Notes where the closing bracket is and, where only the ends are noted, the last two items behind the first two.
  mutating func end(at bracket: Int, behind last: [Item] = []) {
    inside = inside.lowerBound..<bracket
    items += last
  }
}

// MARK: - Looking

extension Container {
  /// The item of an index; where only the ends were noted, it must be one of those.
  subscript(index: Int) -> Item { items[index < 2 ? index : items.count - (count - index)] }

  /// Which member stands under a key; the first one where the key stands twice.
  func index(of key: SchemaKey) -> Int? { items.firstIndex { $0.key == key } }

  /// The member under a key.
  subscript(key: SchemaKey) -> Item? { index(of: key).map { items[$0] } }

  /// Where the value under a key of an object stands, found without reading what comes behind it.
  static func value(under key: SchemaKey, in object: [UInt8], at place: Range<Int>? = nil) -> Range<Int>? {
    var scanner = JSONScanner(object, in: place ?? 0..<object.count)
    guard (try? scanner.enter()) == true else { return nil }
    while let item = try? scanner.nextItem(ofObject: true) {
      if item.key == key { return item.value }
    }
    return nil
  }

  /// What the string under a key of an object says, if there is one.
  static func string(under key: SchemaKey, in object: [UInt8]) -> String? {
    guard let value = value(under: key, in: object), object[value.lowerBound] == UInt8(ascii: "\"") else {
      return nil
    }
    return JSONText.decode(object[value])
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
  /// - Returns: Whether it is an object; `nil` where it is neither an object nor a list.
  fileprivate mutating func enter() throws(ScanError) -> Bool? {
    if try skip(UInt8(ascii: "{")) { return true }
    return try skip(UInt8(ascii: "[")) ? false : nil
  }

  /// Passes the next item of a container in a text that was validated; `nil` at its end.
  mutating func nextItem(ofObject isObject: Bool) throws(ScanError) -> Container.Item? {
    _ = try skip(UInt8(ascii: ","))
    if try skip(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return nil }
    let start = offset
    let key = isObject ? try skipKey() : nil
    _ = try next()
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
    case changed(Int, [Piece])
    /// An item that is new here.
    case new([Piece])
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
    if count == 0 { return fill(parts, in: text, layout, to: &patch) }
    let separator = [UInt8(ascii: ",")] + newTrivia(in: text, layout)
    var isFirst = true
    func separate(_ index: Int?) {
      if isFirst {
        patch.copy(inside.lowerBound..<self[0].place.lowerBound)
      } else if let index, index > 0 {
        patch.copy(self[index - 1].place.upperBound..<self[index].place.lowerBound)
      } else {
        patch.add(separator)
      }
      isFirst = false
    }
    for part in parts {
      switch part {
      case .kept(let indices):
        guard let first = indices.first, let last = indices.last else { continue }
        separate(first)
        patch.copy(self[first].place.lowerBound..<self[last].place.upperBound)
      case .changed(let index, let pieces):
        separate(index)
        patch.append(pieces)
      case .new(let pieces):
        separate(nil)
        patch.append(pieces)
      }
    }
    patch.copy(self[count - 1].place.upperBound..<inside.upperBound)
  }

  /// Writes the first items of a container that has none.
  private func fill(_ parts: [Part], in text: [UInt8], _ layout: Layout, to patch: inout Patch) {
    let space = text[inside]
    if parts.isEmpty { return patch.copy(inside) }
    let trivia = newTrivia(in: text, layout)
    var separator = trivia.hasLineBreak ? Array(trivia) : []
    for part in parts {
      guard case .new(let pieces) = part else { continue }
      patch.add(separator)
      patch.append(pieces)
      separator = [UInt8(ascii: ",")] + trivia
    }
    if space.hasLineBreak {
      patch.copy(inside)
    } else if trivia.hasLineBreak {
      patch.add(layout.outer[...].lastLine)
    }
  }

  /// A whole text of which only this container is edited.
  func edited(_ text: [UInt8], _ parts: [Part], _ layout: Layout = .inline) -> [UInt8] {
    var patch = Patch()
    patch.copy(0..<inside.lowerBound)
    write(parts, in: text, layout, to: &patch)
    patch.copy(inside.upperBound..<text.count)
    return patch.applied(to: text) ?? text
  }

  /// The parts of an object in which a key has a value: in the place of the one that is there, else at the end.
  func setting(_ key: SchemaKey, to value: [Piece]) -> [Part] {
    guard let index = index(of: key) else {
      let name = Piece.new(Array("\"\(key.rawValue)\": ".utf8))
      return [.kept(0..<count), .new([name] + value)]
    }
    let name = Piece.original(self[index].place.lowerBound..<self[index].valueStart)
    return [.kept(0..<index), .changed(index, [name] + value), .kept((index + 1)..<count)]
  }

  /// The parts of a container without one of its items.
  func removing(_ index: Int) -> [Part] { [.kept(0..<index), .kept((index + 1)..<count)] }
}

extension ArraySlice<UInt8> {
  /// Whether there is a line break in white space.
  var hasLineBreak: Bool { contains { $0.isLineBreak } }

  /// Of white space, the last line break and what stands behind it; all of it where there is no line break.
  var lastLine: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { $0.isLineBreak }) else { return self }
    let isPair =
      last > startIndex && self[last] == UInt8(ascii: "\n") && self[last - 1] == UInt8(ascii: "\r")
    return self[(isPair ? last - 1 : last)...]
  }

  /// What one level of nesting is indented by, if this is the white space before something of the first level.
  var indentation: ArraySlice<UInt8> { hasLineBreak ? lastLine.drop { $0.isLineBreak } : [] }
}
