// The keys that mean something to `stack`.

/// A key that means something to `stack`: in the file, in a task, or in the record of a change.
enum SchemaKey: String, CaseIterable {
  case version
  case tasks
  case completed
  case title
  case added
  case attachments
  case dropped
  case sent
  case to
  case from
  case restored
  case pieces

  /// Whether this says how a task ended.
  var isOfEnding: Bool {
    switch self {
    case .completed, .dropped, .sent, .to: true
    default: false
    }
  }
}
