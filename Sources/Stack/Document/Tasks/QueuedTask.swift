/// A task in a queue.
///
/// It keeps the bytes of the file, so that custom keys and their layout survive every change.
public struct QueuedTask: Hashable, Sendable {
  /// The JSON object.
  let text: [UInt8]
  /// What there is to do.
  public let title: String

  /// A task from its text in a validated file.
  init(validated text: [UInt8]) {
    self.text = text
    title = Container.string(under: .title, in: text) ?? ""
  }

  /// Creates a task that is in no queue, such as one for a preview or a test of an app. Its attachments are absolute
  /// paths and URLs.
  public init(title: TaskTitle, attachments: [String] = [], notes: [TaskTitle] = [], added: Timestamp = .now) {
    let task = QueuedTask(validated: Array("{}".utf8)).retitled(title)
    let dated = task.setting(.added, toString: added.preciseText)
    self = notes.reduce(dated.attaching(attachments)) { $0.noting($1) ?? $0 }
  }

  /// The task as JSON on one line, with all its keys, and with escapes for what could control a terminal.
  public var json: String { String(decoding: JSONText.oneLine(text), as: UTF8.self) }

  /// When it was added; `nil` if there is no date in the form that `stack` writes.
  public var added: Timestamp? { date(.added) }

  func date(_ key: SchemaKey) -> Timestamp? {
    Container.string(under: key, in: text).flatMap { Timestamp(dateText: $0) }
  }

  /// The task with another title. Titles are compared by their bytes, because `==` treats both forms of é as equal.
  func retitled(_ title: TaskTitle) -> QueuedTask {
    self.title.utf8.elementsEqual(title.text.utf8) ? self : setting(.title, toString: title.text)
  }

  /// The task with a string as the value of a key.
  func setting(_ key: SchemaKey, toString value: String) -> QueuedTask { setting(key, to: JSONText.encode(value)) }

  /// The task with another value for a key: in place of the existing one, else at the end. `nil` removes the key.
  func setting(_ key: SchemaKey, to value: [UInt8]?) -> QueuedTask {
    let object = Container(text)
    let index = object.index(of: key) ?? object.count
    var parts: [Container.Part] = [.kept(0..<index)]
    if index < object.count {
      let item = object[index]
      if let value { parts.append(.changed(index, text[item.range.lowerBound..<item.valueStart] + value)) }
      parts.append(.kept((index + 1)..<object.count))
    } else if let value {
      parts.append(.new(key.member(value)))
    }
    return QueuedTask(validated: object.edited(text, parts))
  }
}
