// What the program says with the number that it ends with.

/// The exit statuses, after the BSD convention of sysexits.h where it has one that fits.
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

  /// What the status says, in a sentence.
  var meaning: String {
    switch self {
    case .success: "It is done."
    case .nothingToDo: "There is no task to act on, nothing to undo, or you cancelled."
    case .usage: "Wrong usage."
    case .data: "The file, or a task from another machine, is not what it should be."
    case .unavailable: "The other machine could not be reached or refused."
    case .inputOutput:
      "Reading or writing failed: the file is as before or as after, and the message says which."
    case .tryAgain: "Try again: the file stood locked, or was changed while the editor was open."
    }
  }
}
