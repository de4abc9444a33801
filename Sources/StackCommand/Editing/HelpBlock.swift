import Stack

/// The program's own lines at the end of a text for an editor: a line of dashes, and below it the
/// help.
///
/// An edited text has the whole block, wherever its lines are now (sorted, moved, indented), or no
/// part of it. Anything else can't be told from what the user typed.
struct HelpBlock {
  private static let scissors = "------------------------ >8 ------------------------"

  /// The lines, first the line of dashes.
  let lines: [String]

  /// - Parameter help: The lines below the line of dashes.
  init(help: [String]) { lines = [Self.scissors] + help }

  /// The edited lines without those of the block.
  ///
  /// - Parameter original: The lines that were above the block before the edit. A title or a note
  ///   may be equal to a line of the block.
  /// - Throws: `Alteration` if only a part of the block is there, or more than one, or if a line
  ///   was altered.
  func removed(from edited: [String], of original: [String]) throws(Alteration) -> [String] {
    let added = Self.indices(ofLinesIn: edited, notIn: original)
    let block = Dictionary(grouping: lines.map(Self.words)) { $0 }.mapValues { $0.count }
    let found = added.filter { block[Self.words(of: edited[$0])] != nil }
    guard let first = found.first else {
      if let altered = added.first(where: { isPart(edited[$0]) }) {
        throw Alteration(index: altered)
      }
      return edited
    }
    let counts = Dictionary(grouping: found.map { Self.words(of: edited[$0]) }) { $0 }
      .mapValues { $0.count }
    if counts != block { throw Alteration(index: first) }
    let own = Set(found)
    return edited.indices.filter { !own.contains($0) }.map { edited[$0] }
  }

  /// A line that can't be told from what the user typed.
  struct Alteration: Error {
    /// The index of the line in the edited text.
    let index: Int
  }

  /// The indices of the lines that the edit added or changed.
  private static func indices(ofLinesIn edited: [String], notIn original: [String]) -> [Int] {
    var counts: [[UInt8]: Int] = [:]
    for line in original { counts[Array(line.utf8), default: 0] += 1 }
    return edited.indices.filter { index in
      let line = Array(edited[index].utf8)
      guard let count = counts[line], count > 0 else { return true }
      counts[line] = count - 1
      return false
    }
  }

  /// The words of a line, because an editor may replace its white space.
  private static func words(of line: String) -> [[UInt8]] {
    line.unicodeScalars.split { $0.properties.isWhitespace }.map { Array(String($0).utf8) }
  }

  // MARK: Parts

  /// How many successive words of the help make a line a part of it.
  private static let partLength = 5

  /// Whether a line seems to be a part of the block, which was altered, or broken into other lines.
  private func isPart(_ line: String) -> Bool {
    if Self.isLikeScissors(line) { return true }
    let words = Self.words(of: line)[...]
    let help = lines.dropFirst().flatMap(Self.words)[...]
    return words.indices.dropLast(Self.partLength - 1).contains { start in
      let part = words[start..<(start + Self.partLength)]
      return help.indices.dropLast(Self.partLength - 1).contains {
        help[$0..<($0 + Self.partLength)] == part
      }
    }
  }

  /// Whether a line may be the line of dashes with other text or without some of its own, or with
  /// the long dashes that some editors make of `--`.
  private static func isLikeScissors(_ line: String) -> Bool {
    let isDash: (Unicode.Scalar) -> Bool = { ["-", "\u{2013}", "\u{2014}"].contains($0) }
    if line.unicodeScalars.count(where: isDash) >= 12 { return true }
    let bytes = Array(line.utf8)
    return bytes[...].contains(">8") && bytes[...].contains("---")
  }
}
