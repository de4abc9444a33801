// The front of a queue: the current task, and how many tasks there are up to a limit.

/// The front of a queue: the current task, and how many tasks there are up to a limit.
public struct QueueFront: Equatable, Sendable {
  /// The number up to which tasks are counted, so that showing a long queue takes no longer than showing a short one.
  public static let maximumDepth = 7

  /// The current task, `nil` if the queue is empty.
  public let task: QueuedTask?
  /// The number of tasks, counted up to `maximumDepth`.
  public let depth: Int
  /// Whether the queue has a file at all.
  public let hasFile: Bool
  /// How many bytes of the file the front depends on: one more than the file has if all of it was read, and 1 if there
  /// is no file. Changes after these bytes don't change the front.
  package let scannedByteCount: Int

  /// Creates a front, such as one for a preview or a test of an app.
  ///
  /// - Parameters:
  ///   - task: The current task.
  ///   - depth: The number of tasks, of which at most `maximumDepth` are counted.
  ///   - hasFile: Whether the queue has a file at all.
  public init(task: QueuedTask?, depth: Int, hasFile: Bool = true) {
    self.init(task, depth, hasFile, 1)
  }

  /// The front of a queue that has no file.
  init() { self.init(nil, 0, false, 1) }

  private init(_ task: QueuedTask?, _ depth: Int, _ hasFile: Bool, _ scannedByteCount: Int) {
    self.task = task
    self.depth = min(depth, Self.maximumDepth)
    self.hasFile = hasFile
    self.scannedByteCount = scannedByteCount
  }

  /// Whether the same is at the front, wherever it is in the file.
  public static func == (one: QueueFront, other: QueueFront) -> Bool {
    one.task == other.task && one.depth == other.depth && one.hasFile == other.hasFile
  }

  init(_ document: borrowing Document) {
    self.init(document.front, document.taskCount, true, document.scannedByteCount)
  }

  /// The front of a queue whose text is what a patch makes of another one.
  init(of patch: Patch, from text: [UInt8]) {
    // Both are sound, and so is what comes of them.
    var beginning: [UInt8] = []
    let front = Self.parse(within: Self.maximumDepth, reading: &beginning) { size in
      patch.applied(to: text, upTo: size) ?? []
    }
    self = front ?? QueueFront()
  }

  /// More bytes than any error depends on, such as a word or a conflict marker.
  private static let lookahead = 16

  /// Looks for the front in as few of the first bytes of a text as that takes.
  ///
  /// - Parameters:
  ///   - depth: How many tasks are counted. After the first one alone nothing is judged any more.
  ///   - text: What was read last, so that an error can be described.
  ///   - beginning: The first bytes of the text, as many as are asked for, or all there are.
  /// - Returns: `nil` if the bytes that were read last are malformed.
  static func parse<Failure>(
    within depth: Int, reading text: inout [UInt8], _ beginning: (Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> QueueFront? {
    for size in [16 * 1024, 1024 * 1024, 16 * 1024 * 1024, .max] {
      text = []
      text = try beginning(size)
      let isWhole = text.count < size
      do throws(ScanError) {
        // What follows the queue can't change the front; a small text is validated all the same.
        let document = try Document(text, upTo: depth, includingRest: isWhole && depth > 1)
        if isWhole || document.scannedByteCount <= size { return QueueFront(document) }
      } catch {
        // More bytes can only make a difference to what is near the end of these, or to white space alone.
        if isWhole || error.problem != .empty && error.offset + Self.lookahead < text.count { return nil }
      }
    }
    return nil
  }
}
