// The kinds of errors, and their exit statuses.

/// An exit status, as in the BSD convention of sysexits.h where it has one that fits.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case nothingToDo = 1
  /// EX_USAGE.
  case usage = 64
  /// EX_DATAERR.
  case data = 65
  /// EX_UNAVAILABLE.
  case unavailable = 69
  /// EX_IOERR.
  case inputOutput = 74
  /// EX_TEMPFAIL.
  case tryAgain = 75

  /// The explanation in the manual.
  var explanation: String {
    switch self {
    case .success: "Success."
    case .nothingToDo: "There is no task to act on, nothing to undo, or you cancelled."
    case .usage: "Wrong usage."
    case .data: "The file, or a task from another machine, is malformed."
    case .unavailable: "The other machine could not be reached or refused."
    case .inputOutput: "Reading or writing failed. The message says whether the change was made."
    case .tryAgain: "Try again: the file was locked, or was changed while the editor was open."
    }
  }
}
