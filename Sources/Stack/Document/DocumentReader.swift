// Parses the text of a stack: validates every byte that it reads, and finds the positions of its parts.

extension Document {
  /// Parses and validates a text.
  ///
  /// - Parameters:
  ///   - limit: The number of tasks after which reading stops. Nothing after them is known or validated then.
  ///   - includesRest: Whether reading continues after the queue if it has fewer tasks than `limit`.
  init(_ text: [UInt8], upTo limit: Int = .max, includingRest includesRest: Bool = true) throws(ScanError) {
    var scanner = JSONScanner(text)
    scanner.skipByteOrderMark()
    if scanner.next() == nil { throw ScanError(problem: .empty, offset: 0) }
    try scanner.open(UInt8(ascii: "{"), "an object", depth: 0)
    var top = Container(from: scanner.offset)
    var tasks: Container?
    var completed: Container?
    var hasVersion = false
    var reachesEnd = true
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
          reachesEnd = includesRest && list.count < limit
          if !reachesEnd { break members }
        case .completed where completed == nil: completed = try scanner.readList(.completed, upTo: .max)
        case .version?, .tasks?, .completed?:
          throw ScanError(problem: .duplicateKey(key?.rawValue ?? ""), offset: start)
        default: try scanner.skipValue(depth: 1)
        }
        top.append(
          Container.Item(range: start..<scanner.offset, valueStart: valueStart),
          retaining: limit == .max ? .all : .none)
      } while try scanner.skipSeparator(orEnd: UInt8(ascii: "}"))
    }
    top.end(at: scanner.offset - 1)
    if reachesEnd { try scanner.expectEnd() }
    self.init(
      text: text, top: top, tasks: tasks, completed: completed, scannedByteCount: scanner.offset + (reachesEnd ? 1 : 0))
  }
}

extension JSONScanner {
  /// Validates a text that is a single task and nothing else.
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
    // A number that is too large for an Int is above 1, too.
    if !isNegative, Int(number) ?? .max > 1 { throw ScanError(problem: .newerVersion, offset: start) }
  }

  /// Parses the array under `tasks` or `completed`, whose key is given.
  fileprivate mutating func readList(_ key: SchemaKey, upTo limit: Int) throws(ScanError) -> Container {
    guard next() == UInt8(ascii: "[") else {
      throw try wrongType(.wrongType(key: key.rawValue, expected: "an array"), depth: 1)
    }
    try open(UInt8(ascii: "["), "an array", depth: 1)
    var list = Container(from: offset)
    if !skip(UInt8(ascii: "]")) {
      repeat {
        skipWhitespace()
        let start = offset
        if key == .tasks { try skipTask() } else { try skipValue(depth: 2) }
        list.append(Container.Item(range: start..<offset, valueStart: start), retaining: limit == .max ? .ends : .none)
        if list.count == limit { return list }
      } while try skipSeparator(orEnd: UInt8(ascii: "]"))
    }
    list.end(at: offset - 1)
    return list
  }

  /// Skips and validates a task.
  ///
  /// The depth is always that of a task in a file. So a task from elsewhere that is valid here doesn't exceed the limit
  /// of nesting when it is added to a file.
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
          // This is usually `added`; a string is skipped faster directly.
          if next() == UInt8(ascii: "\"") { try skipString() } else { try skipValue(depth: depth + 1) }
        }
      } while try skipSeparator(orEnd: UInt8(ascii: "}"))
    }
    if !hasTitle { throw ScanError(problem: .missingTitle, offset: start) }
  }

  /// The error for a value of the wrong type. If the value is malformed, throws that error instead, because it is more
  /// useful.
  private mutating func wrongType(_ problem: FormatProblem, depth: Int) throws(ScanError) -> ScanError {
    let start = offset
    try skipValue(depth: depth)
    return ScanError(problem: problem, offset: start)
  }
}
