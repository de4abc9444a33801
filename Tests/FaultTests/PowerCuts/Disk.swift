// A disk as POSIX describes it: what was written stands in memory first, and reaches the disk for certain only
// when it is synced; until then, any part of it may.

import Foundation

/// Folders, files and links as a program sees them, and what of them is certain to be there after a power cut.
///
/// The model is the one of Pillai and others, "All File Systems Are Not Created Equal" (OSDI 2014): the bytes
/// of a file and the names in a folder are two things, each kept by a sync of its own.
struct Disk {
  /// What a sync of a file keeps besides its bytes.
  enum Model: String, CaseIterable {
    /// Nothing: only a sync of the folder keeps a name. That is all that POSIX promises.
    case strict
    /// A file's own names too, with the folders above them, as ext4, XFS and Btrfs have it.
    case keepingNames
  }

  /// A change of a file's bytes that is not on the disk for certain.
  enum Write {
    case bytes([UInt8], at: Int)
    case size(Int)
  }

  /// A change of the names in a folder: it reaches the disk as a whole or not at all.
  struct Naming {
    /// Which file each name stands for from then on; `nil` for none.
    let names: [(name: String, inode: Int?)]
  }

  enum Kind {
    case file(kept: [UInt8], pending: [Write])
    case folder(kept: [String: Int], pending: [Naming])
    case link(String)
  }

  struct Inode {
    var kind: Kind
    var mode: mode_t
    var modified: timespec?
  }

  private(set) var inodes: [Inode] = []
  /// The folders that are looked at; each of them is there for certain.
  private(set) var roots: [(path: String, inode: Int)] = []
  let model: Model

  /// A disk on which all is kept that lies below these folders now, but for a few names at the top.
  init(holding paths: [String], except: Set<String> = [], model: Model) throws {
    self.model = model
    var seen: [UInt64: Int] = [:]
    for path in paths { roots.append((path, try load(path, except, &seen))) }
  }

