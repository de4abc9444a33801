// Syncthing: files that are synchronised between machines without knowing their contents.

/// What Syncthing knows about the files of one machine: for each name, the text, and the number of
/// changes of each machine that are in it (a version vector).
struct SharedFolder {
  struct File {
    /// The text; `nil` if the file was removed.
    var text: String?
    var version: [Int]

    func includes(_ other: File) -> Bool { zip(version, other.version).allSatisfy { $0 >= $1 } }
  }

  private(set) var files: [String: File] = [:]
  let machine: Int

  private static let new = File(
    text: nil, version: [Int](repeating: 0, count: Move.machineCount))

  subscript(name: String) -> File {
    get { files[name] ?? Self.new }
    set { files[name] = newValue }
  }

  /// Takes files for the first ones, which all machines have.
  mutating func adopt(_ present: [String: String]) {
    for (name, text) in present { self[name].text = text }
  }

  /// Learns what programs changed since the last time.
  mutating func scan(_ present: [String: String]) {
    for name in Set(files.keys).union(present.keys) where self[name].text != present[name] {
      self[name].text = present[name]
      self[name].version[machine] += 1
    }
  }

  /// The names of the conflict copies that are there.
  var conflictCopies: [String] {
    files.keys.filter { $0.contains(".sync-conflict-") && self[$0].text != nil }.sorted()
  }
}

/// What one of two machines has to do with a file so that both have the same.
enum Synchronization: Equatable {
  case nothing
  /// Take the other's text.
  case take
  /// Take the other's text, and keep one's own under another name.
  case keepCopy

  /// What each of two machines has to do. If both changed the file, the first one has to give way.
  static func between(_ one: SharedFolder.File, _ other: SharedFolder.File) -> (
    Synchronization, Synchronization
  ) {
    if one.text == other.text { return (.nothing, .nothing) }
    if one.includes(other) { return (.nothing, .take) }
    if other.includes(one) { return (.take, .nothing) }
    // A removal gives way to a change.
    if one.text == nil { return (.take, .nothing) }
    if other.text == nil { return (.nothing, .take) }
    return (.keepCopy, .nothing)
  }
}
