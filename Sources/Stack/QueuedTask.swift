// One task, as it stands in the file.

/// A task in a queue.
///
/// It keeps the very bytes of the file, so that keys which `stack` doesn't know, and the layout that a
/// person gave them, survive every change.
public struct QueuedTask: Equatable, Sendable {
  /// The dictionary as it stands in the file.
  let text: [UInt8]
  /// What there is to do.
  public let title: String

  /// A task from its text in a file that was judged already.
  init(judged text: [UInt8]) {
    self.text = text
    title = Members.title(in: text)
  }

  /// A new task.
  init(title: TaskTitle, attachments: [String], added: Timestamp) {
    var text = Array("{\"title\": ".utf8) + JSONText.encode(title.text)
    text += Array(", \"added\": \"\(added.dateText)\"".utf8)
    text.append(UInt8(ascii: "}"))
    self = QueuedTask(judged: text).attaching(attachments)
  }

  /// The task as JSON on one line, all its keys, and nothing in it that drives a terminal.
  public var json: String { String(decoding: JSONText.oneLine(text), as: UTF8.self) }

  /// The files and URLs that are attached, in order.
  public var attachments: [String] {
    attachmentElements.strings.map(\.text)
  }

  private var attachmentElements: Elements {
    guard let member = Members(text).first(named: "attachments") else { return Elements(Array("[]".utf8)) }
    let value = Array(text[member.value])
    // A person who wrote a single one by hand may have left the brackets out.
    return Elements(value.first == UInt8(ascii: "[") ? value : Array("[".utf8) + value + "]".utf8)
  }
}

// MARK: - Changing what a task says

extension QueuedTask {
  /// Whether this is the very title that the task has. (For `==`, é is é however it is composed.)
  func isTitled(_ title: TaskTitle) -> Bool {
    self.title.utf8.elementsEqual(title.text.utf8)
  }

  /// The task with another title.
  func retitled(_ title: TaskTitle) -> QueuedTask {
    setting("title", to: JSONText.encode(title.text))
  }

  /// The task with a key that holds a string.
  func setting(_ key: String, toString value: String) -> QueuedTask {
    setting(key, to: JSONText.encode(value))
  }

  /// The task with more attachments behind those that are there, once each.
  func attaching(_ items: [String]) -> QueuedTask {
    let elements = attachmentElements
    var attached = elements.strings.map(\.text)
    var additions: [[UInt8]] = []
    for item in items where !attached.containsExactly(item) {
      attached.append(item)
      additions.append(JSONText.encode(item))
    }
    return additions.isEmpty ? self : setting("attachments", to: elements.appending(additions))
  }

  /// The task without some of its attachments, and without the key where nothing is left under it.
  func detaching(_ items: [String]) -> QueuedTask {
    let elements = attachmentElements
    let gone = elements.strings.filter { items.containsExactly($0.text) }.map(\.index)
    if gone.isEmpty { return self }
    return gone.count == elements.all.count
      ? removing("attachments") : setting("attachments", to: elements.removing(gone))
  }

  /// The task with a value under a key: in the place of the one that is there, else at the end.
  private func setting(_ key: String, to value: [UInt8]) -> QueuedTask {
    let members = Members(text)
    if let member = members.first(named: key) {
      return QueuedTask(
        judged: Array(text[..<member.value.lowerBound]) + value + text[member.value.upperBound...])
    }
    guard let last = members.all.last else { return self }
    let separator = members.all.count > 1 ? Array(text[last.lead]) : [UInt8(ascii: " ")]
    let addition = [UInt8(ascii: ",")] + separator + JSONText.encode(key) + Array(": ".utf8) + value
    return QueuedTask(
      judged: Array(text[..<last.value.upperBound]) + addition + text[last.value.upperBound...])
  }

  private func removing(_ key: String) -> QueuedTask {
    let members = Members(text).all
    guard let index = members.firstIndex(where: { $0.key == key }) else { return self }
    return QueuedTask(
      judged: text.removing(at: index, of: members.map { $0.keyStart..<$0.value.upperBound }))
  }
}

// MARK: - Tasks that travel

extension QueuedTask {
  /// The most that a task from another machine may have, in bytes.
  public static let maximumReceivedSize = 65536

  /// A task that came from another machine.
  ///
  /// What stands in it is a stranger's word: it is judged like a file, laid out anew on one line, and of
  /// its attachments only addresses in the web are kept, because its files are not here.
  ///
  /// - Parameters:
  ///   - text: One dictionary.
  ///   - arrival: When it came; it takes the place of when it was added there.
  /// - Throws: What is wrong with it.
  public init(received text: [UInt8], at arrival: Timestamp) throws(FormatProblem) {
    if text.count > Self.maximumReceivedSize { throw .tooLarge }
    do throws(ScanError) {
      var scanner = OutlineReader(.memory(text), bufferSize: text.count)
      try scanner.readSingleTask()
    } catch {
      switch error {
      case .malformed(let problem, _): throw problem
      case .system: throw .unexpectedEnd
      }
    }
    let members = Members(text)
    if JSONText.containsNull(text) { throw .null }
    var keys: Set<String> = []
    for member in members.all where !keys.insert(member.key).inserted { throw .duplicateKey(member.key) }
    guard let title = members.first(named: "title"),
      let line = try? TaskTitle(JSONText.decode(text[title.value]))
    else { throw .unfitTitle }
    self = QueuedTask(judged: JSONText.oneLine(text)).retitled(line).withWebAddressesOnly
      .setting("added", toString: arrival.dateText)
  }

  /// The task as it goes to another machine.
  ///
  /// - Parameter sender: Who sends it, as `user@host`.
  public func outgoing(from sender: String) -> String {
    withWebAddressesOnly.setting("from", toString: sender).json
  }

