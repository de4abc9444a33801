// The text of a file that is open.

extension TextSource {
  /// The text of a file.
  static func file(_ file: OpenFile) -> TextSource {
    TextSource { (buffer, offset) throws(SystemError) in try file.read(into: buffer, at: offset) }
  }

  /// Whether two texts are the same to the byte, as far as one of them goes.
  func isEqual(to other: TextSource, in range: Range<Int>, at offset: Int) throws(SystemError) -> Bool {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.step) {
      let part = start..<min(range.upperBound, start + Self.step)
      let moved =
        (part.lowerBound - range.lowerBound + offset)..<(part.upperBound - range.lowerBound + offset)
      if try bytes(part) != other.bytes(moved) { return false }
    }
    return true
  }
}

extension OpenFile {
  /// The bytes of the file.
  package func bytes() throws(SystemError) -> [UInt8] {
    try TextSource.file(self).bytes(0..<status().size)
  }

  /// Whether this is another file's content, to the byte.
  func hasSameContent(as other: OpenFile) throws(SystemError) -> Bool {
    let size = try status().size
    guard try other.status().size == size else { return false }
    return try TextSource.file(self).isEqual(to: .file(other), in: 0..<size, at: 0)
  }

  /// Whether this is what a patch makes of another text, to the byte.
  func isResult(of patch: Patch, from source: TextSource) throws(SystemError) -> Bool {
    guard try status().size == patch.size else { return false }
    let text = TextSource.file(self)
    var place = 0
    for piece in patch.pieces {
      switch piece {
      case .original(let range):
        guard try source.isEqual(to: text, in: range, at: place) else { return false }
        place += range.count
      case .new(let bytes):
        guard try text.bytes(place..<(place + bytes.count)) == bytes else { return false }
        place += bytes.count
      }
    }
    return true
  }
}
