// What the user is told about stacks that are shared meanwhile, or elsewhere.

import Stack

extension Exchange {
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
