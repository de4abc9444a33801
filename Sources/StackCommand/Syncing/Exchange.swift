// What `stack sync` does: fetch, merge, commit, push. The article "Syncing" states the rules.

import CSystem
import Stack

/// An exchange with a repository: of all stacks, or of one that is shared.
struct Exchange {
  let session: Session
  let connection: Connection
  let url: String
  /// The address with which this machine was connected before.
  let previousURL: String?
  /// The stacks that this machine exchanges with repositories of their own.
  let sharedStacks: [StackName]
  private(set) var git: Git
  /// Whether the address is kept.
  private(set) var isConnected: Bool
  private(set) var outcome = SyncOutcome()
  /// The commits with which stacks have common texts.
  private var knownCommits: Set<String> = []
  /// A stack that from now on is shared at an address, or no longer is.
  private(set) var moved: (stack: StackName, address: String?)?

  /// The address without a password. It identifies the repository in the histories of the stacks.
  var address: String { url.withoutPassword }

  /// How often to begin again if another machine was faster.
  private static let maximumRounds = 5

  /// - Parameters:
  ///   - connection: What is exchanged.
  ///   - newURL: Another address than the one that is kept.
  ///   - sharedStacks: The stacks that have connections of their own.
  /// - Returns: `nil` if there is no address.
  init?(
    _ session: Session, _ connection: Connection, newURL: String? = nil,
    without sharedStacks: [StackName]
  ) throws(CommandError) {
    previousURL = try connection.url()
    guard let url = newURL ?? previousURL else { return nil }
    self.session = session
    self.connection = connection
    self.url = url
    self.sharedStacks = sharedStacks
    git = connection.git
    isConnected = url == previousURL
  }

  /// Exchanges all changes.
  mutating func run() throws(SyncError) {
    try repairing { (exchange) throws(SyncError) in try exchange.exchange() }
    if outcome.hasNews { try? git.pack() }
    outcome.isAddressNew = url != previousURL
  }

  /// Does something. If git can't use its cache, that is made again.
  private mutating func repairing(_ operation: (inout Exchange) throws(SyncError) -> Void)
    throws(SyncError)
  {
    try Git.prepareEnvironment(for: url)
    do throws(SyncError) {
      try operation(&self)
    } catch {
      guard try git.remove(after: error, of: url) else { throw error }
      try operation(&self)
    }
  }

  /// Exchanges all changes, and notes that a stack from now on is shared at an address, or no
  /// longer is.
  mutating func run(moving stack: StackName, to address: String?) throws(SyncError) {
    moved = (stack, address)
    try run()
  }

