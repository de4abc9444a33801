/// A task, or anything else that a person wrote under `completed`, with the digests by which
/// tasks are matched.
struct TaskVersion {
  let text: ArraySlice<UInt8>
  /// How the task ended; `nil` while it is open.
  let ending: JSONDigest?
  /// The whole element, and which of the two lists it is in.
  let meaning: JSONDigest
  /// When it was added; `nil` if the element doesn't say.
  let added: JSONDigest?
  /// The identity of the task: `added` if it has a fraction of a second, else `added` and the
  /// title. Without a title, it is the whole element.
  let identity: JSONDigest
  /// Whether `added` alone is the identity.
  let isIdentifiedByDate: Bool

  init(_ text: [UInt8], _ range: Range<Int>, isOpen: Bool) {
    self.text = text[range]
    var withoutEnding = JSONDigest.emptyObject
    var ending = JSONDigest.emptyObject
    var added: JSONDigest?
    var title: JSONDigest?
    var isPrecise = false
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
        isPrecise = member.value.count == 29 && text[member.valueStart + 20] == .period
      }
      if member.key == .title { title = title ?? value }
    }
    self.ending = isOpen ? nil : ending
    meaning = JSONDigest(JSONDigest(withoutEnding, ending), isOpen)
    self.added = added
    isIdentifiedByDate = isPrecise
    if isPrecise, let added {
      identity = added
    } else {
      identity = title.map { JSONDigest(added, $0) } ?? meaning
    }
  }

  /// An element that is a text of its own.
  init(_ text: [UInt8], isOpen: Bool) { self.init(text, 0..<text.count, isOpen: isOpen) }

  var isOpen: Bool { ending == nil }

  /// The members; `nil` if the element isn't an object.
  var members: MemberList? {
    text.first == .openBrace ? MemberList(JSONObject(Array(text))) : nil
  }

  /// The title, in UTF-8.
  var title: [UInt8] { Container.bytes(under: .title, in: Array(text)) ?? [] }

  /// The title as the text has it, in JSON.
  private var titleValue: [UInt8]? {
    let text = Array(text)
    return Container.value(under: .title, in: text).map { Array(text[$0]) }
  }

  /// The date that identifies the task; `nil` if the title does, too.
  var identifyingDate: Timestamp? {
    guard isIdentifiedByDate else { return nil }
    return Container.string(under: .added, in: Array(text)).flatMap { Timestamp(dateText: $0) }
  }

  /// This version with the identity and the title of another task.
  func wording(as other: TaskVersion) -> TaskVersion {
    let added = other.identifyingDate.map { JSONText.encode($0.preciseText) }
    let dated = JSONObject(Array(text)).setting(.added, to: added)
    return TaskVersion(JSONObject(dated).setting(.title, to: other.titleValue), isOpen: isOpen)
  }
}

extension JSONDigest {
  /// The identity of a task that was added at a moment, in microseconds.
  init(identity added: Timestamp) {
    self.init(scalar: JSONText.encode(added.preciseText)[...])
  }
}
