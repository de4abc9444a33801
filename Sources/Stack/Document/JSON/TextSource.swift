// A text, wherever it lies.

/// A text that is read piece by piece, wherever it lies.
struct TextSource {
  /// How much is moved at a time when all of it is gone through, in bytes: it fits into a processor's cache.
  static let step = 256 * 1024

  /// Copies bytes from an offset on; returns how many, 0 at the end.
  let read: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws(SystemError) -> Int

  /// A text in memory.
  static func memory(_ bytes: [UInt8]) -> TextSource {
    TextSource { (buffer, offset) throws(SystemError) in
      let count = max(0, min(buffer.count, bytes.count - offset))
      bytes.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)]))
      }
      return count
    }
  }

  /// The bytes of a range; fewer where the text ends before it.
  func bytes(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      do throws(SystemError) {
        while count < range.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
          let more = try read(rest, range.lowerBound + count)
          if more == 0 { return }
          count += more
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
