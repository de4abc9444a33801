// The text of a stack as something that can be changed a few bytes at a time.

/// The text of a stack, and the changes that are to be made to it.
///
/// A change names the bytes that go and the pieces that come in their place. All other bytes are copied
/// when the new text is written, and never taken apart. It knows of the text what its outline has, and so
/// needs neither the text nor the disk.
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

  private struct Splice {
    let range: Range<Int>
    let pieces: [Piece]
  }

  let outline: Outline
  private var splices: [Splice] = []

  init(_ outline: Outline) {
    self.outline = outline
  }

  /// The first task of the queue, as it is without the changes.
  var front: QueuedTask? { outline.front.map { QueuedTask(validated: $0) } }

  /// The texts of all tasks, as they are without the changes; they must have been noted in the outline.
  var taskTexts: [ArraySlice<UInt8>] { outline.elementTexts(of: outline.tasks) }

  /// Whether there is nothing to change.
  var isUnchanged: Bool { splices.isEmpty }

  /// What the changes put where.
  var patch: Patch {
    var pieces: [Piece] = []
    var position = 0
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      pieces.append(.original(position..<splice.range.lowerBound))
      pieces += splice.pieces
      position = splice.range.upperBound
    }
    pieces.append(.original(position..<outline.size))
    return Patch(pieces)
  }
}

// MARK: - Changes

extension Document {
  /// Adds tasks at the end of a list.
  mutating func append(_ elements: [Piece], to name: ListName) {
    guard let list = outline[name] else { return addList(name, holding: elements) }
    guard let last = list.last else { return fill(list, trivia(of: name), with: elements) }
    let separator = [UInt8(ascii: ",")] + lastLine(trivia(of: name).last)
    splice(last.upperBound..<last.upperBound, elements.flatMap { [.new(separator), $0] })
  }

  /// Adds tasks at the front of the queue.
  mutating func prepend(_ elements: [Piece]) {
    guard let list = outline.tasks, let first = list.first else { return append(elements, to: .tasks) }
    let separator = [UInt8(ascii: ",")] + lastLine(outline.tasksTrivia.last)
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
  mutating func replaceTasks(with elements: [Piece]) {
    guard let list = outline.tasks, let last = list.last else {
      if !elements.isEmpty { append(elements, to: .tasks) }
      return
    }
    for (place, element) in zip(outline.elements, elements) where element != .original(place) {
      splice(place, [element])
    }
    if elements.count > list.count {
      append(Array(elements[list.count...]), to: .tasks)
    } else if elements.isEmpty {
      splice(list.start..<last.upperBound, [])
    } else if elements.count < list.count {
      splice(outline.elements[elements.count - 1].upperBound..<last.upperBound, [])
    }
  }

  private func trivia(of name: ListName) -> Outline.Trivia {
    switch name {
    case .tasks: outline.tasksTrivia
    case .completed: outline.completedTrivia
    }
  }

  mutating func splice(_ range: Range<Int>, _ pieces: [Piece]) {
    splices.append(Splice(range: range, pieces: pieces))
  }
}
