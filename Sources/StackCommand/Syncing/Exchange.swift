// What `stack sync` does: fetch, merge, commit, push. The article "Merging" states the rules.

import CSystem
import Stack

/// An exchange of all stacks with a repository.
struct Exchange {
  let session: Session
  let url: String
  private let connection: Connection
  /// The address with which this machine was connected before.
  private let previousURL: String?
  private(set) var git: Git
  /// Whether the address is kept.
  private(set) var isConnected: Bool
  private(set) var outcome = SyncOutcome()
  /// The commits with which stacks have common texts.
  private var knownCommits: Set<String> = []

  /// What identifies the repository in the histories of the stacks, which don't get a password.
  private var repository: String { url.withoutPassword }

  /// How often to begin again if another machine was faster.
  private static let maximumRounds = 5

  init(_ session: Session, _ connection: Connection, with url: String, insteadOf previous: String?)
  {
    self.session = session
    self.connection = connection
    self.url = url
    git = connection.git
    previousURL = previous
    isConnected = url == previous
  }

  /// Exchanges all changes. If git can't use its cache, that is made again.
  mutating func run() throws(SyncError) {
    do throws(SyncError) {
      try Git.prepareEnvironment(for: url)
      do throws(SyncError) {
        try exchange()
      } catch {
        guard try git.remove(after: error, of: url) else { throw error }
        try exchange()
      }
    } catch {
      // What was fetched may be large, and not the user's.
      if !isConnected { try? git.remove() }
      throw error
    }
    if outcome.hasNews { try? git.pack() }
  }

  /// Such as `Synced with desk.example:stack.git: 2 tasks came (stack)`.
  var acknowledgement: String {
    let new = url.withoutPassword
    let old = previousURL.flatMap { $0 == url ? nil : $0.withoutPassword }
    let start = old.map { "from now on with \(new) instead of \($0)" } ?? "with \(new)"
    return "Synced \(start): \(outcome.news)"
  }

  private mutating func exchange() throws(SyncError) {
    var remote = try fetch()
    if !isConnected { try connect(to: remote) }
    for _ in 0..<Self.maximumRounds {
      let members = try merge(remote)
      guard let commit = try commit(members, over: remote) else { return }
      if try push(commit, to: remote) == nil { return }
      let old = remote.commit
      remote = try fetch()
      if remote.commit == old {
        sleep(1)
        if let error = try push(commit, to: remote) { throw error }
        return
      }
      usleep(UInt32(Timestamp.now.microseconds / 2))
    }
    throw SyncError(
      .other(
        CommandError(
          .tryAgain,
          "other machines kept changing the repository; what they did is merged, so try again")))
  }

  /// Keeps the address. It may only replace one that leads to the same stacks.
  private mutating func connect(to remote: Remote) throws(SyncError) {
    if let previousURL, let commit = remote.commit, try !isRelated(commit) {
      throw SyncError(
        .other(
          CommandError(
            .usage,
            "\(url.withoutPassword) has other stacks than \(previousURL.withoutPassword), with "
              + "which this machine syncs; nothing was exchanged",
            "to leave the old one", command: "\(Program.name) sync --forget")))
    }
    try attempt(command: connection.keep(url))
    isConnected = true
  }

  private func attempt<Result>(queue operation: @autoclosure () throws(QueueError) -> Result)
    throws(SyncError) -> Result
  {
    try attempt(command: session.attempt(queue: operation()))
  }

  private func attempt<Result>(command operation: @autoclosure () throws(CommandError) -> Result)
    throws(SyncError) -> Result
  {
    do throws(CommandError) { return try operation() } catch { throw SyncError(.other(error)) }
  }
}

// MARK: - Fetching

extension Exchange {
  /// Fetches the repository, and returns its branch with the stacks.
  private mutating func fetch() throws(SyncError) -> Remote {
    knownCommits = []
    let directories = session.directories
    for name in try attempt(queue: TaskQueue.fileNames(in: directories)) {
      let commits = perform(for: name, try TaskQueue(name, in: directories).syncedCommits())
      knownCommits.formUnion(commits ?? [])
    }
    return try branch(git.fetch(from: url))
  }

