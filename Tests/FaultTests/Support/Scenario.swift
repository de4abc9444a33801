import Foundation
import TestSupport
import Testing

/// A command that the fault tests disturb, and the state that it starts from. README.md explains
/// the words.
struct Scenario: CustomTestStringConvertible, Sendable {
  /// Where the file and its versions are.
  enum Place: Sendable {
    case usual
    /// The file is a symbolic link into another directory.
    case symbolicLink
    /// The versions are on another file system, where hard links can't reach.
    case otherFileSystem
    /// The file has another hard link, so its versions are copies.
    case hardLink
  }

  let command: String
  let input: Data?
  /// The first text of the file; `nil` for no file.
  let text: String?
  /// The commands that run before, so that there are versions.
  let history: [String]
  /// Whether the file is edited by hand just before the command.
  let isEditedByHand: Bool
  let place: Place

  init(
    _ command: String, input: String? = nil, text: String? = Self.text,
    after history: [String] = ["skip", "push Four"], isEditedByHand: Bool = false,
    place: Place = .usual
  ) {
    self.command = command
    self.input = input.map { Data($0.utf8) }
    self.text = text
    self.history = history
    self.isEditedByHand = isEditedByHand
    self.place = place
  }

  var arguments: [String] { command.words }
  var testDescription: String {
    let history =
      (text == nil ? ["no file"] : []) + history.suffix(5)
      + (isEditedByHand ? ["an edit by hand"] : [])
    return "\(command) (\(place)) after \(history.joined(separator: ", "))"
  }

  /// The year of the dates that a test starts with. All other dates come from commands.
  static let year = "2001"

  static let text = """
    {
      "version": 1,
      "note": "kept as it is",
      "tasks": [
        {"title": "One", "added": "\(year)-01-01T10:00:00Z", "priority": 2},
        {"title": "Two", "added": "\(year)-01-01T10:01:00Z", "attachments": ["https://example.org/two"]},
        {"title": "Three", "added": "\(year)-01-01T10:02:00Z"}
      ],
      "completed": [
        {"title": "Zero", "added": "\(year)-01-01T09:00:00Z", "completed": "\(year)-01-01T09:30:00Z"}
      ]
    }

    """

