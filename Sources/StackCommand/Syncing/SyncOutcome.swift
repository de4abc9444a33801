import Stack

/// What an exchange did, and the stacks that it left out.
struct SyncOutcome {
  private(set) var failures: [(name: QueueName, error: CommandError)] = []
  private var arrivedCount = 0
  private var endedCount = 0
  private var hasChanged = false
  private var hasShared = false
  private var names: [QueueName] = []

  mutating func add(_ error: CommandError, of name: QueueName) { failures.append((name, error)) }

  func hasFailed(_ name: QueueName) -> Bool { failures.contains { $0.name == name } }

  mutating func add(_ merging: TaskQueue.Merging, to name: QueueName) {
    report(merging, of: "the repository")
    if !merging.change.isChanged { return }
    arrivedCount += merging.arrivedCount
    endedCount += merging.endedCount
    hasChanged = true
    addName(name)
  }

  mutating func didShare(_ name: QueueName) {
    hasShared = true
    addName(name)
  }

  private mutating func addName(_ name: QueueName) {
    if !names.contains(name) { names.append(name) }
  }

  /// Whether anything came or was sent.
  var hasNews: Bool { hasChanged || hasShared }

  /// Such as `2 tasks came, 1 is done now (stack, work)`.
  var news: String {
    var parts: [String] = []
    if arrivedCount > 0 {
      parts.append(arrivedCount == 1 ? "1 task came" : "\(arrivedCount) tasks came")
    }
    if endedCount > 0 {
      let noun = arrivedCount > 0 ? "" : endedCount == 1 ? " task" : " tasks"
      parts.append("\(endedCount)\(noun) \(endedCount == 1 ? "is" : "are") done now")
    }
    if hasChanged, parts.isEmpty { parts.append("changes came") }
    if hasShared { parts.append("your changes are sent") }
    if parts.isEmpty { return "nothing new" }
    let stacks = names.map { $0.text }.joined(separator: ", ")
    return "\(parts.joined(separator: ", ")) (\(stacks))"
  }
}
