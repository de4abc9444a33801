// What stands at the front of a queue.

/// What stands at the front of a queue.
public struct Front: Equatable, Sendable {
  /// As far as tasks are counted, so that looking at a long queue takes no longer than at a short one.
  public static let maximumDepth = 7

  /// The current task, `nil` if the queue is empty.
  public private(set) var task: QueuedTask?
  /// How many tasks there are, counted up to `maximumDepth`.
  public private(set) var depth = 0
  /// Whether the queue has a file at all.
  public private(set) var hasFile = false
  /// How many bytes of the file were looked at: one more than it has where its end was seen, and 1 where there
  /// is no file. Whatever stands behind them, the front is the same.
  package private(set) var examinedSize = 1

  /// The front of a queue that has no file.
  init() {}

  /// Whether the same is at the front, wherever it is in the file.
  public static func == (one: Front, other: Front) -> Bool {
    one.task == other.task && one.depth == other.depth && one.hasFile == other.hasFile
  }

  init(_ document: borrowing Document) {
    task = document.front
    depth = min(document.taskCount, Self.maximumDepth)
    hasFile = true
    examinedSize = document.examinedSize
  }

  /// The front of a queue whose text is what a patch makes of another one.
  init(of patch: Patch, from text: [UInt8]) {
    // Both are sound, and so is what comes of them.
    self = Self.found(within: Self.maximumDepth) { patch.applied(to: text, upTo: $0) ?? [] } ?? Front()
  }

  /// Looks for the front in as few of the first bytes of a text as that takes.
  ///
  /// - Parameters:
  ///   - depth: How many tasks are counted. After the first one alone nothing is judged any more.
  ///   - beginning: The first bytes of the text, as many as are asked for, or all there are.
  /// - Returns: `nil` where something is wrong.
  static func found<Failure>(
    within depth: Int, _ beginning: (Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> Front? {
    for size in [16 * 1024, 1024 * 1024, .max] {
      let text = try beginning(size)
      let isWhole = text.count < size
      // What stands behind the queue can't change what was asked for; in a small text it is judged all the same.
      let document = try? Document(text, upTo: depth, includingRest: isWhole && depth > 1)
      if let document, isWhole || document.examinedSize <= size { return Front(document) }
      if isWhole { return nil }
    }
    return nil
  }
}