  /// The attachments that stay here when the task goes to another machine: all but addresses in the web.
  public var localAttachments: [String] {
    attachments.filter { address in
      let scheme = address.prefix(8).lowercased()
      return !scheme.hasPrefix("http://") && !scheme.hasPrefix("https://")
    }
  }

  private var withWebAddressesOnly: QueuedTask {
    let local = localAttachments
    let web = attachments.filter { !local.containsExactly($0) }
    if web.isEmpty { return removing("attachments") }
    return setting("attachments", to: Elements(Array("[]".utf8)).appending(web.map(JSONText.encode)))
  }
}

// MARK: - The parts of a dictionary

/// Where the members of a dictionary stand in its text.
private struct Members {
  struct Member {
    /// The white space before the key.
    let lead: Range<Int>
    let key: String
    let keyStart: Int
    let value: Range<Int>
  }

  let all: [Member]

  /// Finds the members of a dictionary.
  ///
  /// - Parameter text: A dictionary that was judged already.
  init(_ text: [UInt8]) {
    var scanner = JSONScanner(.memory(text), bufferSize: text.count)
    var members: [Member] = []
    do throws(ScanError) {
      _ = try scanner.skip(UInt8(ascii: "{"))
      var leadStart = scanner.offset
      while try !scanner.skip(UInt8(ascii: "}")) {
        let keyStart = scanner.offset
        try scanner.skipString()
        let keyEnd = scanner.offset
        try scanner.expect(UInt8(ascii: ":"), "")
        let value = try Self.value(&scanner)
        members.append(
          Member(
            lead: leadStart..<keyStart, key: JSONText.decode(text[keyStart..<keyEnd]), keyStart: keyStart,
            value: value))
        _ = try scanner.skip(UInt8(ascii: ","))
        leadStart = scanner.offset
      }
    } catch {
      // The text was judged; there is nothing that could be wrong with it.
    }
    all = members
  }

  func first(named key: String) -> Member? {
    all.first { $0.key == key }
  }

  /// What the title says; it is found without noting where the other members stand.
  static func title(in text: [UInt8]) -> String {
    var scanner = JSONScanner(.memory(text), bufferSize: text.count)
    do throws(ScanError) {
      _ = try scanner.skip(UInt8(ascii: "{"))
      while try !scanner.skip(UInt8(ascii: "}")) {
        let key = try scanner.skipKey()
        let value = try value(&scanner)
        if key == .title { return JSONText.decode(text[value]) }
        _ = try scanner.skip(UInt8(ascii: ","))
      }
    } catch {
      // As above.
    }
    return ""
  }

  fileprivate static func value(_ scanner: inout JSONScanner) throws(ScanError) -> Range<Int> {
    try scanner.skipWhitespace()
    let start = scanner.offset
    try scanner.skipValue(depth: 1)
    return start..<scanner.offset
  }
}

/// Where the elements of an array stand in its text.
private struct Elements {
  let all: [Range<Int>]
  private let text: [UInt8]

  /// Finds the elements of an array.
  ///
  /// - Parameter text: A value that was judged already.
  init(_ text: [UInt8]) {
    self.text = text
    var scanner = JSONScanner(.memory(text), bufferSize: text.count)
    var elements: [Range<Int>] = []
    do throws(ScanError) {
      _ = try scanner.skip(UInt8(ascii: "["))
      while try !scanner.skip(UInt8(ascii: "]")) {
        elements.append(try Members.value(&scanner))
        _ = try scanner.skip(UInt8(ascii: ","))
      }
    } catch {
      // The text was judged; there is nothing that could be wrong with it.
    }
    all = elements
  }

  /// The elements that are strings, with their places among all.
  var strings: [(index: Int, text: String)] {
    all.enumerated().compactMap { index, range in
      text[range.lowerBound] == UInt8(ascii: "\"") ? (index, JSONText.decode(text[range])) : nil
    }
  }

  /// The text of the array with more elements at its end, which are laid out as the last one is.
  func appending(_ additions: [[UInt8]]) -> [UInt8] {
    guard let last = all.last else {
      return Array("[".utf8) + additions.joined(separator: ", ".utf8) + "]".utf8
    }
    let lead = text[..<last.lowerBound].reversed().prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.reversed()
    let separator = [UInt8(ascii: ",")] + (all.count == 1 && lead.isEmpty ? [UInt8(ascii: " ")] : Array(lead))
    return Array(text[..<last.upperBound]) + additions.flatMap { separator + $0 } + text[last.upperBound...]
  }

  /// The text of the array without some elements.
  func removing(_ indices: [Int]) -> [UInt8] {
    var text = text
    var ranges = all
    for index in indices.reversed() {
      text = text.removing(at: index, of: ranges)
      ranges = Elements(text).all
    }
    return text
  }
}

extension [UInt8] {
  /// The text without one of the things that stand in it with commas between them.
  fileprivate func removing(at index: Int, of ranges: [Range<Int>]) -> [UInt8] {
    let removed: Range<Int>
    if index + 1 < ranges.count {
      removed = ranges[index].lowerBound..<ranges[index + 1].lowerBound
    } else if index > 0 {
      removed = ranges[index - 1].upperBound..<ranges[index].upperBound
    } else {
      removed = ranges[index]
    }
    return Array(self[..<removed.lowerBound]) + self[removed.upperBound...]
  }
}

extension Sequence<String> {
  /// Whether this very text is among them. (For `contains`, é is é however it is composed; for a file
  /// system it isn't.)
  package func containsExactly(_ text: String) -> Bool {
    contains { $0.utf8.elementsEqual(text.utf8) }
  }
}
