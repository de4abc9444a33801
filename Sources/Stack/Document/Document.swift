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
  /// What stands at the top, where anything but the lists is changed.
  private var members: [Container.Part]?

  /// Reads and validates a text.
  ///
  /// - Parameter list: The list whose elements are all noted. Of the others only the ends can be changed.
  init(_ text: [UInt8], noting list: ListName? = nil) throws(ScanError) {
    try self.init(text, list.map { .wholeWithElements(of: $0) } ?? .whole)
  }

  /// Reads and validates a text so that all of it can be changed.
  init(whole text: [UInt8]) throws(ScanError) {
    try self.init(text, .wholeWithAllElements)
  }

  private init(_ text: [UInt8], _ extent: ReadingExtent) throws(ScanError) {
    var reader = DocumentReader(.memory(text), bufferSize: TextSource.step)
    outline = try reader.read(extent)
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

  /// Says what the lists are to hold, and what stands at the top; of the lists there, only whether they stand there.
  mutating func rewrite(
    tasks: [Container.Part], completed: [Container.Part], members: [Container.Part]
  ) {
    (self.tasks, self.completed, self.members) = (tasks, completed, members)
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
    for part in members ?? [.kept(0..<top.count)] {
      guard case .kept(let indices) = part else {
        parts.append(part)
        continue
      }
      for index in indices { parts.append(edit(of: index) ?? .kept(index..<(index + 1))) }
    }
    if outline.tasks == nil, let tasks { parts += newList(.tasks, tasks) }
    if outline.completed == nil, let completed { parts += newList(.completed, completed) }
    var patch = Patch()
    patch.copy(0..<top.inside.lowerBound)
    top.write(parts, in: text, layout, to: &patch)
    patch.copy(top.inside.upperBound..<text.count)
    return patch.isIdentity(ofSize: text.count) ? nil : patch
  }

  /// A member at the top with what it is to hold; `nil` where it stays as it is.
  private func edit(of index: Int) -> Container.Part? {
    let member = outline.top[index]
    let name: ListName
    switch member.key {
    case .tasks: name = .tasks
    case .completed: name = .completed
    default: return nil
    }
    guard let list = outline[name], let parts = name == .tasks ? tasks : completed else { return nil }
    var pieces = Patch()
    pieces.copy(member.place.lowerBound..<list.inside.lowerBound)
    list.write(parts, in: text, layout(of: name), to: &pieces)
    pieces.copy(list.inside.upperBound..<member.place.upperBound)
    return .changed(index, pieces.pieces)
  }

  /// A list that is missing, with its first tasks; nothing without any.
  private func newList(_ name: ListName, _ parts: [Container.Part]) -> [Container.Part] {
    if parts.isEmpty { return [] }
    var list = Patch([.new(Array("\"\(name.rawValue)\": [".utf8))])
    Container(from: 0).write(parts, in: text, layout(of: name), to: &list)
    list.add("]".utf8)
    return [.new(list.pieces)]
  }
}

// MARK: - Layout

extension Document {
  /// How what stands at the top is laid out: where there is nothing yet, on lines of its own.
  var layout: Container.Layout { Container.Layout(outer: [UInt8(ascii: "\n")], indentation: indentation) }

  /// The white space before a task that is added to a list.
  func newTrivia(of name: ListName) -> ArraySlice<UInt8> {
    (outline[name] ?? Container(from: 0)).newTrivia(in: text, layout(of: name))
  }

  private func layout(of name: ListName) -> Container.Layout {
    let top = outline.top
    let index = top.index(of: name == .tasks ? .tasks : .completed)
    var outer = top.count > 0 ? top.leadingTrivia(of: index ?? 0, in: text) : top.newTrivia(in: text, layout)
    // On one line, a list that is missing is parted from what stands before it all the same.
    if index == nil, !outer.hasLineBreak { outer = [UInt8(ascii: " ")] }
    return Container.Layout(outer: Array(outer), indentation: indentation)
  }

  /// What one level of nesting is indented by.
  var indentation: [UInt8] {
    let top = outline.top
    return top.count == 0 ? Array("  ".utf8) : Array(top.leadingTrivia(of: 0, in: text).indentation)
  }
}
