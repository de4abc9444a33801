// Finding a waiting task by words of its title.

extension TaskQueue {
  /// Makes the task current whose title has some words, as `Document.task(matching:current:)` finds
  /// it. If it is the current one already, nothing changes.
  ///
  /// - Throws: `QueueError.noOnlyMatch`.
  package func bringToFront(matching words: String) throws(QueueError) -> QueueChange {
    let search = TitleSearch(words)
    // Checked before the lock is taken, because that creates the file's directory.
    if try !exists() { throw .noOnlyMatch(words: words, count: 0) }
    return try change { (document) throws(QueueError) in
      let current = document.currentTask(at: .wallClock)?.index
      let (found, count) = document.task(matching: search, current: current)
      guard let (index, task) = found else { throw .noOnlyMatch(words: words, count: count) }
      let patch =
        index == current ? document.unchanged : document.bringingToFront(index, task)
      return Change("top", patch, of: [task.awake], title: task.title)
    }
  }

  /// The titles of the waiting tasks among which `bringToFront(matching:)` looks: those that have
  /// all the words.
  package func waitingTitles(matching words: String) throws(QueueError) -> [String] {
    let search = TitleSearch(words)
    let current = try front(within: 1).task?.id
    return try tasks().filter { $0.id != current && search.finds($0.title) }.map { $0.title }
  }
}
