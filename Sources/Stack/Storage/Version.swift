/// A kept version of the file, described by its file name (<doc:UndoHistory#File-names>).
///
/// For example, `000042-20261121T100500Z-before-done.json` is the file before the `done` of that time, and
/// `…-after-done.json` is the file after it, kept when the `done` was undone.
struct Version: Equatable {
  /// Which command can restore a version. The raw value is its word in the name.
  enum Role: String {
    case undo = "before"
    case redo = "after"
    /// No command restores it; people can.
    case superseded = "past"
  }

  /// A further property of a version. The raw value is its word in the name, and the cases are in the name's order.
  enum Mark: String, CaseIterable {
    /// `redo` kept it.
    case fromRedo = "again"
    /// An earlier release undid manual edits together with this command.
    case includesManualEdits = "hand"
    /// The change removed the file.
    case removed
    /// The last attempt to restore it failed.
    case refused
    /// It is a copy, and its change may not have been made.
    case pending
  }

  /// Stands for the command in the name of a malformed text that `undo` replaced and kept for `redo`.
  static let damage = "damage"

  /// The command whose change is a merge.
  static let merge = "merge"

  /// Versions are numbered in the order in which they are kept; nothing else orders them.
  let number: Int
  /// When it was kept, for people. Earlier releases wrote nanoseconds too.
  private let time: String
  var role: Role
  /// The command whose change is between this version and the next text.
  let command: String
  var marks: Set<Mark> = []
  /// Whether the queue had no file.
  var isTombstone = false
  /// The number of the version that was restored when this one was kept. If that version is still there, the command
  /// was killed before it could remove it.
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
  private static let restoredWord = "restored"

  var fileName: String {
    let words =
      [Self.padded(number), time, role.rawValue, command]
      + Mark.allCases.filter { marks.contains($0) }.map { $0.rawValue }
      + (restored.map { ["\(Self.restoredWord)\($0)"] } ?? [])
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
        restored = Self.number(word.dropFirst(Self.restoredWord.utf8.count))
      }
    }
    // A file whose name is written in any other way isn't this program's.
    guard self.fileName.utf8.elementsEqual(fileName) else { return nil }
  }

  /// A number as the beginning of a name, padded so that names sort like numbers.
  static func padded(_ number: Int) -> String { String(decoding: number.padded(to: 6), as: UTF8.self) }

  /// The number from the digits at the beginning of a name.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    // No history has so many versions; a file with a larger number isn't this program's.
    guard !digits.isEmpty, digits.count <= 12, digits.allSatisfy({ $0.isDigit }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
