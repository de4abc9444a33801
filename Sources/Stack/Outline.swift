// Where things stand in the text of a stack, and the reader that finds them.

/// Where things stand in the text of a stack; all numbers are offsets in bytes.
struct Outline: Equatable {
  /// An array of tasks.
  struct List: Equatable {
    /// Where its first byte after the bracket is.
    let start: Int
    /// The white space before its key.
    let keyLead: Range<Int>
    var count = 0
    var first: Range<Int>?
    var second: Range<Int>?
    var last: Range<Int>?
    /// The white space before the last element.
    var lastLead = 0..<0
    /// Where its closing bracket is.
    var end = 0
  }

  var tasks: List?
  var completed: List?
  /// Where each task of the queue stands, where that was asked for.
  var elements: [Range<Int>] = []
  /// The text of the first task.
  var front: [UInt8]?
  /// Where the first byte after the opening bracket is.
  var start = 0
  /// Where the last member ends.
  var lastMemberEnd: Int?
  /// The white space before the first key, or all there is where there are no keys.
  var keyLead = 0..<0
  /// How long the whole text is.
  var size = 0
  /// How many bytes were looked at, all that was judged among them; the end counts as one where it was seen.
  var examinedSize = 0
}

/// How much of a text is read.
enum ReadingExtent: Equatable {
  /// No more than the first task, or what says that there is none: behind it nothing is looked at.
  case front
  /// No more than is needed to count so many tasks.
  case tasks(Int)
  /// All of it.
  case whole
  /// All of it, noting where each task stands.
  case wholeWithElements
}

/// Reads the text of a stack and judges it on the way.
struct OutlineReader: ~Copyable {
  private var scanner: JSONScanner
  private var outline = Outline()

  init(_ content: Content, bufferSize: Int) {
    scanner = JSONScanner(content, bufferSize: bufferSize)
  }

  /// Reads a whole text, or its first part.
  mutating func read(_ extent: ReadingExtent) throws(ScanError) -> Outline {
    do throws(ScanError) {
      try readDocument(extent)
    } catch {
      // Everything that was asked for had been read when the text was cut.
      if !scanner.wasCutShort { throw error }
    }
    return outline
  }

  /// Reads a text that is one task and nothing else.
  mutating func readSingleTask() throws(ScanError) {
    guard try scanner.next() != nil else { throw .malformed(.empty, offset: 0) }
    try readTask()
    try scanner.expectEnd()
  }

  private mutating func readDocument(_ extent: ReadingExtent) throws(ScanError) {
    try scanner.skipByteOrderMark()
    guard try scanner.next() != nil else { throw .malformed(.empty, offset: 0) }
    try scanner.open(UInt8(ascii: "{"), "a dictionary", depth: 0)
    outline.start = scanner.offset
    if try scanner.skip(UInt8(ascii: "}")) {
      outline.keyLead = outline.start..<(scanner.offset - 1)
    } else {
      var hasVersion = false
      var leadStart = outline.start
      repeat {
        try scanner.skipWhitespace()
        let lead = leadStart..<scanner.offset
        if outline.lastMemberEnd == nil { outline.keyLead = lead }
        switch try scanner.skipKey() {
        case .version:
          if hasVersion { throw .malformed(.duplicateKey("version"), offset: lead.upperBound) }
          hasVersion = true
          try readVersion()
        case .tasks:
          if outline.tasks != nil { throw .malformed(.duplicateKey("tasks"), offset: lead.upperBound) }
          let list = try readList(.tasks, keyLead: lead, extent: extent)
          outline.tasks = list
          if extent == .front {
            outline.examinedSize = scanner.offset
            return
          }
          if case .tasks(let count) = extent {
            if list.count == count { return }
            // The rest of the text can't change what was asked for; a small text is judged all the same.
            scanner.stopReading()
          }
        case .completed:
          if outline.completed != nil {
            throw .malformed(.duplicateKey("completed"), offset: lead.upperBound)
          }
          outline.completed = try readList(.completed, keyLead: lead, extent: extent)
        case .title, .attachments, nil:
          try scanner.skipValue(depth: 1)
        }
        outline.lastMemberEnd = scanner.offset
        let hasMore = try scanner.skipSeparator(orEnd: UInt8(ascii: "}"))
        leadStart = scanner.offset
        if !hasMore { break }
      } while true
    }
    try scanner.expectEnd()
    outline.size = scanner.offset
    outline.examinedSize = scanner.offset + 1
  }

