// What `stack sync` does: fetch, merge, commit and push.

import CSystem
import Stack

/// An exchange of all stacks with a repository.
struct Exchange {
  private let session: Session
  private let git: Git
  private let address: SyncAddress
  private(set) var outcome = SyncOutcome()
  /// What is known about older commits of the branch.
  private var ancestors: [String: Ancestor?] = [:]

  /// How often to begin again if another machine was faster.
  private static let maximumRounds = 5
  /// After how many commits a stack gets a new common text, so that the next search is short.
  private static let maximumDistance = 20

  init(_ session: Session, _ git: Git, with address: SyncAddress) {
    self.session = session
    self.git = git
    self.address = address
  }

  /// What the repository has.
  struct Remote {
    var commit: String?
    var tree: [Git.TreeEntry] = []
    var texts: [QueueName: [UInt8]] = [:]
  }

  /// Exchanges all changes, beginning with what was fetched.
  mutating func run(_ first: Remote) throws(CommandError) {
    var remote = first
    for _ in 0..<Self.maximumRounds {
      guard let commit = try commit(over: remote) else { return }
      if try push(commit) == nil { return }
      let old = remote.commit
      remote = try attempt(fetched(), or: Self.commandError)
      if remote.commit == old {
        sleep(1)
        if let error = try push(commit) { throw Self.commandError(error) }
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
      throw Self.commandError(error)
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
    guard let commit = try git.commit(of: address.branch) else { return Remote() }
    let tree = try git.tree(of: commit)
    let files = tree.filter { $0.isFile && $0.queueName != nil }
    var texts: [QueueName: [UInt8]] = [:]
    for (file, text) in zip(files, try git.contents(of: files.map { $0.object })) {
      if let name = file.queueName { texts[name] = text }
    }
    return Remote(commit: commit, tree: tree, texts: texts)
  }

  /// Requires that the branch holds nothing but stacks and what may describe them: a wrong address
  /// must not get the user's tasks.
  func requireStacks(_ remote: Remote) throws(CommandError) {
    for entry in remote.tree {
      let name = String(decoding: entry.name, as: UTF8.self)
      let isDescription = ["README", "LICENSE", "."].contains { name.beginsExactly(with: $0) }
      if isDescription || entry.queueName.flatMap({ remote.texts[$0] })?.isStack == true {
        continue
      }
      throw CommandError(
        .usage, "\(address.url) has '\(name)', which is not a stack; nothing was changed",
        "use a repository of its own, such as an empty one")
    }
  }

  private static func commandError(_ error: GitError) -> CommandError { error.commandError }
}

extension [UInt8] {
  /// Whether this is the text of a stack, perhaps of a newer release.
  fileprivate var isStack: Bool {
    do throws(QueueError) {
      try TaskQueue.validate(self, of: Pathname(unchecked: ""))
      return true
    } catch {
      return if case .malformed(_, _, .newerVersion) = error { true } else { false }
    }
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

  /// The stacks here and in the repository, except those that can't be exchanged now, and names
  /// that lead to the file of another stack.
  private func members(_ remote: Remote) throws(CommandError) -> [Member] {
    let here = try session.attempt(queue: TaskQueue.names(in: session.directories))
    var members: [Member] = []
    for name in Set(here).union(remote.texts.keys).sorted(by: { $0.text < $1.text }) {
      let queue = try session.attempt(queue: TaskQueue(name, in: session.directories))
      let status = try attempt(system: FileSystem.status(of: queue.path))
      let isOwn = status?.isRegular != false && (status == nil || here.contains(name))
      if outcome.hasFailed(name) || !isOwn && leadsToAnother(queue, name, here) { continue }
      members.append(
        Member(
          name: name, queue: queue, isMissing: status == nil, theirs: remote.texts[name]))
    }
    return members
  }

  /// Whether a name is a link to the file of another stack, or the file system has it in other
  /// letters. Of two links to one file, the first counts.
  private func leadsToAnother(_ queue: TaskQueue, _ name: QueueName, _ here: [QueueName]) -> Bool {
    here.contains { other in
      guard other != name, let otherQueue = try? TaskQueue(other, in: session.directories),
        (try? queue.hasFile(of: otherQueue)) == true
      else { return false }
      return (try? FileSystem.status(of: otherQueue.path))??.isRegular == true
        || other.text < name.text
    }
  }

  /// Does something with a stack. If it fails, the others are still exchanged.
  private mutating func perform<Result>(
    for member: Member, _ operation: () throws(QueueError) -> Result
  ) -> Result? {
    do throws(QueueError) {
      return try operation()
    } catch {
      outcome.add(session.commandError(error), of: member.name)
      return nil
    }
  }

  /// Merges what the repository has, and returns the stacks with their common texts.
  private mutating func merged(_ remote: Remote) throws(CommandError) -> [Member] {
    ancestors = [:]
    var members = try members(remote)
    guard let commit = remote.commit else { return members }
    for isMissing in [true, false] {
      for (index, member) in members.enumerated() where member.isMissing == isMissing {
        guard let theirs = member.theirs, isValid(theirs, member) else { continue }
        let base = try isMissing ? nil : base(of: member, in: commit)
        members[index].base = base?.commit
        if base?.isRecent == true, base?.text == theirs { continue }
        let merging = perform(for: member) { () throws(QueueError) in
          try member.queue.merge(theirs, of: commit, since: base?.commit)
        }
        guard let merging else { continue }
        members[index].base = commit
        outcome.add(merging, to: member.name)
      }
    }
    return members.filter { !outcome.hasFailed($0.name) }
  }

  /// Whether the repository's text of a stack is valid.
  private mutating func isValid(_ theirs: [UInt8], _ member: Member) -> Bool {
    do throws(QueueError) {
      try TaskQueue.validate(
        theirs, of: Pathname(unchecked: "\(member.name.text).json in the repository"))
      return true
    } catch {
      let isNewer = if case .malformed(_, _, .newerVersion) = error { true } else { false }
      let advice = isNewer ? "update \(Program.name)" : "fix it there"
      outcome.add(
        CommandError(.data, "\(error); this stack was not synced, so \(advice)"), of: member.name)
      return false
    }
  }

  /// A commit with a common text.
  private struct Base {
    let commit: String
    let text: [UInt8]?
    let isRecent: Bool
  }

  /// The newest commit with a common text that the branch still has, if no commit since then lacks
  /// the stack.
  private mutating func base(of member: Member, in newest: String) throws(CommandError) -> Base? {
    let commits =
      perform(for: member) { () throws(QueueError) in try member.queue.syncedCommits() } ?? []
    for commit in commits {
      guard let ancestor = try ancestor(commit, of: newest),
        !ancestor.removedNames.contains("\(member.name.text).json")
      else { continue }
      let text = perform(for: member) { () throws(QueueError) in
        try member.queue.commonText(in: commit)
      }
      return Base(
        commit: commit, text: text ?? nil, isRecent: ancestor.distance <= Self.maximumDistance)
    }
    return nil
  }

  /// An older commit of the branch.
  private struct Ancestor {
    let distance: Int
    /// The names that were removed since then.
    let removedNames: [String]
  }

  private mutating func ancestor(_ commit: String, of newest: String) throws(CommandError)
    -> Ancestor?
  {
    if commit == newest { return Ancestor(distance: 0, removedNames: []) }
    if let known = ancestors[commit] { return known }
    var ancestor: Ancestor?
    do throws(GitError) {
      if let distance = try git.distance(from: commit, to: newest) {
        let names = try git.removedNames(from: commit, to: newest)
        ancestor = Ancestor(distance: distance, removedNames: names)
      }
    } catch {
      throw error.commandError
    }
    ancestors[commit] = .some(ancestor)
    return ancestor
  }
}

// MARK: - Committing

extension Exchange {
  /// Merges, and makes a commit with what the repository doesn't have; `nil` if it has everything.
  private mutating func commit(over remote: Remote) throws(CommandError) -> String? {
    let members = try merged(remote)
    var tree = remote.tree
    var shared: [(member: Member, text: TaskQueue.SharedText)] = []
    for member in members {
      let text = perform(for: member) { () throws(QueueError) in
        try member.queue.text() == member.theirs
          ? nil : member.queue.share(replacing: member.theirs, since: member.base)
      }
      guard let text = text ?? nil else { continue }
      let name = Array("\(member.name.text).json".utf8)
      let index = tree.firstIndex { $0.name == name }
      if let index, !tree[index].isFile {
        outcome.add(
          CommandError(.data, "\(member.name.text).json in the repository is not a file"),
          of: member.name)
        continue
      }
      let object = try attempt(git.add(text.text), or: Self.commandError)
      if let index {
        tree[index].object = object
      } else {
        tree.append(Git.TreeEntry(mode: "100644", type: "blob", object: object, name: name))
      }
      shared.append((member, text))
    }
    if shared.isEmpty { return nil }
    if remote.texts.isEmpty { try addAttributes(to: &tree) }
    let names = shared.map { $0.member.name.text }.joined(separator: ", ")
    let commit = try attempt(
      git.addCommit(tree, over: remote.commit, "Sync \(names) from \(System.hostName)"),
      or: Self.commandError)
    for (member, text) in shared {
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
    let object = try attempt(
      git.add(Array("*.json -text merge=stack\n".utf8)), or: Self.commandError)
    tree.append(Git.TreeEntry(mode: "100644", type: "blob", object: object, name: name))
  }
}
