// The file of a queue on the disk: how it is found and read.

/// The file of a queue.
struct QueueFile: Sendable {
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

  /// What stands at the front. No more of the file is read than the extent says.
  func front(_ extent: ReadingExtent) throws(QueueError) -> Front {
    guard let file = try opened() else { return Front() }
    var reader = DocumentReader(
      TextSource { (buffer, offset) throws(SystemError) in try file.read(into: buffer, at: offset) },
      bufferSize: TextSource.step)
    do throws(ScanError) {
      return Front(try reader.read(extent))
    } catch {
      switch error {
      case .system(let error):
        throw .system(error)
      case .malformed(let problem, let offset):
        let text: [UInt8]
        do throws(SystemError) {
          text = try file.bytes()
        } catch {
          throw .system(error)
        }
        throw .malformed(path, TextPosition(of: offset, in: text), problem)
      }
    }
  }

  /// The text of the file as it is now, validated; `nil` if there is no file.
  ///
  /// - Parameter list: The list whose elements are noted.
  func document(noting list: ListName? = nil) throws(QueueError) -> Document? {
    guard let file = try opened() else { return nil }
    let text: [UInt8]
    do throws(SystemError) {
      text = try file.bytes()
    } catch {
      throw .system(error)
    }
    return try Document(text, of: path, noting: list)
  }

  /// The text of a copy of a stack, from a file or a pipe.
  static func text(ofCopy path: FilePath) throws(QueueError) -> [UInt8] {
    let text: [UInt8]?
    do throws(SystemError) {
      let file = try OpenFile(path, for: .reading)
      switch try file.status().kind {
      case .regular: text = try file.bytes()
      case .pipe: text = try file.rest()
      case .symbolicLink, .other: text = nil
      }
    } catch {
      throw .system(error)
    }
    guard let text else { throw .notAFile(path) }
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

extension Document {
  /// Reads and validates the text of a file.
  ///
  /// - Parameter path: Where the text is, for the message if it is not what it should be.
  init(_ text: [UInt8], of path: FilePath, noting list: ListName? = nil) throws(QueueError) {
    do throws(ScanError) {
      try self.init(text, noting: list)
    } catch {
      throw QueueError(error, in: text, of: path)
    }
  }
}

extension MergeCopy {
  /// Reads and validates the text of a file.
  ///
  /// - Parameter path: Where the text is, for the message if it is not what it should be.
  init(_ text: [UInt8], of path: FilePath) throws(QueueError) {
    do throws(ScanError) {
      try self.init(text)
    } catch {
      throw QueueError(error, in: text, of: path)
    }
  }
}

extension QueueError {
  /// What it means that the text of a file could not be read.
  fileprivate init(_ error: ScanError, in text: [UInt8], of path: FilePath) {
    switch error {
    case .system(let error): self = .system(error)
    case .malformed(let problem, let offset):
      self = .malformed(path, TextPosition(of: offset, in: text), problem)
    }
  }
}
