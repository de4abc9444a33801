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
    if !attachments.isEmpty {
      text += Array(", \"attachments\": ".utf8) + Self.array(attachments)
    }
    text.append(UInt8(ascii: "}"))
    self.text = text
    self.title = title.text
  }

  /// The task as JSON on one line, all its keys, and nothing in it that drives a terminal.
  public var json: String { String(decoding: JSONText.oneLine(text), as: UTF8.self) }

  /// The files and URLs that are attached, in order.
  public var attachments: [String] {
    guard let member = Members(text).first(named: "attachments") else { return [] }
    return Members.elements(of: Array(text[member.value])).compactMap { element in
      element.first == UInt8(ascii: "\"") ? JSONText.decode(element) : nil
    }
  }
}

// MARK: - Changing what a task says

extension QueuedTask {
  /// The task with another title.
  func retitled(_ title: TaskTitle) -> QueuedTask {
    setting("title", to: JSONText.encode(title.text))
  }

  /// The task with a key that holds a string.
  func setting(_ key: String, toString value: String) -> QueuedTask {
    setting(key, to: JSONText.encode(value))
  }

  /// The task with these attachments, and no such key where there are none.
  func withAttachments(_ attachments: [String]) -> QueuedTask {
    attachments.isEmpty ? removing("attachments") : setting("attachments", to: Self.array(attachments))
  }

  /// The task with a value under a key: in the place of the one that is there, else at the end.
  private func setting(_ key: String, to value: [UInt8]) -> QueuedTask {
    let members = Members(text)
    if let member = members.first(named: key) {
      return QueuedTask(judged: Array(text[..<member.value.lowerBound]) + value + text[member.value.upperBound...])
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
    let removed: Range<Int>
    if index + 1 < members.count {
      removed = members[index].keyStart..<members[index + 1].keyStart
    } else if index > 0 {
      removed = members[index - 1].value.upperBound..<members[index].value.upperBound
    } else {
      removed = members[index].keyStart..<members[index].value.upperBound
    }
    return QueuedTask(judged: Array(text[..<removed.lowerBound]) + text[removed.upperBound...])
  }

  private static func array(_ strings: [String]) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (index, string) in strings.enumerated() {
      if index > 0 { text += Array(", ".utf8) }
      text += JSONText.encode(string)
    }
    return text + [UInt8(ascii: "]")]
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
    guard let title = members.first(named: "title"),
      let line = try? TaskTitle(JSONText.decode(text[title.value]))
    else { throw .unfitTitle }
    let sent = QueuedTask(judged: JSONText.oneLine(text))
    let web = sent.attachments.filter { address in
      let scheme = address.prefix(8).lowercased()
      return scheme.hasPrefix("http://") || scheme.hasPrefix("https://")
    }
    self = sent.retitled(line).withAttachments(web).setting("added", toString: arrival.dateText)
  }

  /// The task as it goes to another machine.
  ///
  /// - Parameter sender: Who sends it, as `user@host`.
  public func outgoing(from sender: String) -> String {
    setting("from", toString: sender).json
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

  /// The texts of an array's elements.
  static func elements(of array: [UInt8]) -> [[UInt8]] {
    var scanner = JSONScanner(.memory(array), bufferSize: array.count)
    var elements: [[UInt8]] = []
    do throws(ScanError) {
      _ = try scanner.skip(UInt8(ascii: "["))
      while try !scanner.skip(UInt8(ascii: "]")) {
        elements.append(Array(array[try value(&scanner)]))
        _ = try scanner.skip(UInt8(ascii: ","))
      }
    } catch {
      // As above.
    }
    return elements
  }

  private static func value(_ scanner: inout JSONScanner) throws(ScanError) -> Range<Int> {
    try scanner.skipWhitespace()
    let start = scanner.offset
    try scanner.skipValue(depth: 1)
    return start..<scanner.offset
  }
}
