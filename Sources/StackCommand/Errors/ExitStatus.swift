/// An exit status. Those from 64 are EX_USAGE, EX_DATAERR, EX_UNAVAILABLE, EX_IOERR and EX_TEMPFAIL
/// of sysexits.h.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case nothingToDo = 1
  case usage = 64
  case data = 65
  case unavailable = 69
  case inputOutput = 74
  case tryAgain = 75

  /// The explanation in the manual.
  var explanation: String {
    switch self {
    case .success: "Success."
    case .nothingToDo:
      """
      There is no such task or attachment, or nothing to undo or redo; or you cancelled, or the \
      editor failed; or both sides of a merge of three files changed the same top-level key.
      """
    case .usage: "Wrong usage."
    case .data: "The file, a copy to merge, or a task from another machine is malformed."
    case .unavailable:
      "The other machine refused, could not be reached, or did not confirm the task."
    case .inputOutput: "Reading or writing failed. The message says whether the change was made."
    case .tryAgain:
      """
      Try again: the file was locked, or just changed by another program; or your prompt shows \
      another task than the current one.
      """
    }
  }
}
