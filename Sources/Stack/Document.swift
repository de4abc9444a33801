// The text of a stack as something that can be changed a few bytes at a time.

/// A part of a new text.
enum Piece: Equatable {
  /// Bytes of the text that is there, as they are.
  case original(Range<Int>)
  /// Bytes that are new.
  case new([UInt8])
}

/// The text of a stack, and the changes that are to be made to it.
///
/// A change names the bytes that go and the pieces that come in their place. All other bytes are copied
/// when the new text is written, and never taken apart.
struct Document {
  /// The text of a stack without tasks, in the layout in which `stack` writes.
  static let emptyText = Array(
    """
    {
      "version": 1,
      "tasks": [
      ],
      "completed": [
      ]
    }

    """.utf8)

  /// The two arrays that hold tasks.
  enum ListName: String {
    case tasks
    case completed
  }

  private struct Splice {
    let range: Range<Int>
    let pieces: [Piece]
  }

  private let content: Content
  let outline: Outline
  private var splices: [Splice] = []

  init(_ content: Content, outline: Outline) {
    self.content = content
    self.outline = outline
  }

  /// The first task of the queue, as it is without the changes.
  var front: QueuedTask? { outline.front.map(QueuedTask.init(judged:)) }

  /// Whether there is nothing to change.
  var isUnchanged: Bool { splices.isEmpty }

  /// The texts of all tasks, as they are without the changes; they must have been noted in the outline.
  func elements() throws(SystemError) -> [ArraySlice<UInt8>] {
    guard let list = outline.tasks, let last = list.last else { return [] }
    let text = try content.bytes(list.start..<last.upperBound)
    return outline.elements.map { text[($0.lowerBound - list.start)..<($0.upperBound - list.start)] }
  }

  /// Writes the text with the changes made.
  ///
  /// - Returns: Whether all of it could be read.
  func write(to writer: inout TextWriter) throws(SystemError) -> Bool {
    var position = 0
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard try writer.write(position..<splice.range.lowerBound, of: content) else { return false }
      for piece in splice.pieces {
        switch piece {
        case .original(let range):
          guard try writer.write(range, of: content) else { return false }
        case .new(let bytes):
          try writer.write(bytes)
        }
      }
      position = splice.range.upperBound
    }
    return try writer.write(position..<outline.size, of: content)
  }
}

// MARK: - Changes

extension Document {
  /// Adds tasks at the end of a list.
  mutating func append(_ elements: [Piece], to name: ListName) throws(SystemError) {
    guard let list = self[name] else { return try addList(name, holding: elements) }
    guard let last = list.last else { return try fill(list, with: elements) }
    let separator = [UInt8(ascii: ",")] + lastLine(try content.bytes(list.lastLead))
    splice(last.upperBound..<last.upperBound, elements.flatMap { [.new(separator), $0] })
  }

  /// Adds tasks at the front of the queue.
  mutating func prepend(_ elements: [Piece]) throws(SystemError) {
    guard let list = outline.tasks, let first = list.first else { return try append(elements, to: .tasks) }
    let separator = [UInt8(ascii: ",")] + lastLine(try content.bytes(list.lastLead))
    splice(first.lowerBound..<first.lowerBound, elements.flatMap { [$0, .new(separator)] })
  }

  /// Takes the first task out of the queue.
  mutating func removeFront() {
    guard let list = outline.tasks, let first = list.first else { return }
    if let second = list.second {
      splice(first.lowerBound..<second.lowerBound, [])
    } else {
      splice(list.start..<first.upperBound, [])
    }
  }

  /// Takes a task out of the queue, wherever it stands; the tasks must have been noted in the outline.
  mutating func remove(at index: Int) {
    guard outline.tasks != nil, index > 0 else { return removeFront() }
    splice(outline.elements[index - 1].upperBound..<outline.elements[index].upperBound, [])
  }

  /// Puts another text in the place of one task.
  mutating func replace(_ element: Range<Int>, with task: QueuedTask) {
    splice(element, [.new(task.text)])
  }

  /// Gives the queue other tasks, place by place; the tasks must have been noted in the outline.
  mutating func replaceTasks(with elements: [Piece]) throws(SystemError) {
    guard let list = outline.tasks, let last = list.last else {
      if !elements.isEmpty { try append(elements, to: .tasks) }
      return
    }
    for (place, element) in zip(outline.elements, elements) where element != .original(place) {
      splice(place, [element])
    }
    if elements.count > list.count {
      try append(Array(elements[list.count...]), to: .tasks)
    } else if elements.isEmpty {
      splice(list.start..<last.upperBound, [])
    } else if elements.count < list.count {
      splice(outline.elements[elements.count - 1].upperBound..<last.upperBound, [])
    }
  }

