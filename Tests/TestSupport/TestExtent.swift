import Foundation

/// How much the tests explore: samples by default, everything with `STACK_TESTS=all`.
public enum TestExtent {
  /// Whether they explore everything.
  public static let isAll = variable("STACK_TESTS") == "all"

  /// The seeds of a random exploration: from `STACK_SEED` (1) on, as many as `STACK_COUNT` or these
  /// numbers say.
  public static func seeds(_ sample: Int, all: Int) -> [UInt64] {
    let first = variable("STACK_SEED").flatMap { UInt64($0) } ?? 1
    let count = variable("STACK_COUNT").flatMap { Int($0) } ?? (isAll ? all : sample)
    return (0..<UInt64(count)).map { first + $0 }
  }

  /// All elements; as a sample, this many, which depend only on the seed.
  public static func sample<Element>(_ elements: [Element], _ count: Int) -> [Element] {
    if isAll || elements.count <= count { return elements }
    var random = SplitMix64(seed: seeds(1, all: 1).first ?? 1)
    let chosen = Set(elements.indices.shuffled(using: &random).prefix(count))
    return elements.indices.filter(chosen.contains).map { elements[$0] }
  }

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}
