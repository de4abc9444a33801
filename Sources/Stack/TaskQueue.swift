// What can be done with a queue.

/// What stands at the front of a queue.
public struct Front: Equatable, Sendable {
  /// As far as tasks are counted, so that looking at a long queue takes no longer than at a short one.
  public static let maximumDepth = 7

  /// The current task, `nil` if the queue is empty.
  public let task: QueuedTask?
  /// How many tasks there are, counted up to `maximumDepth`.
  public let depth: Int
  /// Whether the queue has a file at all.
  public let hasFile: Bool
  /// How many bytes of the file were looked at, all that was judged among them: one more than it has if its
  /// end was seen, and 1 where there is no file.
  package let examinedSize: Int

  /// The front of a queue that has no file.
  init() {
    task = nil
    depth = 0
    hasFile = false
    examinedSize = 1
  }

  init(_ outline: Outline) {
    task = outline.front.map(QueuedTask.init(judged:))
    depth = min(outline.tasks?.count ?? 0, Self.maximumDepth)
    hasFile = true
    examinedSize = outline.examinedSize
  }
}

/// What a change came to.
public struct Outcome: Sendable {
  /// The task that the change was about, as it was before; `nil` if it was about none.
  public let task: QueuedTask?
  /// What stands at the front afterwards.
  public let front: Front
  /// Whether there was anything to change; if not, nothing was written.
  public let isChanged: Bool
}

/// How a task leaves the queue.
public enum Ending: Sendable {
  /// It is done.
  case completed
  /// It is deleted.
  case dropped
  /// It went to somebody else.
  case sent(to: String)
}

