import CSystem

/// The names of the files that a writer creates next to the queue's file.
struct WriterNames {
  /// The lock's file, `.NAME.json.new`. It holds the name of the file with the new text.
  let lock: Pathname
  /// What surrounds the digits in the name of a new text, `.NAME.json.HEX16.json.new`.
  private let beginning: [UInt8]
  private static let ending = Array(".json.new".utf8)
  private static let digitCount = 16

  init(for file: Pathname) {
    let dot: [UInt8] = [.period]
    lock = Pathname((dot + file.bytes + Array(".new".utf8))[...])
    // A symbolic link may lead to a file with a longer name, which is cut.
    let room = Int(NAME_MAX) - 2 - Self.digitCount - Self.ending.count
    beginning = dot + file.bytes.prefix(room) + dot
  }

  var newTextLength: Int { beginning.count + Self.digitCount + Self.ending.count }

  /// A name that no other file has: others don't know it before it is in the lock's file.
  func randomNewText() throws(FileError) -> Pathname {
    var random: UInt64 = 0
    try lock.call(.create) { getentropy(&random, MemoryLayout<UInt64>.size) }
    let digits = (0..<Self.digitCount).map { index in
      hexadecimalDigit(UInt8(truncatingIfNeeded: random >> (4 * index) & 0xF))
    }
    return Pathname((beginning + digits + Self.ending)[...])
  }

  /// Whether a writer of this queue may have given this name to a new text.
  func isNewText(_ name: Pathname) -> Bool {
    let digits = name.bytes.dropFirst(beginning.count).prefix(Self.digitCount)
    return name.bytes.count == newTextLength && name.bytes.starts(with: beginning)
      && name.bytes.suffix(Self.ending.count).elementsEqual(Self.ending)
      && digits.allSatisfy { hexadecimalValue($0) != nil }
  }
}
