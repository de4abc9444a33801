// A run of a command, the states that a power cut may leave at each of its steps, and what is to hold in them.

import Foundation
import TestSupport
import Testing

/// How many states are looked at with the program. All are held against the texts that are allowed; the
/// program takes some milliseconds for each.
enum Extent {
  /// `STACK_EXPLORE_COUNT`: so many states of each scenario, or `all`.
  static let count: Int = {
    let value = ProcessInfo.processInfo.environment["STACK_EXPLORE_COUNT"] ?? ""
    return value == "all" ? .max : Int(value) ?? (TestExtent.isAll ? 40 : 6)
  }()
  /// `STACK_SEED`: which ones.
  static let seed = TestExtent.seeds(1, all: 1).first ?? 1
  /// How many states are built at most at each step.
  static let statesPerStep = count == .max ? 20_000 : TestExtent.isAll ? 300 : 60
}

/// The states of a run, each with whether the command had said by then that it is done.
struct CutStates {
  struct Key: Hashable {
    let state: DiskState
    let isAcknowledged: Bool
  }

  private(set) var models: [Key: Set<Disk.Model>] = [:]
  private(set) var texts = Texts()
  private(set) var acknowledgements = 0
  private var random = SplitMix64(seed: Extent.seed)

  /// Follows a run on a disk, and cuts the power at each step.
  ///
  /// - Returns: The run at its end, with the disk as programs see it then.
  mutating func explore(
    _ trace: Trace, on disk: Disk, in folder: String, limit: Int = Extent.statesPerStep
  ) -> Replay {
    var isAcknowledged = false
    var replay = Replay(trace, on: disk, in: folder)
    replay.run { step, disk in
      // Between two syncs what is pending only grows: all that can be lost can be lost just before the next.
      if step == .sync || step == .acknowledgement { add(disk, isAcknowledged, limit) }
      if step == .acknowledgement {
        isAcknowledged = true
        acknowledgements += 1
        add(disk, true, limit)
      }
    }
    add(replay.disk, isAcknowledged, limit)
    return replay
  }

  private mutating func add(_ disk: Disk, _ isAcknowledged: Bool, _ limit: Int) {
    for state in disk.statesAfterCut(&texts, limit: limit, &random) {
      models[Key(state: state, isAcknowledged: isAcknowledged), default: []].insert(disk.model)
    }
  }

  /// The states that the disk may have now, as the numbers of the texts of a file.
  mutating func textsAfterCut(of path: String, on disk: Disk) -> Set<Int?> {
    Set(disk.statesAfterCut(&texts, limit: Extent.statesPerStep, &random).map { $0.text(at: path) })
  }

  func text(_ number: Int?) -> [UInt8]? { number.map { texts.all[$0] } }

  /// Some of the states: those after the acknowledgement first, as they are few and the most is at stake.
  mutating func sample(_ keys: [Key], count: Int) -> [Key] {
    if keys.count <= count { return keys }
    // In an order that doesn't depend on chance but for the seed.
    let ordered = keys.map { (key: $0, rank: $0.stableRank) }.sorted { $0.rank < $1.rank }.map(\.key)
    var shuffled = ordered.shuffled(using: &random)
    shuffled = shuffled.filter(\.isAcknowledged).prefix(count / 2) + shuffled.filter { !$0.isAcknowledged }
    return Array(shuffled.prefix(count))
  }
}

extension CutStates.Key {
  fileprivate var stableRank: String {
    state.entries.map { "\($0.path) \($0.item)" }.joined(separator: "\n") + "\(isAcknowledged)"
  }
}

// MARK: - On a real file system

extension DiskState {
  /// Makes the files as they are in this state, in the place of what is there.
  func build(_ roots: [String], keeping names: Set<String>, _ texts: Texts, _ inodes: [Disk.Inode]) throws {
    for root in roots {
      for name in try FileManager.default.contentsOfDirectory(atPath: root) where !names.contains(name) {
        Self.removeTree("\(root)/\(name)")
      }
    }
    var first: [Int: String] = [:]
    for entry in entries where !roots.contains(entry.path) {
      switch entry.item {
      case .folder(let mode):
        try Self.check(mkdir(entry.path, mode | 0o700), entry.path)
      case .link(let destination):
        try Self.check(symlink(destination, entry.path), entry.path)
      case .file(let inode, let text, let mode):
        if let other = first[inode] {
          try Self.check(Foundation.link(other, entry.path), entry.path)
          continue
        }
        first[inode] = entry.path
        let descriptor = open(entry.path, O_WRONLY | O_CREAT | O_CLOEXEC, mode)
        try Self.check(descriptor, entry.path)
        defer { close(descriptor) }
        let bytes = texts.all[text]
        try Self.check(Int32(write(descriptor, bytes, bytes.count) - bytes.count), entry.path)
        try Self.check(fchmod(descriptor, mode), entry.path)
        if let modified = inodes[inode].modified {
          try Self.check(utimensat(AT_FDCWD, entry.path, [modified, modified], 0), entry.path)
        }
      }
    }
  }

  private static func check(_ result: Int32, _ path: String) throws {
    guard result >= 0 else {
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno), userInfo: [NSFilePathErrorKey: path])
    }
  }

  /// Removes a file or a folder, without Foundation's care.
  private static func removeTree(_ path: String) {
    if unlink(path) == 0 { return }
    guard let folder = opendir(path) else { return }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    closedir(folder)
    for name in names { removeTree("\(path)/\(name)") }
    rmdir(path)
  }
}

/// The program, started without the care that `Home` takes, because it is started many thousand times.
struct QuickProgram {
  private let program: String
  private let environment: [[UInt8]]
  private let folder: String
  private let errors: String

  init(in home: Home) {
    program = home.program.path
    environment = home.environment.map { Array("\($0.key)=\($0.value)".utf8) }
    folder = home.folder.path
    errors =
      home.folder.deletingLastPathComponent().appendingPathComponent("stack-errors-\(UUID().uuidString)")
      .path
  }

  /// Runs `stack`, and returns its exit status, or 128 and the number of the signal that ended it.
  func callAsFunction(_ arguments: String...) throws -> Int32 {
    try SpawnedProcess(
      program, arguments.map { Array($0.utf8) }, environment: environment,
      [
        .open(0, "/dev/null", flags: O_RDONLY), .open(1, "/dev/null", flags: O_WRONLY),
        .open(2, errors, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600),
      ]
    ).wait()
  }

  /// What the last run wrote to standard error.
  var lastErrors: String {
    ((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "").trimmingCharacters(in: .newlines)
  }

  func removeErrors() { unlink(errors) }
}
