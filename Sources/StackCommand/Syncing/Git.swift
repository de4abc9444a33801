// The calls of git that `stack sync` makes.

import CSystem
import Stack

/// A bare repository of git without a working tree. It is only a cache of other ones.
struct Git {
  let directory: Pathname
  /// The hash algorithm of a repository that is created.
  private var algorithm = "sha1"

  init(_ directory: Pathname) { self.directory = directory }

  // MARK: The cache

  /// Creates the repository, unless it exists.
  private func create() throws(SyncError) {
    let head = directory.appending("HEAD")
    if try attempt(file: FileSystem.exists(head)) { return }
    try attempt(file: PathWalk.ownDirectory(directory.directory, creatingMissing: true))
    // Releases of git before 2.29 have only the one algorithm, and not the option.
    let format = algorithm == "sha1" ? [] : ["--object-format=\(algorithm)"]
    try run(["init", "--quiet", "--bare", "--template="] + format)
    if try !attempt(file: FileSystem.exists(head)) { throw SyncError(.cache) }
  }

  /// Removes the repository, which has nothing that the other ones don't have.
  func remove() throws(SyncError) {
    for _ in 0..<20 {
      FileSystem.removeDirectory(directory, levels: .max)
      if try !attempt(file: FileSystem.exists(directory)) { return }
      // The git of a sync that was killed may still be writing into it.
      usleep(50_000)
    }
    try attempt(file: directory.call(.remove) { CSystem.remove($0) })
  }

  /// Removes the repository if an error may be due to it. Returns whether it was removed.
  mutating func remove(after error: SyncError, of url: String) throws(SyncError) -> Bool {
    switch error.cause {
    case .cache: break
    case .transfer:
      // Git ends in the same way if the other repository can't be reached.
      let command = ["ls-remote", "--", url, "HEAD"]
      guard (try? Git(.nowhere).run(command)) != nil else { return false }
    default: return false
    }
    try remove()
    if Array(error.words.utf8)[...].contains("algorithm") {
      algorithm = algorithm == "sha1" ? "sha256" : "sha1"
    }
    return true
  }

  /// Packs the objects, if there are many.
  func pack() throws(SyncError) {
    // Such as `100 objects, 400 kilobytes`.
    let count = try run(["count-objects"]).lines.first?.split(separator: " ").first
    if let count = count.flatMap({ Int($0) }), count <= 100 { return }
    try run(["gc", "--quiet", "--prune=now"])
  }

  // MARK: The other repository

  /// Fetches all branches. Returns their names and newest commits.
  func fetch(from url: String) throws(SyncError) -> [(branch: String, commit: String)] {
    try create()
    try run(
      [
        "fetch", "--progress", "--no-tags", "--prune", "--no-recurse-submodules", "--", url,
        "+refs/heads/*:refs/stack/*",
      ], orThrow: .transfer)
    let format = "--format=%(objectname) %(refname:lstrip=2)"
    return try run(["for-each-ref", format, "refs/stack/"]).lines.map { (line) in
      let fields = line.split(separator: " ").map { String($0) }
      return (fields.last ?? "", fields.first ?? "")
    }
  }

  /// Pushes a commit.
  ///
  /// - Throws: `.refused` if the other repository didn't take it, for example because the branch
  ///   has other commits now.
  func push(_ commit: String, to branch: String, of url: String) throws(SyncError) {
    let result = try call([
      "push", "--porcelain", "--progress", "--no-verify", "--no-signed", "--recurse-submodules=no",
      "--", url, "\(commit):refs/heads/\(branch)",
    ])
    if result.status == .exited(0) { return }
    // A line that begins with `!` is the other repository's answer, unless it got nothing to
    // unpack, or git can't read a commit in the cache (2.47 then says that it needs force).
    let isAnswer = result.output.lines.contains { line in
      line.beginsExactly(with: "!")
        && !["(unpacker error)", "(needs force)"].contains { Array(line.utf8)[...].contains($0) }
    }
    throw SyncError(isAnswer ? .refused : .transfer, result.words)
  }

  // MARK: Reading

  /// A name at the top of a commit's tree.
  struct TreeEntry {
    let mode: String
    let object: String
    let name: [UInt8]

    var isFile: Bool { mode.beginsExactly(with: "100") }

    /// The stack whose file has this name.
    var stack: StackName? { StackName(fileName: Pathname(name[...])) }

    /// The text by which git sorts.
    fileprivate var key: [UInt8] { mode == "40000" ? name + [.slash] : name }
  }

