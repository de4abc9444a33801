// The front of a queue: the current task, and how many tasks there are up to a limit.

/// The front of a queue: the current task, and how many tasks there are up to a limit.
public struct Front: Equatable, Sendable {
  /// The number up to which tasks are counted, so that showing a long queue takes no longer than showing a short one.
  public static let maximumDepth = 7

  /// The current task, `nil` if the queue is empty.
  public private(set) var task: QueuedTask?
  /// The number of tasks, counted up to `maximumDepth`.
  public private(set) var depth = 0
  /// Whether the queue has a file at all.
  public private(set) var hasFile = false
  /// How many bytes of the file the front depends on: one more than the file has if all of it was read, and 1 if there
  /// is no file. Changes after these bytes don't change the front.
  package private(set) var examinedSize = 1

  /// The front of a queue that has no file.
  init() {}

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
