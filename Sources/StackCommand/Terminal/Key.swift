/// A key that was pressed at a terminal, or what else happens there.
enum Key: Equatable {
  case text(String)
  /// A text that was pasted, with its line breaks.
  case paste(String)
  case left, right, start, end
  case backspace, delete, deleteWord, deleteToStart, deleteToEnd
  case enter
  /// Ctrl-D.
  case endOfInput
  /// Ctrl-C, or another key for which the terminal usually sends a signal.
  case signal(UInt8)
  /// Another key.
  case other
  /// The terminal was closed.
  case closed
  /// The process was suspended and resumed.
  case resumed
}
