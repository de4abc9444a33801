/// The text of a stack's file, and the positions of its parts. Changing it gives a patch.
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
  /// The snoozed tasks, in the order of the queue.
  let snoozed: [SnoozedTask]
  /// How many bytes of the text were read. The end of the text counts as one more byte.
  let scannedByteCount: Int

  /// An array with all its items. The reader retains only those at its ends.
  private func fullyParsed(_ list: Container) -> Container {
    Container(text, at: list.contentRange.lowerBound - 1)
  }

  var taskCount: Int { tasks?.count ?? 0 }

  subscript(list: SchemaKey) -> Container? { list == .tasks ? tasks : completed }

  /// The items of an array of tasks.
  func items(of list: SchemaKey) -> [Container.Item] {
    self[list].map { fullyParsed($0).items } ?? []
  }

  /// The items of `tasks`, then those of `completed`.
  var allItems: [Container.Item] { items(of: .tasks) + items(of: .completed) }

  /// The tasks of the queue.
  var openTasks: [QueuedTask] { items(of: .tasks).map { task(in: $0.range) } }

  func task(in range: Range<Int>) -> QueuedTask { QueuedTask(validated: Array(text[range])) }

  // MARK: Changes

  /// The patch that leaves the text as it is.
  var unchanged: Patch { .identity(ofSize: text.count) }

  /// The new content of `completed` with more tasks; `nil` if there are none.
  func completed(with ended: [QueuedTask]) -> [Container.Part]? {
    if ended.isEmpty { return nil }
    return [.kept(0..<(completed?.count ?? 0))] + ended.map { .new($0.text) }
  }

  /// The patch that gives the two arrays and the top-level object new contents; with `nil`, they
  /// keep theirs.
  func patch(
    tasks newTasks: [Container.Part]? = nil, completed newCompleted: [Container.Part]? = nil,
    members newMembers: [Container.Part]? = nil
  ) -> Patch {
    var members = newMembers ?? top.items.indices.map(Container.Part.item)
    for (key, parts) in [(SchemaKey.tasks, newTasks), (.completed, newCompleted)] {
      guard let parts else { continue }
      var list = self[key] ?? Container()
      if !list.retains(parts) { list = fullyParsed(list) }
      let index = top.index(of: key)
      let edit = list.patch(
        parts, of: index.map { top[$0].range } ?? 0..<0, in: text, layout(of: key))
      if let index {
        // If merging has removed the array, no member matches.
        for (place, member) in members.enumerated() {
          if case .kept(index..<(index + 1)) = member { members[place] = .edited(index, edit) }
        }
      } else if !parts.isEmpty {
        let items = edit.applied(to: text) ?? []
        members.append(.new(key.member([.openBracket] + items + [.closeBracket])))
      }
    }
    return top.patch(members, of: 0..<text.count, in: text, layout)
  }

  // MARK: Layout

  /// The layout of the top-level object: in an empty one, each new member goes on its own line.
  var layout: Container.Layout {
    Container.Layout(outer: [.lineFeed], indentation: indentation)
  }

  /// The layout of an array of tasks.
  func layout(of key: SchemaKey) -> Container.Layout {
    let index = top.index(of: key)
    var outer =
      top.count > 0 ? top.leadingTrivia(of: index ?? 0, in: text) : top.newTrivia(in: text, layout)
    // In a file without line breaks, a space follows each comma in a new array, even if none
    // follows the commas in others.
    if index == nil, !outer.hasLineBreak { outer = [.space] }
    return Container.Layout(outer: Array(outer), indentation: indentation)
  }

  /// The white space of one level of indentation.
  private var indentation: [UInt8] {
    if top.count == 0 { return Array("  ".utf8) }
    let trivia = top.leadingTrivia(of: 0, in: text)
    return trivia.hasLineBreak ? Array(trivia.lastLine.drop { $0.isLineBreak }) : []
  }
}
