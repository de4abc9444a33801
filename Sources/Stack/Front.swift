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
    var beginning: [UInt8] = []
    let front = Self.found(within: Self.maximumDepth, reading: &beginning) { size in
      patch.applied(to: text, upTo: size) ?? []
    }
    self = front ?? Front()
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
  static func found<Failure>(
    within depth: Int, reading text: inout [UInt8], _ beginning: (Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> Front? {
    for size in [16 * 1024, 1024 * 1024, 16 * 1024 * 1024, .max] {
      text = []
      text = try beginning(size)
      let isWhole = text.count < size
      do throws(ScanError) {
        // What follows the queue can't change the front; a small text is validated all the same.
        let document = try Document(text, upTo: depth, includingRest: isWhole && depth > 1)
        if isWhole || document.examinedSize <= size { return Front(document) }
      } catch {
        // More bytes can only make a difference to what is near the end of these, or to white space alone.
        if isWhole || error.problem != .empty && error.offset + Self.lookahead < text.count { return nil }
      }
    }
    return nil
  }
}
