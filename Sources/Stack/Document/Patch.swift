/// A piece of the new text of a patch.
enum Piece: Equatable {
  case original(Range<Int>)
  case new([UInt8])

  var count: Int {
    switch self {
    case .original(let range): range.count
    case .new(let bytes): bytes.count
    }
  }

  func bytes(from original: [UInt8]) -> ArraySlice<UInt8> {
    switch self {
    case .original(let range): original[range]
    case .new(let bytes): bytes[...]
    }
  }
}

/// An edit of a text: the new text as a list of pieces, each a range of the original text or new
/// bytes (a piece table).
struct Patch: Equatable {
  private(set) var pieces: [Piece] = []

  /// Creates a patch. Without any pieces, the new text is empty.
  init(_ pieces: [Piece] = []) { append(pieces) }

  mutating func append(_ pieces: [Piece]) {
    for piece in pieces {
      switch piece {
      case .original(let range): copy(range)
      case .new(let bytes): add(bytes)
      }
    }
  }

  /// Appends a range of the original text. Adjacent ranges become one piece.
  mutating func copy(_ range: Range<Int>) {
    if range.isEmpty { return }
    if case .original(let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .original(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.original(range))
    }
  }

  mutating func add(_ bytes: some Collection<UInt8>) {
    if bytes.isEmpty { return }
    guard case .new(var last)? = pieces.last else { return pieces.append(.new(Array(bytes))) }
    // Remove the piece from the array first; otherwise two references would force a copy of its
    // bytes.
    pieces.removeLast()
    last.append(contentsOf: bytes)
    pieces.append(.new(last))
  }

  /// The patch that leaves a text of `size` bytes unchanged.
  static func identity(ofSize size: Int) -> Patch { Patch([.original(0..<size)]) }

  /// Whether this leaves every byte of a text as it is.
  func isIdentity(on text: [UInt8]) -> Bool {
    if size != text.count { return false }
    var offset = 0
    return pieces.allSatisfy { piece in
      defer { offset += piece.count }
      if case .original(let range) = piece, range.lowerBound == offset { return true }
      return piece.bytes(from: text) == text[offset..<(offset + piece.count)]
    }
  }

  var size: Int { pieces.reduce(0) { $0 + $1.count } }

  /// The new text, or its first `limit` bytes; `nil` if `text` can't be the original text, because
  /// it is too short.
  func applied(to text: [UInt8], upTo limit: Int = .max) -> [UInt8]? {
    // Check all ranges before using any, because a damaged record may contain any numbers.
    for case .original(let range) in pieces where range.upperBound > text.count { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(min(size, limit))
    for piece in pieces where result.count < limit {
      result += piece.bytes(from: text).prefix(limit - result.count)
    }
    return result
  }

  /// Passes the new text to `body` in chunks of at most `count` pages of memory. All chunks except
  /// the last end at a page boundary, because a page that is written in two parts costs twice as
  /// much.
  func forEachChunk<Failure>(
    ofPages count: Int, each pageSize: Int = 4096, from text: [UInt8],
    _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let size = count * pageSize
    var chunk: ArraySlice<UInt8> = []
    for piece in pieces {
      var rest = piece.bytes(from: text)
      while !rest.isEmpty {
        // A piece of at least a chunk's size isn't copied, except for the bytes that complete the
        // page before it.
        let fillsChunk = rest.count >= size
        let room =
          fillsChunk && !chunk.isEmpty ? pageSize - chunk.count % pageSize : size - chunk.count
        if chunk.isEmpty { chunk = rest.prefix(room) } else { chunk += rest.prefix(room) }
        rest = rest.dropFirst(room)
        if fillsChunk || chunk.count == size {
          try body(chunk)
          chunk = []
        }
      }
    }
    if !chunk.isEmpty { try body(chunk) }
  }

  /// The ranges of the original text that are copied, in the order of the new text, and how far
  /// each of them moves.
  private var copies: [(range: Range<Int>, shift: Int)] {
    var newOffset = 0
    return pieces.compactMap { piece in
      defer { newOffset += piece.count }
      guard case .original(let range) = piece else { return nil }
      return (range, newOffset - range.lowerBound)
    }
  }

  /// The patch that turns the new text back into the original text, `text`.
  func inverted(_ text: [UInt8]) -> Patch {
    let copies = copies.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var inverse = Patch()
    var position = 0
    for (range, shift) in copies where range.upperBound > position {
      // Bytes that the patch copies twice come from the first copy.
      let start = max(range.lowerBound, position)
      inverse.add(text[position..<start])
      inverse.copy((start + shift)..<(range.upperBound + shift))
      position = range.upperBound
    }
    inverse.add(text[position...])
    return inverse
  }

  /// The patch that has the effect of `first` and then of this one.
  func following(_ first: Patch) -> Patch {
    var ends: [Int] = []
    for piece in first.pieces { ends.append((ends.last ?? 0) + piece.count) }
    var result = Patch()
    for piece in pieces {
      guard case .original(var range) = piece else {
        result.append([piece])
        continue
      }
      // The first piece that ends after the start of the range, by binary search.
      var index = ends.partitioningIndex { $0 > range.lowerBound }
      while !range.isEmpty, index < ends.count {
        let start = ends[index] - first.pieces[index].count
        let part = range.clamped(to: start..<ends[index])
        let place = (part.lowerBound - start)..<(part.upperBound - start)
        switch first.pieces[index] {
        case .original(let copied):
          result.copy(
            (copied.lowerBound + place.lowerBound)..<(copied.lowerBound + place.upperBound))
        case .new(let bytes): result.add(bytes[place])
        }
        range = part.upperBound..<range.upperBound
        index += 1
      }
    }
    return result
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which a condition is true, which is false for all elements
  /// before it and true for all after it.
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        isInSecondPart(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
