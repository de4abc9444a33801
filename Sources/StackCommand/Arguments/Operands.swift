/// The operands that a command accepts. The names are those in its synopsis, where a name that ends
/// in `…` may be repeated.
enum Operands: Sendable {
  case none
  /// One, which may be left out.
  case optional(String)
  /// Exactly these.
  case all([String])
  /// Any number, perhaps none.
  case anyNumber(String)
  /// One or more.
  case oneOrMore(String)
  /// The words of a text, at the first of which options end.
  case text(String)
  /// The words of a text, which may be left out.
  case optionalText(String)
  /// Those of one use of the command, or those of another use.
  indirect case either(Operands, Operands)
}

extension Operands {
  /// The operands in the synopsis of each use of the command.
  var synopses: [String] {
    switch self {
    case .none: [""]
    case .optional(let name), .anyNumber(let name), .optionalText(let name): ["[\(name)]"]
    case .oneOrMore(let name), .text(let name): [name]
    case .all(let names): [names.joined(separator: " ")]
    case .either(let one, let other): one.synopses + other.synopses
    }
  }

  func allows(_ count: Int) -> Bool {
    switch self {
    case .none: count == 0
    case .optional: count <= 1
    case .all(let names): count == names.count
    case .anyNumber, .optionalText: true
    case .oneOrMore, .text: count > 0
    case .either(let one, let other): one.allows(count) || other.allows(count)
    }
  }

  /// The largest number that is allowed.
  var limit: Int {
    switch self {
    case .none: 0
    case .optional: 1
    case .all(let names): names.count
    case .anyNumber, .oneOrMore, .text, .optionalText: .max
    case .either(let one, let other): max(one.limit, other.limit)
    }
  }

  /// Whether they are a text.
  var areText: Bool {
    switch self {
    case .text, .optionalText: true
    default: false
    }
  }
}
