/// An error of a queue, with the facts that a message needs. Unless it is `incomplete`, the file is
/// as it was before.
///
/// Minor releases may add cases, here and to `FormatProblem` and the enums of `FileError`. So a
/// `switch` over an error needs a `default`, which can show its `description`.
public enum QueueError: Error, Equatable, Sendable {
  /// Neither this XDG variable nor `HOME` is set to an absolute path, so there is no directory for
  /// the files.
  case noHome(variable: String)
  /// The text can't be a title or a note.
  case invalidTitle(TaskTitle.Problem)
  /// The queue is empty.
  case noTask
  /// No change is kept that `undo` could reverse.
  case nothingToUndo
  /// There is no undone change that could be redone.
  case nothingToRedo
  /// `undo` or `redo` can't reverse the last change on its own (see
  /// <doc:UndoHistory#What-undo-does>).
  case notReversible(Refusal)
  /// The text can't be attached, because it is neither an absolute path nor a URL.
  case invalidAttachment(String)
  /// The attachment to remove isn't attached to the task.
  case notAttached(String)
  /// The task's `notes` is a custom key: it isn't an array of strings, so they can't be changed.
  case customNotes
  /// The task's `until` is a custom key: it isn't a date in whole seconds, so the task can't be
  /// snoozed.
  case customUntil
  /// No task or note has this index, or a new arrangement of the queue has it twice.
  case invalidArrangement(index: Int)
  /// The text of this file isn't a valid stack (see <doc:FileFormat#What-stack-accepts>).
  case malformed(Pathname, TextPosition, FormatProblem)
  /// The path leads to something other than a regular file.
  case notAFile(Pathname)
  /// The copy to merge is a link or a special file, which another user may have planted.
  case notAConflictCopy(Pathname)
  /// Other programs held the lock for too long (see <doc:AtomicCommit#The-lock-protocol>).
  case locked(Pathname)
  /// A program that ignores the lock changed the file while the new text was being written.
  case rewrittenMeanwhile(Pathname)
  /// The queue doesn't have the task that the caller passed any more, or the task can't be
  /// identified; its notes, or a task that was sent, have changed; or the file that the caller
  /// rearranged is missing.
  case changedMeanwhile
  /// The user's prompt shows another task than the current one, which has this title. Only the
  /// command `stack` checks that.
  case notShown(current: String)
  /// No waiting task, or several, have these words in their titles. Only the command `stack`
  /// searches for them.
  case noOnlyMatch(words: String, count: Int)
  /// The queue has tasks, so those of another one can't take their place.
  case notEmpty(Pathname)
  /// The system's clock is outside the years 0 to 9999, which dates in the file can have.
  case unusableClock
  /// An operation on a file failed, and the queue's file is as it was before.
  case system(FileError)
  /// The change was made, and then an operation on a file failed.
  case incomplete(FileError)
}

extension QueueError: CustomStringConvertible {
  /// The error as a sentence that doesn't begin with a capital letter or end with a full stop.
  public var description: String {
    switch self {
    case .noHome(let variable):
      "there is no directory for the file: set HOME or \(variable) to an absolute path"
    case .invalidTitle(let problem): problem.description
    case .noTask: "there is no task"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .notReversible(let refusal): refusal.description
    case .invalidAttachment(let text): "'\(text)' is neither an absolute path nor a URL"
    case .notAttached(let item): "\(item) is not attached to the task"
    case .customNotes: "the task's \"notes\" is not an array of strings, so no note can be added"
    case .customUntil: "the task's \"until\" is not a date, so the task can't be snoozed"
    case .invalidArrangement(let index):
      "there is no task or note \(index) to rearrange, or it is named twice"
    case .malformed(let path, let position, let problem):
      "\(path), \(problem.description(at: position))"
    case .notAFile(let path): "\(path) is not a regular file"
    case .notAConflictCopy(let path):
      "\(path) is not a conflict copy, because it is a link or not a regular file"
    case .locked(let path): "\(path) has been locked by other programs for too long"
    case .rewrittenMeanwhile(let path): "\(path) has just been changed by another program"
    case .changedMeanwhile: "another program has changed the queue in the meantime"
    case .notShown(let title):
      "your prompt shows another task; '\(title)' is the current one now"
    case .notEmpty(let path): "\(path) has tasks"
    case .unusableClock: "the clock is outside the years 0 to 9999"
    case .noOnlyMatch(let words, 0): "no waiting task has '\(words)' in its title"
    case .noOnlyMatch(let words, let count):
      "\(count) waiting tasks have '\(words)' in their titles"
    case .system(let error) where error.operation == .lock:
      "\(error); without a lock the queue can't be changed safely"
    case .system(let error) where error.operation == .takeOver:
      "\(error); it is in the way of the new text: remove it, or have its owner do it"
    case .system(let error) where error.operation == .replace && error.means(.mounted):
      "\(error); no other file can take its place while it is mounted by itself: "
        + "mount its directory instead"
    case .system(let error): error.description
    case .incomplete(let error): "the change was made, but \(error)"
    }
  }
}

/// Performs an operation before the change is made, so its error means that the file is as it was.
func attempt<Result>(_ operation: @autoclosure () throws(FileError) -> Result)
  throws(QueueError) -> Result
{
  do throws(FileError) {
    return try operation()
  } catch {
    throw .system(error)
  }
}
