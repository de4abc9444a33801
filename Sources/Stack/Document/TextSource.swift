// A text, wherever it lies.

/// A text that is read piece by piece, wherever it lies.
struct TextSource {
  /// How much is moved at a time when all of it is gone through, in bytes: it fits into a processor's cache.
  static let step = 256 * 1024

  /// Copies bytes from an offset on; returns how many, 0 at the end.
  let read: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws(SystemError) -> Int

  /// A text in memory.
  static func memory(_ bytes: [UInt8], upTo end: Int? = nil) -> TextSource {
    let end = end ?? bytes.count
    return TextSource { (buffer, offset) throws(SystemError) in
      let count = max(0, min(buffer.count, end - offset))
      bytes.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)]))
      }
      return count
    }
  }
}
