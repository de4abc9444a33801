// A copy of a stack, taken apart as far as merging needs it.

/// A copy of a stack: where its tasks, its other members and their members stand in its text.
struct MergeCopy {
  /// A member of an object: a key and its value.
  struct Member {
    /// Where the key stands, with its quotes.
    let key: Range<Int>
    /// Where the value stands.
    let value: Range<Int>
    /// Which key it is, as far as merging has to know it.
    let name: Name

    /// From the key to the end of the value.
    var whole: Range<Int> { key.lowerBound..<value.upperBound }
  }

  /// The keys that mean something to merging.
  enum Name {
    case tasks
    case completed
    case title
    case added
    case attachments
    case dropped
    case sent
    case to
    case other

    /// Whether this is a key of an ending.
    var isOfEnding: Bool {
      switch self {
      case .completed, .dropped, .sent, .to: true
      case .tasks, .title, .added, .attachments, .other: false
      }
    }
  }

  /// An element of one of the two lists.
  struct Entry {
    /// Where it stands in the text.
    let place: Range<Int>
    /// Whether it stands under `tasks`.
    let isOpen: Bool
    /// Which of all members are its own; none for what is no object.
    let members: Range<Int>
    /// Whether it could stand under `tasks`: an object with one title, a string. (Under `completed`
    /// nothing validates that.)
    let isTask: Bool
  }

  /// An object or an array that was found.
  struct Brackets {
    /// What stands between the brackets.
    let inside: Range<Int>
    /// Where each of its elements or members stands.
    let elements: [Range<Int>]
  }

  fileprivate(set) var text: [UInt8]
  /// The elements under `completed`, and behind them those under `tasks`: about as they became what they are.
  fileprivate(set) var entries: [Entry] = []
  /// The members of all elements, one behind the other.
  fileprivate(set) var members: [Member] = []
  /// The members of the whole.
  fileprivate(set) var topMembers: [Member] = []
  /// What stands between the outermost brackets.
  fileprivate(set) var inside = 0..<0
  fileprivate(set) var tasks: Brackets?
  fileprivate(set) var completed: Brackets?

  /// How many elements stand under `completed`; those of `tasks` come behind them in `entries`.
  var completedCount: Int { completed?.elements.count ?? 0 }

  /// Takes a copy apart.
  ///
  /// - Parameter text: The text of a stack that was validated, or nothing at all: then the copy has
  ///   no tasks.
  init(_ text: [UInt8]) {
    self.text = text
    var reader = MergeCopyReader(text)
    do throws(ScanError) {
      var copy = self
      try reader.read(into: &copy)
      self = copy
    } catch {
      // The text was validated. If it weren't, none of it would be taken for what it isn't.
    }
  }

  /// Where the elements of an array stand that is somewhere in the text.
  func elements(ofArray value: Range<Int>) -> [Range<Int>] {
    var scanner = JSONScanner(reading: Array(text[value]))
    var elements: [Range<Int>] = []
    do throws(ScanError) {
      _ = try scanner.skip(UInt8(ascii: "["))
      while try !scanner.skip(UInt8(ascii: "]")) {
        _ = try scanner.next()
        let start = scanner.offset
        try scanner.skipValue(depth: 3)
        elements.append((value.lowerBound + start)..<(value.lowerBound + scanner.offset))
        _ = try scanner.skip(UInt8(ascii: ","))
      }
    } catch {
      // As above.
    }
    return elements
  }

  /// The places in `entries` of what stands in a list.
  func indices(ofOpen isOpen: Bool) -> Range<Int> {
    isOpen ? completedCount..<entries.count : 0..<completedCount
  }
}

// MARK: - Reading

/// Takes the text of a copy apart, from front to back.
private struct MergeCopyReader: ~Copyable {
  private let text: [UInt8]
  private var scanner: JSONScanner
  private var members: [MergeCopy.Member] = []

  init(_ text: [UInt8]) {
    self.text = text
    scanner = JSONScanner(reading: text)
  }

