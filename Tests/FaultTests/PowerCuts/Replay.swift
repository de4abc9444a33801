// Follows what programs did, call by call, on the model of a disk.

import Foundation
import Testing

/// The calls of one run, applied to a disk one after the other.
struct Replay {
  /// What a call was, as far as cuts are concerned.
  enum Step {
    /// It changed something that is now in memory, or nothing.
    case other
    /// It put something on the disk; what could be lost before could not be lost after.
    case sync
    /// The program said that it is done, or ended well.
    case acknowledgement
  }

  /// What several descriptors, also of several processes, may share.
  private final class OpenFile {
    let inode: Int
    let path: String
    let appends: Bool
    var position = 0

    init(_ inode: Int, path: String, appends: Bool) {
      self.inode = inode
      self.path = path
      self.appends = appends
    }
  }

  var disk: Disk
  /// Calls that change files in a way that this model doesn't know; there must be none.
  private(set) var unknown: [String] = []
  private let trace: Trace
  private var descriptors: [Int: [Int: OpenFile]] = [:]
  private var folders: [Int: String] = [:]
  private var forking: Int?
  private let start: String

  /// A run on this disk, begun in a folder.
  init(_ trace: Trace, on disk: Disk, in folder: String) {
    self.trace = trace
    self.disk = disk
    start = folder
  }

  /// Applies all calls.
  ///
  /// - Parameter before: Is called before each of them with what it will do, and the disk as it is.
  mutating func run(before body: (Step, Disk) -> Void = { _, _ in }) {
    for call in trace.calls {
      body(step(call), disk)
      apply(call)
    }
  }

  /// What a call will do.
  private func step(_ call: SystemCall) -> Step {
    switch call.name {
    case "write" where call.process == trace.firstProcess && call.number(0) == 1 && (call.result ?? 0) > 0,
      "exit_group" where call.process == trace.firstProcess && call.number(0) == 0:
      .acknowledgement
    case "fsync", "fdatasync", "sync", "syncfs": .sync
    default: .other
    }
  }

  private mutating func apply(_ call: SystemCall) {
    let process = call.process
    if call.name == "fork begins" {
      forking = process
      return
    }
    if descriptors[process] == nil {
      let parent = forking ?? trace.firstProcess
      descriptors[process] = descriptors[parent] ?? [:]
      folders[process] = folders[parent] ?? start
    }
    guard let result = call.result, result >= 0 else { return }
    switch call.name {
    case "fork", "vfork", "clone", "clone3":
      if descriptors[result] == nil {
        descriptors[result] = descriptors[process]
        folders[result] = folders[process]
      }
    case "open": opened(call, path(call, 0), flags: 1)
    case "creat": opened(call, path(call, 0), flags: nil)
    case "openat": opened(call, path(call, 1, from: 0), flags: 2)
    case "close": descriptors[process]?[call.number(0) ?? -1] = nil
    case "dup", "dup2", "dup3": duplicate(call, as: result)
    case "fcntl":
      if call.arguments.count > 1, call.arguments[1].hasPrefix("F_DUPFD") { duplicate(call, as: result) }
    case "chdir": folders[process] = path(call, 0)
    case "fchdir": if let path = call.annotation(0) { folders[process] = path }
    case "read", "write", "writev", "pwrite64", "lseek", "ftruncate", "fsync", "fdatasync", "fchmod",
      "fallocate", "copy_file_range", "sendfile", "pwritev", "pwritev2":
      applyToOpenFile(call, result)
    case "sync", "syncfs": disk.syncAll()
    default: applyToNames(call)
    }
  }

  private mutating func duplicate(_ call: SystemCall, as descriptor: Int) {
    let file = descriptors[call.process]?[call.number(0) ?? -1]
    descriptors[call.process]?[descriptor] = file
  }

  private mutating func applyToOpenFile(_ call: SystemCall, _ result: Int) {
    // What copies from one file to another names the one that is written elsewhere.
    let number = call.number(call.name == "copy_file_range" ? 2 : 0) ?? -1
    guard let file = descriptors[call.process]?[number] else { return }
    switch call.name {
    case "read": file.position += result
    case "lseek": file.position = result
    case "write", "writev":
      let bytes = Array(call.allBytes(1).prefix(result))
      if file.appends { file.position = disk.bytes(of: file.inode)?.count ?? 0 }
      disk.write(.bytes(bytes, at: file.position), to: file.inode)
      file.position += result
    case "pwrite64":
      disk.write(.bytes(Array(call.bytes(1).prefix(result)), at: call.number(3) ?? 0), to: file.inode)
    case "ftruncate": disk.write(.size(call.number(1) ?? 0), to: file.inode)
    case "fsync", "fdatasync": disk.sync(file.inode)
    case "fchmod": disk.setMode(Self.mode(call.arguments[1]), of: file.inode)
    default: unknown.append(call.name)
    }
  }

