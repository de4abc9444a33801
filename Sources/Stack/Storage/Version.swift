/// A kept version of the file, described by its file name. <doc:UndoHistory#File-names> explains the parts of the name.
struct Version: Equatable {
  /// Which command can restore a version, if any. The raw value is its word in the name.
  enum Role: String {
    case undo = "before"
    case redo = "after"
    case superseded = "past"
  }

  /// A further property of a version. The raw value is its word in the name, and the cases are in the name's order.
  enum Mark: String, CaseIterable {
    case fromRedo = "again"
    /// Only version 1.0.0 wrote this one.
    case includesManualEdits = "hand"
    case removed, refused, pending
  }

  /// Takes the place of the command in the file name of a malformed text that `undo` replaced and kept for `redo`.
  static let damage = "damage"
  /// The command whose change is a merge.
  static let merge = "merge"

  let number: Int
  private let time: String
  var role: Role
  let command: String
  var marks: Set<Mark> = []
  /// Whether the queue had no file.
  var isTombstone = false
  /// Whether the change was to create the file. It wasn't made if the file is missing.
  var isPendingTombstone: Bool { isTombstone && marks.contains(.pending) }
  /// The number of the version that was restored when this one was kept.
  var restored: Int?

  init(number: Int, time: Timestamp, role: Role, command: String) {
    self.number = number
    self.time = String(time.dateText.unicodeScalars.filter { $0 != "-" && $0 != ":" })
    self.role = role
    self.command = command
  }
}

// MARK: - File names

extension Version {
  var fileName: String {
    let words =
      [Self.padded(number), time, role.rawValue, command]
      + Mark.allCases.filter { marks.contains($0) }.map { $0.rawValue }
      + (restored.map { ["restored\($0)"] } ?? [])
    return words.joined(separator: "-") + (isTombstone ? ".none" : ".json")
  }

  init?(fileName: [UInt8]) {
    let words = fileName.dropLast(5).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard words.count >= 4, let number = Self.number(words[0]), words[1].count >= 16,
      words[1].last == UInt8(ascii: "Z"), words[1].allSatisfy({ $0.isDigit || "T.Z".utf8.contains($0) }),
      let role = Role(rawValue: String(decoding: words[2], as: UTF8.self)), !words[3].isEmpty,
      words[3].allSatisfy({ $0.isLetter })
    else { return nil }
    self.number = number
    time = String(decoding: words[1], as: UTF8.self)
    self.role = role
    command = String(decoding: words[3], as: UTF8.self)
    isTombstone = fileName.suffix(5).elementsEqual(".none".utf8)
    for word in words[4...] {
      if let mark = Mark(rawValue: String(decoding: word, as: UTF8.self)) {
        marks.insert(mark)
      } else {
        restored = Self.number(word.drop { $0.isLetter })
      }
    }
    // A file whose name is written in any other way isn't this program's.
    guard self.fileName.utf8.elementsEqual(fileName) else { return nil }
  }

  /// A number as the beginning of a name.
  static func padded(_ number: Int) -> String { String(decoding: number.padded(to: 6), as: UTF8.self) }

  /// No history has so many versions; a file with a larger number isn't this program's.
  static let maximumNumber = 999_999_999_999

  /// The number from the digits at the beginning of a name.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    let number = digits.allSatisfy { $0.isDigit } ? Int(String(decoding: digits, as: UTF8.self)) : nil
    return number.flatMap { $0 <= maximumNumber ? $0 : nil }
  }
}
