// A queue of tasks: where it is, and what can be seen of it.

/// A first-in-first-out queue of tasks, kept in a file.
///
/// Every method looks at the file as it is at that moment, and every change is on the disk when the method
/// returns. Any number of processes may use the same queue at the same time, and any number of threads of one.
///
/// A change reads the whole file once and writes it once, in buffers of fixed size; an edit is a list of pieces
/// of the text before and of new bytes (a piece list), and the file is replaced by writing ahead and renaming.
/// So its time grows with the size of the file, and its memory with the size of what is changed.
public struct TaskQueue: Sendable {
  let file: QueueFile
  let folders: Folders

  /// The queue of a name.
  ///
  /// - Throws: `QueueError.noHome` where nothing says in which folder the queues are.
  public init(_ name: QueueName = .standard, in folders: Folders = Folders()) throws(QueueError) {
    self.folders = folders
    file = QueueFile(path: try folders.configuration().appending(name.text + ".json"))
  }

  /// Where the file is, or will be.
  public var path: FilePath { file.path }
}

// MARK: - Looking

extension TaskQueue {
  /// What stands at the front. Reads no more of the file than that takes, however long the queue is.
  public func front() throws(QueueError) -> Front {
    guard let opened = try file.opened() else { return Front() }
    return Front(try file.outline(of: opened, .tasks(Front.maximumDepth)))
  }

  /// What stands at the front, found without looking any further than the first task.
  package func frontAlone() throws(QueueError) -> Front {
    guard let opened = try file.opened() else { return Front() }
    return Front(try file.outline(of: opened, .front))
  }

  /// How many tasks there are. Reads and validates the whole file.
  public func count() throws(QueueError) -> Int {
    guard let opened = try file.opened() else { return 0 }
    return try file.outline(of: opened, .whole).tasks?.count ?? 0
  }

  /// All tasks, front first, so that a person can rearrange them. Reads the whole file, and holds it in memory.
  public func tasks() throws(QueueError) -> [QueuedTask] {
    guard let opened = try file.opened() else { return [] }
    let outline = try file.outline(of: opened, .wholeWithElements(of: .tasks))
    return outline.elementTexts(of: outline.tasks).map { QueuedTask(validated: Array($0)) }
  }

  /// The tasks that have left the queue, in the order of the file: done, dropped or sent. Reads the whole file,
  /// and holds it in memory. What a person wrote there that is no task is passed over.
  public func completed() throws(QueueError) -> [QueuedTask] {
    guard let opened = try file.opened() else { return [] }
    let outline = try file.outline(of: opened, .wholeWithElements(of: .completed))
    var tasks: [QueuedTask] = []
    for text in outline.elementTexts(of: outline.completed) where text.first == UInt8(ascii: "{") {
      guard ObjectText(Array(text)).string(under: "title") != nil else { continue }
      tasks.append(QueuedTask(validated: Array(text)))
    }
    return tasks
  }
}
