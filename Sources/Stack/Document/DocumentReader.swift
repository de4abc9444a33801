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
      let isAtEnd = try readDocument(extent)
      outline.examinedSize = scanner.offset + (isAtEnd ? 1 : 0)
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

  /// - Returns: Whether the text was read to its end.
  private mutating func readDocument(_ extent: ReadingExtent) throws(ScanError) -> Bool {
    try scanner.skipByteOrderMark()
    guard try scanner.next() != nil else { throw .malformed(.empty, offset: 0) }
    try scanner.open(UInt8(ascii: "{"), "an object", depth: 0)
    outline.top = Container(from: scanner.offset)
    if try !scanner.skip(UInt8(ascii: "}")) {
      var hasVersion = false
      repeat {
        try scanner.skipWhitespace()
        let start = scanner.offset
        let key = try scanner.skipKey()
        _ = try scanner.next()
        let valueStart = scanner.offset
        switch key {
        case .version:
          if hasVersion { throw .malformed(.duplicateKey("version"), offset: start) }
          hasVersion = true
          try readVersion()
        case .tasks:
          if outline.tasks != nil { throw .malformed(.duplicateKey("tasks"), offset: start) }
          let list = try readList(.tasks, extent)
          outline.tasks = list
          switch extent {
          case .front: return false
          case .tasks:
            if extent.isEnough(list.count) { return false }
            // The rest of the text can't change what was asked for; a small text is validated all the same.
            scanner.stopReading()
          case .whole, .wholeWithElements, .wholeWithAllElements: break
          }
        case .completed:
          if outline.completed != nil { throw .malformed(.duplicateKey("completed"), offset: start) }
          outline.completed = try readList(.completed, extent)
        default:
          try scanner.skipValue(depth: 1)
        }
        outline.top.note(
          Container.Item(place: start..<scanner.offset, valueStart: valueStart, key: key),
          extent.isWhole ? .items : .count)
      } while try scanner.skipSeparator(orEnd: UInt8(ascii: "}"))
    }
    outline.top.end(at: scanner.offset - 1)
    try scanner.expectEnd()
    return true
  }

  private mutating func readVersion() throws(ScanError) {
    let first = try scanner.next()
    let start = scanner.offset
    scanner.beginKeeping()
    try scanner.skipValue(depth: 1)
    let number = String(decoding: scanner.endKeeping(), as: UTF8.self)
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
    _ name: ListName, _ extent: ReadingExtent
  ) throws(ScanError) -> Container {
    guard try scanner.next() == UInt8(ascii: "[") else {
      let start = scanner.offset
      // What can't be read at all is the better thing to say.
      try scanner.skipValue(depth: 1)
      throw .malformed(.wrongType(key: name.rawValue, expected: "an array"), offset: start)
    }
    try scanner.open(UInt8(ascii: "["), "an array", depth: 1)
    var list = Container(from: scanner.offset)
    // Here and not in the container, which would be too large then to be moved without asking for its type.
    var previous: Container.Item?
    var last: Container.Item?
    if try !scanner.skip(UInt8(ascii: "]")) {
      let isQueue = name == .tasks
      let detail: Container.Detail =
        !extent.isWhole ? .count : extent.notesElements(of: name) ? .items : .ends
      repeat {
        try scanner.skipWhitespace()
        let start = scanner.offset
        if !isQueue {
          try scanner.skipValue(depth: 2)
        } else if list.count == 0 {
          scanner.beginKeeping()
          try readTask()
          outline.front = scanner.endKeeping()
        } else {
          try readTask()
        }
        let item = Container.Item(place: start..<scanner.offset, valueStart: start, key: nil)
        list.note(item, detail)
        if detail == .ends, list.count > 2 { (previous, last) = (last, item) }
        if isQueue, extent.isEnough(list.count) { return list }
      } while try scanner.skipSeparator(orEnd: UInt8(ascii: "]"))
    }
    list.end(at: scanner.offset - 1, behind: [previous, last].compactMap { $0 })
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
        default:
          try scanner.skipValue(depth: depth + 1)
        }
      } while try scanner.skipSeparator(orEnd: UInt8(ascii: "}"))
    }
    if !hasTitle { throw .malformed(.missingTitle, offset: start) }
  }
}
