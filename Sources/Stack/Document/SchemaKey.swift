// The keys that `stack` gives a meaning to: in the file, in a task, and in the record of a change.

/// A key that `stack` gives a meaning to. All other keys are the user's own, and stay as they are.
enum SchemaKey: String, CaseIterable {
  case version
  case tasks
  case completed
  case title
  case added
  case attachments
  case notes
  case dropped
  case sent
  case to
  case from
  case pieces

  /// The text of a member with this key.
  func member(_ value: some Sequence<UInt8>) -> [UInt8] { Array("\"\(rawValue)\": ".utf8) + value }

  /// Whether this key describes how a task ended.
  var isOfEnding: Bool {
    switch self {
    case .completed, .dropped, .sent, .to: true
    default: false
    }
  }
}
