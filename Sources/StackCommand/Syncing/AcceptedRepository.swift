// Which repositories are accepted (<doc:Syncing#Repositories>).

import Stack

extension Remote {
  /// What may be there beside the stacks.
  private static let companions = [
    "README", "README.md", "LICENSE", "LICENSE.md", ".gitattributes", ".gitignore", ".github",
  ]

  /// Why this isn't a repository of stacks, or of only one, such as `has 'main.c', which is not a
  /// stack`; `nil` if it is. A mistyped address must not get the user's tasks.
  func problem(for only: StackName?) -> String? {
    for entry in tree {
      let name = String(decoding: entry.name, as: UTF8.self)
      if Self.companions.contains(name) || only == nil && entry.sharedStack != nil { continue }
      if let stack = entry.stack, let text = text(of: stack), TaskQueue.isStack(text),
        only == nil || stack == only
      {
        continue
      }
      return "has '\(name)', which is not \(only.map { "'\($0.text)'" } ?? "a stack")"
    }
    return texts.isEmpty ? "has no stack" : nil
  }
}

extension Exchange {
  /// Requires that an address may replace the one that is kept, and that a stack can be shared.
  func check(_ remote: Remote) throws(SyncError) {
    if let previousURL, let commit = remote.commit, try !isRelated(commit) {
      let problem = "has other stacks than \(previousURL.withoutPassword), with which this machine"
      throw refusal(
        "\(problem) syncs", "to leave the old one",
        command: "\(Connection.command(for: connection.stack)) --forget",
        .init(
          text: "to share one stack", command: "\(Program.name) -s NAME sync URL", isSentence: true)
      )
    }
    guard let name = connection.stack else { return }
    let queue = try attempt(queue: TaskQueue(name, in: session.directories))
    // What git doesn't accept in the name of a branch.
    let isRefused = name.text.hasSuffix(".lock") || Array(name.text.utf8)[...].contains("..")
    let leadsToAnother = try leadsToAnother(queue, name)
    if isRefused || leadsToAnother {
      throw refusal("can't have a branch for this stack", "share a stack with another name")
    }
    guard let theirs = remote.text(of: name) else { return }
    let counts = try attempt(queue: queue.openTaskCounts(with: theirs))
    if counts.ours > 0, counts.theirs > 0, counts.common == 0 {
      throw refusal(
        "has other open tasks in '\(name.text)' (\(counts.theirs)) than you have (\(counts.ours))",
        "to keep yours to yourself", command: "\(Program.name) stacks --rename \(name.text) NAME")
    }
  }

  /// The error for a repository that isn't accepted, with what the user can do.
  func refusal(
    _ problem: String, _ advice: String, command: String? = nil, _ other: CommandError.Hint? = nil
  ) -> SyncError {
    let problem = "\(url.withoutPassword) \(problem); nothing was exchanged"
    let hint = CommandError.Hint(text: advice, command: command)
    return SyncError(.other(CommandError(.usage, problem, hint, other)))
  }
}
