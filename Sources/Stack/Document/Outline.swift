// Where things stand in the text of a stack.

/// Where things stand in the text of a stack, as far as it was read.
struct Outline: Equatable {
  /// The whole.
  var top = Container(from: 0)
  var tasks: Container?
  var completed: Container?
  /// The text of the first task.
  var front: [UInt8]?
  /// How many bytes were looked at; one more than there are where the end was seen.
  var examinedSize = 0
}

/// How much of a text is read.
enum ReadingExtent: Equatable {
  /// No further than the first task.
  case front
  /// No more than is needed to count so many tasks; a small text is validated whole all the same.
  case tasks(Int)
  /// All of it, noting the ends of the lists.
  case whole
  /// All of it, noting each element of one of the lists too.
  case wholeWithElements(of: ListName)
  /// All of it, noting each element of both lists too.
  case wholeWithAllElements

  /// Whether nothing is left out, so that the text can be edited.
  var isWhole: Bool {
    switch self {
    case .front, .tasks: false
    case .whole, .wholeWithElements, .wholeWithAllElements: true
    }
  }

  /// Whether each element of a list is noted.
  func notesElements(of list: ListName) -> Bool {
    self == .wholeWithAllElements || self == .wholeWithElements(of: list)
  }

  /// Whether reading ends when so many tasks have been seen.
  func isEnough(_ count: Int) -> Bool {
    switch self {
    case .front: count == 1
    case .tasks(let wanted): count == wanted
    case .whole, .wholeWithElements, .wholeWithAllElements: false
    }
  }
}
