import Stack

/// Why a sync ended.
struct SyncError: Error {
  enum Cause {
    /// A file of this machine, or git's program.
    case file(FileError)
    /// The user has pressed Ctrl-C.
    case interrupted
    /// Git was ended for a reason, such as that it printed nothing for two minutes.
    case ended(because: String)
    /// Git can't read or write the cache.
    case cache
    /// The other repository can't be reached, or the cache can't be read or written.
    case transfer
    /// The other repository didn't take a commit.
    case refused
    /// Anything else, said in full.
    case other(CommandError)
  }

  let cause: Cause
  /// What git has said and nobody has seen yet.
  var words = ""

  init(_ cause: Cause, _ words: String = "") {
    self.cause = cause
    self.words = words
  }
}

extension SyncError {
  /// Prints what git has said, and returns the error that ends the command.
  ///
  /// - Parameters:
  ///   - address: The other repository.
  ///   - isConnected: Whether the address is kept, so that the next sync goes on.
  func commandError(of address: String, isConnected: Bool) -> CommandError {
    StandardError.write(words.isEmpty || words.last == "\n" ? words : words + "\n")
    let consequence =
      isConnected
      ? "what changed is kept here, and the next sync goes on" : "nothing was exchanged"
    return switch cause {
    case .file(let error) where error.operation == .start:
      CommandError(.unavailable, "sync needs git, but \(error); nothing was changed")
    case .file(let error): CommandError(.inputOutput, "\(error); \(consequence)")
    case .interrupted: CommandError(.nothingToDo, "interrupted; \(consequence)")
    case .ended(let reason):
      CommandError(.unavailable, "git was ended, because it \(reason); \(consequence)")
    case .cache: CommandError(.inputOutput, "git failed; \(consequence)")
    case .transfer where isAboutThisDisk:
      CommandError(.inputOutput, "git could not write; \(consequence)")
    case .transfer, .refused:
      CommandError(.unavailable, "\(address) refused, or could not be reached; \(consequence)")
    case .other(let error): error
    }
  }

  /// Whether git couldn't write on this machine. What the other one says begins with `remote:`.
  private var isAboutThisDisk: Bool {
    let reasons = ["No space left", "Read-only file system", "Disk quota", "Input/output error"]
    return Array(words.utf8).split(separator: .lineFeed).contains { line in
      !line.starts(with: "remote:".utf8) && reasons.contains { line.contains($0) }
    }
  }
}

/// Does something with a file or a program, and maps its error.
@discardableResult func attempt<Result>(
  file operation: @autoclosure () throws(FileError) -> Result
) throws(SyncError) -> Result {
  do throws(FileError) { return try operation() } catch { throw SyncError(.file(error)) }
}
