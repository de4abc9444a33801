// Where things stand in the text of a stack.

/// Where things stand in the text of a stack, and the few bytes of it that an edit must know; all numbers are
/// offsets in bytes.
struct Outline: Equatable {
  /// An array of tasks.
  struct List: Equatable {
    /// Where its first byte after the bracket is.
    let start: Int
    /// Where the white space before its key is.
    let keyTrivia: Range<Int>
    var count = 0
    var first: Range<Int>?
    var second: Range<Int>?
    var last: Range<Int>?
    /// Where the white space before the last element is.
    var lastTrivia = 0..<0
    /// Where its closing bracket is.
    var end = 0
  }

  /// The white space around what stands in a list, as text.
  struct Trivia: Equatable {
    /// Before the list's key.
    var key: [UInt8] = []
    /// Before its last element; all that stands between the brackets where there are no elements.
    var last: [UInt8] = []
  }

  var tasks: List?
  var completed: List?
  var tasksTrivia = Trivia()
  var completedTrivia = Trivia()
  /// Where each element of a list stands, where that was asked for.
  var elements: [Range<Int>] = []
  /// The text of these elements, from the list's first byte on.
  var elementsText: [UInt8] = []
  /// The text of the first task.
  var front: [UInt8]?
  /// Where the first byte after the opening bracket is.
  var start = 0
  /// Where the last member ends.
  var lastMemberEnd: Int?
  /// Where the white space before the first key is, or all there is where there are no keys.
  var keyTrivia = 0..<0
  /// That white space.
  var keyTriviaText: [UInt8] = []
  /// How long the whole text is, where it was read whole.
  var size = 0
  /// How many bytes were looked at; one more than there are where the end was seen.
  var examinedSize = 0
}

extension Outline {
  /// The texts of the elements that were noted.
  func elementTexts(of list: List?) -> [ArraySlice<UInt8>] {
    guard let list else { return [] }
    return elements.map { elementsText[($0.lowerBound - list.start)..<($0.upperBound - list.start)] }
  }

  subscript(name: ListName) -> List? {
    switch name {
    case .tasks: tasks
    case .completed: completed
    }
  }
}

/// How much of a text is read.
enum ReadingExtent: Equatable {
  /// No further than the first task.
  case front
  /// No more than is needed to count so many tasks; a small text is validated whole all the same.
  case tasks(Int)
  /// All of it.
  case whole
  /// All of it, noting where each element of a list stands.
  case wholeWithElements(of: ListName)

  /// Whether nothing is left out, so that the text can be edited.
  var isWhole: Bool {
    switch self {
    case .front, .tasks: false
    case .whole, .wholeWithElements: true
    }
  }

  /// Whether reading ends when so many tasks have been seen.
  func isEnough(_ count: Int) -> Bool {
    switch self {
    case .front: count == 1
    case .tasks(let wanted): count == wanted
    case .whole, .wholeWithElements: false
    }
  }
}
