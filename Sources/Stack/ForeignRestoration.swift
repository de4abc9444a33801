extension TaskQueue {
  /// What came back into a queue's file because only commands remove and reopen tasks that are
  /// synced.
  public struct ForeignRestoration: Sendable {
    /// What another program had done.
    public enum Cause: Sendable {
      /// It had removed the file.
      case removal
      /// It had put an older text in the place of the file.
      case olderText
      /// It had edited the file.
      case edit
    }

    /// What another program had done.
    public let cause: Cause
    /// What changed in the file.
    public let difference: TaskDifference

    init?(_ foreign: ForeignMerge, in transaction: Transaction, of path: Pathname) {
      guard !foreign.changes.isEmpty, !foreign.patch.isIdentity(on: transaction.text),
        let file = try? MergeInput(transaction.text)
      else { return nil }
      cause =
        transaction.snapshot == nil ? .removal : foreign.hasOnlyOlderTexts ? .olderText : .edit
      difference = TaskDifference(from: file, to: foreign.text)
    }
  }
}
