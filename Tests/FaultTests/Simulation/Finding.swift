// What the oracle finds.

/// A result that the rules don't allow, or that is counted because they don't exclude it.
struct Finding: Hashable {
  enum Kind: String, CaseIterable {
    /// A task is open nowhere, although nobody ended or deleted it.
    case lost
    /// A task is there without a title, note or attachment that nobody replaced or removed.
    case valueLost = "value lost"
    /// A task is open, although it was ended or deleted, and nobody reopened it.
    case reopened
    /// A task is ended, although nobody ended it, or somebody reopened it since.
    case closed
    /// A task is open twice, although nobody reworded or sent it twice.
    case duplicate
    /// Two machines that merged the same files have different tasks.
    case diverged
    /// The same, but only in values that somebody changed more than once. No merge of three values
    /// can make them independent of the order.
    case dependsOnOrder = "by order"
    /// The same, without a common ancestor.
    case differsWithoutAncestor = "differs"
    /// They still differ after each merged the other's result.
    case differsAfterSecondMerge = "differs again"
    /// A merge that was repeated changed tasks.
    case unstable
    /// A merge that was repeated changed only the order or the layout.
    case reordered
    /// A command changed another task than its own.
    case strayed
    /// A command ended with a status that it shouldn't have.
    case failed
  }

  let kind: Kind
  /// The task or the stack.
  let subject: String
  let details: String
}

/// The findings of many runs.
struct FindingTable {
  private struct Row {
    var runCount = 0
    var cells: [Finding.Kind: Cell] = [:]
  }

  private struct Cell {
    var findingCount = 0
    /// The runs that have such a finding.
    var seeds: [UInt64] = []

    var text: String { seeds.isEmpty ? "0" : "\(seeds.count) (\(findingCount))" }

    static func + (one: Cell, other: Cell) -> Cell {
      Cell(
        findingCount: one.findingCount + other.findingCount, seeds: one.seeds + other.seeds)
    }
  }

  private var rows: [Setting: Row] = [:]

  /// Adds the findings of a run. Returns their kinds.
  mutating func add(_ found: [Finding], of setting: Setting, _ seed: UInt64) -> [Finding.Kind] {
    rows[setting, default: Row()].runCount += 1
    let byKind = Dictionary(grouping: found, by: \.kind)
    for (kind, findings) in byKind {
      rows[setting]?.cells[kind, default: Cell()].findingCount += findings.count
      rows[setting]?.cells[kind]?.seeds.append(seed)
    }
    return Finding.Kind.allCases.filter { byKind[$0] != nil }
  }

  /// A row for each setting. A cell has the number of runs with such a finding and, in brackets,
  /// that of the findings. The seeds of the first runs follow.
  var text: String {
    let kinds = Finding.Kind.allCases
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    func line(_ name: String, _ rows: [Row]) -> String {
      let cells = kinds.map { kind in
        rows.compactMap { $0.cells[kind] }.reduce(Cell(), +).text
      }
      return line([name, "\(rows.map(\.runCount).reduce(0, +))"] + cells)
    }
    let used = Setting.all.compactMap { setting in rows[setting].map { (setting, $0) } }
    let seeds = used.flatMap { setting, row in
      kinds.compactMap { kind in
        row.cells[kind].map { cell in
          let first = cell.seeds.prefix(6).map { "\($0)" }.joined(separator: " ")
          return "\(setting): \(kind.rawValue) with seeds \(first)"
        }
      }
    }
    let head = [
      line(["setting", "runs"] + kinds.map(\.rawValue)),
      line(kinds.map { _ in "---" } + ["---", "---"]),
    ]
    let body = used.map { line("\($0.0)", [$0.1]) } + [line("all", used.map { $0.1 })]
    return (head + body + seeds).joined(separator: "\n")
  }
}
