/// How the tasks of two texts of a stack differ, by their titles.
public struct TaskDifference: Equatable, Sendable {
  /// The open tasks that are new.
  public private(set) var arrived: [String] = []
  /// The tasks that were open and are ended now.
  public private(set) var ended: [String] = []
  /// The tasks that were open and are gone.
  public private(set) var removed: [String] = []
  /// The tasks that had ended and are open again.
  public private(set) var reopened: [String] = []

  /// Creates a difference without any task.
  public init() {}

  init(from old: MergeInput, to new: MergeInput) {
    func title(_ task: TaskVersion) -> String { String(decoding: task.title, as: UTF8.self) }
    for task in new.elements where task.isOpen {
      guard let old = old[task.identity] else {
        arrived.append(title(task))
        continue
      }
      if !old.isOpen { reopened.append(title(task)) }
    }
    for task in old.elements where task.isOpen {
      switch new[task.identity]?.isOpen {
      case nil: removed.append(title(task))
      case false?: ended.append(title(task))
      case true?: break
      }
    }
  }
}
