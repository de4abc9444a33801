// A version of the file that was kept, as the name of the kept file tells it.

/// A version that was kept.
///
/// The names are made for people too: `000042-20261121T100500Z-before-done.json` is the file as it was before the
/// `done` of that moment, and `…-after-done.json` as it was after it, before it was taken back.
struct Version: Equatable {
  /// What a version is for. The raw value is its word in the name.
  enum Role: String {
    /// `undo` can bring it back.
    case undo = "before"
    /// `redo` can bring it back.
    case redo = "after"
    /// It is kept for people only.
    case superseded = "past"
  }

  /// What else is to be known of a version, in the order in which its name says so.
  enum Mark: String, CaseIterable {
    /// It was kept by `redo`.
    case again
    /// An earlier release took back changes made by hand together with this command.
    case hand
    /// No file took its place.
    case removed
    /// It couldn't be brought back when that was tried last.
    case refused
    /// It is a copy, and the change that it was made for may not have come about.
    case pending
  }

  /// The versions are numbered as they come, and ordered by number alone.
  let number: Int
  /// When it was kept, for people. Earlier releases wrote nanoseconds too.
  private let time: String
  var role: Role
  /// The command that lies between this version and its neighbour.
  let command: String
  var marks: Set<Mark> = []
  /// Whether there was no file.
  var isTombstone = false
  /// The number of the version that was brought back when this one was kept. Where that one is still there, a
  /// command was killed before it could remove it.
  var restored: Int?

  init(number: Int, time: Timestamp, role: Role, command: String) {
    self.number = number
    self.time = String(
      decoding: time.dateText.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") },
      as: UTF8.self)
    self.role = role
    self.command = command
  }
}

// MARK: - As a name

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
    let ending = fileName.suffix(5)
    guard ending.elementsEqual(".json".utf8) || ending.elementsEqual(".none".utf8) else { return nil }
    let words = fileName.dropLast(5).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard words.count >= 4, let number = Self.number(words[0]),
      words[1].count >= 16, words[1].last == UInt8(ascii: "Z"),
      words[1].allSatisfy({ $0.isDigit || "T.Z".utf8.contains($0) }),
      let role = Role(rawValue: String(decoding: words[2], as: UTF8.self)),
      !words[3].isEmpty, words[3].allSatisfy({ $0.isLetter })
    else { return nil }
    self.number = number
    time = String(decoding: words[1], as: UTF8.self)
    self.role = role
    command = String(decoding: words[3], as: UTF8.self)
    isTombstone = ending.elementsEqual(".none".utf8)
    for word in words[4...] {
      if let mark = Mark(rawValue: String(decoding: word, as: UTF8.self)) {
        marks.insert(mark)
      } else {
        restored = Self.number(word.dropFirst(Self.restoredWord.utf8.count))
      }
    }
    // A name that says the same in another way, or anything else, is somebody else's file.
    guard self.fileName.utf8.elementsEqual(fileName) else { return nil }
  }

  /// A number as it stands at the beginning of a name, so that names sort as numbers do.
  static func padded(_ number: Int) -> String { String(decoding: number.padded(to: 6), as: UTF8.self) }

  /// The number that the digits at the beginning of a name are.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    // No history gets so far; a larger number is that of a file from elsewhere.
    guard !digits.isEmpty, digits.count <= 12, digits.allSatisfy({ $0.isDigit }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