  /// Whether a commit has a common text, or is an ancestor or a descendant of one that has. For
  /// example, the repository on a stick that is used in turn is behind.
  func isRelated(_ commit: String) throws(SyncError) -> Bool {
    for known in knownCommits {
      if try git.isAncestor(known, of: commit) { return true }
      if try git.isAncestor(commit, of: known) { return true }
    }
    return false
  }
}

// MARK: - Merging

extension Exchange {
  /// A stack that is exchanged.
  private struct Member {
    let name: QueueName
    let queue: TaskQueue
    let isMissing: Bool
    /// Its text in the repository.
    let theirs: [UInt8]?
    /// The newest commit of the repository with which it has a common text.
    var base: String?
  }

  /// The stacks here and in the repository, except those that failed.
  private func members(_ remote: Remote) throws(SyncError) -> [Member] {
    let here = try attempt(queue: TaskQueue.fileNames(in: session.directories))
    var members: [Member] = []
    for name in here + remote.texts.map({ $0.name }).filter({ !here.contains($0) }) {
      let queue = try attempt(queue: TaskQueue(name, in: session.directories))
      let status = try StackCommand.attempt(file: FileSystem.status(of: queue.path))
      if outcome.hasFailed(name) { continue }
      members.append(
        Member(name: name, queue: queue, isMissing: status == nil, theirs: remote.text(of: name)))
    }
    return members
  }

  /// Whether a name is a link to the file of another stack, or the file system has that file in
  /// other letters. Of several names for one file, the one that isn't a link counts, or the first.
  private func leadsToAnother(_ member: Member) throws(SyncError) -> Bool {
    func isFile(_ queue: TaskQueue) -> Bool {
      (try? FileSystem.status(of: queue.path))??.isRegular == true
    }
    let here = try attempt(queue: TaskQueue.fileNames(in: session.directories))
    if here.contains(member.name), isFile(member.queue) { return false }
    return here.contains { other in
      guard other != member.name, let queue = try? TaskQueue(other, in: session.directories),
        (try? member.queue.hasFile(of: queue)) == true
      else { return false }
      return isFile(queue) || other.text < member.name.text
    }
  }

  /// Does something with a stack. If it fails, the others are still exchanged.
  private mutating func perform<Result>(
    for name: QueueName, _ operation: @autoclosure () throws(QueueError) -> Result
  ) -> Result? {
    do throws(QueueError) {
      return try operation()
    } catch {
      outcome.add(session.commandError(error), of: name)
      return nil
    }
  }

  /// Merges what the repository has. Returns the stacks with the commits of their common texts.
  private mutating func merge(_ remote: Remote) throws(SyncError) -> [Member] {
    var members = try members(remote)
    guard let newest = remote.commit else { return members }
    for isMissing in [true, false] {
      for (index, member) in members.enumerated() where member.isMissing == isMissing {
        // Asked now, because the stacks before may have made the file.
        guard let theirs = member.theirs, isValid(theirs, of: member),
          try !leadsToAnother(member)
        else { continue }
        let commits = perform(for: member.name, try member.queue.syncedCommits()) ?? []
        let base = try base(in: newest, among: commits)
        members[index].base = base
        if try hasNothingNew(newest, for: member, since: commits) { continue }
        let git = git
        let repository = repository
        if let merging = perform(
          for: member.name,
          try member.queue.merge(theirs, of: newest, in: repository, since: base) {
            git.had($0, as: member.name, in: base)
          })
        {
          members[index].base = newest
          outcome.add(merging, to: member.name)
        }
      }
    }
    return members.filter { !outcome.hasFailed($0.name) }
  }

