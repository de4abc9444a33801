// A disk as POSIX describes it: what was written stands in memory first, and reaches the disk for certain only
// when it is synced; until then, any part of it may.

import Foundation

/// Folders, files and links as a program sees them, and what of them is certain to be there after a power cut.
///
/// The model is the one of Pillai and others, "All File Systems Are Not Created Equal" (OSDI 2014): the bytes
/// of a file and the names in a folder are two things, each kept by a sync of its own. That is all that POSIX promises.
/// Where a file system keeps more, as ext4, XFS and Btrfs keep a file's names with its bytes, what may be lost is part of
/// what may be lost here.
struct Disk {
  /// A change of a file's bytes that is not on the disk for certain.
  enum Write {
    case bytes(Data, at: Int)
    case size(Int)
  }

  /// A change of the names in a folder: it reaches the disk as a whole or not at all. Which file each name stands for
  /// from then on; `nil` for none.
  typealias Naming = [(name: String, inode: Int?)]

  enum Kind {
    case file(kept: Data, pending: [Write])
    case folder(kept: [String: Int], pending: [Naming])
    case link(String)
  }

  struct Inode {
    var kind: Kind
    var mode: mode_t

    var isFolder: Bool { if case .folder = kind { true } else { false } }

    var pendingCount: Int {
      switch kind {
      case .file(_, let pending): pending.count
      case .folder(_, let pending): pending.count
      case .link: 0
      }
    }
  }

  private(set) var inodes: [Inode] = []
  /// The folders that are looked at; each of them is there for certain.
  private(set) var roots: [(path: String, inode: Int)] = []

  /// A disk on which all is kept that is in a snapshot.
  init(_ snapshot: Snapshot) {
    for root in snapshot.roots {
      roots.append((root, add(Inode(kind: .folder(kept: [:], pending: []), mode: 0))))
    }
    var files: [Int: Int] = [:]
    for entry in snapshot.entries {
      let inode: Int
      switch entry.item {
      case .folder(let mode): inode = add(Inode(kind: .folder(kept: [:], pending: []), mode: mode))
      case .link(let destination): inode = add(Inode(kind: .link(destination), mode: 0o777))
      case .file(let text, let number, let mode):
        inode = files[number] ?? add(Inode(kind: .file(kept: text, pending: []), mode: mode))
        files[number] = inode
      }
      if let place = find(entry.path) { change(place.folder, [(place.name, inode)]) }
    }
    syncAll()
  }

  private mutating func add(_ inode: Inode) -> Int {
    inodes.append(inode)
    return inodes.count - 1
  }

  // MARK: What programs see

  /// The names in a folder as programs see them.
  func names(in folder: Int) -> [String: Int] {
    guard case .folder(let kept, let pending) = inodes[folder].kind else { return [:] }
    return kept.applying(pending)
  }

  /// The bytes of a file as programs see them.
  func bytes(of file: Int) -> Data? {
    guard case .file(let kept, let pending) = inodes[file].kind else { return nil }
    return kept.applying(pending)
  }

  /// The texts of all files by their paths, as programs see them; folders have none.
  var files: [String: Data?] {
    var files: [String: Data?] = [:]
    var rest = roots
    while let (path, inode) = rest.popLast() {
      files[path] = .some(bytes(of: inode))
      for (name, child) in names(in: inode) { rest.append(("\(path)/\(name)", child)) }
    }
    return files
  }

  /// The root that a path lies below; `nil` where that is none.
  func root(of path: String) -> (path: String, inode: Int)? {
    roots.first { path == $0.path || path.hasPrefix($0.path + "/") }
  }

  /// In which folder a path's last name stands, and what it stands for. (The paths have no links in them.)
  func find(_ path: String) -> (folder: Int, name: String, inode: Int?)? {
    guard let root = root(of: path) else { return nil }
    var place = (folder: root.inode, name: ".", inode: Int?.some(root.inode))
    for name in path.dropFirst(root.path.count).split(separator: "/") {
      guard let folder = place.inode, inodes[folder].isFolder else { return nil }
      place = (folder, String(name), names(in: folder)[String(name)])
    }
    return place
  }

  /// A path without `.` and `..`, from a folder on.
  static func join(_ folder: String, _ path: String) -> String {
    var names: [Substring] = []
    for name in (path.hasPrefix("/") ? path : "\(folder)/\(path)").split(separator: "/") {
      switch name {
      case ".": continue
      case "..": _ = names.popLast()
      default: names.append(name)
      }
    }
    return "/" + names.joined(separator: "/")
  }

  // MARK: What programs do

  /// Makes a file or a folder, under a name in a folder.
  mutating func create(_ kind: Kind, mode: mode_t, in folder: Int, name: String) -> Int {
    let inode = add(Inode(kind: kind, mode: mode))
    change(folder, [(name, inode)])
    return inode
  }

  /// Gives names in a folder to other files, in one step.
  mutating func change(_ folder: Int, _ names: Naming) {
    guard case .folder(let kept, let pending) = inodes[folder].kind else { return }
    inodes[folder].kind = .folder(kept: kept, pending: pending + [names])
  }

  mutating func write(_ write: Write, to file: Int) {
    guard case .file(let kept, let pending) = inodes[file].kind else { return }
    inodes[file].kind = .file(kept: kept, pending: pending + [write])
  }

  mutating func setMode(_ mode: mode_t, of inode: Int) { inodes[inode].mode = mode }

  /// Puts a file's bytes, or a folder's names, on the disk.
  mutating func sync(_ inode: Int) {
    switch inodes[inode].kind {
    case .file(let kept, let pending): inodes[inode].kind = .file(kept: kept.applying(pending), pending: [])
    case .folder(let kept, let pending):
      inodes[inode].kind = .folder(kept: kept.applying(pending), pending: [])
    case .link: return
    }
  }

  /// Puts everything on the disk.
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
    if count > size { removeLast(count - size) } else { self += Data(repeating: 0, count: size - count) }
  }
}
