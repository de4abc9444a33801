/// A change in the history, as the names of its files describe it (<doc:UndoHistory#File-names>).
struct Entry: Equatable {
  /// What kind of change it was. The numbers are those of other entries.
  enum Action: Equatable {
    case command
    case undo(Int)
    case redo(Int)
    /// The change was left as it was, so that `undo` can reverse the one before.
    case skip(Int)
  }

  let number: Int
  /// Whether a release before 1.3 wrote it.
  let isOld: Bool
  /// `nil` if only a release before 1.3 can use the entry, or if its name isn't known.
  var action: Action?
  /// The command that made the change, or whose change was undone, redone or skipped.
  var command = ""
  /// The file with the text before the change. If there was none, it is empty, and its name ends in
  /// `.none`.
  var text: Pathname?
  var record: Pathname?
  var mergedCopy: Pathname?
  var mark: Pathname?

  /// The command of a change that restored a damaged file.
  static let repair = "repair"
  static let merge = "merge"

  var isRepair: Bool { command == Self.repair }

  var isSkip: Bool {
    if case .skip = action { true } else { false }
  }

  var isComplete: Bool { action != nil && record != nil && (text != nil || isSkip) }

  /// Whether there was no file before the change.
  var isWithoutFile: Bool { text?.bytes.suffix(5).elementsEqual(".none".utf8) == true }

  /// The files, in the order in which they are removed. Without its record, an entry doesn't count.
  var files: [Pathname] { [record, text, mergedCopy, mark].compactMap { $0 } }

  /// When the change was made.
  var date: Timestamp? {
    let time = text?.bytes.split(separator: UInt8(ascii: "-")).dropFirst().first ?? []
    var digits = time.filter { $0.isDigit }[...]
    var date = ""
    for (count, end) in [(4, "-"), (2, "-"), (2, "T"), (2, ":"), (2, ":"), (2, "Z")] {
      date += String(decoding: digits.prefix(count), as: UTF8.self) + end
      digits = digits.dropFirst(count)
    }
    return Timestamp(dateText: date)
  }
}

// MARK: - File names

extension Entry {
  /// Creates an entry with the names of its new files.
  init(
    _ number: Int, _ action: Action, _ command: String, at time: Timestamp, hasFile: Bool
  ) {
    self.init(number: number, isOld: false, action: action, command: command)
    let time = String(time.dateText.unicodeScalars.filter { $0 != "-" && $0 != ":" })
    let reversed =
      switch action {
      case .command: ""
      case .undo(let number): "undo\(number)-"
      case .redo(let number): "redo\(number)-"
      case .skip(let number): "skip\(number)-"
      }
    let stem = name("-\(time)-\(reversed)\(command)".utf8)
    record = Pathname((stem.bytes + ".change".utf8)[...])
    if !isSkip { text = Pathname((stem.bytes + (hasFile ? ".json" : ".none").utf8)[...]) }
  }

  /// A name that begins with the number of the entry.
  func name(_ rest: some Sequence<UInt8>) -> Pathname {
    Pathname((number.padded(to: 6) + rest)[...])
  }
}

/// The name of a file in the history's directory: to which entry the file belongs, and what it is.
struct EntryFile {
  enum Part { case text, record, mergedCopy, mark }

  let part: Part
  /// What the name says about the entry.
  private(set) var entry: Entry
  /// The part of the name that the text and the record share; empty for other files.
  private(set) var stem: ArraySlice<UInt8> = []

  /// No history has so many entries; a file with a larger number isn't this program's.
  static let maximumNumber = 999_999_999_999

