// The stack to which a task is sent, as it is named on the command line.

import Stack

/// Another user's stack, `HOST` or `HOST:NAME`, or another stack of this user, `:NAME`.
struct Recipient {
  /// The destination for ssh; `nil` for a stack of this user.
  let host: String?
  /// The name of the stack; `nil` for the default one at the host.
  let queue: QueueName?
  /// The word on the command line.
  let text: String

  /// Parses a word of the command line.
  init(_ word: String) throws(CommandError) {
    // By scalars: to ssh, a dash with a combining mark is still a dash.
    let scalars = word.unicodeScalars
    var host = scalars[...]
    var queue: QueueName?
    let colon = scalars.lastIndex(of: ":")
    // A single colon separates the name. An IPv6 address has several; with a name after it, it is in brackets.
    if let colon, scalars.lastIndex(of: "]").map({ $0 < colon }) ?? (scalars.firstIndex(of: ":") == colon) {
      host = scalars[..<colon]
      let name = String(scalars[colon...].dropFirst())
      queue = try QueueName(name, from: "after \(Substring(host)):")
    }
    self.queue = queue
    text = word
    if host.isEmpty, queue != nil {
      self.host = nil
      return
    }
    let machineStart = host.lastIndex(of: "@").map(host.index(after:)) ?? host.startIndex
    let user = host[..<machineStart]
    var machine = host[machineStart...]
    // ssh doesn't understand the brackets.
    if machine.first == "[", machine.last == "]" { machine = machine.dropFirst().dropLast() }
    self.host = String(user) + String(machine)
    // ssh would parse it as an option, and options can run commands.
    let isLikeOption = user.first == "-" || machine.first == "-"
    if isLikeOption || machine.isEmpty || word.isUnsafeToShow || scalars.contains(" ") { throw invalid }
  }

  /// The error for a word that doesn't name a stack.
  var invalid: CommandError {
    CommandError(
      .usage, "invalid host '\(text)'", "use one that ssh can reach, as in: \(Program.name) send sam@desk.example")
  }
}
