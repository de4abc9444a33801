// A copy of a stack, as merging looks at it.

/// A copy of a stack: where its tasks stand in its text, and what they mean.
struct MergeCopy {
  let document: Document
  /// What stands under `tasks`, and then what stands under `completed`.
  private(set) var elements: [Element] = []

  var text: [UInt8] { document.text }

  /// How many of the elements are open.
  var openCount: Int { document.taskCount }

  init(_ document: Document) {
    self.document = document
    for list in [SchemaKey.tasks, .completed] {
      elements += document.items(of: list).map { Element($0, isOpen: list == .tasks, in: text) }
    }
  }

  /// What two copies were once that nobody knows: a stack without anything.
  static var unknown: MergeCopy {
    MergeCopy(Document(text: [], top: Container(), tasks: nil, completed: nil, examinedSize: 0))
  }

  /// Reads and validates a copy.
  init(_ text: [UInt8]) throws(ScanError) { self.init(try Document(text)) }

  /// What all of it means.
  var meaning: Meaning { Meaning(at: 0, in: text) }

  /// What stands at the top.
  var top: MergeObject { MergeObject(text, document.top) }

  /// An element with its members; `nil` where it is no object.
  func object(_ element: Element) -> MergeObject? { MergeObject(Array(text[element.place])) }
}

extension MergeCopy {
  /// A task, or whatever else somebody wrote under `completed`; and what tasks that are the same have in common.
  struct Element {
    let place: Range<Int>
    let isOpen: Bool
    /// All that it says, and in which list it stands.
    let meaning: Meaning
    /// All that it says but for the keys of an ending.
    private(set) var rest = Meaning.none
    /// When it was added; nothing where it doesn't say so.
    private(set) var added = Meaning.none
    private var title: Meaning?

    fileprivate init(_ item: Container.Item, isOpen: Bool, in text: [UInt8]) {
      place = item.place
      self.isOpen = isOpen
      var ending = Meaning.none
      var scanner = JSONScanner(text, from: item.valueStart)
      let isObject = scanner.enter() == true
      if !isObject { rest = Meaning(at: item.valueStart, in: text) }
      while isObject, let member = try? scanner.nextItem(ofObject: true) {
        let value = Meaning(at: member.valueStart, in: text)
        let meaning = Meaning(Meaning(scalar: Container.keyText(of: member, in: text)), value)
        if member.key?.isOfEnding == true { ending += meaning } else { rest += meaning }
        // Of a key that stands twice, the first one counts.
        if member.key == .added, added == .none { added = value }
        if member.key == .title, title == nil { title = value }
      }
      meaning = Meaning(isOpen ? rest : Meaning(rest, .none), ending)
    }

    /// All that it says but for the keys of an ending, and in which list it stands.
    var restInList: Meaning { isOpen ? rest : Meaning(rest, .none) }

    /// When it was added, and the title, if it has one.
    var addedAndTitle: Meaning? { title.map { Meaning(added, $0) } }
  }
}
