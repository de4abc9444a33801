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

  /// The keys with the date of an ending, in the order of precedence: a task that has several ended in the first way.
  static let endingDates: [SchemaKey] = [.completed, .sent, .dropped]
  /// The keys that describe how a task ended.
  static let ofEnding = endingDates + [.to]

  /// Whether this key describes how a task ended.
  var isOfEnding: Bool { Self.ofEnding.contains(self) }
}