  /// Parses a name; `nil` if it isn't written exactly as this program or an earlier release names a
  /// file in the history of the file at `path`.
  init?(_ name: Pathname, of path: Pathname) {
    guard let number = Self.number(of: name) else { return nil }
    let rest = name.bytes.drop { $0.isDigit }
    if rest.elementsEqual(".made".utf8) || rest.elementsEqual(".change".utf8) {
      part = rest.count == 5 ? .mark : .record
      entry = Entry(number: number, isOld: part == .record)
      return
    }
    let ending = rest.suffix(from: rest.lastIndex(of: UInt8(ascii: ".")) ?? rest.endIndex)
    let isRecord = ending.elementsEqual(".change".utf8)
    if isRecord || Self.isTextEnding(ending) {
      let words = rest.dropFirst().dropLast(ending.count).split(
        separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      if let parsed = Self.entry(number, words), !(isRecord && parsed.isOld) {
        part = isRecord ? .record : .text
        entry = parsed
        stem = name.bytes.dropLast(ending.count)
        return
      }
    }
    guard let separator = rest.first, separator != UInt8(ascii: "."),
      Pathname(rest.dropFirst()).isConflictCopy(of: path)
    else { return nil }
    part = .mergedCopy
    entry = Entry(number: number, isOld: separator == UInt8(ascii: "-"))
    if !entry.isOld, separator != UInt8(ascii: "+") { return nil }
  }

  /// The number at the beginning of a name.
  static func number(of name: Pathname) -> Int? {
    number(name.bytes.prefix { $0.isDigit }, width: 6)
  }

  /// Whether a name that ends like this is that of a text.
  static func isTextEnding(_ ending: ArraySlice<UInt8>) -> Bool {
    ending.elementsEqual(".json".utf8) || ending.elementsEqual(".none".utf8)
  }

  /// The entry whose text or record has these words in its name: the time, what was done, and by a
  /// release before 1.3 more.
  private static func entry(_ number: Int, _ words: [ArraySlice<UInt8>]) -> Entry? {
    guard words.count >= 2, isTime(words[0]) else { return nil }
    var entry = Entry(number: number, isOld: false, action: .command)
    let word = String(decoding: words[1].prefix { $0.isLetter }, as: UTF8.self)
    let other = words[1].drop { $0.isLetter }
    if words.count > 2 {
      guard words[2].allSatisfy({ $0.isLetter }), !words[2].isEmpty else { return nil }
      entry.command = String(decoding: words[2], as: UTF8.self)
    }
    let reversed = words.count == 3 ? Self.number(other, width: 1) : nil
    switch (word, reversed) {
    case ("before", _), ("after", _), ("past", _):
      return words.count > 2 && other.isEmpty ? old(entry, word, words[3...]) : nil
    case ("undo", let reversed?): entry.action = .undo(reversed)
    case ("redo", let reversed?): entry.action = .redo(reversed)
    case ("skip", let reversed?): entry.action = .skip(reversed)
    default:
      if words.count > 2 || word.isEmpty || !other.isEmpty { return nil }
      entry.command = word
    }
    return entry
  }

  /// A version of a release before 1.3, of which only those before a command count. `pending`
  /// versions are of changes that may not have been made.
  private static func old(
    _ entry: Entry, _ role: String, _ marks: ArraySlice<ArraySlice<UInt8>>
  ) -> Entry? {
    let marks = marks.map { String(decoding: $0.prefix { $0.isLetter }, as: UTF8.self) }
    let known = ["again", "hand", "removed", "refused", "pending", "restored"]
    guard marks.allSatisfy({ known.contains($0) }) else { return nil }
    let counts = role == "before" && entry.command != "damage" && !marks.contains("pending")
    return Entry(
      number: entry.number, isOld: true, action: counts ? .command : nil, command: entry.command)
  }

  /// Whether a word is a time like 20261121T100500Z. Release 1.0.0 also wrote nanoseconds.
  private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
    word.count >= 16 && word.last == UInt8(ascii: "Z")
      && word.allSatisfy { $0.isDigit || "T.Z".utf8.contains($0) }
  }

  /// The number that some digits denote, if it has a zero in front only to fill this width.
  private static func number(_ digits: ArraySlice<UInt8>, width: Int) -> Int? {
    let isWide = digits.count > width && digits.first != UInt8(ascii: "0")
    guard digits.count == width || isWide, digits.count <= 12, digits.allSatisfy({ $0.isDigit })
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}

// MARK: - What can be undone

/// The changes that `undo` and `redo` can reverse, the next one last.
struct UndoStacks {
  private(set) var undo: [Entry] = []
  private(set) var redo: [Entry] = []

  /// Computes both stacks from all entries of a history, the oldest first
  /// (<doc:UndoHistory#What-can-be-undone>).
  init(_ entries: [Entry]) {
    for entry in entries {
      switch entry.action {
      case .command where entry.isRepair: redo.append(entry)
      case .command:
        undo.append(entry)
        redo = []
      case .undo(let number):
        undo.removeEntry(number)
        redo.append(entry)
      case .redo(let number):
        redo.removeEntry(number)
        if !entry.isRepair { undo.append(entry) }
      case .skip(let number): undo.removeEntry(number)
      case nil: break
      }
    }
  }
}

extension [Entry] {
  /// Removes the last entry with a number, if there is one.
  fileprivate mutating func removeEntry(_ number: Int) {
    if let index = lastIndex(where: { $0.number == number }) { remove(at: index) }
  }
}
