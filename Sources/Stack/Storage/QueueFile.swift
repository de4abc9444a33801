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

  /// What stands at the front. No more of the file is read than it takes to count so many tasks.
  func front(within depth: Int) throws(QueueError) -> Front {
    guard let file = try opened() else { return Front() }
    do throws(SystemError) {
      let front = try Front.found(within: depth) { (size) throws(SystemError) in
        size < .max ? try file.beginning(size) : try file.bytes()
      }
      if let front { return front }
    } catch {
      throw .system(error)
    }
    // What is wrong is said of all of it.
    return Front(try Document(text(of: file), of: path, upTo: depth, includingRest: depth > 1))
  }

  /// The text of the file as it is now, validated; `nil` if there is no file.
  func document() throws(QueueError) -> Document? {
    guard let file = try opened() else { return nil }
    return try Document(text(of: file), of: path)
  }

  private func text(of file: OpenFile) throws(QueueError) -> [UInt8] {
    do throws(SystemError) {
      return try file.bytes()
    } catch {
      throw .system(error)
    }
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

extension OpenFile {
  /// The first bytes of the file, as many of so many as come at once.
  fileprivate func beginning(_ size: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      do throws(SystemError) {
        count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension Document {
  /// Reads and validates the text of a file.
  ///
  /// - Parameter path: Where the text is, for the message if it is not what it should be.
  init(
    _ text: [UInt8], of path: FilePath, upTo limit: Int = .max, includingRest includesRest: Bool = true
  ) throws(QueueError) {
    do throws(ScanError) {
      try self.init(text, upTo: limit, includingRest: includesRest)
    } catch {
      throw .malformed(path, TextPosition(of: error.offset, in: text), error.problem)
    }
  }
}
