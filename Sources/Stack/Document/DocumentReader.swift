// Reads a stack: finds where things stand, and validates every byte that it passes.

extension Document {
  /// Reads and validates a text.
  ///
  /// - Parameters:
  ///   - limit: After how many tasks reading ends. Then what stands behind them isn't known.
  ///   - includesRest: Whether reading goes on behind the queue.
  init(_ text: [UInt8], upTo limit: Int = .max, includingRest includesRest: Bool = true) throws(ScanError) {
    var scanner = JSONScanner(text)
    scanner.skipByteOrderMark()
    if scanner.next() == nil { throw ScanError(problem: .empty, offset: 0) }
    try scanner.open(UInt8(ascii: "{"), "an object", depth: 0)
    var top = Container(from: scanner.offset)
    var tasks: Container?
    var completed: Container?
    var hasVersion = false
    var isWhole = true
    members: if !scanner.skip(UInt8(ascii: "}")) {
      repeat {
        scanner.skipWhitespace()
        let start = scanner.offset
        let key = try scanner.skipKey()
        scanner.skipWhitespace()
        let valueStart = scanner.offset
        switch key {
        case .version where !hasVersion:
          hasVersion = true
          try scanner.skipVersion()
        case .tasks where tasks == nil:
          let list = try scanner.readList(.tasks, upTo: limit)
          tasks = list
          isWhole = includesRest && list.count < limit
          if !isWhole { break members }
        case .completed where completed == nil: completed = try scanner.readList(.completed, upTo: .max)
        case .version?, .tasks?, .completed?:
          throw ScanError(problem: .duplicateKey(key?.rawValue ?? ""), offset: start)
        default: try scanner.skipValue(depth: 1)
        }
        top.note(
          Container.Item(place: start..<scanner.offset, valueStart: valueStart, key: key),
          keeping: limit == .max ? .max : 0)
      } while try scanner.skipSeparator(orEnd: UInt8(ascii: "}"))
    }
    top.end(at: scanner.offset - 1)
    if isWhole { try scanner.expectEnd() }
    self.init(
      text: text, top: top, tasks: tasks, completed: completed,
      examinedSize: scanner.offset + (isWhole ? 1 : 0))
  }
}

extension JSONScanner {
  /// Reads a text that is one task and nothing else.
  mutating func readSingleTask() throws(ScanError) {
    if next() == nil { throw ScanError(problem: .empty, offset: 0) }
    try skipTask()
    try expectEnd()
  }

  fileprivate mutating func skipVersion() throws(ScanError) {
    let start = offset
    try skipValue(depth: 1)
    let number = String(decoding: text[start..<offset], as: UTF8.self)
    let isNegative = number.hasPrefix("-")
    guard number.utf8.dropFirst(isNegative ? 1 : 0).allSatisfy({ $0.isDigit }) else {
      throw ScanError(problem: .wrongType(key: "version", expected: "an integer"), offset: start)
    }
    // A number that is too large for an Int is a later version all the same.
    if !isNegative, Int(number) ?? .max > 1 { throw ScanError(problem: .newerVersion, offset: start) }
  }

  /// Reads the array under one of the two keys that hold tasks.
  fileprivate mutating func readList(_ name: SchemaKey, upTo limit: Int) throws(ScanError) -> Container {
    guard next() == UInt8(ascii: "[") else {
      throw try wrongType(.wrongType(key: name.rawValue, expected: "an array"), depth: 1)
    }
    try open(UInt8(ascii: "["), "an array", depth: 1)
    var list = Container(from: offset)
    if !skip(UInt8(ascii: "]")) {
      repeat {
        skipWhitespace()
        let start = offset
        if name == .tasks { try skipTask() } else { try skipValue(depth: 2) }
        list.note(
          Container.Item(place: start..<offset, valueStart: start, key: nil), keeping: limit == .max ? 4 : 0)
        if list.count == limit { return list }
      } while try skipSeparator(orEnd: UInt8(ascii: "]"))
    }
    list.end(at: offset - 1)
    return list
  }

  /// Passes a task, taken to stand as deep as in a file wherever it comes from: what is valid can be kept there.
  private mutating func skipTask() throws(ScanError) {
    let depth = 2
    guard next() == UInt8(ascii: "{") else { throw try wrongType(.taskIsNoObject, depth: depth) }
    let start = offset
    try open(UInt8(ascii: "{"), "an object", depth: depth)
    var hasTitle = false
    var hasAttachments = false
    if !skip(UInt8(ascii: "}")) {
      repeat {
        skipWhitespace()
        let keyStart = offset
        switch try skipKey() {
        case .title:
          if hasTitle { throw ScanError(problem: .duplicateKey("title"), offset: keyStart) }
          hasTitle = true
          guard next() == UInt8(ascii: "\"") else {
            throw try wrongType(.wrongType(key: "title", expected: "a string"), depth: depth + 1)
          }
          try skipString()
        case .attachments:
          if hasAttachments { throw ScanError(problem: .duplicateKey("attachments"), offset: keyStart) }
          hasAttachments = true
          try skipValue(depth: depth + 1)
        default:
          // Mostly the date.
          if next() == UInt8(ascii: "\"") { try skipString() } else { try skipValue(depth: depth + 1) }
        }
      } while try skipSeparator(orEnd: UInt8(ascii: "}"))
    }
    if !hasTitle { throw ScanError(problem: .missingTitle, offset: start) }
  }

  /// The error for a value of another type than is called for. What can't be read at all is the better thing to say.
  private mutating func wrongType(_ problem: FormatProblem, depth: Int) throws(ScanError) -> ScanError {
    let start = offset
    try skipValue(depth: depth)
    return ScanError(problem: problem, offset: start)
  }
}
