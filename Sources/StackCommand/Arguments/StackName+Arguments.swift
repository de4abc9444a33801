// The name of a stack that is given with -s, in STACK_QUEUE or elsewhere.

import Stack

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

extension Session {
  /// Refuses a name such as `work.json`, which means the stack `work`, unless there is a stack
  /// called that. The command to type instead is `beginning` and the name.
  func refuseFileName(
    _ name: StackName, _ beginning: @autoclosure () -> String
  ) throws(CommandError) {
    if let meant = StackName(fileName: Pathname(unchecked: name.text)), !hasFile(name) {
      throw CommandError(
        .usage, "there is no stack '\(name.text)'", "did you mean",
        command: beginning() + meant.text)
    }
  }

  /// Whether a stack of this user has a file, perhaps one that can't be read.
  func hasFile(_ name: StackName) -> Bool {
    (try? TaskQueue(name, in: directories).front(within: 1))?.hasFile != false
  }
}
