// The state of a few folders, kept in memory so that thousands of runs can begin at the same point.

import Foundation

/// All that lies below some folders: texts, permissions, symbolic and hard links. (Times of files tell nothing.)
struct Snapshot {
  enum Item {
    case folder(mode_t)
    case file([UInt8], mode_t)
    case hardLink(to: String)
    case symbolicLink(String)
  }

  let roots: [String]
  /// What lies in the roots themselves and is no part of it.
  let fixtures: Set<String>
  /// What lies below the roots, each thing behind the folder that it is in.
  private(set) var items: [(path: String, item: Item)]

  init(of roots: [String], except fixtures: Set<String>, _ items: [(path: String, item: Item)]) {
    self.roots = roots
    self.fixtures = fixtures
    self.items = items
  }

  /// Keeps what lies below these folders now.
  init(of roots: [String], except fixtures: Set<String> = []) throws {
    self.init(of: roots, except: fixtures, [])
    var seen: [UInt64: String] = [:]
    for root in roots {
      for name in try names(in: root) { try add("\(root)/\(name)", &seen) }
    }
  }

  /// The names in a root, but for the fixtures.
  private func names(in root: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root).filter { !fixtures.contains($0) }
  }

  private mutating func add(_ path: String, _ seen: inout [UInt64: String]) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let mode = status.st_mode & 0o7777
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      items.append((path, .folder(mode)))
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        try add("\(path)/\(name)", &seen)
      }
    case S_IFLNK:
      let destination = try FileManager.default.destinationOfSymbolicLink(atPath: path)
      items.append((path, .symbolicLink(destination)))
    default:
      if let first = seen[UInt64(status.st_ino)] {
        items.append((path, .hardLink(to: first)))
      } else {
        seen[UInt64(status.st_ino)] = path
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        items.append((path, .file(bytes, mode)))
      }
    }
  }

  /// Makes everything as it was.
  func restore() throws {
    for root in roots {
      for name in try names(in: root) {
        let path = "\(root)/\(name)"
        // What a killed command had started may still be at work there. A link may lead nowhere.
        repeat { try? FileManager.default.removeItem(atPath: path) } while access(path, F_OK) == 0
      }
    }
    for (path, item) in items {
      switch item {
      case .folder(let mode):
        try check(mkdir(path, 0o700), path)
        try check(chmod(path, mode | 0o700), path)
      case .symbolicLink(let destination): try check(symlink(destination, path), path)
      case .hardLink(let first): try check(link(first, path), path)
      case .file(let bytes, let mode):
        // Not with Foundation, which waits for the disk.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try check(descriptor, path)
        defer { close(descriptor) }
        try check(write(descriptor, bytes, bytes.count) == bytes.count ? 0 : -1, path)
        try check(fchmod(descriptor, mode), path)
      }
    }
  }

  /// The texts of all files below a folder, by path.
  func texts(below folder: String) -> [String: String] {
    var texts: [String: String] = [:]
    for (path, item) in items where path.hasPrefix(folder + "/") {
      if case .file(let bytes, _) = item { texts[path] = String(decoding: bytes, as: UTF8.self) }
      if case .hardLink(let first) = item {
        for case (first, .file(let bytes, _)) in items {
          texts[path] = String(decoding: bytes, as: UTF8.self)
        }
      }
    }
    return texts
  }

  private func check(_ result: Int32, _ path: String) throws {
    guard result >= 0 else {
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno), userInfo: [NSFilePathErrorKey: path])
    }
  }
}
