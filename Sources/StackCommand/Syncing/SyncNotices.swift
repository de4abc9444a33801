// What the user is told about a sync: what it did, and which stacks are shared meanwhile.

import Stack

extension Exchange {
  /// Such as `Synced with desk.example:stack.git: 2 tasks came (stack)`.
  var acknowledgement: String {
    let old = previousURL.flatMap { $0 == url ? nil : $0.withoutPassword }
    let start = old.map { "from now on with \(address) instead of \($0)" } ?? "with \(address)"
    return "Synced \(start): \(outcome.news)"
  }

  /// What the user has to know about stacks that are shared.
  func notices(_ remote: Remote) -> [CommandError] {
    if connection.stack != nil { return [] }
    var notices: [CommandError] = []
    for (name, address) in remote.shared where !sharedStacks.contains(name) && moved?.stack != name
    {
      notices.append(
        CommandError(
          .success, "'\(name.text)' is shared now, and no longer exchanged here",
          "to go on with it",
          command: "\(Connection.command(for: name)) \(address.visible.quotedForShell)"))
    }
    for name in sharedStacks where remote.text(of: name) != nil && moved?.stack != name {
      notices.append(
        CommandError(
          .success,
          "'\(name.text)' is shared, but another machine exchanges it with \(address)",
          "to share it no longer", command: "\(Connection.command(for: name)) --forget"))
    }
    return notices
  }
}
