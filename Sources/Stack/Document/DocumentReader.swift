// The reader of a stack: it finds where things stand, and validates every byte that it passes.

/// Reads the text of a stack and validates it on the way.
struct DocumentReader: ~Copyable {
  private var scanner: JSONScanner
  private var outline = Outline()

  init(_ source: TextSource, bufferSize: Int) {
    scanner = JSONScanner(source, bufferSize: bufferSize)
  }

  /// Reads a whole text, or its first part.
  mutating func read(_ extent: ReadingExtent) throws(ScanError) -> Outline {
    do throws(ScanError) {
      if try readDocument(extent) {
        outline.size = scanner.offset
        outline.examinedSize = scanner.offset + 1
      } else {
        outline.examinedSize = scanner.offset
      }
    } catch {
      // Everything that was asked for had been read when the text was cut.
      if !scanner.wasCutShort { throw error }
    }
    if extent.isWhole { try readTrivia() }
    if case .wholeWithElements(let name) = extent, let list = outline[name], let last = list.last {
      outline.elementsText = try scanner.bytes(list.start..<last.upperBound)
    }
    return outline
  }

  /// Reads a text that is one task and nothing else.
  mutating func readSingleTask() throws(ScanError) {
    guard try scanner.next() != nil else { throw .malformed(.empty, offset: 0) }
    try readTask()
    try scanner.expectEnd()
  }

  /// Takes in what stands around elements and keys, so that an edit needs the text no more.
  private mutating func readTrivia() throws(ScanError) {
    outline.keyTriviaText = try scanner.bytes(outline.keyTrivia)
    if let list = outline.tasks { outline.tasksTrivia = try trivia(of: list) }
    if let list = outline.completed { outline.completedTrivia = try trivia(of: list) }
  }

  private func trivia(of list: Outline.List) throws(ScanError) -> Outline.Trivia {
    Outline.Trivia(
      key: try scanner.bytes(list.keyTrivia),
      last: try scanner.bytes(list.last == nil ? list.start..<list.end : list.lastTrivia))
  }

  /// - Returns: Whether the text was read to its end.
  private mutating func readDocument(_ extent: ReadingExtent) throws(ScanError) -> Bool {
    try scanner.skipByteOrderMark()
    guard try scanner.next() != nil else { throw .malformed(.empty, offset: 0) }
    try scanner.open(UInt8(ascii: "{"), "an object", depth: 0)
    outline.start = scanner.offset
    if try scanner.skip(UInt8(ascii: "}")) {
      outline.keyTrivia = outline.start..<(scanner.offset - 1)
    } else {
      var hasVersion = false
      var triviaStart = outline.start
      repeat {
        try scanner.skipWhitespace()
        let trivia = triviaStart..<scanner.offset
        if outline.lastMemberEnd == nil { outline.keyTrivia = trivia }
        switch try scanner.skipKey() {
        case .version:
          if hasVersion { throw .malformed(.duplicateKey("version"), offset: trivia.upperBound) }
          hasVersion = true
          try readVersion()
        case .tasks:
          if outline.tasks != nil { throw .malformed(.duplicateKey("tasks"), offset: trivia.upperBound) }
          let list = try readList(.tasks, keyTrivia: trivia, extent: extent)
          outline.tasks = list
          switch extent {
          case .front: return false
          case .tasks:
            if extent.isEnough(list.count) { return false }
            // The rest of the text can't change what was asked for; a small text is validated all the same.
            scanner.stopReading()
          case .whole, .wholeWithElements: break
          }
        case .completed:
          if outline.completed != nil {
            throw .malformed(.duplicateKey("completed"), offset: trivia.upperBound)
          }
          outline.completed = try readList(.completed, keyTrivia: trivia, extent: extent)
        case .title, .attachments, nil:
          try scanner.skipValue(depth: 1)
        }
        outline.lastMemberEnd = scanner.offset
        let hasMore = try scanner.skipSeparator(orEnd: UInt8(ascii: "}"))
        triviaStart = scanner.offset
        if !hasMore { break }
      } while true
    }
    try scanner.expectEnd()
    return true
  }

  private mutating func readVersion() throws(ScanError) {
    let first = try scanner.next()
    let start = scanner.offset
    scanner.beginCapture()
    try scanner.skipValue(depth: 1)
    let number = String(decoding: scanner.endCapture(), as: UTF8.self)
    let digits = first == UInt8(ascii: "-") ? number.dropFirst() : number[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isDigit })
    else {
      throw .malformed(.wrongType(key: "version", expected: "an integer"), offset: start)
    }
    // A number that is too large for an Int is a later version all the same.
    if first != UInt8(ascii: "-"), Int(number) ?? .max > 1 { throw .malformed(.newerVersion, offset: start) }
  }

  /// Reads the array under one of the two keys that hold tasks.
  private mutating func readList(
    _ name: ListName, keyTrivia: Range<Int>, extent: ReadingExtent
  ) throws(ScanError) -> Outline.List {
    guard try scanner.next() == UInt8(ascii: "[") else {
      let start = scanner.offset
      // What can't be read at all is the better thing to say.
      try scanner.skipValue(depth: 1)
      throw .malformed(.wrongType(key: name.rawValue, expected: "an array"), offset: start)
    }
    try scanner.open(UInt8(ascii: "["), "an array", depth: 1)
    var list = Outline.List(start: scanner.offset, keyTrivia: keyTrivia)
    if try scanner.skip(UInt8(ascii: "]")) {
      list.end = scanner.offset - 1
      return list
    }
    let isQueue = name == .tasks
    let isCounting = isQueue && !extent.isWhole
    let notesElements = extent == .wholeWithElements(of: name)
    var triviaStart = list.start
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
      list.note(element, trivia: triviaStart..<start)
      if notesElements { outline.elements.append(element) }
      if isCounting, extent.isEnough(list.count) { return list }
      let hasMore = try scanner.skipSeparator(orEnd: UInt8(ascii: "]"))
      triviaStart = scanner.offset
      if !hasMore { break }
    } while true
    list.end = scanner.offset - 1
    return list
  }

  /// Reads a task, taken to stand as deep as in a file wherever it comes from: what is valid can be kept there.
  private mutating func readTask() throws(ScanError) {
    let depth = 2
    guard try scanner.next() == UInt8(ascii: "{") else {
      let start = scanner.offset
      try scanner.skipValue(depth: depth)
      throw .malformed(.taskIsNoObject, offset: start)
    }
    let start = scanner.offset
    try scanner.open(UInt8(ascii: "{"), "an object", depth: depth)
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
  fileprivate mutating func note(_ element: Range<Int>, trivia: Range<Int>) {
    switch count {
    case 0: first = element
    case 1: second = element
    default: break
    }
    count += 1
    last = element
    lastTrivia = trivia
  }
}
