/// A task, or anything else that a person wrote under `completed`, with the digests by which
/// tasks are matched.
struct TaskVersion {
  private(set) var text: ArraySlice<UInt8>
  /// How the task ended; `nil` while it is open.
  let ending: JSONDigest?
  /// The whole element, and which of the two lists it is in.
  let meaning: JSONDigest
  /// When it was added; `nil` if the element doesn't say.
  let added: JSONDigest?
  /// The value of the title, if there is one.
  private let titleDigest: JSONDigest?
  /// Whether `added` alone identifies the task, because it has six digits after the point.
  let isIdentifiedByDate: Bool
  /// Whether the task is open and has a valid `until`.
  let isSnoozed: Bool

  init(_ text: [UInt8], _ range: Range<Int>, isOpen: Bool) {
    self.text = text[range]
    var withoutEnding = JSONDigest.emptyObject
    var ending = JSONDigest.emptyObject
    var added: JSONDigest?
    var title: JSONDigest?
    var isPrecise = false
    var until: Range<Int>?
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
        var date = text[member.value]
        if date.contains(.backslash) { date = JSONText.encode(JSONText.decode(date))[...] }
        isPrecise = date.count == 29 && date.dropFirst(20).first == .period
      }
      if member.key == .title { title = title ?? value }
      if member.key == .until { until = until ?? member.value }
    }
    self.ending = isOpen ? nil : ending
    meaning = JSONDigest(JSONDigest(withoutEnding, ending), isOpen)
    self.added = added
    titleDigest = title
    isIdentifiedByDate = isPrecise
    isSnoozed =
      isOpen && until.flatMap { JSONText.string(text[$0]) }.flatMap { Timestamp(until: $0) } != nil
  }

  /// An element that is a text of its own.
  init(_ text: [UInt8], isOpen: Bool) { self.init(text, 0..<text.count, isOpen: isOpen) }

  var isOpen: Bool { ending == nil }

  /// The `added` and the title together; without a title, the whole element.
  var addedAndTitle: JSONDigest { titleDigest.map { JSONDigest(added, $0) } ?? meaning }

  /// The identity of the task.
  var identity: JSONDigest { (isIdentifiedByDate ? added : nil) ?? addedAndTitle }

  /// The same version, written on one line.
  var onOneLine: TaskVersion {
    var version = self
    version.text = JSONText.oneLine(Array(text))[...]
    return version
  }

  /// The version without a valid `until`, as ending a task leaves it.
  var awake: TaskVersion {
    let task = QueuedTask(validated: Array(text))
    return task.until == nil ? self : TaskVersion(task.awake.text, isOpen: isOpen)
  }

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
    TaskVersion(text(added: other.identifyingDate, title: other.titleValue), isOpen: isOpen)
  }

  /// The text with another `added`, and another title, as JSON.
  func text(added: Timestamp?, title: [UInt8]?) -> [UInt8] {
    let date = added.map { JSONText.encode($0.preciseText) }
    let dated = JSONObject(Array(text)).setting(.added, to: date)
    return JSONObject(dated).setting(.title, to: title)
  }
}

extension JSONDigest {
  /// The identity of a task that was added at a moment, in microseconds.
  init(identity added: Timestamp) {
    self.init(scalar: JSONText.encode(added.preciseText)[...])
  }
}
