// Which branch of a repository has the stacks, and which repositories are accepted.

import Stack

/// A branch of the other repository, and what its newest commit has.
struct Remote {
  let branch: String
  /// The newest commit; `nil` if the branch is still to be made.
  var commit: String?
  var tree: [Git.TreeEntry] = []
  var texts: [(name: QueueName, text: [UInt8])] = []

  func text(of name: QueueName) -> [UInt8]? { texts.first { $0.name == name }?.text }
}

extension Remote {
  /// The branch of an empty repository.
  static let standardBranch = "stack"

  /// What may be there beside the stacks.
  private static let companions = [
    "README", "README.md", "LICENSE", "LICENSE.md", ".gitattributes", ".gitignore", ".github",
  ]

  /// Why this isn't a repository of stacks, such as `has 'main.c', which is not a stack`; `nil` if
  /// it is one. A mistyped address must not get the user's tasks.
  fileprivate var problem: String? {
    for entry in tree {
      let name = String(decoding: entry.name, as: UTF8.self)
      if Self.companions.contains(name) { continue }
      if let text = entry.stack.flatMap(text), TaskQueue.isStack(text) { continue }
      return "has '\(name)', which is not a stack"
    }
    return texts.isEmpty ? "has no stack" : nil
  }
}

extension Exchange {
  /// Reads the branch with the stacks. If there are several, each one has to be a part of it.
  func branch(_ heads: [(branch: String, commit: String)]) throws(SyncError) -> Remote {
    guard let first = heads.first else { return Remote(branch: Remote.standardBranch) }
    // What other programs add to the branch of a known address doesn't matter.
    if isConnected, heads.count == 1 { return try read(first.branch, first.commit) }
    var lines: [Remote] = []
    var problem = "has no stack"
    for (branch, commit) in heads {
      let remote = try read(branch, commit)
      if try !isRelated(commit), let found = remote.problem {
        problem = found
      } else {
        lines.append(remote)
      }
    }
    if lines.isEmpty { throw refusal(problem, "use an empty repository") }
    // Of equal ones, all machines choose the same.
    lines.sort { $0.branch == Remote.standardBranch && $1.branch != Remote.standardBranch }
    for line in lines where try contains(line, lines) { return line }
    let names = lines.map { "'\($0.branch)'" }.joined(separator: ", ")
    throw refusal("has different stacks in the branches \(names)", "delete all but one")
  }

  /// Whether a branch has the commits of all others.
  private func contains(_ line: Remote, _ others: [Remote]) throws(SyncError) -> Bool {
    guard let commit = line.commit else { return false }
    for other in others.compactMap({ $0.commit }) where try !git.isAncestor(other, of: commit) {
      return false
    }
    return true
  }

  private func refusal(_ problem: String, _ advice: String) -> SyncError {
    let problem = "\(url.withoutPassword) \(problem); nothing was exchanged"
    return SyncError(.other(CommandError(.usage, problem, advice)))
  }

  private func read(_ branch: String, _ commit: String) throws(SyncError) -> Remote {
    let tree = try git.tree(of: commit)
    let files = tree.filter { $0.isFile && $0.stack != nil }
    var remote = Remote(branch: branch, commit: commit, tree: tree)
    for (file, text) in zip(files, try git.objects(files.map { $0.object })) {
      if let name = file.stack { remote.texts.append((name, text)) }
    }
    return remote
  }
}