/// A first-in-first-out queue of tasks, kept in a file.
///
/// Every method looks at the file as it is at that moment, and every change is on the disk when the method
/// returns. Any number of processes may use the same queue at the same time.
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

  // MARK: Looking

  /// What stands at the front. Reads no more of the file than that takes.
  public func front() throws(QueueError) -> Front {
    guard let opened = try file.opened() else { return Front() }
    return Front(try QueueFile.outline(of: .file(opened), at: path, .tasks(Front.maximumDepth)))
  }

  /// What stands at the front, looking no further than the first task: what that is, and whether it is sound,
  /// depends on the first `examinedSize` bytes of the file and on nothing behind them.
  package func frontAlone() throws(QueueError) -> Front {
    guard let opened = try file.opened() else { return Front() }
    return Front(try QueueFile.outline(of: .file(opened), at: path, .front))
  }

  /// How many tasks there are. Reads and judges the whole file.
  public func count() throws(QueueError) -> Int {
    guard let opened = try file.opened() else { return 0 }
    return try QueueFile.outline(of: .file(opened), at: path, .whole).tasks?.count ?? 0
  }

  // MARK: Adding

  /// Adds tasks at the back of the queue, or in front, in one change.
  ///
  /// - Parameters:
  ///   - titles: What there is to do, in the order in which it is to be done.
  ///   - attachments: What is attached to each: absolute paths and URLs.
  ///   - inFront: Whether the tasks go before all others.
  public func push(
    _ titles: [TaskTitle], attachments: [String] = [], inFront: Bool = false
  ) throws(QueueError) -> Outcome {
    let now = Timestamp.now
    let tasks = titles.map { QueuedTask(title: $0, attachments: attachments, added: now) }
    return try add(tasks, inFront: inFront, command: "push")
  }

  /// Adds a task that came from another machine.
  public func receive(_ task: QueuedTask) throws(QueueError) -> Outcome {
    try add([task], inFront: false, command: "receive")
  }

  private func add(_ tasks: [QueuedTask], inFront: Bool, command: String) throws(QueueError) -> Outcome {
    try change(command) { (document) throws(QueueError) in
      let elements = tasks.map { Piece.new($0.text) }
      if elements.isEmpty { return document.front }
      try QueueError.wrapping { () throws(SystemError) in
        if inFront {
          try document.prepend(elements)
        } else {
          try document.append(elements, to: .tasks)
        }
      }
      return document.front
    }
  }

  // MARK: Ending

  /// Takes the current task out of the queue and keeps it under `completed`.
  ///
  /// - Throws: `QueueError.noTask` if the queue is empty.
  public func endFront(as ending: Ending) throws(QueueError) -> Outcome {
    try change(ending.command) { (document) throws(QueueError) in
      let task = try document.currentTask()
      try QueueError.wrapping { () throws(SystemError) in
        document.removeFront()
        try document.append([.new(task.ended(ending).text)], to: .completed)
      }
      return task
    }
  }

  /// Takes this very task out of the queue, wherever it stands by now, and keeps it under `completed`.
  ///
  /// - Throws: `QueueError.changedMeanwhile` if it isn't there any more as it was.
  public func end(_ task: QueuedTask, as ending: Ending) throws(QueueError) -> Outcome {
    try change(ending.command, reading: .wholeWithElements) { (document) throws(QueueError) in
      let index = try document.index(of: task)
      try QueueError.wrapping { () throws(SystemError) in
        document.remove(at: index)
        try document.append([.new(task.ended(ending).text)], to: .completed)
      }
      return task
    }
  }

  // MARK: Rearranging

  /// Moves the current task to the back of the queue. Alone in the queue, it stays where it is.
  ///
  /// - Throws: `QueueError.noTask` if the queue is empty.
  public func skip() throws(QueueError) -> Outcome {
    try change("skip") { (document) throws(QueueError) in
      let task = try document.currentTask()
      guard let list = document.outline.tasks, list.count > 1, let front = list.first else { return task }
      try QueueError.wrapping { () throws(SystemError) in
        document.removeFront()
        try document.append([.original(front)], to: .tasks)
      }
      return task
    }
  }

  /// Gives the current task another title.
  ///
  /// - Throws: `QueueError.noTask` if the queue is empty.
  public func retitleFront(_ title: TaskTitle) throws(QueueError) -> Outcome {
    try editFront("edit") { (task) throws(QueueError) in
      task.isTitled(title) ? task : task.retitled(title)
    }
  }

  /// Gives this very task another title, wherever it stands by now.
  ///
  /// - Throws: `QueueError.changedMeanwhile` if it isn't there any more as it was.
  public func retitle(_ task: QueuedTask, _ title: TaskTitle) throws(QueueError) -> Outcome {
    try change("edit", reading: .wholeWithElements) { (document) throws(QueueError) in
      let index = try document.index(of: task)
      if !task.isTitled(title) {
        document.replace(document.outline.elements[index], with: task.retitled(title))
      }
      return task
    }
  }

  /// All tasks, front first, so that a person can rearrange them.
  public func tasks() throws(QueueError) -> [QueuedTask] {
    guard let opened = try file.opened() else { return [] }
    let content = Content.file(opened)
    let document = Document(
      content, outline: try QueueFile.outline(of: content, at: path, .wholeWithElements))
    return try QueueError.wrapping { () throws(SystemError) in try document.elements() }
      .map { QueuedTask(judged: Array($0)) }
  }

  /// What a place in a rearranged queue holds.
  public enum Arrangement: Equatable, Sendable {
    /// The task that had this index.
    case task(Int)
    /// The task that had this index, with another title.
    case retitled(Int, TaskTitle)
    /// A new task.
    case new(TaskTitle)
  }

  /// Rearranges the queue. Tasks that are not mentioned are dropped: they stand under `completed` afterwards.
  ///
  /// - Parameters:
  ///   - tasks: The whole queue as it was when the person began.
  ///   - arrangement: The whole queue as it is to be.
  /// - Throws: `QueueError.changedMeanwhile` if the queue isn't `tasks` any more.
  public func rearrange(_ tasks: [QueuedTask], as arrangement: [Arrangement]) throws(QueueError) -> Outcome {
    let now = Timestamp.now
    return try change("edit", reading: .wholeWithElements) { (document) throws(QueueError) in
      let places = document.outline.elements
      try QueueError.wrapping { () throws(SystemError) in try document.elements() }
        .requireEqual(to: tasks)
      var isGone = Array(repeating: true, count: tasks.count)
      let elements = arrangement.map { element -> Piece in
        switch element {
        case .task(let index):
          isGone[index] = false
          return .original(places[index])
        case .retitled(let index, let title):
          isGone[index] = false
          return .new(tasks[index].retitled(title).text)
        case .new(let title):
          return .new(QueuedTask(title: title, attachments: [], added: now).text)
        }
      }
      let dropped = zip(tasks, isGone).compactMap { task, isGone in
        isGone ? Piece.new(task.ended(.dropped, at: now).text) : nil
      }
      try QueueError.wrapping { () throws(SystemError) in
        try document.replaceTasks(with: elements)
        if !dropped.isEmpty { try document.append(dropped, to: .completed) }
      }
      return tasks.first
    }
  }

  // MARK: Attachments

  /// Attaches files and URLs to the current task; what is attached already stays as it is.
  ///
  /// - Parameter items: Absolute paths and URLs.
  /// - Throws: `QueueError.noTask` if the queue is empty.
  public func attach(_ items: [String]) throws(QueueError) -> Outcome {
    try editFront("attach") { (task) throws(QueueError) in task.attaching(items) }
  }

  /// Takes attachments off the current task.
  ///
  /// - Parameter items: Which ones; `nil` for all.
  /// - Throws: `QueueError.noTask` if the queue is empty, `QueueError.notAttached` for an item that isn't there.
  public func detach(_ items: [String]?) throws(QueueError) -> Outcome {
    try editFront("detach") { (task) throws(QueueError) in
      let attachments = task.attachments
      for item in items ?? [] where !attachments.containsExactly(item) { throw .notAttached(item) }
      return task.detaching(items ?? attachments)
    }
  }

  private func editFront(
    _ command: String, _ edit: (QueuedTask) throws(QueueError) -> QueuedTask
  ) throws(QueueError) -> Outcome {
    try change(command) { (document) throws(QueueError) in
      let task = try document.currentTask()
      guard let place = document.outline.tasks?.first else { return task }
      let edited = try edit(task)
      if edited != task { document.replace(place, with: edited) }
      return task
    }
  }
}