  static let all: [Scenario] =
    [
      "push Five", "push --top Five", "push -a notes.txt Five", "done", "skip", "drop",
      "edit Reworded",
      "edit", "edit --all", "undo", "attach notes.txt https://example.org/five", "detach",
      "send sam@desk.example", "send :work", "merge theirs.json",
    ].map { Scenario($0) }
    + ["push Five", "undo", "merge theirs.json"].flatMap { command in
      [Scenario(command, isEditedByHand: true), Scenario(command, place: .otherFileSystem)]
    } + [
      Scenario("push Five", text: nil, after: []), Scenario("done", text: nil, after: ["push One"]),
      Scenario("undo", text: nil, after: ["push One"]),
      Scenario("redo", text: nil, after: ["push One", "undo"]),
      Scenario("push -", input: "Five\n\nSix\n"),
      Scenario("receive", input: #"{"title": "Five", "from": "sam@desk.example"}"# + "\n"),
      // The history is full: the next change removes the oldest entry.
      Scenario("push Five", after: (1...128).map { "push Task\($0)" }),
      Scenario("push Five", after: ["skip", "drop", "undo"]),
      Scenario("redo", after: ["skip", "drop", "undo"]),
      Scenario("undo", after: ["push Four", "merge theirs.json"]),
      Scenario("undo", after: ["push Four", mergeOfConflictCopy]),
      Scenario("undo", after: ["push Four", mergeOfConflictCopy], place: .otherFileSystem),
      Scenario("redo", after: ["push Four", mergeOfConflictCopy, "undo"]),
      Scenario("push Five", place: .hardLink),
      Scenario("undo", place: .hardLink),
      Scenario("push Five", after: ["skip", "drop", "undo"], place: .hardLink),
      Scenario("redo", after: ["skip", "drop", "push Four", "undo", "undo"], place: .hardLink),
      Scenario("push Five", place: .symbolicLink),
      Scenario("merge base.json .config/stack/stack.json theirs.json", after: []),
      Scenario(
        "merge base.json .config/stack/stack.json theirs.json", after: [], place: .symbolicLink),
      Scenario("snooze 1h"), Scenario("top Four"), Scenario("push --until 1h Five"),
    ]

  /// Further scenarios that are disturbed by kills and power cuts, not by failures: repairs.
  static let further: [Scenario] = [
    Scenario("undo", after: ["skip", "push Four", damage]),
    Scenario("undo", after: ["skip", "push Four", removal]),
  ]

  /// Accidents, as scripts among the commands of the history. The file's path is `$0`.
  static let damage = #"printf damaged >"$0"; sync "$0""#
  static let removal = #"rm "$0"; sync "${0%/*}""#
  static let accidents = [damage, removal]

  /// Whether the command repairs the file.
  var isRepair: Bool { history.last.map { Self.accidents.contains($0) } ?? false }

  /// All scenarios; as a sample, three whose changes differ most.
  static let explored =
    TestExtent.isAll
    ? all
    : [
      Scenario("push Five", text: nil, after: []), Scenario("undo"), Scenario("merge theirs.json"),
    ]

  /// As a sample, also those whose kill leaves what the others don't: an entry without a file, one
  /// of a redo, a merged copy that was put back, or a copy of the file instead of a hard link.
  static let exploredByKilling =
    TestExtent.isAll
    ? all + further
    : explored + [
      Scenario("undo", text: nil, after: ["push One"]),
      Scenario("redo", after: ["skip", "drop", "undo"]),
      Scenario("undo", after: ["push Four", mergeOfConflictCopy]),
      Scenario("undo", place: .hardLink),
    ] + further

  /// A copy from another machine, where the first task was completed and another was pushed.
  static let theirs: String = {
    let one = #"{"title": "One", "added": "\#(year)-01-01T10:00:00Z", "priority": 2"#
    let ended = one + #", "completed": "\#(year)-01-01T11:30:00Z"}"#
    let nine = #"{"title": "Nine", "added": "\#(year)-01-01T11:00:00Z"}"#
    return text.replacing("    \(one)},\n", with: "").replacing(
      "10:02:00Z\"}", with: "10:02:00Z\"},\n    \(nine)"
    )
    .replacing("09:30:00Z\"}", with: "09:30:00Z\"},\n    \(ended)")
  }()

  /// The relative paths in the command's arguments, as git passes them.
  var relativePaths: [String] {
    arguments.first == "merge" ? ["theirs.json", "base.json", ".config/stack"] : []
  }

  static let conflictCopy = ".config/stack/stack.sync-conflict-1.json"
  static let mergeOfConflictCopy = "merge \(conflictCopy)"

  /// Whether a copy next to the file is merged, so that it moves into the history.
  var movesCopy: Bool { (history + [command]).contains(Self.mergeOfConflictCopy) }

  /// The file of the stack to which `send` moves the task; `nil` for other commands.
  var recipient: String? {
    if arguments[0] != "send" { return nil }
    return arguments[1] == ":work" ? ".config/stack/work.json" : "far/.config/stack/stack.json"
  }

  var isHistoryFull: Bool { history.count >= 128 }

  /// Whether this is git's merge driver, which keeps no history.
  var isDriver: Bool { arguments.count == 4 && arguments[0] == "merge" }

  /// The text after an edit by hand.
  static func editedByHand(_ text: String) -> String {
    text.replacingOccurrences(of: "Zero", with: "Nought")
  }
}

extension String {
  /// The words between its spaces.
  var words: [String] { split(separator: " ").map(String.init) }

  /// The text with `DATE` in place of each date that a command has written.
  var withoutDates: String {
    replacingOccurrences(
      of: "\"(?!\(Scenario.year))[0-9]{4}-[0-9T:.-]*Z\"", with: "\"DATE\"",
      options: .regularExpression)
  }
}
