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

  /// Understands a word of the command line.
  init(_ word: String) throws(CommandError) {
    var host = word[...]
    var queue: QueueName?
    // An IPv6 address has colons of its own; with a name behind it, it stands in brackets.
    let bracket = word.lastIndex(of: "]")
    let colon = word.lastIndex(of: ":")
    if let colon, bracket.map({ $0 < colon }) ?? (word.firstIndex(of: ":") == colon) {
      host = word[..<colon]
      let name = String(word[word.index(after: colon)...])
      guard let valid = QueueName(name) else {
        throw .invalidQueueName(name, source: "after \(host):")
      }
      queue = valid
    }
    let machineStart = host.lastIndex(of: "@").map(host.index(after:)) ?? host.startIndex
    let user = host[..<machineStart]
    var machine = host[machineStart...]
    // The brackets are for people; ssh doesn't know them.
    if machine.hasPrefix("["), machine.hasSuffix("]") { machine = machine.dropFirst().dropLast() }
    // ssh would take it for an option, and options can run commands.
    if user.hasPrefix("-") || machine.hasPrefix("-") || machine.isEmpty
      || word.unicodeScalars.contains(where: { $0.isUnsafeToShow || $0 == " " })
    {
      throw .invalidHost(word)
    }
    self.host = String(user + machine)
    self.queue = queue
    text = word
  }
}