  /// Whether the repository's text of a stack is valid.
  private mutating func isValid(_ theirs: [UInt8], of member: Member) -> Bool {
    let path = Pathname(unchecked: "\(member.name.fileName) in the repository")
    do throws(QueueError) {
      try TaskQueue.validate(theirs, of: path)
      return true
    } catch {
      let advice = error.isNewerVersion ? "update \(Program.name)" : "fix it there"
      outcome.add(
        CommandError(.data, "\(error); this stack was not synced, so \(advice)"), of: member.name)
      return false
    }
  }

  /// The newest commit with a common text that the repository has.
  private func base(in newest: String, among commits: [String]) throws(SyncError) -> String? {
    for commit in commits where try git.isAncestor(commit, of: newest) { return commit }
    return nil
  }

  /// Whether the newest commit has been merged, or a later one, such as from another repository.
  private mutating func hasNothingNew(
    _ newest: String, for member: Member, since commits: [String]
  ) throws(SyncError) -> Bool {
    if commits.contains(newest),
      perform(for: member.name, try member.queue.commonText(in: newest)) == member.theirs
    {
      return true
    }
    for commit in commits where commit != newest {
      if try git.isAncestor(newest, of: commit) { return true }
    }
    return false
  }
}

extension QueueError {
  /// Whether a text is that of a newer release.
  fileprivate var isNewerVersion: Bool {
    if case .malformed(_, _, .newerVersion) = self { true } else { false }
  }
}

// MARK: - Committing and pushing

extension Exchange {
  /// Makes a commit with what the repository doesn't have; `nil` if it has everything.
  private mutating func commit(_ members: [Member], over remote: Remote) throws(SyncError)
    -> String?
  {
    var tree = remote.tree
    var sharedTexts: [(member: Member, text: TaskQueue.SharedText)] = []
    let git = git
    for member in members where try !leadsToAnother(member) {
      let name = Array(member.name.fileName.utf8)
      let index = tree.firstIndex { $0.name == name }
      if let index, !tree[index].isFile {
        let problem = "\(member.name.fileName) in the repository is not a file"
        outcome.add(CommandError(.data, "\(problem); move it away there"), of: member.name)
        continue
      }
      let shared = perform(
        for: member.name,
        try member.queue.share(replacing: member.theirs, since: member.base) {
          git.had($0, as: member.name, in: member.base)
        })
      guard let text = shared ?? nil else { continue }
      outcome.add(text.restoration, of: member.name)
      if !text.isNew { continue }
      let object = try git.add(text.text)
      if let index {
        tree[index].object = object
      } else {
        tree.append(Git.TreeEntry(mode: "100644", object: object, name: name))
      }
      sharedTexts.append((member, text))
    }
    if sharedTexts.isEmpty { return nil }
    if remote.texts.isEmpty { try addAttributes(to: &tree) }
    let names = sharedTexts.map { $0.member.name.text }.joined(separator: ", ")
    let commit = try git.addCommit(
      tree, over: remote.commit, "Sync \(names) from \(System.hostName)")
    for (member, text) in sharedTexts {
      try attempt(queue: member.queue.didCommit(text, as: commit, in: repository))
      outcome.didShare(member.name)
    }
    return commit
  }

  /// Adds `.gitattributes`, so that git in a clone leaves the bytes as they are, and can merge them
  /// with `stack merge`.
  private func addAttributes(to tree: inout [Git.TreeEntry]) throws(SyncError) {
    let name = Array(".gitattributes".utf8)
    if tree.contains(where: { $0.name == name }) { return }
    let object = try git.add(Array("*.json -text merge=stack\n".utf8))
    tree.append(Git.TreeEntry(mode: "100644", object: object, name: name))
  }

  /// Pushes a commit. Returns why the repository refused it.
  private func push(_ commit: String, to remote: Remote) throws(SyncError) -> SyncError? {
    do throws(SyncError) {
      try git.push(commit, to: remote.branch, of: url)
      return nil
    } catch {
      if case .refused = error.cause { return error }
      throw error
    }
  }
}
