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
    // By bytes: a mark on a dash doesn't make it another one for ssh.
    let bytes = word.utf8
    var host = bytes[...]
    var queue: QueueName?
    // An IPv6 address has colons of its own; with a name behind it, it stands in brackets.
    let bracket = bytes.lastIndex(of: UInt8(ascii: "]"))
    let colon = bytes.lastIndex(of: UInt8(ascii: ":"))
    if let colon, bracket.map({ $0 < colon }) ?? (bytes.firstIndex(of: UInt8(ascii: ":")) == colon) {
      host = bytes[..<colon]
      let name = String(Substring(bytes[bytes.index(after: colon)...]))
      guard let valid = QueueName(name) else {
        throw .invalidQueueName(name, source: "after \(Substring(host)):")
      }
      queue = valid
    }
    let machineStart = host.lastIndex(of: UInt8(ascii: "@")).map(host.index(after:)) ?? host.startIndex
    let user = host[..<machineStart]
    var machine = host[machineStart...]
    // The brackets are for people; ssh doesn't know them.
    if machine.first == UInt8(ascii: "["), machine.last == UInt8(ascii: "]") {
      machine = machine.dropFirst().dropLast()
    }
    // ssh would take it for an option, and options can run commands.
    let dash = UInt8(ascii: "-")
    if user.first == dash || machine.first == dash || machine.isEmpty
      || word.isUnsafeToShow || word.utf8.contains(UInt8(ascii: " "))
    {
      throw .invalidHost(word)
    }
    self.host = String(Substring(user)) + String(Substring(machine))
    self.queue = queue
    text = word
  }
}
