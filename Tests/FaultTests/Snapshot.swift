// The state of a few folders, kept in memory so that thousands of runs can begin at the same point.

import Foundation

/// All that lies below some folders: texts, permissions, times, symbolic and hard links.
struct Snapshot {
  private enum Item {
    case folder(mode_t)
    case file(Data, mode_t, modified: timespec)
    case hardLink(to: String)
    case symbolicLink(String)
  }

  let roots: [String]
  private var items: [(path: String, item: Item)] = []

  /// Keeps what lies below these folders; one that isn't there counts too.
  init(of roots: [String]) throws {
    self.roots = roots
    var seen: [UInt64: String] = [:]
    for root in roots { try add(root, &seen) }
  }

  private mutating func add(_ path: String, _ seen: inout [UInt64: String]) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      items.append((path, .folder(status.st_mode & 0o7777)))
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
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        items.append((path, .file(data, status.st_mode & 0o7777, modified: status.modified)))
      }
    }
  }

  /// Makes everything as it was.
  func restore() throws {
    for root in roots {
      // What a killed command had started may still be at work there.
      while access(root, F_OK) == 0 { try? FileManager.default.removeItem(atPath: root) }
    }
    for (path, item) in items {
      switch item {
      case .folder(let mode):
        try check(mkdir(path, 0o700), path)
        try check(chmod(path, mode), path)
      case .symbolicLink(let destination):
        try check(symlink(destination, path), path)
      case .hardLink(let first):
        try check(link(first, path), path)
      case .file(let data, let mode, let modified):
        // Not with Foundation, which waits for the disk.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try check(descriptor, path)
        defer { close(descriptor) }
        let count = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        try check(count == data.count ? 0 : -1, path)
        try check(fchmod(descriptor, mode), path)
        try check(utimensat(AT_FDCWD, path, [modified, modified], 0), path)
      }
    }
  }

  /// The texts of all files below a folder, by path.
  func texts(below folder: String) -> [String: String] {
    var texts: [String: String] = [:]
    for case (let path, .file(let data, _, _)) in items where path.hasPrefix(folder + "/") {
      texts[path] = String(decoding: data, as: UTF8.self)
    }
    for case (let path, .hardLink(let first)) in items where path.hasPrefix(folder + "/") {
      for case (first, .file(let data, _, _)) in items { texts[path] = String(decoding: data, as: UTF8.self) }
    }
    return texts
  }

  /// The paths of all that is there, folders too.
  var paths: [String] { items.map(\.path) }

  private func check(_ result: Int32, _ path: String) throws {
    guard result >= 0 else {
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno), userInfo: [NSFilePathErrorKey: path])
    }
  }
}

extension stat {
  /// When the file was changed, to the nanosecond.
  fileprivate var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
