// The lists of one-line texts that a task can have: its attachments, which are paths and URLs, and
// its notes.

extension QueuedTask {
  /// The files and URLs that are attached, in order.
  public var attachments: [String] { attachmentList?.strings.compactMap { $0 } ?? [] }

  /// The lines of the notes, in order. Empty if `notes` isn't an array of strings: it is a custom
  /// key then.
  public var notes: [String] { noteList?.strings.compactMap { $0 } ?? [] }

  /// The task with more attachments after the existing ones, once each.
  func attaching(_ items: [String]) -> QueuedTask {
    var attached = attachments.asBytes
    let additions = items.filter { attached.insert(Array($0.utf8)).inserted }
    return additions.isEmpty
      ? self : setting(.attachments, to: attachmentList?.appending(additions))
  }

  /// The task without some of its attachments, and without the key if none is left.
  func detaching(_ items: [String]) -> QueuedTask {
    let detached = items.asBytes
    guard let list = attachmentList else { return self }
    let texts = list.strings
    let kept = texts.indices.filter {
      texts[$0].map { !detached.contains(Array($0.utf8)) } ?? true
    }
    return kept.count == texts.count
      ? self : setting(.attachments, to: list.edited(kept.map(Container.Part.item)))
  }

  /// The task with another line at the end of its notes; `nil` if `notes` is a custom key.
  func noting(_ line: TaskTitle) -> QueuedTask? {
    noteList.map { setting(.notes, to: $0.appending([line.text])) }
  }

  /// A line of a task's edited notes.
  public enum EditedNote: Equatable, Sendable {
    /// The old note with this index, byte for byte.
    case kept(Int)
    /// A new note.
    case new(TaskTitle)
  }

  /// The task with these notes; `nil` if `notes` is a custom key.
  func replacingNotes(by edited: [EditedNote]) -> QueuedTask? {
    guard let list = noteList else { return nil }
    let parts = edited.map { note -> Container.Part in
      switch note {
      case .kept(let index): .item(index)
      case .new(let line): .new(JSONText.encode(line.text))
      }
    }
    return setting(.notes, to: list.edited(parts))
  }

  /// A person who attached a single file by hand may have left out the brackets.
  private var attachmentList: JSONList? {
    let value = Container.value(under: .attachments, in: text).map { Array(text[$0]) }
    return JSONList(value) ?? JSONList(value.map { Array("[".utf8) + $0 + Array("]".utf8) })
  }

  /// `nil` if `notes` is a custom key. A repeated key also counts as custom, because either value
  /// could be meant.
  private var noteList: JSONList? {
    let values = JSONObject(text).members.filter { $0.key == .notes }.map { Array(text[$0.value]) }
    guard values.count <= 1, let list = JSONList(values.first) else { return nil }
    return list.strings.contains(nil) ? nil : list
  }
}

extension JSONList {
  fileprivate func appending(_ additions: [String]) -> [UInt8]? {
    edited([.kept(0..<count)] + additions.map { .new(JSONText.encode($0)) })
  }
}
