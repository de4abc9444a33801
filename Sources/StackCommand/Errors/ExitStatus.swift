/// An exit status. Those from 64 are EX_USAGE, EX_DATAERR, EX_UNAVAILABLE, EX_IOERR and EX_TEMPFAIL
/// of sysexits.h. The manual, `manual.mdoc`, explains them.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case nothingToDo = 1
  case usage = 64
  case data = 65
  case unavailable = 69
  case inputOutput = 74
  case tryAgain = 75
}
