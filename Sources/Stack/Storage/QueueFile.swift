// The file of a queue on the disk: how it is found and read.

/// The file of a queue.
struct QueueFile: Sendable {
  /// How much of a file is read at a time to show the current task, in bytes.
  private static let showingBufferSize = 16 * 1024

  /// The path as the folders and the name of the queue give it.
  let path: FilePath

  /// Opens the file as it is now, without waiting for writers.
  ///
  /// - Returns: `nil` if there is no file.
  func opened() throws(QueueError) -> OpenFile? {
    do throws(SystemError) {
      return try OpenFile(path, for: .reading)
    } catch {
      if error.isMissingFile { return nil }
      throw .system(error)
    }
  }

  /// Reads the file that was opened.
  func outline(of file: OpenFile, _ extent: ReadingExtent) throws(QueueError) -> Outline {
    try Self.outline(of: .file(file), at: path, extent)
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - path: Where the text is, for the message if it is not what it should be.
  ///   - failure: What it means that the system refuses to read.
  static func outline(
    of source: TextSource, at path: FilePath, _ extent: ReadingExtent,
    failure: (SystemError) -> QueueError = { .system($0) }
  ) throws(QueueError) -> Outline {
    var reader = DocumentReader(source, bufferSize: extent.isWhole ? TextSource.step : showingBufferSize)
    do throws(ScanError) {
      return try reader.read(extent)
    } catch {
      switch error {
      case .system(let error):
        throw failure(error)
      case .malformed(let problem, let offset):
        let position: TextPosition
        do throws(SystemError) {
          position = try TextPosition(of: offset, in: source)
        } catch {
          throw failure(error)
        }
        throw .malformed(path, position, problem)
      }
    }
  }

  /// The text of a copy of a stack, which is validated.
  ///
  /// - Parameter orEmpty: Whether there may be nothing in it.
  static func validatedText(at path: FilePath, orEmpty: Bool = false) throws(QueueError) -> [UInt8] {
    let text: [UInt8]
    var isRegular = false
    do throws(SystemError) {
      let file = try OpenFile(path, for: .reading)
      isRegular = try file.status().kind == .regular
      text = isRegular ? try file.bytes() : []
    } catch {
      throw .system(error)
    }
    // A pipe has no size, and would pass for an empty file.
    guard isRegular else { throw .notAFile(path) }
    if !(orEmpty && text.isEmpty) { _ = try outline(of: .memory(text), at: path, .whole) }
    return text
  }

  /// Where the file really is: behind symbolic links, with the path of its folder free of them.
  ///
  /// A link that leads to nothing is followed all the same, so that the file is created at its end.
  func resolved() throws(SystemError) -> FilePath {
    if try FileSystem.status(of: path) == nil { try FileSystem.createFolder(path.folder) }
    var target = path
    // As many links as Linux follows itself.
    for _ in 0..<40 {
      guard try FileSystem.status(of: target)?.kind == .symbolicLink else { break }
      let destination = try FileSystem.destination(of: target)
      // A file made there could not be reached by a link that says that it is a folder.
      if destination.bytes.last == .slash { throw .notAFolder(target) }
      target = destination.isAbsolute ? destination : target.folder.appending(destination)
    }
    return try FileSystem.realPath(of: target.folder).appending(target.name)
  }
}
