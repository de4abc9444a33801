/// A copy of a stack, prepared for merging: the positions of its tasks in its text, and a hash of each.
struct MergeInput {
  let document: Document
  /// The elements of `tasks`, then those of `completed`.
  private(set) var elements: [Element] = []

  var text: [UInt8] { document.text }

  var openCount: Int { document.taskCount }

  init(_ document: Document) {
    self.document = document
    for list in [SchemaKey.tasks, .completed] {
      elements += document.items(of: list).map { Element($0, isOpen: list == .tasks, in: text) }
    }
  }

  /// A stack without any members, for a common ancestor that isn't known.
  static var empty: MergeInput {
    MergeInput(Document(text: [], top: Container(), tasks: nil, completed: nil, scannedByteCount: 0))
  }

  init(_ text: [UInt8]) throws(ScanError) { self.init(try Document(text)) }

  /// A hash of the whole text.
  var meaning: SemanticHash { SemanticHash(document.top.contentRange.lowerBound - 1..<text.count, in: text) }

  /// The members at the top level.
  var top: MergeObject { MergeObject(text, document.top) }

  /// An element with its members; `nil` if it isn't an object.
  func object(_ element: Element) -> MergeObject? { MergeObject(Array(text[element.range])) }
}

extension MergeInput {
  /// A task, or anything else that a person wrote under `completed`, with the hashes by which tasks are matched.
  struct Element {
    let range: Range<Int>
    let isOpen: Bool
    /// The whole element and its list.
    let meaning: SemanticHash
    /// The element without the keys of an ending.
    private(set) var rest = SemanticHash.absent
    /// How the task ended; `.absent` while it is open.
    let ending: SemanticHash
    /// When it was added; `.absent` if the element doesn't say.
    private(set) var added = SemanticHash.absent
    private var title: SemanticHash?
    /// Whether `added` has a fraction of a second, and so identifies the task.
    private var isIdentified = false

    init(_ item: Container.Item, isOpen: Bool, in text: [UInt8]) {
      range = item.range
      self.isOpen = isOpen
      var ending = SemanticHash.absent
      var scanner = JSONScanner(text, from: range.lowerBound)
      let isObject = scanner.enter() == true
      if !isObject { rest = SemanticHash(range, in: text) }
      while isObject, let member = try? scanner.nextItem(ofObject: true) {
        let (name, value) = (member.key(in: text), SemanticHash(member.value, in: text))
        let key = SemanticHash(scalar: member.keyText(in: text))
        if name?.isOfEnding == true {
          ending.insert(value, under: key)
        } else {
          rest.insert(value, under: key)
        }
        // If a key occurs twice, the first one counts.
        if name == .added, added == .absent {
          added = value
          isIdentified = member.value.count == 29 && text[member.valueStart + 20] == UInt8(ascii: ".")
        }
        if name == .title, title == nil { title = value }
      }
      meaning = SemanticHash(isOpen ? rest : SemanticHash(rest, SemanticHash.absent), ending)
      self.ending = isOpen ? .absent : SemanticHash(ending, SemanticHash.absent)
    }

    /// The element without the keys of an ending, and its list.
    var restInList: SemanticHash { isOpen ? rest : SemanticHash(rest, SemanticHash.absent) }

    /// `added` and the title, if there is one.
    var addedAndTitle: SemanticHash? { title.map { SemanticHash(added, $0) } }

    /// The identity of the task: `added` if it has a fraction of a second, else `added` and the title.
    var identity: SemanticHash { isIdentified ? added : addedAndTitle ?? rest }
  }
}