// MARK: - Details

extension [ArraySlice<UInt8>] {
  /// Fails unless these are the texts of the tasks.
  fileprivate func requireEqual(to tasks: [QueuedTask]) throws(QueueError) {
    guard elementsEqual(tasks, by: { $0.elementsEqual($1.text) }) else { throw .changedMeanwhile }
  }
}

extension Document {
  fileprivate func currentTask() throws(QueueError) -> QueuedTask {
    guard let front else { throw .noTask }
    return front
  }

  /// Where a task stands now; the tasks must have been noted in the outline.
  fileprivate func index(of task: QueuedTask) throws(QueueError) -> Int {
    let texts = try QueueError.wrapping { () throws(SystemError) in try elements() }
    guard let index = texts.firstIndex(where: { $0.elementsEqual(task.text) }) else {
      throw .changedMeanwhile
    }
    return index
  }
}

extension Ending {
  fileprivate var command: String {
    switch self {
    case .completed: "done"
    case .dropped: "drop"
    case .sent: "send"
    }
  }
}

extension QueuedTask {
  fileprivate func ended(_ ending: Ending, at time: Timestamp = .now) -> QueuedTask {
    switch ending {
    case .completed: setting("completed", toString: time.dateText)
    case .dropped: setting("dropped", toString: time.dateText)
    case .sent(let recipient):
      setting("sent", toString: time.dateText).setting("to", toString: recipient)
    }
  }
}
