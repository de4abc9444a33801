// The parser of the file format.

extension Document {
  /// Parses the text of a stack: validates every byte that it reads, and finds the positions of its
  /// parts.
  ///
  /// - Parameters:
  ///   - limit: The number of tasks after which reading stops. What follows them is neither known
  ///     nor validated.
  ///   - includesRest: Whether reading continues after the array `tasks` if it has fewer tasks than
  ///     `limit`.
  init(_ text: [UInt8], upTo limit: Int = .max, includingRest includesRest: Bool = true)
    throws(ScanError)
  {
    var scanner = JSONScanner(text: text, offset: JSONScanner.offsetAfterByteOrderMark(in: text))
    if scanner.next() == nil { throw ScanError(problem: .empty, offset: 0) }
    var top = Container(from: scanner.offset + 1)
    var tasks: Container?
    var completed: Container?
    var snoozed: [SnoozedTask] = []
    var hasVersion = false
    var reachesEnd = true
    var hasNext = try scanner.open(.openBrace, depth: 0)
    members: while hasNext {
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
        let list = try scanner.readList(.tasks, upTo: limit, &snoozed)
        tasks = list
        reachesEnd = includesRest && list.count < limit
        if !reachesEnd { break members }
      case .completed where completed == nil:
        completed = try scanner.readList(.completed, upTo: .max, &snoozed)
      case .version?, .tasks?, .completed?:
        throw ScanError(problem: .duplicateKey(key?.rawValue ?? ""), offset: start)
      default: try scanner.skipValue(depth: 1)
      }
      let member = Container.Item(range: start..<scanner.offset, valueStart: valueStart, key: key)
      top.append(member, retaining: limit == .max ? .max : 0)
      hasNext = try scanner.skipSeparator(orEnd: .closeBrace)
    }
    top.end(at: scanner.offset - 1)
    if reachesEnd { try scanner.expectEnd() }
    self.init(
      text: text, top: top, tasks: tasks, completed: completed, snoozed: snoozed,
      scannedByteCount: scanner.offset + (reachesEnd ? 1 : 0))
  }
}

extension JSONScanner {
  /// Validates a text that is a single task and nothing else. Returns the range of the task.
  mutating func readSingleTask() throws(ScanError) -> Range<Int> {
    if next() == nil { throw ScanError(problem: .empty, offset: 0) }
    let start = offset
    try skipTask()
    let end = offset
    try expectEnd()
    return start..<end
  }

  fileprivate mutating func skipVersion() throws(ScanError) {
    let start = offset
    try skipValue(depth: 1)
    let digits = text[start..<offset].drop { $0 == .hyphen }
    guard digits.allSatisfy({ $0.isDigit }) else {
      throw ScanError(problem: .wrongType(key: "version", expected: "an integer"), offset: start)
    }
    // A number that is too large for an Int is above 1, too.
    let isAboveOne =
      digits.startIndex == start && Int(String(decoding: digits, as: UTF8.self)) ?? .max > 1
    if isAboveOne { throw ScanError(problem: .newerVersion, offset: start) }
  }

  /// Parses the array under `tasks` or `completed`, whose key is given. Reading stops after `limit`
  /// tasks, if one of them isn't snoozed.
  fileprivate mutating func readList(
    _ key: SchemaKey, upTo limit: Int, _ snoozed: inout [SnoozedTask]
  ) throws(ScanError) -> Container {
    try require(
      .openBracket, else: .wrongType(key: key.rawValue, expected: "an array"), depth: 1)
    var list = Container(from: offset + 1)
    var hasNext = try open(.openBracket, depth: 1)
    while hasNext {
      skipWhitespace()
      let start = offset
      if key != .tasks {
        try skipValue(depth: 2)
      } else if let until = try skipTask() {
        snoozed.append(SnoozedTask(index: list.count, range: start..<offset, until: until))
      }
      let item = Container.Item(range: start..<offset, valueStart: start, key: nil)
      list.append(item, retaining: limit == .max ? Container.retainedCount : 0)
      if list.count >= limit, list.count > snoozed.count { return list }
      hasNext = try skipSeparator(orEnd: .closeBracket)
    }
    list.end(at: offset - 1)
    return list
  }

  /// Skips and validates a task. The depth is always that of a task in a file, so a task from
  /// elsewhere that is valid here doesn't exceed the limit of nesting when it is added to a file.
  /// Returns its `until`, if that is valid.
  @discardableResult private mutating func skipTask() throws(ScanError) -> Timestamp? {
    let depth = 2
    try require(.openBrace, else: .taskIsNotAnObject, depth: depth)
    let start = offset
    var hasTitle = false
    var hasAttachments = false
    var until: Range<Int>?
    var hasNext = try open(.openBrace, depth: depth)
    while hasNext {
      skipWhitespace()
      let keyStart = offset
      let key = try skipKey()
      switch key {
      case .title where !hasTitle:
        hasTitle = true
        try require(
          .quote, else: .wrongType(key: "title", expected: "a string"), depth: depth + 1
        )
        try skipString()
      case .attachments where !hasAttachments:
        hasAttachments = true
        try skipValue(depth: depth + 1)
      case .until where until == nil:
        skipWhitespace()
        let valueStart = offset
        try skipValue(depth: depth + 1)
        until = valueStart..<offset
      case .title?, .attachments?:
        throw ScanError(problem: .duplicateKey(key?.rawValue ?? ""), offset: keyStart)
      // This is usually `added`, a string; `skipString` skips it faster than `skipValue`.
      default:
        if next() == .quote {
          try skipString()
        } else {
          try skipValue(depth: depth + 1)
        }
      }
      hasNext = try skipSeparator(orEnd: .closeBrace)
    }
    if !hasTitle { throw ScanError(problem: .missingTitle, offset: start) }
    return until.flatMap { JSONText.string(text[$0]) }.flatMap { Timestamp(until: $0) }
  }

  /// Requires a type of value by its first byte. If the value is malformed, throws the error about
  /// that instead.
  @inline(__always)
  private mutating func require(_ first: UInt8, else problem: FormatProblem, depth: Int)
    throws(ScanError)
  {
    if next() == first { return }
    let start = offset
    try skipValue(depth: depth)
    throw ScanError(problem: problem, offset: start)
  }
}
