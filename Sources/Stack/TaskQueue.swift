// A queue of tasks: where it is, and what can be seen of it.

/// A first-in-first-out queue of tasks, kept in a file.
///
/// Every method looks at the file as it is at that moment, and every change is on the disk when the method
/// returns. Any number of processes may use the same queue at the same time, and any number of threads of one.
///
/// A change reads the whole file once into memory and writes it once; an edit is a list of pieces of the text before
/// and of new bytes (a piece list), and the file is replaced by writing ahead and renaming.
public struct TaskQueue: Sendable {
  /// Where the file is, or will be.
  public let path: FilePath
  let folders: Folders

  /// The queue of a name.
  ///
  /// - Throws: `QueueError.noHome` where nothing says in which folder the queues are.
  public init(_ name: QueueName = .standard, in folders: Folders = Folders()) throws(QueueError) {
    self.folders = folders
    path = try folders.configuration().appending(name.text + ".json")
  }
}

// MARK: - Looking

extension TaskQueue {
  /// What stands at the front. Reads no more of the file than that takes, however long the queue is.
  public func front() throws(QueueError) -> Front { try front(within: Front.maximumDepth) }

  /// What stands at the front, found without looking any further than the first so many tasks.
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

  /// How many tasks there are. Reads and validates the whole file.
  public func count() throws(QueueError) -> Int { try document()?.taskCount ?? 0 }

  /// All tasks, front first, so that a person can rearrange them. Reads the whole file, and holds it in memory.
  public func tasks() throws(QueueError) -> [QueuedTask] {
    try elements(of: .tasks).map { QueuedTask(validated: $0) }
  }

  /// The tasks that have left the queue, in the order of the file: done, dropped or sent. Reads the whole file,
  /// and holds it in memory. What a person wrote there that is no task is passed over.
  public func completed() throws(QueueError) -> [QueuedTask] {
    try elements(of: .completed).filter { Container.string(under: .title, in: $0) != nil }
      .map { QueuedTask(validated: $0) }
  }

  private func elements(of list: SchemaKey) throws(QueueError) -> [[UInt8]] {
    try document()?.elements(of: list).map { Array($0) } ?? []
  }

  /// The file as it is now, without waiting for writers; `nil` if there is none.
  private func opened() throws(QueueError) -> OpenFile? {
    try attempt(unless(.missing, OpenFile(path, for: .reading)))
  }

  /// The whole text as it is now, validated; `nil` if there is no file.
  private func document() throws(QueueError) -> Document? {
    guard let file = try opened() else { return nil }
    return try Document(attempt(file.bytes()), of: path)
  }
}
