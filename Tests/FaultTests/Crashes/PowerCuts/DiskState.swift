// The states that a power cut at any step of a run may leave on a disk: all that its pending
// changes allow.

import Foundation
import TestSupport

/// The states of a run, each with whether the command had acknowledged its change.
struct CutStates {
  struct Key: Hashable {
    let state: DiskState
    let isAcknowledged: Bool
  }

  /// How many states of each scenario are tested with the program, at some milliseconds each:
  /// `STACK_EXPLORE_COUNT`, which may be `all`. (In every state, the text of the file is checked.)
  static let count: Int = {
    let value = ProcessInfo.processInfo.environment["STACK_EXPLORE_COUNT"] ?? ""
    return value == "all" ? .max : Int(value) ?? (TestExtent.isAll ? 40 : 2)
  }()
  /// The maximum number of states at each step.
  private static let statesPerStep = count == .max ? 20_000 : TestExtent.isAll ? 300 : 20

  /// All states, in an order that depends only on the seed.
  private(set) var keys: [Key] = []
  private var known: Set<Key> = []
  private(set) var acknowledgements = 0
  private var random = SplitMix64(seed: TestExtent.seeds(1, all: 1).first ?? 1)

  /// Replays a run on a disk, and cuts the power at each step.
  ///
  /// - Returns: The replay at its end.
  mutating func explore(_ trace: Trace, on disk: Disk, in directory: String) -> Replay {
    var isAcknowledged = false
    var replay = Replay(trace, on: disk, in: directory)
    replay.run { step, disk in
      // Between two syncs, pending changes only accumulate, so a cut just before the next sync
      // covers all of them.
      if step == .sync || step == .acknowledgement { add(disk, isAcknowledged) }
      if step == .acknowledgement {
        isAcknowledged = true
        acknowledgements += 1
        add(disk, true)
      }
    }
    add(replay.disk, isAcknowledged)
    return replay
  }

  private mutating func add(_ disk: Disk, _ isAcknowledged: Bool) {
    for state in disk.statesAfterCut(limit: Self.statesPerStep, &random) {
      let key = Key(state: state, isAcknowledged: isAcknowledged)
      if known.insert(key).inserted { keys.append(key) }
    }
  }

  /// The texts that a file may have if the power is cut now; `nil` for no file.
  mutating func textsAfterCut(of path: String, on disk: Disk) -> [Data?] {
    disk.statesAfterCut(limit: Self.statesPerStep, &random).map { $0.text(of: path) }
  }

  /// Some of the states; up to half of them after the acknowledgement, where no loss is allowed.
  mutating func sample(_ keys: [Key]) -> [Key] {
    if keys.count <= Self.count { return keys }
    let shuffled = keys.shuffled(using: &random)
    let acknowledged = shuffled.filter(\.isAcknowledged).prefix(Self.count / 2)
    return Array((acknowledged + shuffled.filter { !$0.isAcknowledged }).prefix(Self.count))
  }
}

/// A state after a power cut: the contents of the disk's roots.
typealias DiskState = [Snapshot.Entry]

extension DiskState {
  /// The text and the mode of the file at a path, through links; `nil` if there is none.
  func file(at path: String) -> (text: Data, mode: mode_t)? {
    switch first(where: { $0.path == path })?.item {
    case .file(let text, _, let mode): (text, mode)
    case .link(let destination): file(at: Disk.join(path + "/..", destination))
    case .directory, nil: nil
    }
  }

  func text(of path: String) -> Data? { file(at: path)?.text }
}

