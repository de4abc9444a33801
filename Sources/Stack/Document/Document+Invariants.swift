// What must be true of every document, checked in debug builds.

extension Document {
  /// Longer texts aren't checked, so that tests with long queues stay fast.
  private static let maximumCheckedSize = 64 * 1024

  /// Stops a debug build if a text that is about to replace the file isn't a stack.
  static func checkInvariants(of text: @autoclosure () -> [UInt8]?) {
    assert(isConsistent(text()), "the new text is a stack")
  }

  private static func isConsistent(_ text: [UInt8]?) -> Bool {
    guard let text else { return false }
    return text.count > maximumCheckedSize || (try? Document(text))?.isConsistent == true
  }

  /// Whether what the reader retained agrees with all that is in the text, and whether new contents
  /// that are the old ones leave the text as it is.
  private var isConsistent: Bool {
    let items = items(of: .tasks)
    return items.count == taskCount && snoozed.map { $0.index }.isAscending
      && snoozed.allSatisfy { task in
        items.indices.contains(task.index) && items[task.index].range == task.range
      }
      && patch().isIdentity(on: text)
  }
}

extension [Int] {
  /// Whether each number is larger than the one before it.
  var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
