// What two people have in common before they share a stack.

extension TaskQueue {
  /// How many open tasks the queue has, how many another text of it has, and how many of them are
  /// the same.
  package func openTaskCounts(with text: [UInt8]) throws(QueueError) -> (
    ours: Int, theirs: Int, common: Int
  ) {
    let theirs = MergeInput(try Document(text, of: path))
    let ours = try document().map { MergeInput($0) } ?? .empty
    let open = ours.elements.filter { $0.isOpen }
    return (
      open.count, theirs.document.taskCount,
      open.count { theirs[$0.identity]?.isOpen == true }
    )
  }
}
