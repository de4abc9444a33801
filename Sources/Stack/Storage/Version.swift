// A version of the file that was kept, as the name of the kept file tells it.

/// A version of the file that was kept, as the name of the kept file tells it.
///
/// The names are made for people too: `000042-20261121T100500.123456789Z-before-done.json` is the file as
/// it was before the `done` of that moment, and `…-after-done.json` as it was after it, before it was taken
/// back.
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

  /// The versions are numbered as they come.
  var number: Int
  /// When it was kept.
  var time: Timestamp
  var role: Role
  /// The command that lies between this version and its neighbour.
  var command: String
  /// Whether it was kept by `redo`.
  var isFromRedo = false
  /// Whether there was no file.
  var isTombstone = false
  /// Whether no file took its place.
  var isBeforeRemoval = false
  /// Whether a release before this one says that changes made by hand lie between this version and its
  /// neighbour too.
  private var isByHand = false

  init(number: Int, time: Timestamp, role: Role, command: String) {
    self.number = number
    self.time = time
    self.role = role
    self.command = command
  }
}

// MARK: - As a name

extension Version {
  private enum Flag: String {
    case again
    case byHand = "hand"
    case removed
  }

  /// So many digits has the largest number that is a version's.
  private static let longestNumber = 15

  var fileName: String { stem + (isTombstone ? ".none" : ".json") }

  /// The name of the file that says what the change put where that took a version's place.
  static func recordName(_ number: Int) -> String {
    String(decoding: number.padded(to: 6), as: UTF8.self) + recordEnding
  }

  private static let recordEnding = ".change"

  private var stem: String {
    var stem = String(decoding: number.padded(to: 6), as: UTF8.self)
    stem += "-" + time.nameText + "-" + role.rawValue + "-" + command
    if isFromRedo { stem += "-" + Flag.again.rawValue }
    if isByHand { stem += "-" + Flag.byHand.rawValue }
    if isBeforeRemoval { stem += "-" + Flag.removed.rawValue }
    return stem
  }

  init?(fileName: [UInt8]) {
    let ending = fileName.suffix(5)
    guard ending.elementsEqual(".json".utf8) || ending.elementsEqual(".none".utf8) else { return nil }
    let parts = fileName.dropLast(5).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count >= 4, let number = Self.number(parts[0]), let time = Timestamp(nameText: parts[1]),
      let role = Role(rawValue: String(decoding: parts[2], as: UTF8.self))
    else { return nil }
    self.init(number: number, time: time, role: role, command: String(decoding: parts[3], as: UTF8.self))
    isTombstone = ending.elementsEqual(".none".utf8)
    for part in parts[4...] {
      switch Flag(rawValue: String(decoding: part, as: UTF8.self)) {
      case .again: isFromRedo = true
      case .byHand: isByHand = true
      case .removed: isBeforeRemoval = true
      case nil: return nil
      }
    }
    // A name that says the same in another way is somebody else's file.
    guard self.fileName.utf8.elementsEqual(fileName) else { return nil }
  }

  /// The number of the version whose record has this name.
  static func number(ofRecord fileName: [UInt8]) -> Int? {
    guard fileName.suffix(recordEnding.utf8.count).elementsEqual(recordEnding.utf8),
      let number = number(fileName.dropLast(recordEnding.utf8.count)),
      recordName(number).utf8.elementsEqual(fileName)
    else { return nil }
    return number
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= longestNumber else { return nil }
    var number = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
