// `stack sync`: exchanges changes with git repositories.

import Stack

private let forgetOption = Option(
  long: "--forget", summary: "stop exchanging with the repository", excludesOperands: true)

extension Command {
  static let sync = Command(
    operands: .optional("URL"), offers: .files,
    summary: "exchange changes with your other machines", options: { [forgetOption] },
    participle: "synced"
  ) { (session) throws(CommandError) in
    let newURL = try session.arguments.operands.first?.repositoryURL()
    var sync = Sync(session, try SyncDirectory(session))
    if session.arguments.has(forgetOption) {
      try sync.forget()
    } else {
      try sync.run(newURL)
    }
    try sync.finish()
  }
}

/// The exchanges of one command.
private struct Sync {
  private let session: Session
  private let directory: SyncDirectory
  /// The stack that `-s` chooses.
  private let stack: StackName?
  private var exchanges: [Exchange] = []
  private var failures: [CommandError] = []

  init(_ session: Session, _ directory: SyncDirectory) {
    self.session = session
    self.directory = directory
    stack = session.arguments.has(.stack) ? session.stackName : nil
  }

  private func exchange(_ stack: StackName?, newURL: String? = nil) throws(CommandError)
    -> Exchange?
  {
    try Exchange(
      session, directory.connection(of: stack), newURL: newURL, without: directory.shared())
  }

  private var noAddress: String {
    stack.map { "'\($0.text)' isn't shared" } ?? "no repository is known yet"
  }

  /// Exchanges what `-s` and the address choose: without both, everything. A repository that fails
  /// doesn't keep the others from it.
  mutating func run(_ newURL: String?) throws(CommandError) {
    let others = stack == nil && newURL == nil ? try directory.shared() : []
    for stack in [stack] + others.map({ Optional($0) }) {
      guard let exchange = try exchange(stack, newURL: newURL) else { continue }
      // What the repository of all stacks has of a newly shared one is merged before.
      var common = exchange.isConnected || stack == nil ? nil : try self.exchange(nil)
      let address = exchange.address
      perform(exchange) { (exchange) throws(SyncError) in
        try exchange.connect { () throws(SyncError) in
          guard let stack else { return }
          do throws(SyncError) { try common?.run(moving: stack, to: address) } catch {
            let failed = common?.address ?? address
            throw SyncError(.other(error.commandError(of: failed, isConnected: false)))
          }
        }
        try exchange.run()
      }
      if let common { exchanges.insert(common, at: 0) }
    }
    if exchanges.isEmpty {
      throw CommandError(
        .usage, "\(noAddress); nothing was changed", "give the repository's address once",
        command: "\(Connection.command(for: stack)) URL")
    }
  }

  mutating func forget() throws(CommandError) {
    let connection = directory.connection(of: stack)
    guard let url = try connection.url() else {
      throw CommandError(.usage, "\(noAddress), so there is nothing to forget")
    }
    if let stack, let common = try exchange(nil) {
      perform(common) { (common) throws(SyncError) in try common.run(moving: stack, to: nil) }
    }
    if !failures.isEmpty { return }
    try connection.forget()
    StandardError.printNote("Forgot \(url.withoutPassword). Your tasks stay on both sides.")
  }

  private mutating func perform(
    _ exchange: Exchange, _ operation: (inout Exchange) throws(SyncError) -> Void
  ) {
    var exchange = exchange
    do throws(SyncError) {
      try operation(&exchange)
    } catch {
      failures.append(error.commandError(of: exchange.address, isConnected: exchange.isConnected))
    }
    exchanges.append(exchange)
  }

  /// Says what came of it, and shows the current task.
  func finish() throws(CommandError) {
    let outcomes = exchanges.map { $0.outcome }
    for notice in outcomes.flatMap({ $0.notices }) { StandardError.printError(notice) }
    let news = exchanges.filter { $0.outcome.hasNews }
    for exchange in news.isEmpty && failures.isEmpty ? exchanges.prefix(1) : news[...] {
      StandardError.printNote(exchange.acknowledgement)
    }
    var failures = failures
    if failures.isEmpty {
      do throws(CommandError) {
        try session.finish(nil, session.attempt(queue: session.queue().front()))
      } catch {
        // If the current task can't be read, that is said already.
        if !outcomes.contains(where: { $0.hasFailed(session.stackName) }) { failures.append(error) }
      }
    }
    let stacks = outcomes.flatMap { $0.failures }.map { $0.error }
    try (stacks + failures).throwAll()
  }
}
