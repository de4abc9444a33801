// A text, wherever it lies.

/// A text that is read piece by piece, wherever it lies.
struct TextSource {
  /// How much is moved at a time when a text in memory is gone through, in bytes: it stays in a processor's nearest
  /// cache.
  static let step = 16 * 1024

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

  /// The text that a patch makes of another one. It can be read once, from front to back.
  static func result(of patch: Patch, from text: [UInt8]) -> TextSource {
    var rest = patch.pieces[...]
    var passed = 0
    return TextSource { (buffer, _) throws(SystemError) in
      var count = 0
      while count < buffer.count, let piece = rest.first {
        let bytes =
          switch piece {
          case .original(let range): text[range.dropFirst(passed).prefix(buffer.count - count)]
          case .new(let bytes): bytes.dropFirst(passed).prefix(buffer.count - count)
          }
        if bytes.isEmpty {
          rest = rest.dropFirst()
          passed = 0
        } else {
          let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
          bytes.withUnsafeBytes { room.copyMemory(from: $0) }
          count += bytes.count
          passed += bytes.count
        }
      }
      return count
    }
  }
}
