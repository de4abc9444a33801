import Foundation

/// Everything below some directories, except times: texts, modes, symbolic and hard links. It is in
/// memory, so that thousands of runs can start from the same state.
struct Snapshot {
  enum Item: Hashable {
    case directory(mode_t)
    /// A file; two hard links have the same inode.
    case file(Data, inode: Int, mode_t)
    case link(String)
  }

  struct Entry: Hashable {
    let path: String
    let item: Item
  }

  let roots: [String]
  /// Names in the roots that are left out.
  private let fixtures: Set<String>
  /// Everything below the roots, each entry after its directory.
  var entries: [Entry] = []

  /// Reads these directories.
  init(of roots: [String], except fixtures: Set<String>) throws {
    self.roots = roots
    self.fixtures = fixtures
    for root in roots { for name in try names(in: root) { try add("\(root)/\(name)") } }
  }

  private func names(in root: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root).filter { !fixtures.contains($0) }
  }

  private mutating func add(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let mode = status.st_mode & 0o7777
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      entries.append(Entry(path: path, item: .directory(mode)))
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        try add("\(path)/\(name)")
      }
    case S_IFLNK:
      let destination = try FileManager.default.destinationOfSymbolicLink(atPath: path)
      entries.append(Entry(path: path, item: .link(destination)))
    default:
      // A child of a killed command may have just removed it.
      guard let text = FileManager.default.contents(atPath: path) else { return }
      entries.append(Entry(path: path, item: .file(text, inode: Int(status.st_ino), mode)))
    }
  }

  /// Restores the directories.
  func restore() throws {
    for root in roots {
      for name in try names(in: root) {
        let path = "\(root)/\(name)"
        // A child of a killed command may still be creating files there.
        repeat { try? FileManager.default.removeItem(atPath: path) } while access(path, F_OK) == 0
      }
    }
    var names: [Int: String] = [:]
    for entry in entries {
      let path = entry.path
      switch entry.item {
      case .directory(let mode):
        try check(mkdir(path, 0o700), path)
        try check(chmod(path, mode | 0o700), path)
      case .link(let destination): try check(symlink(destination, path), path)
      case .file(let text, let inode, let mode):
        if let other = names.updateValue(path, forKey: inode) {
          try check(link(other, path), path)
          continue
        }
        // Not with Foundation, which syncs.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try check(descriptor, path)
        defer { close(descriptor) }
        let count = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        try check(count == text.count ? 0 : -1, path)
        try check(fchmod(descriptor, mode), path)
      }
    }
  }

  /// The texts of all files below a directory, by path.
  func texts(below directory: String) -> [String: String] {
    var texts: [String: String] = [:]
    for entry in entries where entry.path.hasPrefix(directory + "/") {
      if case .file(let text, _, _) = entry.item {
        texts[entry.path] = String(decoding: text, as: UTF8.self)
      }
    }
    return texts
  }

  private func check(_ result: Int32, _ path: String) throws {
    guard result >= 0 else {
      throw NSError(
        domain: NSPOSIXErrorDomain, code: Int(errno), userInfo: [NSFilePathErrorKey: path])
    }
  }
}
