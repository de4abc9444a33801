/// A change in the history, as the names of its files describe it (<doc:UndoHistory#File-names>).
struct Entry {
  let number: Int
  /// The command that made the change, or whose change was undone, redone or skipped. Empty if the
  /// names don't tell of a change that can be undone.
  private(set) var command = ""
  /// How the change treats the entry with this number; `nil` for a command.
  private(set) var reversed: (way: Way, number: Int)?
  /// What the names of the text and the record have in common.
  var stem: ArraySlice<UInt8> = []
  /// The file with the text before the change. If there was none, it is empty, and its name ends in
  /// `.none`.
  var text: Pathname?
  var record: Pathname?
  var mergedCopy: Pathname?
  /// The text that the file and a repository had in common after a sync.
  var common: Pathname?
  /// The text that the last command had left, if another program had replaced it before the change.
  var left: Pathname?
  var mark: Pathname?
  /// Files that a release before 1.3 wrote under this number. They are only removed with age.
  var ignored: [Pathname] = []

  /// What kind of change an entry is about.
  enum Kind {
    /// A command's change, which `undo` reverses.
    case change
    /// It reversed another one, or left that as it is.
    case reversal
    /// It brought a task from elsewhere, and isn't undone.
    case arrival
    /// It restored a damaged file, and isn't undone.
    case repair
    /// It exchanged changes with a repository, and isn't undone.
    case sync
  }

  /// The commands of entries that aren't undone.
  static let arrival = "receive"
  static let repair = "repair"
  static let sync = "sync"

  /// Determined once, because each command looks at it in all entries.
  private(set) var kind = Kind.change

  /// Sets what the change did.
  private mutating func set(_ command: String, _ reversed: (way: Way, number: Int)?) {
    self.command = command
    self.reversed = reversed
    kind =
      if reversed != nil {
        .reversal
      } else {
        switch command {
        case Self.arrival: .arrival
        case Self.repair: .repair
        case Self.sync: .sync
        default: .change
        }
      }
  }

  /// Whether it is that of a sync, and still has its common text.
  var hasCommonText: Bool { kind == .sync && common != nil }

  /// Whether there was a file before the change.
  var hasText: Bool { text?.bytes.suffix(5).elementsEqual(".none".utf8) != true }

  /// The files, in the order in which they are removed: without its mark, an entry doesn't count.
  var files: [Pathname] {
    [mark, record, text, mergedCopy, common, left].compactMap { $0 } + ignored
  }

  /// When the change was made.
  var date: Timestamp? {
    Timestamp(compactText: stem.drop { $0.isDigit }.dropFirst().prefix { $0 != .hyphen })
  }
}

// MARK: - File names

extension Entry {
  /// What follows the number in the names of a mark, of a common text, and of a text that was left.
  private static let markEnding = ".made"
  private static let commonEnding = "+common.json"
  private static let leftEnding = "+left.json"

  /// Creates an entry with the names of its new files. One that leaves the file as it is has no
  /// text.
  init(
    _ number: Int, _ command: String, _ reversed: (way: Way, number: Int)? = nil,
    at time: Timestamp, hasFile: Bool, hasCommon: Bool = false
  ) {
    self.init(number: number)
    set(command, reversed)
    if hasCommon { common = name(Self.commonEnding) }
    var words = time.compactText
    if let (way, other) = reversed { words += "-\(way.rawValue)\(other)" }
    stem = name("-\(words)-\(command)").bytes[...]
    record = Pathname(stem + ".change".utf8)
    if reversed?.way != .skip { text = Pathname(stem + (hasFile ? ".json" : ".none").utf8) }
  }

  /// The name of the file that says that the change was made.
  var markName: Pathname { name(Self.markEnding) }

  /// The name of the text that was left before the change.
  var leftName: Pathname { name(Self.leftEnding) }

  /// A name that begins with the number of the entry.
  func name(_ rest: String) -> Pathname { Pathname((number.padded(to: 6) + rest.utf8)[...]) }