  /// The tree of a commit.
  func tree(of commit: String) throws(SyncError) -> [TreeEntry] {
    var rest = try objects(["\(commit)^{tree}"])[0][...]
    // Each entry has a mode, a space, a name, a zero, and the bytes of the object's name.
    let size = commit.utf8.count / 2
    var entries: [TreeEntry] = []
    while let space = rest.firstIndex(of: .space), let end = rest.firstIndex(of: 0),
      space < end, end + size < rest.endIndex
    {
      entries.append(
        TreeEntry(
          mode: String(decoding: rest[..<space], as: UTF8.self),
          object: rest[(end + 1)...(end + size)].hexadecimal,
          name: Array(rest[(space + 1)..<end])))
      rest = rest[(end + size + 1)...]
    }
    if !rest.isEmpty { throw SyncError(.cache) }
    return entries
  }

  /// The bytes of some objects.
  func objects(_ names: [String]) throws(SyncError) -> [[UInt8]] {
    if names.isEmpty { return [] }
    var rest = try run(["cat-file", "--batch"], Array(names.joined(separator: "\n").utf8))[...]
    var objects: [[UInt8]] = []
    for _ in names {
      // A line with the object's name, its type and its size, and then the bytes.
      let words = rest.prefix { $0 != .lineFeed }.split(separator: .space)
      rest = rest.drop { $0 != .lineFeed }.dropFirst()
      guard words.count == 3, let size = Int(String(decoding: words[2], as: UTF8.self)),
        size >= 0, rest.count > size
      else { throw SyncError(.cache) }
      objects.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size + 1)
    }
    return objects
  }

  /// Whether there is a commit.
  func has(_ commit: String) throws(SyncError) -> Bool {
    try call(["cat-file", "-e", "\(commit)^{commit}"]).status == .exited(0)
  }

  /// Whether a commit is another one, or an ancestor of it.
  func isAncestor(_ old: String, of new: String) throws(SyncError) -> Bool {
    if old == new { return true }
    let result = try call(["merge-base", "--is-ancestor", old, new])
    switch result.status {
    case .exited(0): return true
    case .exited(1): return false
    case .killed: throw SyncError(.cache, result.words)
    case .exited:
      // The other repository may never have got one. If the cache is damaged, this fails, too.
      try run(["rev-list", "--count", "--all"])
      return false
    }
  }

  /// Whether a stack had a text in a commit or in an older one.
  func had(_ text: [UInt8], as stack: StackName, in commit: String?) -> Bool {
    guard let commit,
      let object = try? run(["hash-object", "--stdin", "--no-filters"], text).lines.first
    else { return false }
    let found = try? run(
      ["log", "-1", "--format=%H", "--find-object=\(object)", commit, "--", stack.fileName])
    return found?.isEmpty == false
  }

  // MARK: Writing

  /// Adds a file, and returns its name.
  func add(_ text: [UInt8]) throws(SyncError) -> String {
    try name(run(["hash-object", "-w", "--stdin", "--no-filters"], text))
  }

  /// Adds a tree and a commit with it, and returns the commit's name.
  func addCommit(_ tree: [TreeEntry], over parent: String?, _ message: String) throws(SyncError)
    -> String
  {
    let entries = tree.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { Array("\($0.mode) ".utf8) + $0.name + [0] + $0.object.hexadecimalBytes }
    // `git mktree` would leave it unsynced.
    let tree = try name(
      run(["hash-object", "-t", "tree", "-w", "--stdin"], Array(entries.joined())))
    let parents = parent.map { ["-p", $0] } ?? []
    return try name(run(["commit-tree", tree] + parents + ["-m", message]))
  }

  private func name(_ output: [UInt8]) throws(SyncError) -> String {
    guard let name = output.lines.first else { throw SyncError(.cache) }
    return name
  }
}

extension ArraySlice<UInt8> {
  /// The digits of the bytes.
  fileprivate var hexadecimal: String {
    let digits = flatMap { [hexadecimalDigit($0 >> 4), hexadecimalDigit($0 & 0xF)] }
    return String(decoding: digits, as: UTF8.self).lowercased()
  }
}

extension String {
  /// The bytes of which these are the digits.
  fileprivate var hexadecimalBytes: [UInt8] {
    let digits = utf8.map { UInt8(hexadecimalValue($0) ?? 0) }
    return stride(from: 1, to: digits.count, by: 2).map { digits[$0 - 1] << 4 | digits[$0] }
  }
}
