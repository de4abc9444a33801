/// What `.made` says about a change that was made (<doc:UndoHistory#File-names>).
struct Mark: Equatable {
  /// The inode and the change time of the file that the change left, in nanoseconds; `nil` if it
  /// left none.
  let inode: Int?
  let changed: Int?
  /// How many bytes the files of the history have at most; `nil` if that isn't known.
  let size: Int?

  /// No mark is larger, in bytes.
  static let maximumSize = 4096
}

extension Mark {
  /// A mark for a change that left a file with this status, or none.
  init(_ file: FileStatus?, size: Int?) {
    self.init(
      inode: file.map { Int(truncatingIfNeeded: $0.identity.number) }, changed: file?.changed,
      size: size)
  }

  /// Whether a file is the one that the change left, and unchanged since. Then its text and its
  /// name are durable.
  ///
  /// A file system may have coarse times, so a write may leave the change time as it is. But then
  /// the modification time is as late.
  func describes(_ file: FileStatus) -> Bool {
    self == Mark(file, size: size) && file.modified < file.changed
  }

  // MARK: Its text

  var text: [UInt8] {
    var text: [UInt8] = [.openBrace]
    func add(_ key: SchemaKey, _ value: Int?) {
      guard let value else { return }
      if text.count > 1 { text += ", ".utf8 }
      text += key.member("\(value)".utf8)
    }
    add(.inode, inode)
    add(.changed, changed)
    add(.size, size)
    return text + "}\n".utf8
  }

  /// Parses a mark; `nil` if the text isn't a complete one, for example because its writer was
  /// killed.
  init?(_ text: [UInt8]) {
    guard JSONScanner.isObject(text) else { return nil }
    self.init(
      inode: Container.number(under: .inode, in: text),
      changed: Container.number(under: .changed, in: text),
      size: Container.number(under: .size, in: text))
  }
}
