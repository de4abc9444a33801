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
  public let path: Pathname
  let directories: QueueDirectories

  /// The queue with a name.
  ///
  /// - Throws: `QueueError.noHome` if neither `directories` nor the environment gives the directory of the queues.
  public init(_ name: QueueName = .standard, in directories: QueueDirectories = QueueDirectories())
    throws(QueueError)
  {
    self.directories = directories
    path = try directories.configuration().appending(name.text + ".json")
  }
}

// MARK: - Reading

extension TaskQueue {
  /// The front of the queue. Reads only as much of the file as that takes, however long the queue is.
  public func front() throws(QueueError) -> QueueFront { try front(within: QueueFront.maximumDepth) }

  /// The front of the queue, with at most `depth` tasks counted. Reads only as much of the file as that takes.
  package func front(within depth: Int) throws(QueueError) -> QueueFront {
    guard let file = try opened() else { return QueueFront() }
    var text: [UInt8] = []
    let front = try attempt(
      QueueFront.parse(within: depth, reading: &text) { (size) throws(SystemCallError) in
        size < .max ? try file.beginning(size) : try file.bytes()
      })
    if let front { return front }
    // The error is in the bytes that were read last, however large the file is.
    return QueueFront(try Document(text, of: path, upTo: depth, includingRest: depth > 1))
  }

  /// The number of tasks. Reads and validates the whole file.
  public func count() throws(QueueError) -> Int { try document()?.taskCount ?? 0 }

  /// All tasks, front first, for a person to rearrange. Reads the whole file, and holds it in memory.
  public func tasks() throws(QueueError) -> [QueuedTask] {
    try document()?.elements(of: .tasks).map { QueuedTask(validated: Array($0)) } ?? []
  }

  /// The tasks that left the queue last, in the order in which they did: done, dropped or sent. Tasks without a date
  /// come first, and those of the same second keep the order of the file. Elements without a string as the title, which
  /// a person may have written, are left out. Reads the whole file.
  ///
  /// - Parameter count: How many tasks are returned at most.
  public func finishedTasks(last count: Int = .max) throws(QueueError) -> [QueuedTask] {
    try document()?.finishedTasks(last: count) ?? []
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
