// The names of branches, and of the files of stacks that are shared.

import Stack

extension Connection {
  /// The branch of an empty repository.
  var branch: String { stack?.sharedBranch ?? "stack" }
}

extension StackName {
  /// What the names of branches with one stack begin with.
  static let branchPrefix = "stack-"

  /// The branch with this stack alone.
  var sharedBranch: String { Self.branchPrefix + text }

  /// The stack whose branch has this name; `nil` if it isn't the branch of one stack.
  init?(sharedBranch: String) {
    guard sharedBranch.beginsExactly(with: Self.branchPrefix) else { return nil }
    self.init(String(sharedBranch.dropFirst(Self.branchPrefix.utf8.count)))
  }

  /// The file that takes the place of this stack's in the repository of all stacks.
  var sharedName: String { text + ".shared" }
}

extension Git.TreeEntry {
  /// The stack that this name says is shared.
  var sharedStack: StackName? {
    let name = String(decoding: name, as: UTF8.self)
    let stack = StackName(String(name.dropLast(".shared".utf8.count)))
    return stack?.sharedName.isExactly(name) == true ? stack : nil
  }
}
