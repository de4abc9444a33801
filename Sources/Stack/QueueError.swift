// What can go wrong with a queue, with all that a message about it needs.

/// Why something could not be done with a queue.
public enum QueueError: Error, Equatable, Sendable {
  /// No directory for the files is known: neither the XDG variable of this name nor `HOME` says where.
  case noHome(variable: String)
  /// There is no current task.
  case noTask
  /// No earlier version of the file is kept.
  case nothingToUndo
  /// Nothing was undone since the last change.
  case nothingToRedo
  /// The file already has the bytes that `undo` or `redo` would restore, for example because git restored them.
  case alreadyRestored
  /// Another program has changed the results of this command, so the command can't be undone or redone alone; its kept
  /// version is here. The next `undo` tries again, and moves on to the change before only if that fails too.
  case notReversible(command: String, version: Pathname)
  /// What should be taken off the task is not attached to it.
  case notAttached(String)
  /// The current task's `notes` is a custom key: it isn't an array of strings, so no line can be added to it.
  case customNotes
  /// A rearranged queue names a task twice, or one that is not there.
  case invalidArrangement(index: Int)
  /// The text of a file is not what it should be.
  case malformed(Pathname, TextPosition, FormatProblem)
  /// In the place of the file is something that is not one.
  case notAFile(Pathname)
  /// A file with the name of a conflict copy is a link or a special file, so another user may have planted it.
  case notAConflictCopy(Pathname)
  /// Another program held the lock for five seconds.
  case locked(Pathname)
  /// The file was changed by something that doesn't wait for the lock, while it was being rewritten.
  case rewrittenMeanwhile(Pathname)
  /// The task or the queue that a change is about is not there any more as it was.
  case changedMeanwhile
  /// The system refused something; the file is as it was before.
  case system(SystemCallError)
  /// The change was made, and then the system refused something.
  case incomplete(SystemCallError)
}

extension QueueError: CustomStringConvertible {
  /// What is wrong and where, as a sentence without its end.
  public var description: String {
    switch self {
    case .noHome(let variable):
      "there is no directory for the file: set HOME or \(variable) to an absolute path"
    case .noTask: "there is no task"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .alreadyRestored: "the file already has the contents that this would restore"
    case .notReversible(let command, let version):
      "the tasks of \(command) were changed since, so it can't be reversed alone; "
        + "nothing was changed, and the kept version is \(version)"
    case .notAttached(let item): "\(item) is not attached to the current task"
    case .customNotes: "the task's own \"notes\" isn't a list of texts, so no note can be added"
    case .invalidArrangement(let index): "there is no task \(index) to rearrange, or it is named twice"
    case .malformed(let path, let position, let problem):
      "\(path), line \(position.line), column \(position.column): \(problem)"
    case .notAFile(let path): "\(path) is not a regular file"
    case .notAConflictCopy(let path):
      "\(path) is not a conflict copy, because it is a link or not a regular file"
    case .locked(let path): "\(path) has been locked by another program for 5 seconds"
    case .rewrittenMeanwhile(let path): "\(path) was changed by another program at this moment"
    case .changedMeanwhile: "the queue was changed meanwhile"
    case .system(let error) where error.operation == .lock:
      "\(error); without a lock the queue can't be changed safely"
    case .system(let error) where error.operation == .takeOver:
      "\(error); the new text is written there: remove what is there, or have its owner do it"
    case .system(let error) where error.operation == .replace && error.means(.mounted):
      "\(error); no other file can take its place while it is mounted by itself: mount its directory instead"
    case .system(let error): error.description
    case .incomplete(let error): "the change was made, but \(error)"
    }
  }
}

// MARK: - What the errors of others mean

/// Does what the system may refuse as long as nothing was changed.
func attempt<Result>(
  _ operation: @autoclosure () throws(SystemCallError) -> Result
) throws(QueueError) -> Result {
  do throws(SystemCallError) {
    return try operation()
  } catch {
    throw .system(error)
  }
}

extension Document {
  /// Reads and validates the text of a file.
  ///
  /// - Parameter path: Where the text is, for the message if it is not what it should be.
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