  private mutating func applyToNames(_ call: SystemCall) {
    switch call.name {
    case "mkdir": makeFolder(path(call, 0), Self.mode(call.arguments[1]))
    case "mkdirat": makeFolder(path(call, 1, from: 0), Self.mode(call.arguments[2]))
    case "rmdir", "unlink": remove(path(call, 0))
    case "unlinkat": remove(path(call, 1, from: 0))
    case "rename": rename(path(call, 0), to: path(call, 1))
    case "renameat", "renameat2":
      if call.arguments.count > 4, call.arguments[4].contains("RENAME_EXCHANGE") { unknown.append(call.name) }
      rename(path(call, 1, from: 0), to: path(call, 3, from: 2))
    case "link": link(path(call, 0), to: path(call, 1))
    case "linkat":
      if call.arguments.count > 4, call.arguments[4].contains("AT_EMPTY_PATH") { unknown.append(call.name) }
      link(path(call, 1, from: 0), to: path(call, 3, from: 2))
    case "symlink": makeLink(call.path(0), at: path(call, 1))
    case "symlinkat": makeLink(call.path(0), at: path(call, 2, from: 1))
    case "chmod": setMode(path(call, 0), Self.mode(call.arguments[1]))
    case "fchmodat": setMode(path(call, 1, from: 0), Self.mode(call.arguments[2]))
    case "utimensat": setModified(call)
    case "truncate":
      if let inode = disk.find(path(call, 0))?.inode { disk.write(.size(call.number(1) ?? 0), to: inode) }
    // That bytes are on their way says nothing of when they arrive.
    case "exit_group", "sync_file_range": break
    default: unknown.append(call.name)
    }
  }

  // MARK: Paths

  /// The absolute path that an argument stands for.
  private func path(_ call: SystemCall, _ index: Int, from folder: Int? = nil) -> String {
    let base = folder.flatMap { call.annotation($0) } ?? folders[call.process] ?? start
    return Disk.join(base, call.path(index))
  }

  private mutating func opened(_ call: SystemCall, _ path: String, flags index: Int?) {
    guard let descriptor = call.result else { return }
    descriptors[call.process]?[descriptor] = nil
    let flags = index.map { call.arguments[$0] } ?? "O_WRONLY|O_CREAT|O_TRUNC"
    // What the system says where the file is knows all links.
    let name = call.resultPath ?? path
    guard !flags.contains("O_TMPFILE"), var place = disk.find(name, following: false) else { return }
    if place.inode == nil, flags.contains("O_CREAT") {
      let mode = index.flatMap { call.arguments.indices.contains($0 + 1) ? call.arguments[$0 + 1] : nil }
      place.inode = disk.create(
        .file(kept: [], pending: []), mode: Self.mode(mode ?? "0600") & 0o755, in: place.folder,
        name: place.name)
    }
    guard let inode = place.inode else { return }
    if flags.contains("O_TRUNC"), disk.bytes(of: inode)?.isEmpty == false { disk.write(.size(0), to: inode) }
    descriptors[call.process]?[descriptor] = OpenFile(inode, path: name, appends: flags.contains("O_APPEND"))
  }

  private mutating func makeFolder(_ path: String, _ mode: mode_t) {
    guard let place = disk.find(path, following: false) else { return }
    _ = disk.create(.folder(kept: [:], pending: []), mode: mode & 0o755, in: place.folder, name: place.name)
  }

  private mutating func makeLink(_ destination: String, at path: String) {
    guard let place = disk.find(path, following: false) else { return }
    _ = disk.create(.link(destination), mode: 0o777, in: place.folder, name: place.name)
  }

  private mutating func remove(_ path: String) {
    guard let place = disk.find(path, following: false) else { return }
    disk.change(place.folder, [(place.name, nil)])
  }

  private mutating func rename(_ path: String, to other: String) {
    guard let from = disk.find(path, following: false), let inode = from.inode,
      let to = disk.find(other, following: false)
    else { return }
    if to.inode == inode { return }
    if from.folder == to.folder {
      disk.change(from.folder, [(from.name, nil), (to.name, inode)])
    } else {
      // Two folders, and nothing in POSIX says that they reach the disk together.
      disk.change(to.folder, [(to.name, inode)])
      disk.change(from.folder, [(from.name, nil)])
    }
  }

  private mutating func link(_ path: String, to other: String) {
    guard let inode = disk.find(path, following: false)?.inode, let to = disk.find(other, following: false)
    else { return }
    disk.change(to.folder, [(to.name, inode)])
  }

  private mutating func setMode(_ path: String, _ mode: mode_t) {
    if let inode = disk.find(path)?.inode { disk.setMode(mode, of: inode) }
  }

  private mutating func setModified(_ call: SystemCall) {
    let inode =
      call.arguments[1].hasPrefix("NULL")
      ? descriptors[call.process]?[call.number(0) ?? -1]?.inode : disk.find(path(call, 1, from: 0))?.inode
    guard let inode else { return }
    // [{tv_sec=1, tv_nsec=2} /* a date */, {tv_sec=3, tv_nsec=4} /* a date */]
    let parts = call.arguments[2].components(separatedBy: "tv_")
    guard parts.count == 5, let seconds = Self.number(parts[3]), let nanoseconds = Self.number(parts[4])
    else { return disk.setModified(nil, of: inode) }
    disk.setModified(timespec(tv_sec: seconds, tv_nsec: nanoseconds), of: inode)
  }

  private static func number(_ text: String) -> Int? {
    Int(text.drop { !$0.isNumber }.prefix { $0.isNumber })
  }

  private static func mode(_ text: Substring) -> mode_t { mode_t(text, radix: 8) ?? 0o600 }
}