  private mutating func readVersion() throws(ScanError) {
    let first = try scanner.next()
    let start = scanner.offset
    scanner.beginCapture()
    try scanner.skipValue(depth: 1)
    let number = String(decoding: scanner.endCapture(), as: UTF8.self)
    let digits = first == UInt8(ascii: "-") ? number.dropFirst() : number[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit)
    else {
      throw .malformed(.wrongType(key: "version", expected: "an integer"), offset: start)
    }
    // A number that is too large for an Int is a later version all the same.
    if first != UInt8(ascii: "-"), Int(number) ?? .max > 1 { throw .malformed(.newerVersion, offset: start) }
  }

  /// Reads the array under one of the two keys that hold tasks.
  private mutating func readList(
    _ key: JSONScanner.Key, keyLead: Range<Int>, extent: ReadingExtent
  ) throws(ScanError) -> Outline.List {
    guard try scanner.next() == UInt8(ascii: "[") else {
      let start = scanner.offset
      // What can't be read at all is the better thing to say.
      try scanner.skipValue(depth: 1)
      throw .malformed(.wrongType(key: key.rawValue, expected: "an array"), offset: start)
    }
    try scanner.open(UInt8(ascii: "["), "an array", depth: 1)
    var list = Outline.List(start: scanner.offset, keyLead: keyLead)
    if try scanner.skip(UInt8(ascii: "]")) {
      list.end = scanner.offset - 1
      return list
    }
    let isQueue = key == .tasks
    let isCounting = isQueue && extent != .whole && extent != .wholeWithElements
    let notesElements = isQueue && extent == .wholeWithElements
    var leadStart = list.start
    repeat {
      try scanner.skipWhitespace()
      let start = scanner.offset
      if !isQueue {
        try scanner.skipValue(depth: 2)
      } else if list.count == 0 {
        scanner.beginCapture()
        try readTask()
        outline.front = scanner.endCapture()
      } else {
        try readTask()
      }
      let element = start..<scanner.offset
      list.note(element, lead: leadStart..<start)
      if notesElements { outline.elements.append(element) }
      if isQueue, extent == .front { return list }
      if isCounting, extent == .tasks(list.count) { return list }
      let hasMore = try scanner.skipSeparator(orEnd: UInt8(ascii: "]"))
      leadStart = scanner.offset
      if !hasMore { break }
    } while true
    list.end = scanner.offset - 1
    return list
  }

  /// Reads a task, judged to stand as deep as in a file wherever it comes from: what is taken can be kept there.
  private mutating func readTask() throws(ScanError) {
    let depth = 2
    guard try scanner.next() == UInt8(ascii: "{") else {
      let start = scanner.offset
      try scanner.skipValue(depth: depth)
      throw .malformed(.taskIsNoDictionary, offset: start)
    }
    let start = scanner.offset
    try scanner.open(UInt8(ascii: "{"), "a dictionary", depth: depth)
    var hasTitle = false
    var hasAttachments = false
    if try !scanner.skip(UInt8(ascii: "}")) {
      repeat {
        try scanner.skipWhitespace()
        let keyStart = scanner.offset
        switch try scanner.skipKey() {
        case .title:
          if hasTitle { throw .malformed(.duplicateKey("title"), offset: keyStart) }
          hasTitle = true
          guard try scanner.next() == UInt8(ascii: "\"") else {
            let valueStart = scanner.offset
            try scanner.skipValue(depth: depth + 1)
            throw .malformed(.wrongType(key: "title", expected: "a string"), offset: valueStart)
          }
          try scanner.skipString()
        case .attachments:
          if hasAttachments { throw .malformed(.duplicateKey("attachments"), offset: keyStart) }
          hasAttachments = true
          try scanner.skipValue(depth: depth + 1)
        case .version, .tasks, .completed, nil:
          try scanner.skipValue(depth: depth + 1)
        }
      } while try scanner.skipSeparator(orEnd: UInt8(ascii: "}"))
    }
    if !hasTitle { throw .malformed(.missingTitle, offset: start) }
  }
}

extension Outline.List {
  fileprivate mutating func note(_ element: Range<Int>, lead: Range<Int>) {
    switch count {
    case 0: first = element
    case 1: second = element
    default: break
    }
    count += 1
    last = element
    lastLead = lead
  }
}