  private mutating func exchange() throws(SyncError) {
    var remote = try fetch()
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

  /// Checks a new address, and keeps it after `prepare`.
  mutating func connect(_ prepare: () throws(SyncError) -> Void) throws(SyncError) {
    if isConnected { return }
    do throws(SyncError) {
      try repairing { (exchange) throws(SyncError) in
        let remote = try exchange.fetch()
        try exchange.check(remote)
      }
      try prepare()
    } catch {
      // What was fetched may be large, and not the user's.
      try? git.remove()
      throw error
    }
    try attempt(command: connection.keep(url))
    isConnected = true
  }

  func attempt<Result>(queue operation: @autoclosure () throws(QueueError) -> Result)
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
    for name in try attempt(queue: TaskQueue.fileNames(in: directories))
    where connection.stack == nil || connection.stack == name {
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
    let name: StackName
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
    for name in here + remote.texts.map({ $0.name }).filter({ !here.contains($0) })
    where isExchanged(name, with: remote) {
      let queue = try attempt(queue: TaskQueue(name, in: session.directories))
      let status = try StackCommand.attempt(file: FileSystem.status(of: queue.path))
      if outcome.hasFailed(name) { continue }
      members.append(
        Member(name: name, queue: queue, isMissing: status == nil, theirs: remote.text(of: name)))
    }
    return members
  }

  private func isExchanged(_ name: StackName, with remote: Remote) -> Bool {
    if let stack = connection.stack { return name == stack }
    let isShared = sharedStacks.contains(name) || remote.shared.contains { $0.name == name }
    return !isShared || moved?.stack == name
  }

  /// Whether a name is a link to the file of another stack, or the file system has that file in
  /// other letters. Of several names for one file, the one that isn't a link counts, or the first.
  func leadsToAnother(_ queue: TaskQueue, _ name: StackName) throws(SyncError) -> Bool {
    func isFile(_ queue: TaskQueue) -> Bool {
      (try? FileSystem.status(of: queue.path))??.isRegular == true
    }
    let here = try attempt(queue: TaskQueue.fileNames(in: session.directories))
    if here.contains(name), isFile(queue) { return false }
    return here.contains { other in
      guard other != name, let otherQueue = try? TaskQueue(other, in: session.directories),
        (try? queue.hasFile(of: otherQueue)) == true
      else { return false }
      return isFile(otherQueue) || other.text < name.text
    }
  }

  /// Does something with a stack. If it fails, the others are still exchanged.
  private mutating func perform<Result>(
    for name: StackName, _ operation: @autoclosure () throws(QueueError) -> Result
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
    outcome.notices = notices(remote)
    guard let newest = remote.commit else { return members }
    for isMissing in [true, false] {
      for (index, member) in members.enumerated() where member.isMissing == isMissing {
        // Asked now, because the stacks before may have made the file.
        guard let theirs = member.theirs, isValid(theirs, of: member),
          try !leadsToAnother(member.queue, member.name)
        else { continue }
        let commits = perform(for: member.name, try member.queue.syncedCommits()) ?? []
        let base = try base(in: newest, among: commits)
        members[index].base = base
        if try hasNothingNew(newest, for: member, since: commits) { continue }
        let git = git
        let address = address
        if let merging = perform(
          for: member.name,
          try member.queue.merge(theirs, of: newest, in: address, since: base) {
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
    for member in members where moved?.stack != member.name || moved?.address == nil {
      if try leadsToAnother(member.queue, member.name) { continue }
      if tree.contains(where: { $0.stack == member.name && !$0.isFile }) {
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
      try put(text.text, as: member.name.fileName, in: &tree)
      sharedTexts.append((member, text))
    }
    var stacks = sharedTexts.map { $0.member.name }
    if let moved, try move(in: &tree, of: remote) { stacks.append(moved.stack) }
    if stacks.isEmpty { return nil }
    // So that git in a clone leaves the bytes as they are, and can merge them with `stack merge`.
    if remote.texts.isEmpty, !tree.contains(where: { $0.name == Array(".gitattributes".utf8) }) {
      try put(Array("*.json -text merge=stack\n".utf8), as: ".gitattributes", in: &tree)
    }
    let names = stacks.map { $0.text }.joined(separator: ", ")
    var parent = remote.commit
    if parent == nil { parent = try newestKnownCommit() }
    let commit = try git.addCommit(
      tree, over: parent, "Sync \(names) from \(System.hostName)")
    for (member, text) in sharedTexts {
      try attempt(queue: member.queue.didCommit(text, as: commit, in: address))
    }
    for stack in stacks { outcome.didShare(stack) }
    return commit
  }

  /// Puts a file into a tree.
  private func put(
    _ text: [UInt8], as name: String, in tree: inout [Git.TreeEntry]
  ) throws(SyncError) {
    let name = Array(name.utf8)
    let mode = tree.first { $0.name == name }?.mode ?? "100644"
    let object = try git.add(text)
    tree.removeAll { $0.name == name }
    tree.append(Git.TreeEntry(mode: mode, object: object, name: name))
  }

  /// Replaces the file of a stack that is shared from now on by its address, or removes the
  /// address. Returns whether that changed anything.
  private func move(in tree: inout [Git.TreeEntry], of remote: Remote) throws(SyncError) -> Bool {
    guard let (stack, address) = moved else { return false }
    let old = remote.shared.first { $0.name == stack }?.address
    let hasText = address != nil && remote.text(of: stack) != nil
    if old == address && !hasText || old == nil && !hasText { return false }
    tree.removeAll { $0.sharedStack == stack || hasText && $0.stack == stack }
    if let address { try put(Array("\(address)\n".utf8), as: stack.sharedName, in: &tree) }
    return true
  }

  /// The commit that an empty repository continues, such as one on a new server, so that the other
  /// machines see that it has the same stacks. A repository for one stack must not get the commits
  /// of all, nor its own old texts: it may be for other people.
  private func newestKnownCommit() throws(SyncError) -> String? {
    var newest: String?
    if connection.stack != nil { return nil }
    for commit in knownCommits where try git.has(commit) {
      let isNewer = try newest.map { (old) throws(SyncError) in try git.isAncestor(old, of: commit)
      }
      if isNewer != false { newest = commit }
    }
    return newest
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
