import Stack

/// An error that ends a command: its kind, what is wrong, and a hint.
///
/// It is complete when it is thrown, so printing it needs neither a file nor the command line.
struct CommandError: Error {
  /// The kind of the error.
  let status: ExitStatus
  /// What is wrong and where, and what happened to the user's data.
  let problem: String
  /// What the user can do: the most likely way first.
  let hints: [Hint]

  /// A piece of advice, such as `to add each line of standard input: stack push -`.
  struct Hint {
    let text: String
    /// A command to type, printed after the text and a colon, and never broken into lines.
    var command: String?
    /// Whether the text is a sentence of its own, printed on the next line.
    var isSentence = false
  }

  init(_ status: ExitStatus, _ problem: String, _ hint: Hint? = nil, _ other: Hint? = nil) {
    self.init(status, problem, hints: [hint, other].compactMap { $0 })
  }

  private init(_ status: ExitStatus, _ problem: String, hints: [Hint]) {
    self.status = status
    self.problem = problem
    self.hints = hints
  }

  init(_ status: ExitStatus, _ problem: String, _ hint: String, command: String? = nil) {
    self.init(status, problem, Hint(text: hint, command: command))
  }

  /// The error with another fact after the problem.
  func adding(_ fact: String) -> CommandError {
    CommandError(status, "\(problem); \(fact)", hints: hints)
  }

  /// The error with another exit status.
  func with(_ status: ExitStatus) -> CommandError {
    CommandError(status, problem, hints: hints)
  }
}

extension [CommandError] {
  /// Ends the command with the status of the first error, if there is one. All are printed.
  func throwAll() throws(CommandError) {
    guard let first, let last else { return }
    for error in dropLast() { StandardError.printError(error) }
    throw last.with(first.status)
  }
}

// MARK: - Errors of several commands

extension CommandError {
  /// - Parameter text: What to call the text that isn't UTF-8, such as `argument 2`.
  static func notUTF8(_ text: String) -> Self {
    Self(.usage, "\(text) is not UTF-8; nothing was changed")
  }

  /// Root changes only its own files.
  init(otherUser error: FileError) {
    self.init(.inputOutput, "\(error); run \(Program.name) as that user")
  }

  static func cancelled(_ reason: String) -> Self {
    Self(.nothingToDo, "\(reason); nothing was changed")
  }
}

// MARK: - Errors of the module

/// Does something, and maps its error to the one that ends the command.
func attempt<Result, Failure>(
  _ operation: @autoclosure () throws(Failure) -> Result, or error: (Failure) -> CommandError
) throws(CommandError) -> Result {
  do throws(Failure) {
    return try operation()
  } catch let failure {
    throw error(failure)
  }
}

/// Does something that comes before any change to the queue.
func attempt<Result>(system operation: @autoclosure () throws(FileError) -> Result)
  throws(CommandError) -> Result
{
  try attempt(operation()) { (error: FileError) in
    error.operation == .change
      ? CommandError(otherUser: error)
      : CommandError(.inputOutput, "\(error); nothing was changed")
  }
}
