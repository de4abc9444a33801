// What `stack sync` does: fetch, merge, commit and push.

import CSystem
import Stack

/// An exchange of all stacks with a repository.
struct Exchange {
  private let session: Session
  private let git: Git
  private let address: SyncAddress
  private(set) var outcome = SyncOutcome()
  /// The names that were removed from the branch since older commits; `nil` for commits that it
  /// hasn't.
  private var removedNames: [(commit: String, names: [String]?)] = []

  /// How often to begin again if another machine was faster.
  private static let maximumRounds = 5

  init(_ session: Session, _ git: Git, with address: SyncAddress) {
    self.session = session
    self.git = git
    self.address = address
  }

  /// What the repository has.
  struct Remote {
    var commit: String?
    var tree: [Git.TreeEntry] = []
    var texts: [(name: QueueName, text: [UInt8])] = []

    func text(of name: QueueName) -> [UInt8]? { texts.first { $0.name == name }?.text }
  }

  /// Exchanges all changes, beginning with what was fetched.
  mutating func run(_ first: Remote) throws(CommandError) {
    var remote = first
    for _ in 0..<Self.maximumRounds {
      guard let commit = try commit(over: remote) else { return }
      if try push(commit) == nil { return }
      let old = remote.commit
      remote = try attempt(git: fetched())
      if remote.commit == old {
        sleep(1)
        if let error = try push(commit) { throw error.commandError }
        return
      }
      usleep(UInt32(Timestamp.now.microseconds / 2))
    }
    throw CommandError(
      .tryAgain,
      "other machines kept changing the repository; what they did is merged, so try again")
  }

  /// Pushes a commit. Returns why the repository refused it.
  private func push(_ commit: String) throws(CommandError) -> GitError? {
    do throws(GitError) {
      try git.push(commit, to: address.branch, of: address.url)
      return nil
    } catch {
      if error.kind == .refused { return error }
      throw error.commandError
    }
  }
}

// MARK: - Fetching

extension Exchange {
  /// Fetches the branch. If the cache can't be read, it is made again.
  func fetched() throws(GitError) -> Remote {
    do throws(GitError) {
      return try fetch()
    } catch {
      if ![.refused, .unreadable].contains(error.kind) { throw error }
      // If the repository can't be reached, the cache isn't the reason.
      if error.kind == .refused, (try? git.branches(of: address.url)) == nil { throw error }
      git.remove()
      return try fetch()
    }
  }

  private func fetch() throws(GitError) -> Remote {
    try git.create()
    try git.fetch(address.branch, from: address.url)
    guard let (commit, tree) = try git.newest(of: address.branch) else { return Remote() }
    let files = tree.filter { $0.isFile && $0.queueName != nil }
    var texts: [(name: QueueName, text: [UInt8])] = []
    for (file, text) in zip(files, try git.objects(files.map { $0.object })) {
      guard let name = file.queueName, let text else { throw GitError(.unreadable) }
      texts.append((name, text.bytes))
    }
    return Remote(commit: commit, tree: tree, texts: texts)
  }

  /// Requires that the branch holds nothing but stacks and what may describe them: a wrong address
  /// must not get the user's tasks.
  func requireStacks(_ remote: Remote) throws(CommandError) {
    for entry in remote.tree {
      let name = String(decoding: entry.name, as: UTF8.self)
      if ["README", "LICENSE", "."].contains(where: { name.beginsExactly(with: $0) }) { continue }
      do throws(QueueError) {
        if let stack = entry.queueName, let text = remote.text(of: stack) {
          try TaskQueue.validate(text, of: Pathname(unchecked: name))
          continue
        }
      } catch {
        if error.isNewerVersion { continue }
      }
      throw CommandError(
        .usage, "\(address.url) has '\(name)', which is not a stack; nothing was changed",
        "use a repository of its own, such as an empty one")
    }
  }
}

extension QueueError {
  /// Whether a text is that of a newer release.
  fileprivate var isNewerVersion: Bool {
    if case .malformed(_, _, .newerVersion) = self { true } else { false }
  }
}

extension Git.TreeEntry {
  /// The stack whose file has this name.
  var queueName: QueueName? {
    let text = String(decoding: name, as: UTF8.self)
    guard let name = QueueName(String(text.dropLast(".json".count))),
      text.isExactly("\(name.text).json")
    else { return nil }
    return name
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
    /// The commit of the common text.
    var base: String?
  }

