// What two people have in common before they share a stack.

extension TaskQueue {
  /// How many open tasks the queue has, how many another text of it has, and how many tasks are the
  /// same, even if they have ended on one side.
  package func openTaskCounts(with text: [UInt8]) throws(QueueError) -> (
    ours: Int, theirs: Int, common: Int
  ) {
    let theirs = MergeInput(try Document(text, of: path))
    let ours = try document().map { MergeInput($0) } ?? .empty
    return (
      ours.elements.count { $0.isOpen }, theirs.document.taskCount,
      ours.elements.count { theirs[$0.identity] != nil }
    )
  }
}
