/// An error of a queue, with the facts that a message needs. Unless it is `incomplete`, the file is as it was before.
public enum QueueError: Error, Equatable, Sendable {
  /// Neither this XDG variable nor `HOME` is set to an absolute path, so there is no directory for the files.
  case noHome(variable: String)
  /// The queue is empty.
  case noTask
  /// No version is kept that `undo` could restore.
  case nothingToUndo
  /// There is no undone change that could be redone.
  case nothingToRedo
  /// The file already has the bytes that `undo` or `redo` would restore, for example because git restored them.
  case alreadyRestored
  /// Another program has changed the results of this command, so `undo` or `redo` can't reverse the command on its own
  /// (see <doc:UndoHistory#What-undo-does>). The path is that of the version that would have been restored.
  case notReversible(command: String, version: Pathname)
  /// The attachment to remove isn't attached to the task.
  case notAttached(String)
  /// The current task's `notes` is a custom key: it isn't an array of strings, so no line can be added to it.
  case customNotes
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
  /// The file no longer has the task or the queue that the caller passed, or has it in a changed form.
  case changedMeanwhile
  /// A system call failed, and the file is as it was before.
  case system(SystemCallError)
  /// The change was made, and then a system call failed.
  case incomplete(SystemCallError)
}

extension QueueError: CustomStringConvertible {
  /// The error as a sentence that doesn't begin with a capital letter or end with a full stop.
  public var description: String {
    switch self {
    case .noHome(let variable): "there is no directory for the file: set HOME or \(variable) to an absolute path"
    case .noTask: "there is no task"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .alreadyRestored: "the file already has the contents that this would restore"
    case .notReversible(let command, let version):
      "another program has changed the results of \(command), so \(command) can't be reversed on its own; "
        + "nothing was changed, and the kept version is \(version)"
    case .notAttached(let item): "\(item) is not attached to the current task"
    case .customNotes: "the task's \"notes\" is not an array of strings, so no note can be added"
    case .invalidArrangement(let index): "there is no task or note \(index) to rearrange, or it is named twice"
    case .malformed(let path, let position, let problem):
      "\(path), line \(position.line), column \(position.column): \(problem)"
    case .notAFile(let path): "\(path) is not a regular file"
    case .notAConflictCopy(let path): "\(path) is not a conflict copy, because it is a link or not a regular file"
    case .locked(let path): "\(path) has been locked by other programs for too long"
    case .rewrittenMeanwhile(let path): "\(path) has just been changed by another program"
    case .changedMeanwhile: "another program has changed the queue in the meantime"
    case .system(let error) where error.operation == .lock: "\(error); without a lock the queue can't be changed safely"
    case .system(let error) where error.operation == .takeOver:
      "\(error); it is in the way of the new text: remove it, or have its owner do it"
    case .system(let error) where error.operation == .replace && error.means(.mounted):
      "\(error); no other file can take its place while it is mounted by itself: mount its directory instead"
    case .system(let error): error.description
    case .incomplete(let error): "the change was made, but \(error)"
    }
  }
}

/// Performs an operation before the change is made, so its error means that the file is as it was.
func attempt<Result>(_ operation: @autoclosure () throws(SystemCallError) -> Result) throws(QueueError) -> Result {
  do throws(SystemCallError) {
    return try operation()
  } catch {
    throw .system(error)
  }
}

extension Document {
  /// Reads and validates the text of the file at a path.
  init(
    _ text: [UInt8], of path: Pathname, upTo limit: Int = .max, includingRest includesRest: Bool = true
  ) throws(QueueError) {
    do throws(ScanError) {
      try self.init(text, upTo: limit, includingRest: includesRest)
    } catch {
      throw .malformed(path, TextPosition(of: error.offset, in: text), error.problem)
    }
  }
}