  mutating func read(into copy: inout MergeCopy) throws(ScanError) {
    var tasks: [MergeCopy.Entry] = []
    var completed: [MergeCopy.Entry] = []
    try scanner.skipByteOrderMark()
    guard try scanner.skip(UInt8(ascii: "{")) else { return }
    let start = scanner.offset
    while try !scanner.skip(UInt8(ascii: "}")) {
      let (key, name) = try readKey()
      _ = try scanner.next()
      let valueStart = scanner.offset
      switch name {
      case .tasks:
        copy.tasks = try readList(isOpen: true, into: &tasks)
      case .completed:
        copy.completed = try readList(isOpen: false, into: &completed)
      default:
        try scanner.skipValue(depth: 1)
      }
      copy.topMembers.append(MergeCopy.Member(key: key, value: valueStart..<scanner.offset, name: name))
      _ = try scanner.skip(UInt8(ascii: ","))
    }
    copy.inside = start..<(scanner.offset - 1)
    copy.entries = completed + tasks
    copy.members = members
  }

  private mutating func readList(
    isOpen: Bool, into entries: inout [MergeCopy.Entry]
  ) throws(ScanError) -> MergeCopy.Brackets {
    var elements: [Range<Int>] = []
    _ = try scanner.skip(UInt8(ascii: "["))
    let start = scanner.offset
    while try !scanner.skip(UInt8(ascii: "]")) {
      let entry = try readEntry(isOpen: isOpen)
      elements.append(entry.place)
      entries.append(entry)
      _ = try scanner.skip(UInt8(ascii: ","))
    }
    return MergeCopy.Brackets(inside: start..<(scanner.offset - 1), elements: elements)
  }

  private mutating func readEntry(isOpen: Bool) throws(ScanError) -> MergeCopy.Entry {
    let isObject = try scanner.next() == UInt8(ascii: "{")
    let start = scanner.offset
    let firstMember = members.count
    var titles = 0
    var attachments = 0
    if isObject {
      _ = try scanner.skip(UInt8(ascii: "{"))
      while try !scanner.skip(UInt8(ascii: "}")) {
        let (key, name) = try readKey()
        let first = try scanner.next()
        let valueStart = scanner.offset
        try scanner.skipValue(depth: 3)
        members.append(MergeCopy.Member(key: key, value: valueStart..<scanner.offset, name: name))
        if name == .title { titles += first == UInt8(ascii: "\"") ? 1 : 2 }
        if name == .attachments { attachments += 1 }
        _ = try scanner.skip(UInt8(ascii: ","))
      }
    } else {
      try scanner.skipValue(depth: 2)
    }
    return MergeCopy.Entry(
      place: start..<scanner.offset, isOpen: isOpen, members: firstMember..<members.count,
      isTask: titles == 1 && attachments <= 1)
  }

  private mutating func readKey() throws(ScanError) -> (Range<Int>, MergeCopy.Name) {
    _ = try scanner.next()
    let start = scanner.offset
    let hasEscapes = try scanner.skipString()
    let key = start..<scanner.offset
    try scanner.expect(UInt8(ascii: ":"), "a colon")
    if hasEscapes { return (key, MergeCopy.Name(Array(JSONText.decode(text[key]).utf8)[...])) }
    return (key, MergeCopy.Name(text[(start + 1)..<(key.upperBound - 1)]))
  }
}

extension MergeCopy.Name {
  /// The key that says this.
  fileprivate init(_ key: ArraySlice<UInt8>) {
    self = .other
    switch key.first {
    case UInt8(ascii: "t"):
      if key.says("title") { self = .title }
      if key.says("tasks") { self = .tasks }
      if key.says("to") { self = .to }
    case UInt8(ascii: "a"):
      if key.says("added") { self = .added }
      if key.says("attachments") { self = .attachments }
    case UInt8(ascii: "c"): if key.says("completed") { self = .completed }
    case UInt8(ascii: "d"): if key.says("dropped") { self = .dropped }
    case UInt8(ascii: "s"): if key.says("sent") { self = .sent }
    default: break
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether these are the bytes of a word.
  fileprivate func says(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[startIndex + index] != word.utf8Start[index] { return false }
    return true
  }
}

extension JSONScanner {
  /// A scanner of a text that is in memory.
  fileprivate init(reading text: [UInt8]) {
    self.init(text, in: 0..<text.count)
  }
}
