import Foundation
import Testing

/// A trace, replayed call by call on the model of a disk.
struct Replay {
  /// The meaning of a call for power cuts.
  enum Step {
    /// Nothing, or a pending change.
    case other
    /// It makes changes durable.
    case sync
    /// The program writes its output or ends with status 0.
    case acknowledgement
  }

  /// An open file, which several descriptors and processes may share.
  private final class OpenFile {
    let inode: Int
    let appends: Bool
    var position = 0

    init(_ inode: Int, appends: Bool) {
      self.inode = inode
      self.appends = appends
    }
  }

  private(set) var disk: Disk
  /// Calls that change files in a way that the model doesn't know; there must be none.
  private(set) var unknown: [String] = []
  private let trace: Trace
  private var descriptors: [Int: [Int: OpenFile]] = [:]
  private var forking: Int?
  private let directory: String

  /// A run on this disk that starts in a directory.
  init(_ trace: Trace, on disk: Disk, in directory: String) {
    self.trace = trace
    self.disk = disk
    self.directory = directory
  }

  /// Applies all calls.
  ///
  /// - Parameter before: Called before each of them, with the disk as it is then.
  mutating func run(before body: (Step, Disk) -> Void = { _, _ in }) {
    for call in trace.calls {
      body(step(call), disk)
      apply(call)
    }
  }

  private func step(_ call: SystemCall) -> Step {
    switch call.name {
    case "write"
    where call.process == trace.firstProcess && call.number(0) == 1 && (call.result ?? 0) > 0,
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
      descriptors[process] = descriptors[forking ?? trace.firstProcess] ?? [:]
    }
    guard let result = call.result, result >= 0 else { return }
    switch call.action {
    case "fork", "vfork", "clone", "clone3":
      if descriptors[result] == nil { descriptors[result] = descriptors[process] }
    case "open": open(call, as: result)
    case "close": descriptors[process]?[call.number(0) ?? -1] = nil
    case "dup", "dup2", "dup3": duplicate(call, as: result)
    case "fcntl":
      if call.arguments.count > 1, call.arguments[1].hasPrefix("F_DUPFD") {
        duplicate(call, as: result)
      }
    case "read", "write", "pwrite64", "lseek", "ftruncate", "fsync", "fdatasync", "fchmod":
      applyToOpenFile(call, result)
    case "sync", "syncfs": disk.syncAll()
    case "mkdir", "rmdir", "unlink", "rename", "link", "chmod": applyToNames(call)
    // sync_file_range promises nothing. Paths are taken as relative to the directory of the start;
    // if a program changed its directory and used relative paths, the final comparison would fail.
    case "exit_group", "sync_file_range", "chdir", "fchdir": break
    default: unknown.append(call.name)
    }
  }

  // MARK: Open files

  private func openFile(_ call: SystemCall) -> OpenFile? {
    descriptors[call.process]?[call.number(0) ?? -1]
  }

  private mutating func duplicate(_ call: SystemCall, as descriptor: Int) {
    let file = openFile(call)
    descriptors[call.process]?[descriptor] = file
  }

  private mutating func open(_ call: SystemCall, as descriptor: Int) {
    descriptors[call.process]?[descriptor] = nil
    let flags = call.arguments.first { $0.hasPrefix("O_") } ?? ""
    // The path in the result has no links.
    guard !flags.contains("O_TMPFILE"),
      let path = call.resultPath ?? call.absolutePaths(in: directory).first,
      let place = find(path, call)
    else { return }
    var inode = place.inode
    if inode == nil, flags.contains("O_CREAT") {
      inode = disk.create(
        .file(durable: Data(), pending: []), mode: call.mode & 0o755, in: place.directory,
        name: place.name)
    }
    guard let inode else { return }
    if flags.contains("O_TRUNC"), disk.bytes(of: inode)?.isEmpty == false {
      disk.write(.size(0), to: inode)
    }
    descriptors[call.process]?[descriptor] = OpenFile(inode, appends: flags.contains("O_APPEND"))
  }

  private mutating func applyToOpenFile(_ call: SystemCall, _ result: Int) {
    guard let file = openFile(call) else { return }
    switch call.name {
    case "read": file.position += result
    case "lseek": file.position = result
    case "pwrite64":
      disk.write(
        .bytes(Data(call.bytes(1).prefix(result)), at: call.number(3) ?? 0), to: file.inode)
    case "ftruncate": disk.write(.size(call.number(1) ?? 0), to: file.inode)
    case "fsync": disk.sync(file.inode)
    case "fdatasync": disk.syncContents(file.inode)
    case "fchmod": disk.setMode(call.mode, of: file.inode)
    default:
      if file.appends { file.position = disk.bytes(of: file.inode)?.count ?? 0 }
      disk.write(.bytes(Data(call.bytes(1).prefix(result)), at: file.position), to: file.inode)
      file.position += result
    }
  }

  // MARK: Names

  /// The inode of a path. Paths below the roots must be found.
  private mutating func find(_ path: String, _ call: SystemCall) -> (
    directory: Int, name: String, inode: Int?
  )? {
    let place = disk.find(path)
    if place == nil, disk.root(of: path) != nil { unknown.append("\(call.name) of \(path)") }
    return place
  }

  private mutating func applyToNames(_ call: SystemCall) {
    let paths = call.absolutePaths(in: directory)
    guard let path = paths.first, let place = find(path, call) else { return }
    switch call.action {
    case "mkdir":
      _ = disk.create(
        .directory(durable: [:], pending: []), mode: call.mode & 0o755, in: place.directory,
        name: place.name)
    case "rmdir", "unlink": disk.change(place.directory, [(place.name, nil)])
    case "chmod": if let inode = place.inode { disk.setMode(call.mode, of: inode) }
    default:
      guard let inode = place.inode, let to = find(paths[1], call), to.inode != inode else {
        return
      }
      if call.arguments.last?.contains("EXCHANGE") == true { unknown.append(call.name) }
      if call.action == "rename", place.directory == to.directory {
        disk.change(to.directory, [(place.name, nil), (to.name, inode)])
        return
      }
      disk.change(to.directory, [(to.name, inode)])
      // POSIX doesn't promise that changes of two directories become durable together.
      if call.action == "rename" { disk.change(place.directory, [(place.name, nil)]) }
    }
  }
}

extension SystemCall {
  /// The mode among its arguments, which is octal.
  fileprivate var mode: mode_t {
    arguments.last { $0.hasPrefix("0") && $0.count > 1 }.flatMap { mode_t($0, radix: 8) } ?? 0o600
  }
}
