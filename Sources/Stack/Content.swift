// Where the bytes of a document are.

/// The bytes of a document: in a file or in memory.
enum Content: Sendable {
  /// How much is moved at a time when all of it is gone through, in bytes: it fits into a processor's cache.
  static let step = 256 * 1024

  case file(OpenFile)
  case memory([UInt8])

  /// Copies bytes from `offset` on; returns how many, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    switch self {
    case .file(let file):
      return try file.read(into: buffer, at: offset)
    case .memory(let bytes):
      let count = max(0, min(buffer.count, bytes.count - offset))
      buffer.copyBytes(from: bytes[min(offset, bytes.count)...].prefix(count))
      return count
    }
  }

  /// The bytes of a range; fewer where the content ends before it.
  func bytes(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      do throws(SystemError) {
        while count < range.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
          let more = try read(into: rest, at: range.lowerBound + count)
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

extension OpenFile {
  /// The bytes of the file from `offset` to its end.
  package func bytes(from offset: Int = 0) throws(SystemError) -> [UInt8] {
    try Content.file(self).bytes(offset..<max(offset, status().size))
  }
}
