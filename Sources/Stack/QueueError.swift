// What can go wrong with a queue, with all that a message about it needs.

/// Why something could not be done with a queue.
public enum QueueError: Error, Equatable, Sendable {
  /// No folder for the files is known: neither the XDG variable of this name nor `HOME` says where.
  case noHome(variable: String)
  /// There is no current task.
  case noTask
  /// No earlier version of the file is kept.
  case nothingToUndo
  /// Nothing was undone since the last change.
  case nothingToRedo
  /// What should be taken off the task is not attached to it.
  case notAttached(String)
  /// The text of a file is not what it should be.
  case malformed(FilePath, TextPosition, FormatProblem)
  /// In the place of the file is something that is not one.
  case notAFile(FilePath)
  /// The file stood locked and unchanged for five seconds.
  case locked(FilePath)
  /// The file was changed by something that doesn't wait for its turn, while it was being rewritten.
  case rewrittenMeanwhile(FilePath)
  /// The task or the queue that a change is about is not there any more as it was.
  case changedMeanwhile
  /// The system refused something; the file is as it was before.
  case system(SystemError)
  /// The change was made, and then the system refused something.
  case incomplete(SystemError)
}