  /// The stacks here and in the repository, except those that failed, and names that lead to the
  /// file of another stack.
  private func members(_ remote: Remote) throws(CommandError) -> [Member] {
    let here = try session.attempt(queue: TaskQueue.names(in: session.directories))
    var members: [Member] = []
    for name in here + remote.texts.map({ $0.name }).filter({ !here.contains($0) }) {
      let queue = try session.attempt(queue: TaskQueue(name, in: session.directories))
      let status = try attempt(system: FileSystem.status(of: queue.path))
      if outcome.hasFailed(name) || status != nil && leadsToAnother(queue, name, here) { continue }
      members.append(
        Member(name: name, queue: queue, isMissing: status == nil, theirs: remote.text(of: name)))
    }
    return members
  }

  /// Whether a name is a link to the file of another stack, or the file system has that file in
  /// other letters. Of several names for one file, the one that isn't a link counts, or the first.
  private func leadsToAnother(_ queue: TaskQueue, _ name: QueueName, _ here: [QueueName]) -> Bool {
    func isFile(_ queue: TaskQueue) -> Bool {
      (try? FileSystem.status(of: queue.path))??.isRegular == true
    }
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
    for member: Member, _ operation: @autoclosure () throws(QueueError) -> Result
  ) -> Result? {
    do throws(QueueError) {
      return try operation()
    } catch {
      outcome.add(session.commandError(error), of: member.name)
      return nil
    }
  }

  /// Merges what the repository has. Returns the stacks with the commits of their common texts.
  private mutating func merged(_ remote: Remote) throws(CommandError) -> [Member] {
    removedNames = []
    var members = try members(remote)
    guard let newest = remote.commit else { return members }
    for isMissing in [true, false] {
      for (index, member) in members.enumerated() where member.isMissing == isMissing {
        guard let theirs = member.theirs, isValid(theirs, of: member) else { continue }
        let base = try isMissing ? nil : base(of: member, in: newest)
        members[index].base = base
        // Otherwise only the common text gets the newest commit, so that the next search is short.
        if base == newest, perform(for: member, try member.queue.commonText(in: newest)) == theirs {
          continue
        }
        if let merging = perform(
          for: member, try member.queue.merge(theirs, of: newest, since: base))
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
    let path = Pathname(unchecked: "\(member.name.text).json in the repository")
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

  /// The newest commit with a common text that the branch still has, if no commit since then lacks
  /// the stack.
  private mutating func base(of member: Member, in newest: String) throws(CommandError) -> String? {
    for commit in perform(for: member, try member.queue.syncedCommits()) ?? [] {
      if commit == newest { return commit }
      if !removedNames.contains(where: { $0.commit == commit }) {
        let names = try attempt(git: git.removedNames(since: commit, in: newest))
        removedNames.append((commit, names))
      }
      let names = removedNames.first { $0.commit == commit }?.names
      if let names, !names.contains("\(member.name.text).json") { return commit }
    }
    return nil
  }
}

// MARK: - Committing

extension Exchange {
  /// Merges, and makes a commit with what the repository doesn't have; `nil` if it has everything.
  private mutating func commit(over remote: Remote) throws(CommandError) -> String? {
    let members = try merged(remote)
    var tree = remote.tree
    var sharedTexts: [(member: Member, text: TaskQueue.SharedText)] = []
    for member in members {
      guard let ours = perform(for: member, try member.queue.text()), ours != member.theirs else {
        continue
      }
      let name = Array("\(member.name.text).json".utf8)
      let index = tree.firstIndex { $0.name == name }
      if let index, !tree[index].isFile {
        let problem = "\(member.name.text).json in the repository is not a file"
        outcome.add(CommandError(.data, "\(problem); move it away there"), of: member.name)
        continue
      }
      let shared = perform(
        for: member, try member.queue.share(replacing: member.theirs, since: member.base))
      guard let text = shared ?? nil else { continue }
      let object = try attempt(git: git.add(text.text))
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
    let commit = try attempt(
      git: git.addCommit(tree, over: remote.commit, "Sync \(names) from \(System.hostName)"))
    for (member, text) in sharedTexts {
      try session.attempt(queue: member.queue.didCommit(text, as: commit))
      outcome.didShare(member.name)
    }
    return commit
  }

  /// Adds `.gitattributes`, so that git in a clone leaves the bytes as they are, and can merge them
  /// with `stack merge`.
  private func addAttributes(to tree: inout [Git.TreeEntry]) throws(CommandError) {
    let name = Array(".gitattributes".utf8)
    if tree.contains(where: { $0.name == name }) { return }
    let object = try attempt(git: git.add(Array("*.json -text merge=stack\n".utf8)))
    tree.append(Git.TreeEntry(mode: "100644", object: object, name: name))
  }
}
