// How the machines of a simulation are used.

/// What happens in a simulation besides pushing, finishing and rewording tasks, and how the
/// machines exchange their files.
struct Setting: Hashable, Sendable, CustomStringConvertible {
  /// How the machines exchange their files.
  enum Exchange: String, Sendable {
    /// Git merges the files with their common ancestor.
    case ancestor
    /// Syncthing leaves conflict copies, and people merge copies from elsewhere.
    case copies
    /// Git merges the files, and people also merge copies from elsewhere.
    case mixed
    /// `stack sync` exchanges them through a repository, and is sometimes killed. Files are removed
    /// and damaged.
    case sync
  }

  /// What people and other programs do.
  struct Features: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let undo = Features(rawValue: 1)
    static let sends = Features(rawValue: 2)
    static let snoozes = Features(rawValue: 4)
    static let handEdits = Features(rawValue: 8)
    static let restores = Features(rawValue: 16)
    static let all: Features = [.undo, .sends, .snoozes, .handEdits, .restores]

    fileprivate static let names: [(Features, String)] = [
      (.undo, "undo"), (.sends, "sends"), (.snoozes, "snoozes"), (.handEdits, "hand edits"),
      (.restores, "restores"),
    ]
  }

  let exchange: Exchange
  let features: Features

  var description: String {
    let names = Features.names.filter { features.contains($0.0) }.map { $0.1 }
    let suffix =
      features == .all ? "everything" : names.isEmpty ? "plain" : names.joined(separator: ", ")
    return "\(exchange.rawValue), \(suffix)"
  }

  /// Each feature by itself, none and all of them, for each kind of exchange.
  static let all: [Setting] = [.ancestor, .copies, .mixed, .sync].flatMap { exchange in
    ([[]] + Features.names.map { $0.0 } + [.all]).map {
      Setting(exchange: exchange, features: $0)
    }
  }

  /// Whether all merges have a common ancestor.
  var hasAncestors: Bool { exchange == .ancestor || exchange == .sync }

  /// Whether a finding contradicts the rules of merging.
  ///
  /// Without a common ancestor, values that were replaced come back. So a task may be there in two
  /// wordings, and one that was reopened may be ended again.
  func forbids(_ kind: Finding.Kind) -> Bool {
    switch kind {
    case .lost, .reopened, .strayed, .failed, .unstable: true
    case .differsWithoutAncestor, .differsAfterSecondMerge: true
    case .closed, .duplicate, .diverged, .valueLost: hasAncestors
    case .reordered, .dependsOnOrder: false
    }
  }
}
