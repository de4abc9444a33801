// One task, as it stands in the file.

/// A task in a queue.
///
/// It keeps the very bytes of the file, so that keys which `stack` doesn't know, and the layout that a
/// person gave them, survive every change.
public struct QueuedTask: Equatable, Sendable {
  /// The object as it stands in the file.
  let text: [UInt8]
  /// What there is to do.
  public let title: String

  /// A task from its text in a file that was validated already.
  init(validated text: [UInt8]) {
    self.text = text
    title = Container.string(under: .title, in: text) ?? ""
  }

  /// A new task.
  init(title: TaskTitle, attachments: [String], added: Timestamp) {
    self = QueuedTask(validated: Array("{}".utf8)).retitled(title).setting(
      .added, toString: added.preciseText
    )
    .attaching(attachments)
  }

  /// The task as JSON on one line, all its keys, and nothing in it that drives a terminal.
  public var json: String { String(decoding: JSONText.oneLine(text), as: UTF8.self) }
}

// MARK: - What a task says

extension QueuedTask {
  /// The files and URLs that are attached, in order.
  public var attachments: [String] {
    let list = attachmentList
    return Container(list).items.compactMap { JSONText.string(list[$0.place]) }
  }

  /// When it was added; `nil` where the task doesn't say so in the form that `stack` writes.
  public var added: Timestamp? { date(.added) }

  /// When it was completed.
  public var completed: Timestamp? { date(.completed) }

  /// When it was deleted without being completed.
  public var dropped: Timestamp? { date(.dropped) }

  /// When it was sent to somebody else.
  public var sent: Timestamp? { date(.sent) }

  /// To whom it was sent.
  public var recipient: String? { Container.string(under: .to, in: text) }

  private func date(_ key: SchemaKey) -> Timestamp? {
    Container.string(under: key, in: text).flatMap { Timestamp(dateText: $0) }
  }

  /// What is attached, as a list. A person who wrote a single one by hand may have left the brackets out.
  private var attachmentList: [UInt8] {
    let value = Container.value(under: .attachments, in: text).map { text[$0] } ?? []
    return value.first == UInt8(ascii: "[") ? Array(value) : Array("[".utf8) + value + Array("]".utf8)
  }
}

// MARK: - Changing what a task says

extension QueuedTask {
  /// The task with another title; as it is where it has this very one. (For `==`, é is é however it is composed.)
  func retitled(_ title: TaskTitle) -> QueuedTask {
    self.title.utf8.elementsEqual(title.text.utf8) ? self : setting(.title, toString: title.text)
  }

  /// The task with a key that holds a string.
  func setting(_ key: SchemaKey, toString value: String) -> QueuedTask {
    setting(key, to: JSONText.encode(value))
  }

  /// The task with more attachments behind those that are there, once each.
  func attaching(_ items: [String]) -> QueuedTask {
    var attached = attachments.asBytes
    let additions = items.filter { attached.insert(Array($0.utf8)).inserted }
    if additions.isEmpty { return self }
    let list = attachmentList
    let container = Container(list)
    return setting(
      .attachments,
      to: container.edited(list, [.kept(0..<container.count)] + additions.map { .new(JSONText.encode($0)) }))
  }

  /// The task without some of its attachments, and without the key where nothing is left under it.
  func detaching(_ items: [String]) -> QueuedTask {
    let detached = items.asBytes
    let list = attachmentList
    let container = Container(list)
    let kept = container.items.indices.filter { index in
      let text = JSONText.string(list[container[index].place])
      return text.map { !detached.contains(Array($0.utf8)) } ?? true
    }
    if kept.count == container.count { return self }
    return setting(
      .attachments, to: kept.isEmpty ? nil : container.edited(list, kept.map { .kept($0..<($0 + 1)) }))
  }

  /// The task with another value under a key, in the place of the one that is there, else at the end; without the key
  /// for `nil`.
  func setting(_ key: SchemaKey, to value: [UInt8]?) -> QueuedTask {
    let object = Container(text)
    let index = object.index(of: key) ?? object.count
    var parts: [Container.Part] = [.kept(0..<index)]
    if index < object.count {
      let item = object[index]
      if let value { parts.append(.changed(index, text[item.place.lowerBound..<item.valueStart] + value)) }
      parts.append(.kept((index + 1)..<object.count))
    } else if let value {
      parts.append(.new(key.member(value)))
    }
    return QueuedTask(validated: object.edited(text, parts))
  }
}
