// The keys that mean something to `stack`: in the file, in a task, or in the record of a change.

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

  /// A member of an object, with this key.
  func member(_ value: some Sequence<UInt8>) -> [UInt8] { Array("\"\(rawValue)\": ".utf8) + value }

  /// Whether this says how a task ended.
  var isOfEnding: Bool {
    switch self {
    case .completed, .dropped, .sent, .to: true
    default: false
    }
  }
}
