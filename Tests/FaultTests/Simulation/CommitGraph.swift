// Commits with the files of both stacks, as git has them.

/// The commits of all machines.
struct CommitGraph {
  struct Commit {
    let parents: [Int]
    /// The text of each stack's file, and the changes that it knows.
    let texts: [String]
    let knowledge: [Knowledge]
  }

  private var commits: [Commit] = []
  private var ancestors: [Set<Int>] = []
  private var virtualBases: [Set<Int>: [String]] = [:]

  /// The first commit, which has no tasks.
  static let root = 0

  subscript(number: Int) -> Commit { commits[number] }

  var count: Int { commits.count }

  mutating func add(_ commit: Commit) -> Int {
    commits.append(commit)
    let number = commits.count - 1
    ancestors.append(
      commit.parents.reduce(into: [number]) { $0.formUnion(ancestors[$1]) })
    return number
  }

  /// Whether a commit is the other one or an ancestor of it.
  func contains(_ number: Int, in other: Int) -> Bool { ancestors[other].contains(number) }

  /// The common ancestors that aren't ancestors of other common ancestors, the oldest first.
  func mergeBases(_ one: Int, _ other: Int) -> [Int] {
    let common = ancestors[one].intersection(ancestors[other])
    return common.filter { base in
      !common.contains { $0 != base && ancestors[$0].contains(base) }
    }.sorted()
  }

  /// The texts of the common ancestor. If there are several, git merges them first.
  mutating func base(
    _ one: Int, _ other: Int,
    merge: (_ base: [String], _ ours: [String], _ theirs: [String]) throws
      -> [String]
  ) throws -> [String] {
    let bases = mergeBases(one, other)
    if bases.count == 1 { return commits[bases[0]].texts }
    if let known = virtualBases[Set(bases)] { return known }
    // The merged ancestors count as a commit whose parents they are.
    var graph = self
    var merged = bases[0]
    for next in bases.dropFirst() {
      let base = try graph.base(merged, next, merge: merge)
      merged = graph.add(
        Commit(
          parents: [merged, next],
          texts: try merge(base, graph[merged].texts, graph[next].texts), knowledge: []))
    }
    virtualBases[Set(bases)] = graph[merged].texts
    return graph[merged].texts
  }
}
