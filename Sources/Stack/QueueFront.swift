// The front of a queue: the current task, and how many tasks there are up to a limit.

/// The front of a queue: the current task, and how many tasks there are up to a limit.
public struct QueueFront: Equatable, Sendable {
  /// Tasks are counted up to this number, so showing a long queue takes no longer than showing a short one.
  public static let maximumDepth = 7

  /// The current task; `nil` if the queue is empty.
  public let task: QueuedTask?
  /// The number of tasks, counted up to `maximumDepth`.
  public let depth: Int
  /// Whether the file exists.
  public let hasFile: Bool
  /// The number of bytes that the front depends on: one more than the size of the file if all of it was read, and 1 if
  /// the file doesn't exist. Changes after these bytes don't change the front.
  package let scannedByteCount: Int

  /// Creates a front, such as one for a preview or a test of an app.
  ///
  /// - Parameters:
  ///   - task: The current task.
  ///   - depth: The number of tasks, of which at most `maximumDepth` are counted.
  ///   - hasFile: Whether the file exists.
  public init(task: QueuedTask?, depth: Int, hasFile: Bool = true) { self.init(task, depth, hasFile, 1) }

  /// The front of a queue without a file.
  init() { self.init(nil, 0, false, 1) }

  private init(_ task: QueuedTask?, _ depth: Int, _ hasFile: Bool, _ scannedByteCount: Int) {
    self.task = task
    self.depth = min(depth, Self.maximumDepth)
    self.hasFile = hasFile
    self.scannedByteCount = scannedByteCount
  }

  /// Whether the fronts are equal. It doesn't matter how many bytes they depend on.
  public static func == (one: QueueFront, other: QueueFront) -> Bool {
    one.task == other.task && one.depth == other.depth && one.hasFile == other.hasFile
  }

  init(_ document: borrowing Document) {
    self.init(document.front, document.taskCount, true, document.scannedByteCount)
  }

  /// The front of a queue after a patch was applied to its text.
  init(of patch: Patch, from text: [UInt8]) {
    // A patch of a valid text makes a valid text.
    var beginning: [UInt8] = []
    let front = Self.parse(within: Self.maximumDepth, reading: &beginning) { size in
      patch.applied(to: text, upTo: size) ?? []
    }
    self = front ?? QueueFront()
  }

  /// An error depends on fewer bytes than this, such as those of a word or of a conflict marker.
  private static let lookahead = 16

  /// Finds the front of a text, reading larger and larger parts until one is sufficient.
  ///
  /// - Parameters:
  ///   - depth: How many tasks are counted. With 1, nothing after the first task is validated.
  ///   - text: The bytes that were read last, from which an error can be described.
  ///   - beginning: Returns as many first bytes of the text, or all if there are fewer.
  /// - Returns: `nil` if the bytes that were read last are malformed.
  static func parse<Failure>(
    within depth: Int, reading text: inout [UInt8], _ beginning: (Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> QueueFront? {
    for size in [16 * 1024, 1024 * 1024, 16 * 1024 * 1024, .max] {
      text = []
      text = try beginning(size)
      let isWhole = text.count < size
      do throws(ScanError) {
        // The rest can't change the front, but it is validated if it was read.
        let document = try Document(text, upTo: depth, includingRest: isWhole && depth > 1)
        if isWhole || document.scannedByteCount <= size { return QueueFront(document) }
      } catch {
        // An error near the end, and an empty text, may be due to the part that wasn't read.
        if isWhole || error.problem != .empty && error.offset + Self.lookahead < text.count { return nil }
      }
    }
    return nil
  }
}