  private subscript(name: ListName) -> Outline.List? {
    switch name {
    case .tasks: outline.tasks
    case .completed: outline.completed
    }
  }

  private mutating func splice(_ range: Range<Int>, _ pieces: [Piece]) {
    splices.append(Splice(range: range, pieces: pieces))
  }
}

// MARK: - Layout

extension Document {
  /// Puts the first tasks into a list that has none.
  private mutating func fill(_ list: Outline.List, with elements: [Piece]) throws(SystemError) {
    let inside = try content.bytes(list.start..<list.end)
    let keyLead = try content.bytes(list.keyLead)
    if inside.hasLineBreak {
      let lead = lastLine(inside) + (try indentation())
      splice(list.start..<list.start, joined(elements, lead: lead))
    } else if keyLead.hasLineBreak {
      let lead = lastLine(keyLead) + (try indentation())
      splice(list.start..<list.end, joined(elements, lead: lead) + [.new(lastLine(keyLead))])
    } else {
      splice(list.start..<list.end, joined(elements, lead: [], separator: keyLead))
    }
  }

  /// Adds a list that is missing, with its first tasks.
  private mutating func addList(_ name: ListName, holding elements: [Piece]) throws(SystemError) {
    let key: [UInt8] = Array("\"\(name.rawValue)\": [".utf8)
    let bracket = Piece.new([UInt8(ascii: "]")])
    guard let end = outline.lastMemberEnd else {
      let inside = try content.bytes(outline.keyLead)
      let lead = inside.hasLineBreak ? lastLine(inside) : [UInt8(ascii: "\n")]
      let unit = Array("  ".utf8)
      let list = joined(elements, lead: lead + unit + unit)
      splice(
        outline.start..<outline.start,
        [.new(lead + unit + key)] + list + [.new(lead + unit), bracket]
          + (inside.hasLineBreak ? [] : [.new(lead)]))
      return
    }
    let keyLead = try content.bytes(outline.keyLead)
    if keyLead.hasLineBreak {
      let lead = lastLine(keyLead)
      let list = joined(elements, lead: lead + (try indentation()))
      splice(end..<end, [.new([UInt8(ascii: ",")] + lead + key)] + list + [.new(lead), bracket])
    } else {
      let list = joined(elements, lead: [], separator: [UInt8(ascii: " ")])
      splice(end..<end, [.new(Array(", ".utf8) + key)] + list + [bracket])
    }
  }

  /// What one level of nesting is indented by.
  private func indentation() throws(SystemError) -> [UInt8] {
    let lead = try content.bytes(outline.keyLead)
    return lead.hasLineBreak ? Array(lastLine(lead).drop { $0.isLineBreak }) : []
  }

  private func joined(_ elements: [Piece], lead: [UInt8], separator: [UInt8]? = nil) -> [Piece] {
    let between = [UInt8(ascii: ",")] + (separator ?? lead)
    return elements.enumerated().flatMap { index, element in
      [.new(index == 0 ? lead : between), element]
    }
  }

  /// Of white space, the last line break and what stands behind it; all of it where there is no line break.
  private func lastLine(_ space: [UInt8]) -> [UInt8] {
    guard let end = space.lastIndex(where: \.isLineBreak) else { return space }
    let isPair = end > 0 && space[end] == UInt8(ascii: "\n") && space[end - 1] == UInt8(ascii: "\r")
    return Array(space[(isPair ? end - 1 : end)...])
  }
}

extension UInt8 {
  fileprivate var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

extension [UInt8] {
  fileprivate var hasLineBreak: Bool { contains(where: \.isLineBreak) }
}

// MARK: - Writing

/// Writes a text to a file in large steps, out of a buffer that is used again.
struct TextWriter: ~Copyable {
  private let file: OpenFile
  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0

  init(_ file: OpenFile, bufferSize: Int) {
    self.file = file
    buffer = .allocate(byteCount: bufferSize, alignment: 16)
  }

  deinit {
    buffer.deallocate()
  }

  mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    _ = try write(0..<bytes.count, of: .memory(bytes))
  }

  /// Writes a range of another text. Returns whether that text had so much.
  mutating func write(_ range: Range<Int>, of content: Content) throws(SystemError) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      if count == buffer.count { try flush() }
      let room = min(buffer.count - count, range.upperBound - position)
      let read = try content.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[count..<(count + room)]), at: position)
      if read == 0 { return false }
      position += read
      count += read
    }
    return true
  }

  mutating func flush() throws(SystemError) {
    try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    count = 0
  }
}
