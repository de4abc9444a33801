// Writes a text to a file in large steps.

/// A writer of a text to a file, in large steps, out of a buffer that is used again.
struct TextWriter: ~Copyable {
  private let file: OpenFile
  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0

  init(_ file: OpenFile, bufferSize: Int = TextSource.step) {
    self.file = file
    buffer = .allocate(byteCount: bufferSize, alignment: 16)
  }

  deinit {
    buffer.deallocate()
  }

  /// Writes the text that a patch makes of another.
  ///
  /// - Returns: Whether that text had all that the patch takes from it.
  mutating func write(_ patch: Patch, of source: TextSource) throws(SystemError) -> Bool {
    for piece in patch.pieces {
      switch piece {
      case .original(let range):
        guard try write(range, of: source) else { return false }
      case .new(let bytes):
        _ = try write(0..<bytes.count, of: .memory(bytes))
      }
    }
    return true
  }

  /// Writes a range of another text. Returns whether that text had so much.
  mutating func write(_ range: Range<Int>, of source: TextSource) throws(SystemError) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      if count == buffer.count {
        try flush()
        // The disk gets to work while the rest is copied.
        file.beginSync()
      }
      let room = min(buffer.count - count, range.upperBound - position)
      let read = try source.read(
        UnsafeMutableRawBufferPointer(rebasing: buffer[count..<(count + room)]), position)
      if read == 0 { return false }
      position += read
      count += read
    }
    return true
  }

  mutating func flush() throws(SystemError) {
    try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    count = 0
  }
}
