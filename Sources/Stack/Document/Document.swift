// The text of a stack in memory, and what is to be changed in it.

/// The text of a stack, and the changes that are to be made to it.
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

  let text: [UInt8]
  let outline: Outline
  /// What the lists are to hold, where they are changed.
  private var tasks: [Container.Part]?
  private var completed: [Container.Part]?

  /// Reads and validates a text.
  ///
  /// - Parameter list: The list whose elements are all noted. Of the others only the ends can be changed.
  init(_ text: [UInt8], noting list: ListName? = nil) throws(ScanError) {
    var reader = DocumentReader(.memory(text), bufferSize: min(text.count, TextSource.step))
    outline = try reader.read(list.map { .wholeWithElements(of: $0) } ?? .whole)
    self.text = text
  }

  /// The first task of the queue, as it is without the changes.
  var front: QueuedTask? { outline.front.map { QueuedTask(validated: $0) } }

  /// How many tasks there are in the queue, without the changes.
  var taskCount: Int { outline.tasks?.count ?? 0 }

  /// The texts of what stands in a list, as they are without the changes. They must have been noted.
  func elements(of list: ListName) -> [ArraySlice<UInt8>] {
    outline[list]?.items.map { text[$0.place] } ?? []
  }
}

extension Outline {
  subscript(list: ListName) -> Container? {
    switch list {
    case .tasks: tasks
    case .completed: completed
    }
  }
}

// MARK: - Changes

extension Document {
  /// Adds tasks at the back of the queue, or in front.
  mutating func add(_ new: [QueuedTask], inFront: Bool) {
    let parts = new.map { Container.Part.new([.new($0.text)]) }
    if !parts.isEmpty { tasks = inFront ? parts + [.kept(0..<taskCount)] : [.kept(0..<taskCount)] + parts }
  }

  /// Puts another text in the place of one task.
  mutating func replace(_ index: Int, with task: QueuedTask) {
    tasks = [.kept(0..<index), .changed(index, [.new(task.text)]), .kept((index + 1)..<taskCount)]
  }

  /// Says what the queue is to hold.
  mutating func arrange(_ parts: [Container.Part]) { tasks = parts }

  /// Takes a task out of the queue and adds it, as it is then, to what is completed.
  mutating func end(_ index: Int, as ended: QueuedTask) {
    tasks = [.kept(0..<index), .kept((index + 1)..<taskCount)]
    complete([ended])
  }

  /// Adds tasks to what is completed.
  mutating func complete(_ ended: [QueuedTask]) {
    if ended.isEmpty { return }
    completed = [.kept(0..<(outline.completed?.count ?? 0))] + ended.map { .new([.new($0.text)]) }
  }

  /// What the changes put where; `nil` if there are none.
  var patch: Patch? {
    if tasks == nil, completed == nil { return nil }
    let top = outline.top
    var parts: [Container.Part] = []
    var next = 0
    for (index, member) in top.items.enumerated() {
      guard let (list, newParts) = edit(of: member.key) else { continue }
      let layout = Container.Layout(
        outer: Array(top.leadingTrivia(of: index, in: text)), indentation: indentation)
      var pieces = Patch()
      pieces.copy(member.place.lowerBound..<list.inside.lowerBound)
      list.write(newParts, in: text, layout, to: &pieces)
      pieces.copy(list.inside.upperBound..<member.place.upperBound)
      parts += [.kept(next..<index), .changed(index, pieces.pieces)]
      next = index + 1
    }
    parts.append(.kept(next..<top.count))
    if outline.tasks == nil, let tasks { parts.append(newList(.tasks, tasks)) }
    if outline.completed == nil, let completed { parts.append(newList(.completed, completed)) }
    var patch = Patch()
    patch.copy(0..<top.inside.lowerBound)
    top.write(
      parts, in: text, Container.Layout(outer: [UInt8(ascii: "\n")], indentation: indentation), to: &patch)
    patch.copy(top.inside.upperBound..<text.count)
    return patch
  }

  private func edit(of key: SchemaKey?) -> (list: Container, parts: [Container.Part])? {
    switch key {
    case .tasks: outline.tasks.flatMap { list in tasks.map { (list, $0) } }
    case .completed: outline.completed.flatMap { list in completed.map { (list, $0) } }
    default: nil
    }
  }

  /// A list that is missing, with its first tasks.
  private func newList(_ name: ListName, _ parts: [Container.Part]) -> Container.Part {
    let top = outline.top
    // Where there is no member either, this one will be on a line of its own.
    let space = text[top.inside]
    var outer = (space.hasLineBreak ? Array(space.lastLine) : [UInt8(ascii: "\n")]) + indentation
    if top.count > 0 { outer = Array(top.leadingTrivia(of: 0, in: text)) }
    if !outer[...].hasLineBreak { outer = [UInt8(ascii: " ")] }
    var list = Patch([.new(Array("\"\(name.rawValue)\": [".utf8))])
    Container(from: 0).write(
      parts, in: text, Container.Layout(outer: outer, indentation: indentation), to: &list)
    list.add("]".utf8)
    return .new(list.pieces)
  }

  /// What one level of nesting is indented by.
  private var indentation: [UInt8] {
    let top = outline.top
    return top.count == 0 ? Array("  ".utf8) : Array(top.leadingTrivia(of: 0, in: text).indentation)
  }
}
