// Which branch of a repository has the stacks.

import Stack

/// A branch of the other repository, and what its newest commit has.
struct Remote {
  let branch: String
  /// The newest commit; `nil` if the branch is still to be made.
  var commit: String?
  var tree: [Git.TreeEntry] = []
  var texts: [(name: StackName, text: [UInt8])] = []

  /// The stacks that are shared, and where.
  var shared: [(name: StackName, address: String)] = []

  func text(of name: StackName) -> [UInt8]? { texts.first { $0.name == name }?.text }
}

extension Exchange {
  /// Reads the branch with the stacks. If there are several, each one has to be a part of it.
  func branch(_ heads: [(branch: String, commit: String)]) throws(SyncError) -> Remote {
    let stack = connection.stack
    let own = heads.filter {
      stack == nil ? StackName(sharedBranch: $0.branch) == nil : $0.branch == connection.branch
    }
    guard let first = own.first else { return try newBranch(beside: heads) }
    // What other programs add to the branch of a known address doesn't matter.
    if isConnected, own.count == 1 { return try read(first.branch, first.commit) }
    var lines: [Remote] = []
    var problem = "has no stack"
    for (branch, commit) in own {
      let remote = try read(branch, commit)
      if try !isRelated(commit), let found = remote.problem(for: stack) {
        problem = found
      } else {
        lines.append(remote)
      }
    }
    if lines.isEmpty { throw refusal(problem, "use an empty repository") }
    // Of equal ones, all machines choose the same.
    lines.sort { $0.branch == connection.branch && $1.branch != connection.branch }
    for line in lines where try contains(line, lines) { return line }
    let names = lines.map { "'\($0.branch)'" }.joined(separator: ", ")
    throw refusal("has different stacks in the branches \(names)", "delete all but one")
  }

  /// The branch of a repository that has none for these stacks. It may have other shared stacks
  /// beside a shared one.
  private func newBranch(beside heads: [(branch: String, commit: String)]) throws(SyncError)
    -> Remote
  {
    let isShared = connection.stack != nil
    let others = heads.filter { !isShared || StackName(sharedBranch: $0.branch) == nil }
    guard let other = others.first else { return Remote(branch: connection.branch) }
    let stack = StackName(sharedBranch: other.branch)
    if let problem = try read(other.branch, other.commit).problem(for: stack) {
      throw refusal(problem, "use an empty repository")
    }
    let purpose = stack.map { "the stack '\($0.text)' alone" } ?? "all stacks of a person"
    throw refusal(
      "is for \(purpose)", "to sync with it",
      command: "\(Connection.command(for: stack)) \(url.withoutPassword.quotedForShell)")
  }

  /// Whether a branch has the commits of all others.
  private func contains(_ line: Remote, _ others: [Remote]) throws(SyncError) -> Bool {
    guard let commit = line.commit else { return false }
    for other in others.compactMap({ $0.commit }) where try !git.isAncestor(other, of: commit) {
      return false
    }
    return true
  }

  private func read(_ branch: String, _ commit: String) throws(SyncError) -> Remote {
    let tree = try git.tree(of: commit)
    let files = tree.filter { $0.isFile && ($0.stack ?? $0.sharedStack) != nil }
    var remote = Remote(branch: branch, commit: commit, tree: tree)
    for (file, text) in zip(files, try git.objects(files.map { $0.object })) {
      if let name = file.stack { remote.texts.append((name, text)) }
      if let name = file.sharedStack {
        remote.shared.append((name, String(decoding: text.dropLast(), as: UTF8.self)))
      }
    }
    return remote
  }
}