  /// Creates the part of an entry that the name of one file describes, in the history of the file
  /// at `path`. Returns `nil` if neither this program nor an earlier release writes such a name.
  init?(_ number: Int, _ name: Pathname, of path: Pathname) {
    self.init(number: number)
    let rest = name.bytes.drop { $0.isDigit }
    // Called only for the few names that nothing else explains.
    func isCopy() -> Bool { Pathname(rest.dropFirst()).isConflictCopy(of: path) }
    switch rest.first {
    case UInt8(ascii: "+"):
      if rest.elementsEqual(Self.commonEnding.utf8) {
        common = name
      } else if rest.elementsEqual(Self.leftEnding.utf8) {
        left = name
      } else if isCopy() {
        mergedCopy = name
      } else {
        return nil
      }
    case .hyphen:
      if readWords(rest, of: name) { return }
      if !isCopy() { return nil }
      ignored = [name]
    default:
      if rest.elementsEqual(Self.markEnding.utf8) {
        mark = name
      } else if rest.elementsEqual(".change".utf8) {
        ignored = [name]
      } else {
        return nil
      }
    }
  }

  /// Reads the part of a name after the number: the time, what was done, and the ending. Returns
  /// `false` if it has another form.
  private mutating func readWords(_ text: ArraySlice<UInt8>, of name: Pathname) -> Bool {
    var rest = text.dropFirst()
    // Release 1.0.0 also wrote nanoseconds.
    let time = rest.removePrefix { $0 != .hyphen }
    var words: [(letters: String, digits: ArraySlice<UInt8>)] = []
    while rest.first == .hyphen {
      rest = rest.dropFirst()
      let letters = String(decoding: rest.removePrefix { $0.isLetter }, as: UTF8.self)
      words.append((letters, rest.removePrefix { $0.isDigit }))
    }
    let isText = [".json", ".none"].contains { rest.elementsEqual($0.utf8) }
    guard time.last == UInt8(ascii: "Z"), isText || rest.elementsEqual(".change".utf8),
      let first = words.first, words.allSatisfy({ !$0.letters.isEmpty })
    else { return false }
    // Earlier releases wrote whether the text is the one before or after a change.
    switch first.letters {
    case "before", "after", "past":
      ignored = [name]
      return isText && words.count > 1
    default: break
    }
    var reversed: (way: Way, number: Int)?
    if words.count == 2 {
      guard let way = Way(rawValue: first.letters), let other = Self.number(first.digits, width: 1)
      else { return false }
      reversed = (way, other)
      words.removeFirst()
    }
    guard words.count == 1, words[0].digits.isEmpty else { return false }
    set(words[0].letters, reversed)
    stem = name.bytes.dropLast(rest.count)
    if isText { self.text = name } else { record = name }
    return true
  }

  /// Adds the text, if it has this name. Then the name needs no parsing: the record has it, too.
  mutating func addText(_ name: Pathname) -> Bool {
    let isText =
      name.bytes.starts(with: stem)
      && [".json", ".none"].contains { name.bytes[stem.count...].elementsEqual($0.utf8) }
    if isText { text = name }
    return isText
  }

  /// The number at the beginning of a name.
  static func number(of name: Pathname) -> Int? {
    number(name.bytes.prefix { $0.isDigit }, width: 6)
  }

  /// No history has so many entries; a file with a larger number isn't this program's.
  static let maximumNumber = 999_999_999_999

  /// The number that some digits denote, if it has a zero in front only to fill this width.
  private static func number(_ digits: ArraySlice<UInt8>, width: Int) -> Int? {
    let isPlain = digits.count == width || digits.first != UInt8(ascii: "0")
    return isPlain && (width...12).contains(digits.count)
      ? digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : nil
  }

  /// Adds another part of the same entry. Returns `false` if it isn't one.
  fileprivate mutating func add(_ part: Entry) -> Bool {
    guard number == part.number, stem.isEmpty || part.stem.isEmpty else { return false }
    if stem.isEmpty {
      stem = part.stem
      set(part.command, part.reversed)
    }
    text = text ?? part.text
    record = record ?? part.record
    mergedCopy = mergedCopy ?? part.mergedCopy
    common = common ?? part.common
    left = left ?? part.left
    mark = mark ?? part.mark
    ignored += part.ignored
    return true
  }
}

extension [Entry] {
  /// Adds a part to the last entry, or as a new one.
  mutating func add(_ part: Entry) {
    if isEmpty || !self[count - 1].add(part) { append(part) }
  }
}
