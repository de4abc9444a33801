// What a change puts where: a new text as pieces of the one before.

/// A part of a new text.
enum Piece: Equatable {
  /// Bytes of the text that was there, as they are.
  case original(Range<Int>)
  /// Bytes that are new.
  case new([UInt8])
}

/// What a change puts where: the new text as pieces of the one before and bytes between them (a piece list).
///
/// With the text before, it gives the text after to the byte; and as long as both are known, it can be turned
/// around.
struct Patch: Equatable {
  private(set) var pieces: [Piece] = []

  /// A patch that puts pieces together; without any, it makes an empty text.
  init(_ pieces: [Piece] = []) { append(pieces) }

  /// Adds pieces at the end.
  mutating func append(_ pieces: [Piece]) {
    for piece in pieces {
      switch piece {
      case .original(let range): copy(range)
      case .new(let bytes): add(bytes)
      }
    }
  }

  /// Adds bytes of the text before; ranges that follow each other there are one piece.
  mutating func copy(_ range: Range<Int>) {
    if range.isEmpty { return }
    if case .original(let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .original(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.original(range))
    }
  }

  /// Adds bytes that are new.
  mutating func add(_ bytes: some Collection<UInt8>) {
    if bytes.isEmpty { return }
    guard case .new(var last)? = pieces.last else { return pieces.append(.new(Array(bytes))) }
    // Taken out of the array first, so that the bytes that are there already are not copied each time.
    pieces.removeLast()
    last.append(contentsOf: bytes)
    pieces.append(.new(last))
  }

  /// Puts something else in the place of a range of the text before that is kept as a whole.
  mutating func replace(_ range: Range<Int>, with replacement: Patch) {
    var result = Patch()
    for piece in pieces {
      guard case .original(let kept) = piece, kept.lowerBound <= range.lowerBound,
        range.upperBound <= kept.upperBound
      else {
        result.append([piece])
        continue
      }
      result.copy(kept.lowerBound..<range.lowerBound)
      result.append(replacement.pieces)
      result.copy(range.upperBound..<kept.upperBound)
    }
    self = result
  }

  /// The patch that leaves a text of so many bytes as it is.
  static func identity(ofSize size: Int) -> Patch { Patch([.original(0..<size)]) }

  /// Whether the new text is the one before.
  func isIdentity(ofSize size: Int) -> Bool { self == .identity(ofSize: size) }

  /// How long the new text is, in bytes.
  var size: Int {
    var size = 0
    for piece in pieces {
      switch piece {
      case .original(let range): size += range.count
      case .new(let bytes): size += bytes.count
      }
    }
    return size
  }

  /// The new text, or so many of its first bytes; `nil` if the text isn't the one that the patch is for.
  func applied(to text: [UInt8], upTo limit: Int = .max) -> [UInt8]? {
    // Before all else: whoever has damaged a record may have put any number there.
    for case .original(let range) in pieces where range.upperBound > text.count { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(min(size, limit))
    for piece in pieces {
      switch piece {
      case .original(let range): result += text[range.prefix(limit - result.count)]
      case .new(let bytes): result += bytes.prefix(limit - result.count)
      }
      if result.count == limit { break }
    }
    return result
  }

  /// Gives the new text in steps of so many pages of memory at most. Each step but the last ends with a page, for one
  /// that is written in two parts costs twice.
  func forEachStep<Failure>(
    ofPages count: Int, each pageSize: Int = 4096, from text: [UInt8],
    _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let size = count * pageSize
    var step: [UInt8] = []
    for piece in pieces {
      var rest =
        switch piece {
        case .original(let range): text[range]
        case .new(let bytes): bytes[...]
        }
      while !rest.isEmpty {
        // What is as long as a step is not copied for that, but for what fills up a page before it.
        let isLong = rest.count >= size
        if isLong, step.isEmpty {
          try body(rest.prefix(size))
          rest = rest.dropFirst(size)
          continue
        }
        let room = isLong ? pageSize - step.count % pageSize : size - step.count
        step += rest.prefix(room)
        rest = rest.dropFirst(room)
        if isLong || step.count == size {
          try body(step[...])
          step.removeAll(keepingCapacity: true)
        }
      }
    }
    if !step.isEmpty { try body(step[...]) }
  }

  /// The way back: gives the text before, from the one after.
  func inverted(_ text: [UInt8]) -> Patch {
    var moves: [(from: Range<Int>, offset: Int)] = []
    var place = 0
    for piece in pieces {
      switch piece {
      case .original(let range):
        moves.append((range, place - range.lowerBound))
        place += range.count
      case .new(let bytes): place += bytes.count
      }
    }
    moves.sort { $0.from.lowerBound < $1.from.lowerBound }
    var inverse = Patch()
    var position = 0
    for (from, offset) in moves where from.upperBound > position {
      // What two pieces have, the first one gives.
      let start = max(from.lowerBound, position)
      inverse.add(text[position..<start])
      inverse.copy((start + offset)..<(from.upperBound + offset))
      position = from.upperBound
    }
    inverse.add(text[position...])
    return inverse
  }
}
