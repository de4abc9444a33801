// The text of a stack in memory, and what is to be changed in it.

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
  /// The members of the object that the text is, and the two lists among them that hold tasks, where they are there.
  let top: Container
  let tasks: Container?
  let completed: Container?
  /// How many bytes were looked at; one more than there are where the end was seen.
  let examinedSize: Int
  /// What the lists and that object are to hold, where they are changed.
  var newTasks: [Container.Part]?
  var newCompleted: [Container.Part]?
  var newMembers: [Container.Part]?

  /// A list with all that stands in it.
  private func noted(_ list: Container) -> Container { Container(text, at: list.inside.lowerBound - 1) }

  /// The first task of the queue, as it is without the changes.
  var front: QueuedTask? {
    guard let tasks else { return nil }
    var scanner = JSONScanner(text, from: tasks.inside.lowerBound)
    return (try? scanner.nextItem(ofObject: false)).map { QueuedTask(validated: Array(text[$0.place])) }
  }

  /// How many tasks there are in the queue, without the changes.
  var taskCount: Int { tasks?.count ?? 0 }

  subscript(list: SchemaKey) -> Container? { list == .tasks ? tasks : completed }

  /// What stands in a list, without the changes.
  func items(of list: SchemaKey) -> [Container.Item] { self[list].map { noted($0).items } ?? [] }

  /// The texts of what stands in a list, as they are without the changes.
  func elements(of list: SchemaKey) -> [ArraySlice<UInt8>] { items(of: list).map { text[$0.place] } }
}

// MARK: - Changes

extension Document {
  /// Adds tasks at the back of the queue, or in front.
  mutating func add(_ new: [QueuedTask], inFront: Bool) {
    let parts = new.map { Container.Part.new($0.text) }
    if !parts.isEmpty { newTasks = inFront ? parts + [.kept(0..<taskCount)] : [.kept(0..<taskCount)] + parts }
  }

  /// Puts another text in the place of one task.
  mutating func replace(_ index: Int, with task: QueuedTask) {
    newTasks = [.kept(0..<index), .changed(index, task.text), .kept((index + 1)..<taskCount)]
  }

  /// Takes a task out of the queue and adds it, as it is then, to what is completed.
  mutating func end(_ index: Int, as ended: QueuedTask) {
    newTasks = [.kept(0..<index), .kept((index + 1)..<taskCount)]
    complete([ended])
  }

  /// Adds tasks to what is completed.
  mutating func complete(_ ended: [QueuedTask]) {
    if ended.isEmpty { return }
    newCompleted = [.kept(0..<(completed?.count ?? 0))] + ended.map { .new($0.text) }
  }

  /// What the changes put where.
  var patch: Patch {
    var members = newMembers ?? [.kept(0..<top.count)]
    var lists: [(inside: Range<Int>, patch: Patch)] = []
    for (name, parts) in [(SchemaKey.tasks, newTasks), (.completed, newCompleted)] {
      guard let parts else { continue }
      var container = self[name] ?? Container()
      if !container.hasNoted(parts) { container = noted(container) }
      var list = Patch()
      container.write(parts, in: text, layout(of: name), to: &list)
      if let inside = self[name]?.inside {
        lists.append((inside, list))
      } else if !parts.isEmpty {
        let items = list.applied(to: text) ?? []
        members.append(.new(name.member([UInt8(ascii: "[")] + items + [UInt8(ascii: "]")])))
      }
    }
    var patch = Patch()
    patch.copy(0..<top.inside.lowerBound)
    top.write(members, in: text, layout, to: &patch)
    patch.copy(top.inside.upperBound..<text.count)
    for list in lists { patch.replace(list.inside, with: list.patch) }
    return patch
  }
}

// MARK: - Layout

extension Document {
  /// How what stands at the top is laid out: where there is nothing yet, on lines of its own.
  var layout: Container.Layout { Container.Layout(outer: [UInt8(ascii: "\n")], indentation: indentation) }

  /// How a list is laid out.
  func layout(of name: SchemaKey) -> Container.Layout {
    let index = top.index(of: name)
    var outer = top.count > 0 ? top.leadingTrivia(of: index ?? 0, in: text) : top.newTrivia(in: text, layout)
    // On one line, a list that is missing is parted from what stands before it all the same.
    if index == nil, !outer.hasLineBreak { outer = [UInt8(ascii: " ")] }
    return Container.Layout(outer: Array(outer), indentation: indentation)
  }

  /// What one level of nesting is indented by.
  var indentation: [UInt8] {
    top.count == 0 ? Array("  ".utf8) : Array(top.leadingTrivia(of: 0, in: text).indentation)
  }
}