extension Disk {
  /// The states in which this disk may be if the power is cut now.
  ///
  /// - Parameter limit: If there are more states, the extreme ones and a random choice up to this
  ///   number.
  func statesAfterCut(limit: Int, _ random: inout SplitMix64) -> [DiskState] {
    var states: [DiskState] = []
    let directories = inodes.indices.filter { inodes[$0].hasPendingNames }
    var namesOfAll: [Int: [[String: Int]]] = [:]
    for directory in directories { namesOfAll[directory] = possibleNames(in: directory, &random) }
    var textsOfAll: [Int: [Data]] = [:]

    for names in Self.combinations(namesOfAll, limit: limit, &random) {
      let tree = tree { names[$0] ?? self.names(in: $0) }
      var choices: [Int: [Data]] = [:]
      for (_, inode) in tree where inodes[inode].hasPendingWrites {
        if textsOfAll[inode] == nil { textsOfAll[inode] = possibleTexts(of: inode) }
        choices[inode] = textsOfAll[inode]
      }
      for chosen in Self.combinations(choices, limit: max(1, limit / 4), &random) {
        // Either all modes that aren't durable yet are lost, or none.
        for mode in [\Inode.durableMode, \.mode] {
          states.append(
            tree.map { path, number in
              let inode = inodes[number]
              let item: Snapshot.Item =
                switch inode.kind {
                case .directory: .directory(inode[keyPath: mode])
                case .link(let destination): .link(destination)
                case .file(let durable, _):
                  .file(chosen[number] ?? durable, inode: number, inode[keyPath: mode])
                }
              return Snapshot.Entry(path: path, item: item)
            })
        }
      }
    }
    return states.withoutRepetitions
  }

  /// The names that a directory may have: with any subset of its pending changes, in their order.
  /// If there are many changes, with a random choice of subsets and every prefix.
  private func possibleNames(in directory: Int, _ random: inout SplitMix64) -> [[String: Int]] {
    guard case .directory(let durable, let pending) = inodes[directory].kind else { return [] }
    let choices = Dictionary(uniqueKeysWithValues: pending.indices.map { ($0, [false, true]) })
    let subsets = Self.combinations(choices, limit: 32, &random).map { isKept in
      pending.indices.filter { isKept[$0] == true }.map { pending[$0] }
    }
    let beginnings = pending.indices.map { Array(pending[..<$0]) }
    return (subsets + beginnings).map(durable.applying).withoutRepetitions
  }

  /// The bytes that a file may have: after every prefix of its writes, one write, half of one, or a
  /// size without bytes.
  private func possibleTexts(of file: Int) -> [Data] {
    guard case .file(let durable, let pending) = inodes[file].kind else { return [] }
    var texts = [durable, durable.applying(pending)]
    for (index, write) in pending.enumerated() {
      let before = Array(pending[..<index])
      texts.append(durable.applying(before))
      texts.append(durable.applying([write]))
      if case .bytes(let bytes, let offset) = write {
        let half = Data(bytes.prefix(bytes.count / 2))
        texts.append(durable.applying(before + [.bytes(half, at: offset)]))
        texts.append(durable.applying(before + [.size(offset + bytes.count)]))
      }
    }
    return texts.withoutRepetitions
  }

  /// All combinations of one choice for each key; if there are too many, the extreme ones and a
  /// random choice.
  private static func combinations<Choice>(
    _ choices: [Int: [Choice]], limit: Int, _ random: inout SplitMix64
  ) -> [[Int: Choice]] {
    let keys = choices.keys.sorted()
    var total = 1
    for key in keys { total = min(1_000_000, total * max(1, choices[key]?.count ?? 1)) }
    func combination(_ index: (Int, [Choice]) -> Int) -> [Int: Choice] {
      var result: [Int: Choice] = [:]
      for key in keys { if let all = choices[key] { result[key] = all[index(key, all)] } }
      return result
    }
    if total <= limit {
      return (0..<total).map { number in
        var rest = number
        return combination { _, all in
          defer { rest /= all.count }
          return rest % all.count
        }
      }
    }
    // The first of each, the last of each, and each key alone at the other extreme.
    var results = [combination { _, _ in 0 }, combination { _, all in all.count - 1 }]
    for one in keys {
      results.append(combination { key, all in key == one ? all.count - 1 : 0 })
      results.append(combination { key, all in key == one ? 0 : all.count - 1 })
    }
    while results.count < limit {
      results.append(combination { _, all in random.below(all.count) })
    }
    return results
  }
}

extension Array where Element: Hashable {
  fileprivate var withoutRepetitions: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
