/// The front of a queue: the current task, and how many tasks there are up to a limit.
public struct QueueFront: Hashable, Sendable {
  /// Tasks are counted up to this number, so showing a long queue takes no longer than showing a
  /// short one.
  public static let maximumDepth = 7

  /// The current task; `nil` if the queue is empty, or all its tasks are asleep.
  public let task: QueuedTask?
  /// The number of tasks that aren't snoozed, counted among the first `maximumDepth` of the queue,
  /// and at least 1 if there is a current task.
  public let depth: Int
  /// Whether the file exists.
  public let hasFile: Bool
  /// When this front will change by itself, because a snoozed task wakes; `nil` while there is a
  /// current task, and if the queue is empty.
  public let changesAt: Timestamp?
  /// The number of bytes that the front depends on. The end of the file counts as one more byte if
  /// the front depends on it, too, so this is 1 if there is no file. Changes after these bytes
  /// don't change the front.
  package private(set) var scannedByteCount = 1

  /// How many bytes of the file prompts compare, at most (`completions/README.md`).
  private static let comparedByteCount = 4096

  /// The number of bytes that a prompt depends on. It is larger than what prompts compare if the
  /// front will change by itself, so that they run the program each time.
  package var extent: Int {
    changesAt == nil ? scannedByteCount : max(scannedByteCount, Self.comparedByteCount + 1)
  }

  /// Creates a front, such as one for a preview or a test of an app, from the current `task`, the
  /// number of tasks (`depth`, of which at most `maximumDepth` are counted), and whether the file
  /// exists (`hasFile`), and when the first of its snoozed tasks wakes if there is no current one
  /// (`changesAt`).
  public init(
    task: QueuedTask?, depth: Int, hasFile: Bool = true, changesAt: Timestamp? = nil
  ) {
    self.task = task
    self.depth = min(depth, Self.maximumDepth)
    self.hasFile = hasFile
    self.changesAt = changesAt
  }

  /// Whether the fronts are equal. It doesn't matter how many bytes they depend on.
  public static func == (one: QueueFront, other: QueueFront) -> Bool {
    one.task == other.task && one.depth == other.depth && one.hasFile == other.hasFile
      && one.changesAt == other.changesAt
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(task)
    hasher.combine(depth)
    hasher.combine(hasFile)
  }

  /// The front of a queue without a file.
  init() { self.init(task: nil, depth: 0, hasFile: false) }

  init(_ document: borrowing Document) {
    let current = document.currentTask(at: .wallClock)
    let snoozed = document.snoozed.prefix { $0.index < Self.maximumDepth }
    let depth = min(document.taskCount, Self.maximumDepth) - snoozed.count
    self.init(
      task: current?.task, depth: max(depth, current == nil ? 0 : 1),
      changesAt: current == nil ? document.firstWaking : nil)
    scannedByteCount = document.scannedByteCount
  }

  /// The front of the queue that has a valid text.
  init(of text: [UInt8]) { self.init(of: .identity(ofSize: text.count), from: text) }

  /// The front of a queue after a patch was applied to its text.
  init(of patch: Patch, from text: [UInt8]) {
    // A patch of a valid text makes a valid text.
    self =
      Self.parse(within: Self.maximumDepth) { patch.applied(to: text, upTo: $0) ?? [] }
      ?? QueueFront()
  }

  /// An error is certain if this many bytes follow it. Closer to the end of what was read, a word
  /// or a conflict marker may be cut off.
  private static let lookahead = 16

  /// Finds the front of a text, in its beginning if that is sufficient, and else in all of it. With
  /// a `depth` of 1, nothing after the first task is validated.
  ///
  /// - Parameter beginning: Returns this many bytes from the start of the text, or all if there are
  ///   fewer.
  /// - Returns: `nil` if the text is malformed.
  static func parse<Failure>(
    within depth: Int, _ beginning: (Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> QueueFront? {
    for size in [16 * 1024, .max] {
      let text = try beginning(size)
      let isWhole = text.count < size
      do throws(ScanError) {
        // The rest can't change the front, but it is validated if it was read.
        let document = try Document(text, upTo: depth, includingRest: isWhole && depth > 1)
        if isWhole || document.scannedByteCount <= size { return QueueFront(document) }
      } catch {
        // An error near the end, or only whitespace so far, may be due to the part that wasn't
        // read.
        if isWhole || error.problem != .empty && error.offset + Self.lookahead < text.count {
          return nil
        }
      }
    }
    return nil
  }
}
