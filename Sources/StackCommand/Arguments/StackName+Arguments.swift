// The name of a stack that is given with -s, in STACK_QUEUE or elsewhere.

import Stack

extension Program {
  /// The beginning of every command line for a stack; without a name, for the default one.
  static func command(for stack: StackName?) -> String {
    stack.map { "\(name) -s \($0.text)" } ?? name
  }
}

extension Arguments {
  /// The name of the chosen stack. `variable` is the value of `STACK_QUEUE`.
  func stackName(default variable: [UInt8]?) throws(CommandError) -> StackName {
    if let text = values(of: .stack).last { return try StackName(text, from: "given with -s") }
    guard let variable, !variable.isEmpty, !has(.version), !has(.help),
      command?.needsQueue(self) != false
    else { return .standard }
    return try StackName(String(decoding: variable, as: UTF8.self), from: "in STACK_QUEUE")
  }
}

extension StackName {
  /// The name of a stack from the command line or the environment. The message says that it is from
  /// `source`.
  init(_ text: String, from source: String) throws(CommandError) {
    guard let name = StackName(text) else {
      let isCopy = Pathname(unchecked: text).isMarkedAsConflictCopy
      let rule =
        isCopy
        ? "a conflict copy can only be merged"
        : "use up to 64 ASCII letters, digits, -, _ and inner dots"
      throw CommandError(.usage, "invalid stack name '\(text)' \(source)", rule)
    }
    self = name
  }
}
