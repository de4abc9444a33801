// What may be on a disk after a power cut: every state that its unsynced changes allow.

import Foundation
import TestSupport

/// One state in which a disk may be after a power cut: what then lies below its roots.
typealias DiskState = [Snapshot.Entry]

extension DiskState {
  /// The text of the file that a path leads to; `nil` if there is none.
  func text(of path: String) -> Data? {
    switch first(where: { $0.path == path })?.item {
    case .file(let text, _, _): text
    case .link(let destination): text(of: Disk.join(path + "/..", destination))
    case .folder, nil: nil
    }
  }
}

extension Disk {
  /// The states in which this disk may be if the power is cut now.
  ///
  /// - Parameter limit: If there are more, so many are taken by chance, besides the extreme ones.
  func statesAfterCut(limit: Int, _ random: inout SplitMix64) -> [DiskState] {
    var states: [DiskState] = []
    let folders = inodes.indices.filter { inodes[$0].isFolder && inodes[$0].pendingCount > 0 }
    var namesOfAll: [Int: [[String: Int]]] = [:]
    for folder in folders { namesOfAll[folder] = possibleNames(in: folder, &random) }
    var textsOfAll: [Int: [Data]] = [:]

    for names in Self.combinations(namesOfAll, limit: limit, &random) {
      // Only what can be reached counts.
      var tree: [(path: String, inode: Int)] = []
      for root in roots { list(root.inode, root.path, names, &tree) }
      var choices: [Int: [Data]] = [:]
      for (_, inode) in tree where !inodes[inode].isFolder && inodes[inode].pendingCount > 0 {
        if textsOfAll[inode] == nil { textsOfAll[inode] = possibleTexts(of: inode) }
        choices[inode] = textsOfAll[inode]
      }
      for chosen in Self.combinations(choices, limit: max(1, limit / 4), &random) {
        let state = tree.map { path, inode in
          let item: Snapshot.Item =
            switch inodes[inode].kind {
            case .folder: .folder(inodes[inode].mode)
            case .link(let destination): .link(destination)
            case .file(let kept, _): .file(chosen[inode] ?? kept, inode: inode, inodes[inode].mode)
            }
          return Snapshot.Entry(path: path, item: item)
        }
        states.append(state)
      }
    }
    return states.withoutRepetitions
  }

  private func list(
    _ folder: Int, _ path: String, _ names: [Int: [String: Int]], _ tree: inout [(path: String, inode: Int)]
  ) {
    guard case .folder(let kept, _) = inodes[folder].kind else { return }
    for (name, inode) in (names[folder] ?? kept).sorted(by: { $0.key < $1.key }) {
      tree.append(("\(path)/\(name)", inode))
      list(inode, "\(path)/\(name)", names, &tree)
    }
  }

  /// The names that a folder may have: with any of the changes that are pending, in their order. Where they are many,
  /// with the first ones at any rate, however many.
  private func possibleNames(in folder: Int, _ random: inout SplitMix64) -> [[String: Int]] {
    guard case .folder(let kept, let pending) = inodes[folder].kind else { return [] }
    let choices = Dictionary(uniqueKeysWithValues: pending.indices.map { ($0, [false, true]) })
    let subsets = Self.combinations(choices, limit: 32, &random).map { isKept in
      pending.indices.filter { isKept[$0] == true }.map { pending[$0] }
    }
    let beginnings = pending.indices.map { Array(pending[..<$0]) }
    return (subsets + beginnings).map(kept.applying).withoutRepetitions
  }

  /// The bytes that a file may have: any part of what was written, half of a write, a size without its bytes.
  private func possibleTexts(of file: Int) -> [Data] {
    guard case .file(let kept, let pending) = inodes[file].kind else { return [] }
    var texts = [kept, kept.applying(pending)]
    for (index, write) in pending.enumerated() {
      let before = Array(pending[..<index])
      texts.append(kept.applying(before))
      texts.append(kept.applying([write]))
      if case .bytes(let bytes, let offset) = write {
        let half = Data(bytes.prefix(bytes.count / 2))
        texts.append(kept.applying(before + [.bytes(half, at: offset)]))
        texts.append(kept.applying(before + [.size(offset + bytes.count)]))
      }
    }
    return texts.withoutRepetitions
  }

  /// One choice for each, in all combinations; or the extreme ones and some by chance, where there are many.
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
    // Nothing, all, and each alone at its extremes.
    var results = [combination { _, _ in 0 }, combination { _, all in all.count - 1 }]
    for one in keys {
      results.append(combination { key, all in key == one ? all.count - 1 : 0 })
      results.append(combination { key, all in key == one ? 0 : all.count - 1 })
    }
    while results.count < limit { results.append(combination { _, all in random.below(all.count) }) }
    return results
  }
}

extension Array where Element: Hashable {
  fileprivate var withoutRepetitions: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
