/// A copy of a stack, prepared for merging: the positions of its tasks in its text, and a hash of each.
struct MergeInput {
  let document: Document
  /// The elements of `tasks`, then those of `completed`.
  let elements: [Element]

  var text: [UInt8] { document.text }

  var openCount: Int { document.taskCount }

  init(_ document: Document) {
    self.document = document
    elements = document.allItems.enumerated().map { index, item in
      Element(item.range, isOpen: index < document.taskCount, in: document.text)
    }
  }

  /// A stack without any members, for a common ancestor that isn't known.
  static let empty = MergeInput(Document(text: [], top: Container(), tasks: nil, completed: nil, scannedByteCount: 0))

  init(_ text: [UInt8]) throws(ScanError) { self.init(try Document(text)) }

  /// A hash of the whole text.
  var meaning: SemanticHash { SemanticHash(document.top.contentRange.lowerBound - 1..<text.count, in: text) }

  var top: MergeObject { MergeObject(text, document.top) }

  /// A task, or anything else that a person wrote under `completed`, with the hashes by which tasks are matched.
  struct Element {
    let range: Range<Int>
    let isOpen: Bool
    /// The element without the keys of an ending.
    private(set) var rest = SemanticHash.absent
    /// How the task ended; `.absent` while it is open.
    private(set) var ending = SemanticHash.absent
    /// A hash of the whole element, and of which of the two lists it is in.
    private(set) var meaning = SemanticHash.absent
    /// When it was added; `nil` if the element doesn't say.
    private(set) var added: SemanticHash?
    private var title: SemanticHash?
    /// Whether `added` has a fraction of a second, and so identifies the task.
    private var isIdentified = false

    init(_ range: Range<Int>, isOpen: Bool, in text: [UInt8]) {
      self.range = range
      self.isOpen = isOpen
      var scanner = JSONScanner(text: text, offset: range.lowerBound)
      let isObject = scanner.skip(UInt8(ascii: "{"))
      if !isObject { rest = SemanticHash(range, in: text) }
      while isObject, let member = try? scanner.nextItem(ofObject: true) {
        let (key, value) = (SemanticHash(scalar: member.keyText(in: text)), SemanticHash(member.value, in: text))
        if member.key?.isOfEnding == true {
          ending.insert(value, under: key)
        } else {
          rest.insert(value, under: key)
        }
        // If a key occurs twice, the first one counts.
        if member.key == .added, added == nil {
          added = value
          isIdentified = member.value.count == 29 && text[member.valueStart + 20] == UInt8(ascii: ".")
        }
        if member.key == .title, title == nil { title = value }
      }
      meaning = SemanticHash(restInList, ending)
      ending = isOpen ? .absent : SemanticHash(ending, SemanticHash.absent)
    }

    /// A hash of `rest`, and of which of the two lists the element is in.
    var restInList: SemanticHash { isOpen ? rest : SemanticHash(rest, SemanticHash.absent) }

    /// `added` and the title, if there is one.
    var addedAndTitle: SemanticHash? { title.map { SemanticHash(added ?? .absent, $0) } }

    /// The identity of the task: `added` if it has a fraction of a second, else `added` and the title.
    var identity: SemanticHash { (isIdentified ? added : addedAndTitle) ?? rest }
  }
}
