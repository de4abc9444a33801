// `stack sync`: exchanges changes with a git repository.

import Stack

extension Command {
  static let sync = Command(
    operands: .optional("URL"), offers: .files,
    summary: "exchange changes with your other machines", participle: "synced"
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    if arguments.has(.stack), let command = arguments.command {
      throw arguments.useless(.stack, of: command)
    }
    let url = try arguments.operands.first.map { (word) throws(CommandError) in
      try SyncAddress.url(word)
    }
    let directory = try SyncDirectory(session)
    let address = try directory.address(orNew: url)
    var exchange = Exchange(session, directory.git, with: address)
    let remote = try attempt(git: exchange.fetched())
    if url != nil {
      try exchange.requireStacks(remote)
      try directory.keep(address)
    }
    var failures: [CommandError] = []
    do throws(CommandError) { try exchange.run(remote) } catch { failures.append(error) }
    let outcome = exchange.outcome
    if failures.isEmpty {
      do throws(CommandError) {
        let front = try session.attempt(queue: session.queue().front())
        try session.finish(outcome.acknowledgement, front)
      } catch {
        // If the current task can't be read, that is said already.
        if !outcome.hasFailed(session.queueName) { failures.append(error) }
      }
    }
    try (outcome.failures.map { $0.error } + failures).throwAll()
  }
}

extension SyncDirectory {
  /// The address of the repository: a new one, or the one that was kept.
  fileprivate func address(orNew url: String?) throws(CommandError) -> SyncAddress {
    let known = try url == nil ? address() : nil
    guard let url = url ?? known?.url else {
      throw CommandError(
        .usage, "no repository is known yet; nothing was changed", "give its address once",
        command: "\(Program.name) sync URL")
    }
    try attempt(git: git.prepareEnvironment(for: url))
    if let known { return known }
    return SyncAddress(url: url, branch: try SyncAddress.branch(of: url, git))
  }
}
