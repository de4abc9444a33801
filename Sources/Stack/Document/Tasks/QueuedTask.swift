/// A task in a queue.
///
/// It keeps the bytes of the file, so that custom keys and their layout survive every change.
public struct QueuedTask: Hashable, Sendable, CustomStringConvertible {
  /// The JSON object.
  let text: [UInt8]
  /// What there is to do.
  public let title: String
  /// Which of the tasks with the same identity it is in its queue.
  var copy = Copy()

  /// A merge can keep two wordings of one task, so two tasks can have the same `added`.
  struct Copy {
    /// How many tasks with the same identity are before this one.
    var index = 0
    /// Whether the task was read as the only one with its identity.
    var isOnlyOne = true
  }

  /// A task from its text in a validated file.
  init(validated text: [UInt8]) {
    self.text = text
    title = Container.string(under: .title, in: text) ?? ""
  }

  /// Creates a task that is in no queue, such as one to push, or one for a preview or a test of an
  /// app. Its attachments are absolute paths and URLs. With an `ending`, it is a finished task.
  public init(
    title: TaskTitle, attachments: [String] = [], notes: [TaskTitle] = [], added: Timestamp = .now,
    ending: TaskEnding? = nil
  ) {
    var text = Array("{".utf8) + SchemaKey.title.member(JSONText.encode(title.text))
    text += ", ".utf8
    text += SchemaKey.added.member(JSONText.encode(added.preciseText))
    var task = QueuedTask(text: text + "}".utf8, title: title.text)
    if !attachments.isEmpty { task = task.attaching(attachments) }
    if !notes.isEmpty { task = task.setting(.notes, to: JSONText.encode(notes.map { $0.text })) }
    self = ending.map { task.ended($0.kind, at: $0.date) } ?? task
  }

  private init(text: [UInt8], title: String) {
    self.text = text
    self.title = title
  }

  /// Whether the tasks have the same text, byte for byte.
  public static func == (one: QueuedTask, other: QueuedTask) -> Bool { one.text == other.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The task as JSON on one line, with all its keys, and with escapes for what could control a
  /// terminal.
  public var json: String { String(decoding: JSONText.oneLine(text), as: UTF8.self) }

  /// The same as `json`.
  public var description: String { json }

  /// When it was added; `nil` if there is no date in the form that `stack` writes.
  public var added: Timestamp? { date(.added) }

  /// Whether there is a value of any type under a key.
  func hasValue(_ key: SchemaKey) -> Bool { Container.value(under: key, in: text) != nil }

  func date(_ key: SchemaKey) -> Timestamp? {
    Container.string(under: key, in: text).flatMap { Timestamp(dateText: $0) }
  }

  /// The task with another title. Titles are compared by their bytes, because `==` treats both
  /// forms of é as equal.
  func retitled(_ title: TaskTitle) -> QueuedTask {
    self.title.utf8.elementsEqual(title.text.utf8) ? self : setting(.title, toString: title.text)
  }

  /// The task with a string as the value of a key.
  func setting(_ key: SchemaKey, toString value: String) -> QueuedTask {
    setting(key, to: JSONText.encode(value))
  }

  /// The task with another value for a key: in place of the existing one, else at the end. `nil`
  /// removes the key.
  func setting(_ key: SchemaKey, to value: [UInt8]?) -> QueuedTask {
    with(JSONObject(text).setting(key, to: value))
  }

  /// The same task with another text.
  func with(_ text: [UInt8]) -> QueuedTask {
    var task = QueuedTask(validated: text)
    task.copy = copy
    return task
  }
}
