// Deleting and renaming a queue. A queue without any entry, open or ended, is none.

extension TaskQueue {
  /// Removes all tasks, open and ended ones, so that the queue isn't among ``names(in:)`` any more.
  /// Its file stays, and `undo` brings them back.
  @discardableResult public func removeAll() throws(QueueError) -> QueueChange {
    try replaceEntries(as: "delete")
  }

  /// The first half of a rename: adds all tasks of another queue, open and ended ones, unless this
  /// one has them already. In the history, `title` says what was renamed.
  ///
  /// - Throws: `QueueError.notEmpty` if this queue has other tasks, or the same file.
  package func addAll(of old: TaskQueue, as title: String) throws(QueueError) {
    if try hasFile(of: old) { throw .notEmpty(path) }
    guard let old = try old.awakeDocument() else { return }
    _ = try replaceEntries(as: Entry.rename, title, adding: old)
  }

  /// The second half: removes the tasks that the new queue has, too.
  package func removeAll(in new: TaskQueue, as title: String) throws(QueueError) {
    guard let new = try new.awakeDocument() else { return }
    _ = try replaceEntries(as: Entry.rename, title, removing: new)
  }

  /// The document in which the woken tasks are ordinary ones, as a change finds it.
  @inline(never) private func awakeDocument() throws(QueueError) -> Document? {
    let document = try document()
    return document?.awakened(at: .wallClock)?.document ?? document
  }

  /// Removes all entries, or those of a document; or adds those of a document.
  @inline(never) private func replaceEntries(
    as command: String, _ title: String? = nil, adding added: Document? = nil,
    removing removed: Document? = nil
  ) throws(QueueError) -> QueueChange {
    try change { (document) throws(QueueError) in
      if let added {
        let rest = added.parts(.tasks, notIn: document) + added.parts(.completed, notIn: document)
        if rest.isEmpty { return Change(command, document.unchanged) }
        if !document.allItems.isEmpty { throw .notEmpty(path) }
      }
      let lists = [SchemaKey.tasks, .completed].map { (list) -> [Container.Part] in
        if let added { return added.entries(list).map { .new(Array($0)) } }
        return removed.map { document.parts(list, notIn: $0) } ?? []
      }
      let patch = document.patch(tasks: lists[0], completed: lists[1])
      return Change(command, patch, title: title)
    }
  }
}

extension Entry {
  /// The command of both halves of a rename, neither of which can be undone without the other one.
  static let rename = "rename"
}

extension Document {
  /// The texts of the entries in a list.
  fileprivate func entries(_ list: SchemaKey) -> [ArraySlice<UInt8>] {
    items(of: list).map { text[$0.range] }
  }

  /// The entries of a list that another document doesn't have.
  fileprivate func parts(_ list: SchemaKey, notIn other: Document) -> [Container.Part] {
    var others = Dictionary(grouping: other.entries(list)) { $0 }
    return entries(list).enumerated().compactMap { index, entry in
      others[entry]?.popLast() == nil ? .item(index) : nil
    }
  }
}
