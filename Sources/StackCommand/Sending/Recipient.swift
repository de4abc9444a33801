import Stack

/// The stack to which a task is sent: one on another machine, `HOST` or `HOST:NAME`, or another one
/// of this user, `:NAME`.
struct Recipient {
  /// The destination for ssh; `nil` for a stack of this user.
  let host: String?
  /// The name of the stack; `nil` for the default one at the host.
  let queue: StackName?
  /// The stack of this user; `nil` for one on another machine.
  var ownQueue: StackName? { host == nil ? queue : nil }
  /// The word on the command line.
  let text: String

  /// Parses a word of the command line.
  init(_ word: String) throws(CommandError) {
    // By scalars: to ssh, a dash with a combining mark is still a dash.
    let scalars = word.unicodeScalars
    var host = scalars[...]
    var queue: StackName?
    let isURL = Array(word.utf8)[...].contains("://")
    // A single colon separates the name. An IPv6 address has several.
    if let colon = scalars.firstIndex(of: ":"), scalars.lastIndex(of: ":") == colon, !isURL {
      host = scalars[..<colon]
      let name = scalars[colon...].dropFirst()
      if !host.isEmpty, !name.isEmpty, name.allSatisfy({ ("0"..."9").contains($0) }) {
        throw CommandError(
          .usage, "invalid stack name '\(Substring(name))' after \(Substring(host)):",
          "to set ssh's port, put 'Port \(Substring(name))' for this host into ~/.ssh/config")
      }
      queue = try StackName(String(name), from: "after \(Substring(host)):")
    }
    self.queue = queue
    text = word
    let isOwn = host.isEmpty && queue != nil
    self.host = isOwn ? nil : String(host)
    let machineStart = host.lastIndex(of: "@").map(host.index(after:)) ?? host.startIndex
    let machine = host[machineStart...]
    // ssh would parse it as an option, and options can run commands.
    let isLikeOption = host.first == "-" || machine.first == "-"
    let isUnsafe = word.isUnsafeToShow || scalars.contains(" ")
    if !isOwn, isURL || isLikeOption || machine.isEmpty || isUnsafe { throw invalid }
  }

  /// Requires that this isn't the stack of a session, perhaps under another name.
  func requireOther(than session: Session) throws(CommandError) {
    guard let ownQueue else { return }
    try session.refuseFileName(ownQueue, "\(session.arguments.stack) send :")
    let other = try session.attempt(queue: TaskQueue(ownQueue, in: session.directories))
    let isSame = try session.attempt(queue: session.queue().hasFile(of: other))
    if ownQueue == session.stackName || isSame {
      throw CommandError(
        .usage, "the task is already in the stack '\(session.stackName.text)'", "name another stack"
      )
    }
  }

  /// The error for a word that doesn't name a stack.
  var invalid: CommandError {
    CommandError(
      .usage, "invalid host '\(text)'",
      "use one that ssh can reach, as in: \(Program.name) send sam@desk.example")
  }
}
