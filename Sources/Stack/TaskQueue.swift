import CSystem

/// A first-in-first-out queue of tasks, kept in a file.
///
/// ```swift
/// let queue = try TaskQueue()
/// try queue.push(TaskTitle("Write the report"))
/// print(try queue.front().task?.title ?? "Nothing to do")
/// ```
///
/// Every method reads the file when it is called, and a change is on the disk when its method
/// returns. Any number of processes and threads may use the same queue at the same time.
///
/// Every method can throw `QueueError.malformed`, `.notAFile` and `.system`. A change can also
/// throw `.locked`, `.rewrittenMeanwhile` and `.incomplete`, and a change of the current task
/// `.noTask`, if the queue is empty. The methods' comments list only further errors.
public struct TaskQueue: Sendable {
  /// The path of the file, which may not exist yet.
  public let path: Pathname
  let directories: StackDirectories
  /// What the user's prompt shows of the queue; `nil` if no prompt shows it.
  package var shownTask: ShownTask?

  /// Creates a queue. Doesn't open its file.
  ///
  /// - Throws: `QueueError.noHome` if `directories` has no directory for stacks.
  public init(_ name: StackName = .standard, in directories: StackDirectories = StackDirectories())
    throws(QueueError)
  {
    self.directories = directories
    path = try directories.configuration().appending(name.fileName)
  }
}

extension TaskQueue {
  /// The names of the stacks that have a task, open or ended, or can't be read, in alphabetical
  /// order. Conflict copies aren't stacks.
  ///
  /// - Throws: `QueueError.noHome` if `directories` has no directory for stacks.
  public static func names(in directories: StackDirectories = StackDirectories())
    throws(QueueError) -> [StackName]
  {
    try fileNames(in: directories).filter {
      (try? TaskQueue($0, in: directories).hasEntries()) != false
    }
  }

  /// The names of the stacks that have a file, in alphabetical order, also of those that are empty.
  package static func fileNames(in directories: StackDirectories) throws(QueueError) -> [StackName]
  {
    let path = try directories.configuration()
    guard let files = try attempt(unless(.missing, PathWalk.directory(path).names())) else {
      try attempt(PathWalk.requireLinkDestinations(of: path.appending(StackName.standard.fileName)))
      return []
    }
    return files.compactMap { StackName(fileName: $0) }
      .filter { name in
        let file = path.appending(name.fileName)
        return (try? FileSystem.statusThroughLinks(of: file))?.isRegular == true
      }
      .sorted { $0.text < $1.text }
  }
}

// MARK: - Reading

extension TaskQueue {
  /// Whether the file of another queue is this one's: a link leads to it, or the file system
  /// ignores case in names.
  package func hasFile(of other: TaskQueue) throws(QueueError) -> Bool {
    guard let file = try attempt(FileSystem.statusThroughLinks(of: path)) else { return false }
    return try attempt(FileSystem.statusThroughLinks(of: other.path))?.identity == file.identity
  }

  /// The front of the queue. Reads the file only as far as the seventh task, however long the queue
  /// is.
  public func front() throws(QueueError) -> QueueFront {
    try front(within: QueueFront.maximumDepth)
  }

  /// The front of the queue, with at most `depth` tasks counted.
  package func front(within depth: Int) throws(QueueError) -> QueueFront {
    guard let file = try opened() else { return QueueFront() }
    var text: [UInt8] = []
    // One call may read less than there is, so a text that seems malformed is read again, with as
    // many calls as needed.
    for isOneCall in [true, false] {
      let front = try attempt(
        QueueFront.parse(within: depth) { (size) throws(FileError) in
          text = try size < .max ? file.beginning(size, inOneCall: isOneCall) : file.bytes()
          return text
        })
      if let front { return front }
    }
    // The bytes that were read last contain the error.
    return QueueFront(try Document(text, of: path, upTo: depth, includingRest: depth > 1))
  }

  /// The number of tasks that aren't asleep. Reads and validates the whole file.
  public func count() throws(QueueError) -> Int { try document()?.awakeCount(at: .wallClock) ?? 0 }

  /// The number of tasks in the queue, and of those that left it. Reads and validates the whole
  /// file.
  package func entryCounts() throws(QueueError) -> (open: Int, ended: Int) {
    let document = try document()
    return (document?.taskCount ?? 0, document?.completed?.count ?? 0)
  }

  /// Whether there is an entry. Reads and validates the whole file.
  package func hasEntries() throws(QueueError) -> Bool { try entryCounts() != (0, 0) }

  /// All tasks in the order of the file, also those that are asleep: the current one first, unless
  /// all are snoozed. Each has its own ``QueuedTask/id-swift.property``. Reads and
  /// validates the whole file.
  public func tasks() throws(QueueError) -> [QueuedTask] {
    try document()?.openTasks.identified ?? []
  }

  /// The tasks that left the queue last, at most `count`, sorted by when they left. Tasks without a
  /// date come first, and those of the same second are in the order of the file. Elements of
  /// `completed` without a string as `title` are left out. Reads and validates the whole file.
  public func finishedTasks(last count: Int = .max) throws(QueueError) -> [QueuedTask] {
    try document()?.finishedTasks(last: count) ?? []
  }

  /// Checks the text of a stack. Errors name it by `path`.
  ///
  /// - Throws: `QueueError.malformed` if it isn't a valid stack.
  public static func validate(_ text: [UInt8], of path: Pathname) throws(QueueError) {
    _ = try Document(text, of: path)
  }

  /// Whether a text is that of a stack, or of one of a newer release; not, for example, settings of
  /// another program in JSON.
  package static func isStack(_ text: [UInt8]) -> Bool {
    do throws(ScanError) {
      let document = try Document(text)
      return document.tasks != nil || document.completed != nil
    } catch {
      return error.problem == .newerVersion
    }
  }

  /// The file, opened for reading without waiting for writers; `nil` if it doesn't exist.
  func opened() throws(QueueError) -> OpenFile? {
    // A planted link may lead to a device, which would react, or to a pipe that others wait for.
    if try attempt(FileSystem.statusThroughLinks(of: path))?.isSpecial == true {
      throw .system(FileError(.read, path, code: ESPIPE))
    }
    if let file = try attempt(unless(.missing, OpenFile(path, for: .reading))) { return file }
    try attempt(PathWalk.requireLinkDestinations(of: path))
    return nil
  }

  /// Whether there is a file, or a symbolic link in its place.
  func exists() throws(QueueError) -> Bool {
    if try attempt(FileSystem.status(of: path)) != nil { return true }
    try attempt(PathWalk.requireLinkDestinations(of: path))
    return false
  }

  /// The path without symbolic links, as far as it exists.
  package var realPath: Pathname { (try? FileSystem.nearestRealPath(of: path)) ?? path }

  /// The whole text, validated; `nil` if the file doesn't exist.
  func document() throws(QueueError) -> Document? {
    guard let file = try opened() else { return nil }
    return try Document(attempt(file.bytes()), of: path)
  }
}
