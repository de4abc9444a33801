/// The task that the prompt of an interactive shell shows. Commands that change the current task
/// refuse to change another one than that.
///
/// A prompt shows what was current when it was drawn. Meanwhile another terminal may have completed
/// that task.
package struct ShownTask: Sendable {
  /// The shell's process id.
  package let shell: Int
  private let queue: String
  /// The checksum of the task; `-` if the prompt shows none.
  private let task: String

  /// Parses what the prompt's script exports: the shell's process id and the `checksums`. `nil` if
  /// the text has another form, for example because the prompt couldn't ask.
  package init?(_ text: [UInt8]) {
    let words = text.split(separator: .space, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, let shell = Int(words[0]) else { return nil }
    self.shell = shell
    queue = words[1]
    task = words[2]
  }

  /// The checksums of a queue's path and of its current task.
  package static func checksums(of task: QueuedTask?, in path: Pathname) -> String {
    "\(path.bytes.checksum) \(task.checksum)"
  }

  /// Whether the prompt shows the queue at a path.
  package func isOf(_ path: Pathname) -> Bool { queue == path.bytes.checksum }

  /// Whether the user knows that a task is the current one: the prompt shows it, or the last change
  /// came from the same shell and made it the current one, as in `stack done && stack done`.
  func isKnown(_ current: QueuedTask?, _ history: History) throws(FileError) -> Bool {
    if shows(current) { return true }
    let last = try history.record(of: history.entries.last)
    return last?.shell == shell && last?.front == current.checksum
  }

  /// Whether the prompt shows this task; with `nil`, whether it shows that there is none.
  package func shows(_ task: QueuedTask?) -> Bool { self.task == task.checksum }
}

extension Transaction {
  /// Requires that the user knows which task is the current one, for a change of that.
  func requireKnownFront() throws(QueueError) {
    if let current = frontBefore.task, !isFrontKnown { throw .notShown(current: current.title) }
  }
}

extension [UInt8] {
  /// The 32-bit FNV-1a hash, in decimal. The prompts' scripts export it instead of the text, to
  /// hide the text from other programs that the shell starts.
  fileprivate var checksum: String {
    String(fnv1a)
  }
}

extension QueuedTask? {
  /// A checksum of the task's `added` and title, which a user recognises it by; `-` for no task.
  var checksum: String {
    guard let task = self else { return "-" }
    let added = Container.bytes(under: .added, in: task.text) ?? []
    return (added + [0] + task.title.utf8).checksum
  }
}
