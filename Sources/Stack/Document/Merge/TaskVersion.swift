/// A task, or anything else that a person wrote under `completed`, with the digests by which
/// tasks are matched.
struct TaskVersion {
  let text: ArraySlice<UInt8>
  /// The element without the keys of an ending.
  let withoutEnding: JSONDigest
  /// How the task ended; `nil` while it is open.
  let ending: JSONDigest?
  /// The whole element, and which of the two lists it is in.
  let meaning: JSONDigest
  /// When it was added; `nil` if the element doesn't say.
  let added: JSONDigest?
  private let title: JSONDigest?
  /// Whether `added` has a fraction of a second, and so identifies the task.
  private let isIdentified: Bool

  init(_ text: [UInt8], _ range: Range<Int>, isOpen: Bool) {
    self.text = text[range]
    var withoutEnding = JSONDigest.emptyObject
    var ending = JSONDigest.emptyObject
    var added: JSONDigest?
    var title: JSONDigest?
    var isIdentified = false
    var scanner = JSONScanner(text: text, offset: range.lowerBound)
    let isObject = scanner.skip(.openBrace)
    if !isObject { withoutEnding = JSONDigest(range, in: text) }
    while isObject, let member = try? scanner.nextItem(ofObject: true) {
      let key = JSONDigest(scalar: member.keyText(in: text))
      let value = JSONDigest(member.value, in: text)
      if member.key?.isOfEnding == true {
        ending.insert(value, under: key)
      } else {
        withoutEnding.insert(value, under: key)
      }
      // If a key occurs twice, the first one counts.
      if member.key == .added, added == nil {
        added = value
        isIdentified =
          member.value.count == 29 && text[member.valueStart + 20] == .period
      }
      if member.key == .title { title = title ?? value }
    }
    self.withoutEnding = withoutEnding
    self.ending = isOpen ? nil : ending
    meaning = JSONDigest(JSONDigest(withoutEnding, ending), isOpen)
    self.added = added
    self.title = title
    self.isIdentified = isIdentified
  }

  /// An element that is a text of its own.
  init(_ text: [UInt8], isOpen: Bool) { self.init(text, 0..<text.count, isOpen: isOpen) }

  var isOpen: Bool { ending == nil }

  /// `withoutEnding`, and which of the two lists the element is in.
  var withoutEndingInList: JSONDigest { JSONDigest(withoutEnding, isOpen) }

  /// `added` and the title, if there is one.
  var addedAndTitle: JSONDigest? { title.map { JSONDigest(added, $0) } }

  /// `addedAndTitle`, and which of the two lists the element is in.
  var addedAndTitleInList: JSONDigest? { addedAndTitle.map { JSONDigest($0, isOpen) } }

  /// The identity of the task: `added` if it has a fraction of a second, else `added` and the
  /// title.
  var identity: JSONDigest { (isIdentified ? added : addedAndTitle) ?? withoutEnding }

  /// The members; `nil` if the element isn't an object.
  var members: MemberList? {
    text.first == .openBrace ? MemberList(JSONObject(Array(text))) : nil
  }
}
