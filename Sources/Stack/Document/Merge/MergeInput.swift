/// A copy of a stack, prepared for merging: the positions of its tasks in its text, and digests of
/// each.
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
  static let empty = MergeInput(
    Document(
      text: [], top: Container(), tasks: nil, completed: nil, snoozed: [], scannedByteCount: 0))

  init(_ text: [UInt8]) throws(ScanError) { self.init(try Document(text)) }

  /// A digest of the whole text.
  var meaning: JSONDigest {
    JSONDigest(document.top.contentRange.lowerBound - 1..<text.count, in: text)
  }

  var top: MemberList { MemberList(JSONObject(text, document.top)) }

  /// The members of an element; `nil` if it isn't an object.
  func members(of element: Element?) -> MemberList? { MemberList(element, in: text) }

  /// A task, or anything else that a person wrote under `completed`, with the digests by which
  /// tasks are matched.
  struct Element {
    let range: Range<Int>
    let isOpen: Bool
    /// The element without the keys of an ending.
    let rest: JSONDigest
    /// How the task ended; `nil` while it is open.
    let ending: JSONDigest?
    /// The whole element, and which of the two lists it is in.
    let meaning: JSONDigest
    /// When it was added; `nil` if the element doesn't say.
    private(set) var added: JSONDigest?
    private var title: JSONDigest?
    /// Whether `added` has a fraction of a second, and so identifies the task.
    private var isIdentified = false

    init(_ range: Range<Int>, isOpen: Bool, in text: [UInt8]) {
      self.range = range
      self.isOpen = isOpen
      var rest = JSONDigest.emptyObject
      var ending = JSONDigest.emptyObject
      var scanner = JSONScanner(text: text, offset: range.lowerBound)
      let isObject = scanner.skip(UInt8(ascii: "{"))
      if !isObject { rest = JSONDigest(range, in: text) }
      while isObject, let member = try? scanner.nextItem(ofObject: true) {
        let key = JSONDigest(scalar: member.keyText(in: text))
        let value = JSONDigest(member.value, in: text)
        if member.key?.isOfEnding == true {
          ending.insert(value, under: key)
        } else {
          rest.insert(value, under: key)
        }
        // If a key occurs twice, the first one counts.
        if member.key == .added, added == nil {
          added = value
          isIdentified =
            member.value.count == 29 && text[member.valueStart + 20] == UInt8(ascii: ".")
        }
        if member.key == .title, title == nil { title = value }
      }
      self.rest = rest
      self.ending = isOpen ? nil : ending
      meaning = JSONDigest(JSONDigest(rest, ending), isOpen)
    }

    /// `rest`, and which of the two lists the element is in.
    var restInList: JSONDigest { JSONDigest(rest, isOpen) }

    /// `added` and the title, if there is one.
    var addedAndTitle: JSONDigest? { title.map { JSONDigest(added, $0) } }

    /// The identity of the task: `added` if it has a fraction of a second, else `added` and the
    /// title.
    var identity: JSONDigest { (isIdentified ? added : addedAndTitle) ?? rest }
  }
}
