// Whom a task is sent to, as it is named on the command line.

import Stack

/// Somebody else's stack: `HOST`, or `HOST:NAME`.
struct Recipient {
  /// What ssh is to reach.
  let host: String
  /// The stack there, `nil` for the one that is used when no other is chosen.
  let queue: QueueName?
  /// As it was typed.
  let text: String

  /// Parses a word of the command line.
  init(_ word: String) throws(CommandError) {
    // By scalars: a mark on a dash doesn't make it another one for ssh.
    let scalars = word.unicodeScalars
    var host = scalars[...]
    var queue: QueueName?
    let colon = scalars.lastIndex(of: ":")
    // An IPv6 address has colons of its own; with a name behind it, it stands in brackets.
    if let colon, scalars.lastIndex(of: "]").map({ $0 < colon }) ?? (scalars.firstIndex(of: ":") == colon) {
      host = scalars[..<colon]
      let name = String(scalars[colon...].dropFirst())
      queue = QueueName(name)
      if queue == nil { throw .invalidQueueName(name, source: "after \(Substring(host)):") }
    }
    let machineStart = host.lastIndex(of: "@").map(host.index(after:)) ?? host.startIndex
    let user = host[..<machineStart]
    var machine = host[machineStart...]
    // The brackets are for people; ssh doesn't know them.
    if machine.first == "[", machine.last == "]" { machine = machine.dropFirst().dropLast() }
    // ssh would take it for an option, and options can run commands.
    let isLikeOption = user.first == "-" || machine.first == "-"
    if isLikeOption || machine.isEmpty || word.isUnsafeToShow || scalars.contains(" ") {
      throw .invalidHost(word)
    }
    self.host = String(user) + String(machine)
    self.queue = queue
    text = word
  }
}
