/// How the tasks of two texts of a stack differ, by their titles.
public struct TaskDifference: Equatable, Sendable {
  /// The open tasks that are new.
  public let arrived: [String]
  /// The tasks that were open and are ended now.
  public let ended: [String]
  /// The tasks that were open and are gone.
  public let removed: [String]
  /// The tasks that had ended and are open again.
  public let reopened: [String]

  /// Creates a difference, such as one for a test of an app.
  public init(
    arrived: [String] = [], ended: [String] = [], removed: [String] = [], reopened: [String] = []
  ) {
    self.arrived = arrived
    self.ended = ended
    self.removed = removed
    self.reopened = reopened
  }

  init(from old: MergeInput, to new: MergeInput) {
    func titles(_ tasks: [TaskVersion], _ isMeant: (TaskVersion) -> Bool) -> [String] {
      tasks.filter { $0.isOpen && isMeant($0) }.map { String(decoding: $0.title, as: UTF8.self) }
    }
    self.init(
      arrived: titles(new.elements) { old[$0.identity] == nil },
      ended: titles(old.elements) { new[$0.identity]?.isOpen == false },
      removed: titles(old.elements) { new[$0.identity] == nil },
      reopened: titles(new.elements) { old[$0.identity]?.isOpen == false })
  }
}
