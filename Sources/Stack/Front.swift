// What stands at the front of a queue.

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
  /// How many bytes of the file were looked at: one more than it has where its end was seen, and 1 where there
  /// is no file. Whatever stands behind them, the front is the same.
  package let examinedSize: Int

  /// The front of a queue that has no file.
  init() {
    task = nil
    depth = 0
    hasFile = false
    examinedSize = 1
  }

  init(_ outline: Outline) {
    task = outline.front.map { QueuedTask(validated: $0) }
    depth = min(outline.tasks?.count ?? 0, Self.maximumDepth)
    hasFile = true
    examinedSize = outline.examinedSize
  }

  /// The front of a queue whose text is what a patch makes of another one.
  init(of patch: Patch, from text: [UInt8]) {
    var reader = DocumentReader(.result(of: patch, from: text), bufferSize: TextSource.step)
    // Both are sound, and so is what comes of them.
    self.init((try? reader.read(.tasks(Self.maximumDepth))) ?? Outline())
  }
}
