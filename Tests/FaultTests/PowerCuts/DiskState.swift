// What may be on a disk after a power cut: every state that its unsynced changes allow.

import Foundation
import TestSupport

/// One state in which a disk may be after a power cut.
struct DiskState: Hashable {
  enum Item: Hashable {
    case folder(mode_t)
    /// A file, by the number of its inode (two names may share it) and of its text.
    case file(inode: Int, text: Int, mode_t)
    case link(String)
  }

  struct Entry: Hashable {
    let path: String
    let item: Item
  }

  let entries: [Entry]

  /// The text of the file that a path leads to, as its number; `nil` if there is none.
  func text(at path: String) -> Int? {
    var path = path
    for _ in 0..<40 {
      guard let entry = entries.first(where: { $0.path == path }) else { return nil }
      switch entry.item {
      case .file(_, let text, _): return text
      case .folder: return nil
      case .link(let destination):
        path = Disk.join(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)), destination)
      }
    }
    return nil
  }

  /// Makes the files as they are in this state, in the place of what is there.
  func build(in snapshot: Snapshot, _ texts: Texts) throws {
    var first: [Int: String] = [:]
    let items: [(path: String, item: Snapshot.Item)] = entries.filter { !snapshot.roots.contains($0.path) }
      .map { entry in
        let item: Snapshot.Item
        switch entry.item {
        case .folder(let mode): item = .folder(mode)
        case .link(let destination): item = .symbolicLink(destination)
        case .file(let inode, let text, let mode):
          if let other = first[inode] {
            item = .hardLink(to: other)
          } else {
            first[inode] = entry.path
            item = .file(texts.all[text], mode)
          }
        }
        return (entry.path, item)
      }
    try Snapshot(of: snapshot.roots, except: snapshot.fixtures, items).restore()
  }
}

/// Texts, each kept once and known by a number.
struct Texts {
  private(set) var all: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]

  mutating func number(of text: [UInt8]) -> Int {
    if let number = numbers[text] { return number }
    all.append(text)
    numbers[text] = all.count - 1
    return all.count - 1
  }
}

extension Disk {
  /// The states in which this disk may be if the power is cut now.
  ///
  /// - Parameter limit: If there are more, so many are taken by chance, besides the extreme ones.
  func statesAfterCut(_ texts: inout Texts, limit: Int, _ random: inout SplitMix64) -> [DiskState] {
    var states: [DiskState] = []
    let folders = inodes.indices.filter { inodes[$0].isFolder && inodes[$0].pendingCount > 0 }
    var namesOfAll: [Int: [[String: Int]]] = [:]
    for folder in folders { namesOfAll[folder] = possibleNames(in: folder, &random) }
    var textsOfAll: [Int: [Int]] = [:]

    for names in Self.combinations(namesOfAll, limit: limit, &random) {
      // Only what can be reached counts.
      var tree: [(path: String, inode: Int)] = []
      for root in roots { list(root.inode, root.path, names, &tree) }
      var choices: [Int: [Int]] = [:]
      for (_, inode) in tree where !inodes[inode].isFolder && inodes[inode].pendingCount > 0 {
        if textsOfAll[inode] == nil {
          textsOfAll[inode] = possibleTexts(of: inode).map { texts.number(of: $0) }
        }
        choices[inode] = textsOfAll[inode]
      }
      for chosen in Self.combinations(choices, limit: max(1, limit / 4), &random) {
        let entries = tree.map { path, inode in
          let item: DiskState.Item
          switch inodes[inode].kind {
          case .folder: item = .folder(inodes[inode].mode)
          case .link(let destination): item = .link(destination)
          case .file(let kept, _):
            item = .file(inode: inode, text: chosen[inode] ?? texts.number(of: kept), inodes[inode].mode)
          }
          return DiskState.Entry(path: path, item: item)
        }
        states.append(DiskState(entries: entries))
      }
    }
    return states.withoutRepetitions
  }

  private func list(
    _ inode: Int, _ path: String, _ names: [Int: [String: Int]], _ tree: inout [(path: String, inode: Int)]
  ) {
    tree.append((path, inode))
    guard case .folder(let kept, _) = inodes[inode].kind else { return }
    for (name, child) in (names[inode] ?? kept).sorted(by: { $0.key < $1.key }) {
      list(child, "\(path)/\(name)", names, &tree)
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
  private func possibleTexts(of file: Int) -> [[UInt8]] {
    guard case .file(let kept, let pending) = inodes[file].kind else { return [] }
    var texts = [kept, kept.applying(pending)]
    for (index, write) in pending.enumerated() {
      let before = Array(pending[..<index])
      texts.append(kept.applying(before))
      texts.append(kept.applying([write]))
      if case .bytes(let bytes, let offset) = write {
        let half = Array(bytes.prefix(bytes.count / 2))
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
