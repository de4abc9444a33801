/// The text of a stack's file, with the changes to be made to it.
///
/// To change a stack, create a document from its text, request the changes, and apply its `patch`. All other properties
/// describe the text without the changes.
struct Document {
  /// The text of a stack without tasks, in the layout that `stack` writes.
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
  /// The top-level object, and its two arrays of tasks; `nil` if an array is missing.
  let top: Container
  let tasks: Container?
  let completed: Container?
  /// How many bytes of the text were read. If the reader has reached the end, it is one more than the text has,
  /// because the document also depends on the text ending there.
  let scannedByteCount: Int
  /// The new contents of the two arrays and of the top-level object; `nil` if they stay as they are.
  var newTasks: [Container.Part]?
  var newCompleted: [Container.Part]?
  var newMembers: [Container.Part]?

  /// An array with all its items. The reader retains only those at its ends.
  private func fullyParsed(_ list: Container) -> Container { Container(text, at: list.contentRange.lowerBound - 1) }

  var front: QueuedTask? {
    guard let tasks else { return nil }
    var scanner = JSONScanner(text, from: tasks.contentRange.lowerBound)
    return (try? scanner.nextItem(ofObject: false)).map { QueuedTask(validated: Array(text[$0.range])) }
  }

  var taskCount: Int { tasks?.count ?? 0 }

  subscript(list: SchemaKey) -> Container? { list == .tasks ? tasks : completed }

  /// The items of an array of tasks.
  func items(of list: SchemaKey) -> [Container.Item] { self[list].map { fullyParsed($0).items } ?? [] }

  /// The texts of the elements of an array of tasks.
  func elements(of list: SchemaKey) -> [ArraySlice<UInt8>] { items(of: list).map { text[$0.range] } }
}

// MARK: - Changes

extension Document {
  /// Adds tasks at the back of the queue, or at the front.
  mutating func add(_ new: [QueuedTask], inFront: Bool) {
    let parts = new.map { Container.Part.new($0.text) }
    if !parts.isEmpty { newTasks = inFront ? parts + [.kept(0..<taskCount)] : [.kept(0..<taskCount)] + parts }
  }

  mutating func replace(_ index: Int, with task: QueuedTask) {
    newTasks = [.kept(0..<index), .changed(index, task.text), .kept((index + 1)..<taskCount)]
  }

  /// Removes a task from the queue, and appends it in its ended form to `completed`.
  mutating func end(_ index: Int, as ended: QueuedTask) {
    newTasks = [.kept(0..<index), .kept((index + 1)..<taskCount)]
    complete([ended])
  }

  mutating func complete(_ ended: [QueuedTask]) {
    if ended.isEmpty { return }
    newCompleted = [.kept(0..<(completed?.count ?? 0))] + ended.map { .new($0.text) }
  }

  /// The changes as an edit of the text.
  var patch: Patch {
    var members = newMembers ?? top.items.indices.map { .kept($0..<($0 + 1)) }
    for (key, parts) in [(SchemaKey.tasks, newTasks), (.completed, newCompleted)] {
      guard let parts else { continue }
      var list = self[key] ?? Container()
      if !list.retains(parts) { list = fullyParsed(list) }
      var edit = Patch()
      guard let index = top.index(of: key, in: text) else {
        list.write(parts, in: text, layout(of: key), to: &edit)
        let items = edit.applied(to: text) ?? []
        if !parts.isEmpty { members.append(.new(key.member([UInt8(ascii: "[")] + items + [UInt8(ascii: "]")]))) }
        continue
      }
      let range = top[index].range
      edit.copy(range.lowerBound..<list.contentRange.lowerBound)
      list.write(parts, in: text, layout(of: key), to: &edit)
      edit.copy(list.contentRange.upperBound..<range.upperBound)
      // Merging may have removed the array.
      for (place, member) in members.enumerated() {
        if case .kept(index..<(index + 1)) = member { members[place] = .edited(index, edit) }
      }
    }
    var patch = Patch()
    patch.copy(0..<top.contentRange.lowerBound)
    top.write(members, in: text, layout, to: &patch)
    patch.copy(top.contentRange.upperBound..<text.count)
    return patch
  }
}

// MARK: - Layout

extension Document {
  /// The layout of the top-level object: in an empty one, each new member goes on its own line.
  var layout: Container.Layout { Container.Layout(outer: [UInt8(ascii: "\n")], indentation: indentation) }

  /// The layout of an array of tasks.
  func layout(of key: SchemaKey) -> Container.Layout {
    let index = top.index(of: key, in: text)
    var outer = top.count > 0 ? top.leadingTrivia(of: index ?? 0, in: text) : top.newTrivia(in: text, layout)
    // If an array is added to a file without line breaks, a space separates its items, even if nothing
    // separates the file's own.
    if index == nil, !outer.hasLineBreak { outer = [UInt8(ascii: " ")] }
    return Container.Layout(outer: Array(outer), indentation: indentation)
  }

  /// The white space of one level of indentation.
  var indentation: [UInt8] { top.count == 0 ? Array("  ".utf8) : Array(top.leadingTrivia(of: 0, in: text).indentation) }
}