  private mutating func load(
    _ path: String, _ except: Set<String>, _ seen: inout [UInt64: Int]
  ) throws -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw POSIXError(.ENOENT) }
    let mode = status.st_mode & 0o7777
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      var names: [String: Int] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: path) where !except.contains(name) {
        names[name] = try load("\(path)/\(name)", [], &seen)
      }
      return add(Inode(kind: .folder(kept: names, pending: []), mode: mode))
    case S_IFLNK:
      let destination = try FileManager.default.destinationOfSymbolicLink(atPath: path)
      return add(Inode(kind: .link(destination), mode: mode))
    default:
      if let known = seen[UInt64(status.st_ino)] { return known }
      let text = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let inode = add(
        Inode(kind: .file(kept: text, pending: []), mode: mode, modified: status.modificationTime))
      seen[UInt64(status.st_ino)] = inode
      return inode
    }
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
  func bytes(of file: Int) -> [UInt8]? {
    guard case .file(let kept, let pending) = inodes[file].kind else { return nil }
    return kept.applying(pending)
  }

  /// The texts of all files by their paths, as programs see them; folders have none.
  var files: [String: [UInt8]?] {
    var files: [String: [UInt8]?] = [:]
    var rest = roots
    while let (path, inode) = rest.popLast() {
      files[path] = .some(bytes(of: inode))
      for (name, child) in names(in: inode) { rest.append(("\(path)/\(name)", child)) }
    }
    return files
  }

  /// What a path leads to, and in which folder its last name stands; `nil` where that is none of these roots.
  func find(_ path: String, following: Bool = true) -> (folder: Int, name: String, inode: Int?)? {
    var path = path
    for _ in 0..<40 {
      guard let root = roots.first(where: { path == $0.path || path.hasPrefix($0.path + "/") }) else {
        return nil
      }
      var names = path.dropFirst(root.path.count).split(separator: "/").filter { $0 != "." }[...]
      guard let last = names.popLast() else { return (root.inode, ".", root.inode) }
      var folder = root.inode
      var walked = root.path
      var link: String?
      for name in names {
        guard let next = self.names(in: folder)[String(name)] else { return nil }
        if case .link(let destination) = inodes[next].kind {
          link = Self.join(walked, destination) + path.dropFirst(walked.count + 1 + name.count)
          break
        }
        folder = next
        walked += "/\(name)"
      }
      if let link {
        path = link
        continue
      }
      let inode = self.names(in: folder)[String(last)]
      if following, let inode, case .link(let destination) = inodes[inode].kind {
        path = Self.join(walked, destination)
        continue
      }
      return (folder, String(last), inode)
    }
    return nil
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

  /// Makes a file, a folder or a link, under a name in a folder.
  mutating func create(_ kind: Kind, mode: mode_t, in folder: Int, name: String) -> Int {
    let inode = add(Inode(kind: kind, mode: mode))
    change(folder, [(name, inode)])
    return inode
  }

  /// Gives names in a folder to other files, in one step.
  mutating func change(_ folder: Int, _ names: [(name: String, inode: Int?)]) {
    guard case .folder(let kept, let pending) = inodes[folder].kind else { return }
    inodes[folder].kind = .folder(kept: kept, pending: pending + [Naming(names: names)])
  }

  mutating func write(_ write: Write, to file: Int) {
    guard case .file(let kept, let pending) = inodes[file].kind else { return }
    inodes[file].kind = .file(kept: kept, pending: pending + [write])
    inodes[file].modified = nil
  }

  mutating func setMode(_ mode: mode_t, of inode: Int) { inodes[inode].mode = mode }
  mutating func setModified(_ time: timespec?, of inode: Int) { inodes[inode].modified = time }

  /// Puts a file's bytes, or a folder's names, on the disk.
  mutating func sync(_ inode: Int) {
    switch inodes[inode].kind {
    case .file(let kept, let pending):
      inodes[inode].kind = .file(kept: kept.applying(pending), pending: [])
      if model == .keepingNames { keepNames(of: inode) }
    case .folder(let kept, let pending):
      inodes[inode].kind = .folder(kept: kept.applying(pending), pending: [])
      if model == .keepingNames { keepNames(of: inode) }
    case .link:
      break
    }
  }

  /// Puts everything on the disk.
  mutating func syncAll() {
    for inode in inodes.indices { sync(inode) }
  }

  /// Puts on the disk that a file has the names that it got, and likewise for the folders above it.
  private mutating func keepNames(of inode: Int) {
    for folder in inodes.indices {
      guard case .folder(let kept, let pending) = inodes[folder].kind,
        pending.contains(where: { $0.gives(inode) })
      else { continue }
      var (own, others): ([Naming], [Naming]) = ([], [])
      var names: Set<String> = []
      for naming in pending.reversed() {
        // What happened to the same names before comes with it.
        if naming.gives(inode) || naming.names.contains(where: { names.contains($0.name) }) {
          own.insert(naming, at: 0)
          names.formUnion(naming.names.map(\.name))
        } else {
          others.insert(naming, at: 0)
        }
      }
      inodes[folder].kind = .folder(kept: kept.applying(own), pending: others)
      keepNames(of: folder)
    }
  }
}

extension Disk.Naming {
  fileprivate func gives(_ inode: Int) -> Bool { names.contains { $0.inode == inode } }
}

extension [String: Int] {
  func applying(_ changes: [Disk.Naming]) -> [String: Int] {
    var names = self
    for change in changes { for (name, inode) in change.names { names[name] = inode } }
    return names
  }
}

extension [UInt8] {
  func applying(_ writes: [Disk.Write]) -> [UInt8] {
    var bytes = self
    for write in writes {
      switch write {
      case .bytes(let new, let offset):
        if bytes.count < offset + new.count {
          bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count)
        }
        bytes.replaceSubrange(offset..<(offset + new.count), with: new)
      case .size(let size):
        if bytes.count > size {
          bytes.removeLast(bytes.count - size)
        } else {
          bytes += [UInt8](repeating: 0, count: size - bytes.count)
        }
      }
    }
    return bytes
  }
}

extension stat {
  /// When the file was changed, to the nanosecond.
  var modificationTime: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
