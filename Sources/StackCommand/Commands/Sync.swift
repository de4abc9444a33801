// `stack sync`: exchanges changes with a git repository.

import Stack

private let forgetOption = Option(
  long: "--forget", summary: "stop exchanging with the repository", excludesOperands: true)

extension Command {
  static let sync = Command(
    operands: .optional("URL"), offers: .files,
    summary: "exchange changes with your other machines", options: { [forgetOption] },
    participle: "synced"
  ) { (session) throws(CommandError) in
    let arguments = session.arguments
    if arguments.has(.stack), let command = arguments.command {
      throw arguments.useless(.stack, of: command)
    }
    let newURL = try arguments.operands.first?.repositoryURL()
    let directory = try SyncDirectory(session)
    let connection = directory.connection
    let knownURL = try connection.url()
    guard let url = newURL ?? knownURL else {
      throw CommandError(
        .usage, "no repository is known yet; nothing was changed", "give its address once",
        command: "\(Program.name) sync URL")
    }
    if arguments.has(forgetOption) {
      try connection.forget()
      return try session.finish(
        "Forgot \(url.withoutPassword). Your tasks stay, here and there.",
        session.attempt(queue: session.queue().front()))
    }
    var exchange = Exchange(session, connection, with: url, insteadOf: knownURL)
    var failures: [CommandError] = []
    do throws(SyncError) { try exchange.run() } catch {
      failures.append(error.commandError(isConnected: exchange.isConnected))
    }
    let outcome = exchange.outcome
    if failures.isEmpty {
      do throws(CommandError) {
        let front = try session.attempt(queue: session.queue().front())
        try session.finish(exchange.acknowledgement, front)
      } catch {
        // If the current task can't be read, that is said already.
        if !outcome.hasFailed(session.queueName) { failures.append(error) }
      }
    }
    try (outcome.failures.map { $0.error } + failures).throwAll()
  }
}
