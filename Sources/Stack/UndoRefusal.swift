extension QueueError {
  /// Why a change can't be undone or redone.
  public struct Refusal: Equatable, Sendable {
    /// The command that made the change.
    public let command: String
    /// The title of the task that the change was about; `nil` if it was about several tasks or
    /// none.
    public let title: String?
    /// Why.
    public let reason: Reason
    /// Whether `redo` refused.
    public let isRedo: Bool
    /// The path of the text that would have been restored; `nil` if there was no file.
    public let textBefore: Pathname?

    /// Creates a refusal, such as one for a preview or a test of an app.
    public init(
      command: String, title: String? = nil, reason: Reason, isRedo: Bool = false,
      textBefore: Pathname? = nil
    ) {
      self.command = command
      self.title = title
      self.reason = reason
      self.isRedo = isRedo
      self.textBefore = textBefore
    }

    /// The reasons. The raw value explains it.
    public enum Reason: String, Error {
      case isReversed = "nothing of it is left in the file"
      case hasConflict = "another program or machine has changed the same value since"
      case isNotIdentified = "its task can't be identified in the changed file"
      case fileIsMissing = "the file is missing"
      case isDamaged = "its text or its record is damaged"
      case isSend = "the task has to be sent again"
      case isHalf = "its other half is in another stack"
    }

    var description: String {
      let title = title.map { " (\($0))" } ?? ""
      let text = isRedo ? "with it" : "before it"
      let path = textBefore.map { ", and the text \(text) is in \($0)" } ?? ""
      let isDone = isRedo && reason == .isReversed
      return "\(command)\(title) can't be \(isRedo ? "redone" : "undone"), because "
        + "\(isDone ? "the file has it already" : reason.rawValue); nothing was changed\(path)"
    }
  }
}
