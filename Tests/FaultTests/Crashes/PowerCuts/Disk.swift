import Foundation

/// A model of a disk as POSIX describes it: directories, files and links as programs see them, and
/// which of their changes are durable. Until a change is synced, any part of it may be lost.
///
/// The model is the one of Pillai and others, "All File Systems Are Not Created Equal" (OSDI 2014):
/// the bytes of a file and the names in a directory are synced separately. POSIX promises no more.
/// fdatasync(2) makes the bytes and the size of a file durable, but not its mode. (The model has no
/// times.)
/// File systems that promise more, such as ext4, XFS and Btrfs, lose a subset of what may be lost
/// here.
struct Disk {
  /// A pending change of a file's bytes.
  enum Write {
    case bytes(Data, at: Int)
    case size(Int)
  }

  /// A pending change of the names in a directory, which is atomic: the new inode of each name;
  /// `nil` to remove it.
  typealias Naming = [(name: String, inode: Int?)]

  enum Kind {
    case file(durable: Data, pending: [Write])
    case directory(durable: [String: Int], pending: [Naming])
    case link(String)
  }

  struct Inode {
    var kind: Kind
    var mode: mode_t
    var durableMode: mode_t

    init(_ kind: Kind, mode: mode_t) {
      self.kind = kind
      self.mode = mode
      durableMode = mode
    }

    var isDirectory: Bool { if case .directory = kind { true } else { false } }
    var hasPendingNames: Bool {
      if case .directory(_, let pending) = kind { !pending.isEmpty } else { false }
    }
    var hasPendingWrites: Bool {
      if case .file(_, let pending) = kind { !pending.isEmpty } else { false }
    }
  }

  private(set) var inodes: [Inode] = []
  /// The directories that the model covers; they are durable themselves.
  private(set) var roots: [(path: String, inode: Int)] = []

  /// A disk on which everything in a snapshot is durable.
  init(_ snapshot: Snapshot) {
    for root in snapshot.roots {
      roots.append((root, add(Inode(.directory(durable: [:], pending: []), mode: 0))))
    }
    var files: [Int: Int] = [:]
    for entry in snapshot.entries {
      let inode: Int
      switch entry.item {
      case .directory(let mode):
        inode = add(Inode(.directory(durable: [:], pending: []), mode: mode))
      case .link(let destination): inode = add(Inode(.link(destination), mode: 0o777))
      case .file(let text, let number, let mode):
        inode = files[number] ?? add(Inode(.file(durable: text, pending: []), mode: mode))
        files[number] = inode
      }
      if let place = find(entry.path) { change(place.directory, [(place.name, inode)]) }
    }
    syncAll()
  }

  private mutating func add(_ inode: Inode) -> Int {
    inodes.append(inode)
    return inodes.count - 1
  }

  // MARK: The programs' view

  /// The names in a directory.
  func names(in directory: Int) -> [String: Int] {
    guard case .directory(let durable, let pending) = inodes[directory].kind else { return [:] }
    return durable.applying(pending)
  }

  /// The bytes of a file.
  func bytes(of file: Int) -> Data? {
    guard case .file(let durable, let pending) = inodes[file].kind else { return nil }
    return durable.applying(pending)
  }

  /// The bytes of all files by path; directories have none.
  var files: [String: Data?] {
    Dictionary(uniqueKeysWithValues: tree(with: names(in:)).map { ($0.path, bytes(of: $0.inode)) })
  }

  /// All paths below the roots, each after its directory, if the directories have these names.
  func tree(with names: (_ directory: Int) -> [String: Int]) -> [(path: String, inode: Int)] {
    var tree = roots
    var position = 0
    while position < tree.count {
      let (path, inode) = tree[position]
      tree += names(inode).sorted { $0.key < $1.key }.map { ("\(path)/\($0.key)", $0.value) }
      position += 1
    }
    return Array(tree.dropFirst(roots.count))
  }

  /// The root above a path, if there is one.
  func root(of path: String) -> (path: String, inode: Int)? {
    roots.first { path == $0.path || path.hasPrefix($0.path + "/") }
  }

  /// The directory of a path, its last name and its inode. (The paths contain no links.)
  func find(_ path: String) -> (directory: Int, name: String, inode: Int?)? {
    guard let root = root(of: path) else { return nil }
    var place = (directory: root.inode, name: ".", inode: Int?.some(root.inode))
    for name in path.dropFirst(root.path.count).split(separator: "/") {
      guard let directory = place.inode, inodes[directory].isDirectory else { return nil }
      place = (directory, String(name), names(in: directory)[String(name)])
    }
    return place
  }

  /// Resolves a path relative to a directory, without `.` and `..`.
  static func join(_ directory: String, _ path: String) -> String {
    var names: [Substring] = []
    for name in (path.hasPrefix("/") ? path : "\(directory)/\(path)").split(separator: "/") {
      switch name {
      case ".": continue
      case "..": _ = names.popLast()
      default: names.append(name)
      }
    }
    return "/" + names.joined(separator: "/")
  }

  // MARK: Changes

  /// Creates a file or a directory in a directory.
  mutating func create(_ kind: Kind, mode: mode_t, in directory: Int, name: String) -> Int {
    let inode = add(Inode(kind, mode: mode))
    change(directory, [(name, inode)])
    return inode
  }

  /// Changes names in a directory in one step.
  mutating func change(_ directory: Int, _ names: Naming) {
    guard case .directory(let durable, let pending) = inodes[directory].kind else { return }
    inodes[directory].kind = .directory(durable: durable, pending: pending + [names])
  }

  mutating func write(_ write: Write, to file: Int) {
    guard case .file(let durable, let pending) = inodes[file].kind else { return }
    inodes[file].kind = .file(durable: durable, pending: pending + [write])
  }

  mutating func setMode(_ mode: mode_t, of inode: Int) { inodes[inode].mode = mode }

  /// Makes a file or a directory durable.
  mutating func sync(_ inode: Int) {
    syncContents(inode)
    inodes[inode].durableMode = inodes[inode].mode
  }

  /// Makes a file's bytes, or a directory's names, durable.
  mutating func syncContents(_ inode: Int) {
    switch inodes[inode].kind {
    case .file(let durable, let pending):
      inodes[inode].kind = .file(durable: durable.applying(pending), pending: [])
    case .directory(let durable, let pending):
      inodes[inode].kind = .directory(durable: durable.applying(pending), pending: [])
    case .link: return
    }
  }

  /// Makes everything durable.
  mutating func syncAll() { for inode in inodes.indices { sync(inode) } }
}

extension [String: Int] {
  func applying(_ changes: [Disk.Naming]) -> [String: Int] {
    var names = self
    for change in changes { for (name, inode) in change { names[name] = inode } }
    return names
  }
}

extension Data {
  func applying(_ writes: [Disk.Write]) -> Data {
    var bytes = self
    for write in writes {
      switch write {
      case .bytes(let new, let offset):
        bytes.resize(to: Swift.max(bytes.count, offset + new.count))
        bytes.replaceSubrange(offset..<(offset + new.count), with: new)
      case .size(let size): bytes.resize(to: size)
      }
    }
    return bytes
  }

  private mutating func resize(to size: Int) {
    if count > size {
      removeLast(count - size)
    } else {
      self += Data(repeating: 0, count: size - count)
    }
  }
}
