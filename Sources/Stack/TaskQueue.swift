// A queue of tasks: where its file is, and how its tasks are read.

/// A first-in-first-out queue of tasks, kept in a file.
///
/// Every method uses the contents that the file has when it is called, and every change is on the disk when its method
/// returns. Any number of processes and threads may use the same queue at the same time.
///
/// A change reads the whole file into memory once and writes it once. The edit is a piece table, and the new text
/// replaces the file by write-ahead and rename.
public struct TaskQueue: Sendable {
  /// Where the file is, or will be.
  public let path: FilePath
  let folders: Folders

  /// The queue with a name.
  ///
  /// - Throws: `QueueError.noHome` if neither `folders` nor the environment gives the folder of the queues.
  public init(_ name: QueueName = .standard, in folders: Folders = Folders()) throws(QueueError) {
    self.folders = folders
    path = try folders.configuration().appending(name.text + ".json")
  }
}

// MARK: - Reading

extension TaskQueue {
  /// The front of the queue. Reads only as much of the file as that takes, however long the queue is.
  public func front() throws(QueueError) -> Front { try front(within: Front.maximumDepth) }

  /// The front of the queue, with at most `depth` tasks counted. Reads only as much of the file as that takes.
  package func front(within depth: Int) throws(QueueError) -> Front {
    guard let file = try opened() else { return Front() }
    var text: [UInt8] = []
    let front = try attempt(
      Front.found(within: depth, reading: &text) { (size) throws(SystemError) in
        size < .max ? try file.beginning(size) : try file.bytes()
      })
    if let front { return front }
    // The error is in the bytes that were read last, however large the file is.
    return Front(try Document(text, of: path, upTo: depth, includingRest: depth > 1))
  }

  /// The number of tasks. Reads and validates the whole file.
  public func count() throws(QueueError) -> Int { try document()?.taskCount ?? 0 }

  /// All tasks, front first, for a person to rearrange. Reads the whole file, and holds it in memory.
  public func tasks() throws(QueueError) -> [QueuedTask] {
    try elements(of: .tasks).map { QueuedTask(validated: $0) }
  }

  /// The tasks that have left the queue, in the order of the file: done, dropped or sent. Reads the whole file,
  /// and holds it in memory. Elements without a string as the title, which a person may have written, are left out.
  public func completed() throws(QueueError) -> [QueuedTask] {
    try elements(of: .completed).filter { Container.string(under: .title, in: $0) != nil }
      .map { QueuedTask(validated: $0) }
  }

  private func elements(of list: SchemaKey) throws(QueueError) -> [[UInt8]] {
    try document()?.elements(of: list).map { Array($0) } ?? []
  }

  /// The file, opened for reading without waiting for writers; `nil` if there is none.
  private func opened() throws(QueueError) -> OpenFile? {
    try attempt(unless(.missing, OpenFile(path, for: .reading)))
  }

  /// The whole text as it is now, validated; `nil` if there is no file.
  private func document() throws(QueueError) -> Document? {
    guard let file = try opened() else { return nil }
    return try Document(attempt(file.bytes()), of: path)
  }
}
