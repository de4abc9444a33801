// Whatever changes what the prompt should say, and however, the very next prompt says it.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// What a person and their programs do to the queues while a shell is open, one change after the other, and
/// what the prompt must then say.
private struct ChangingWorld {
  let home: Home
  let shell: InteractiveShell
  var chance: SplitMix64

  /// What the prompt should show for each file, by its path in the home; no entry, no file.
  private var expected: [String: String] = [:]
  private var homeFolder = ""
  private var configuration: String?
  private var queue: String?
  private var count = 0

  init(_ shell: Shell, seed: UInt64) throws {
    chance = SplitMix64(seed: seed)
    home = Home()
    try home.shell("mkdir -p 'other home/.config' 'a place/stack' .config/stack links")
    self.shell = try InteractiveShell(shell, in: home)
  }

  /// The file that the command and the prompt are about now.
  private var path: String {
    "\(configuration ?? homeFolder + ".config")/stack/\(queue ?? "stack").json"
  }

  /// What the prompt should be now.
  var prompt: String {
    let shown = expected[path] ?? ""
    return (shown.isEmpty ? "" : "(\(shown)) ") + "ready> "
  }

  /// How many kinds of changes there are.
  static let kinds = 31
  private lazy var kinds = (0..<Self.kinds).shuffled(using: &chance)

  /// Makes a change, of another kind each time. Returns what it was, and the prompt that came after it.
  mutating func change() throws -> (what: String, prompt: String) {
    count += 1
    let kind = kinds[count % Self.kinds]
    switch kind {
    case 0..<8: return try layout()
    case 8, 9: return try sameSizeAndTime()
    case 10: return try remove()
    case 11, 12: return try otherTerminal()
    case 13, 14: return try ownTerminal()
    case 15, 16: return try link()
    case 17: return try spoil()
    case 18: return try behindTheFront()
    case 19..<23: return try chooseQueue(kind - 19)
    case 23..<27: return try chooseConfiguration(kind - 23)
    case 27: return try chooseHome()
    default: return try replaceByMoving(kind - 28)
    }
  }

  // MARK: The file

  private func write(_ text: String) throws { try home.write(Data(text.utf8), to: path) }

  private var newTitle: String { "Task \(1000 + count)" }

  /// The file is written anew, in one of the layouts that JSON may have.
  private mutating func layout() throws -> (String, String) {
    let title = newTitle
    let task = "{\"title\": \"\(title)\"}"
    let size = chance.pick([10, 100, 1000, 3900, 4000, 4040, 4096, 5000, 20_000])
    let filler = String(repeating: "x", count: size)
    let others = (0..<size / 20).map { "{\"title\": \"Later \($0)\"}" }.joined(separator: ", ")
    let layouts = [
      ("as written", "{\n  \"version\": 1,\n  \"tasks\": [\n    \(task)\n  ]\n}\n"),
      ("minified", "{\"tasks\":[{\"title\":\"\(title)\"}]}"),
      ("own key of \(size) before tasks", "{\"mine\": \"\(filler)\", \"tasks\": [\(task)]}"),
      ("own key of \(size) in the task", "{\"tasks\": [{\"mine\": \"\(filler)\", \"title\": \"\(title)\"}]}"),
      ("\(size) blanks", String(repeating: " ", count: size) + "{\"tasks\": [\(task)]}"),
      ("\(size) lines", "{\"tasks\":" + String(repeating: "\n", count: size) + "[\(task)]}"),
      ("completed before tasks", "{\"completed\": [\(others)],\n\"tasks\": [\(task)]}"),
      ("many on one long line", "{\"tasks\": [\(task), \(others)]}"),
      ("byte order mark", "\u{FEFF}{\"tasks\": [\(task)]}"),
      ("CRLF", "{\r\n  \"version\": 1,\r\n  \"tasks\": [\r\n    \(task)\r\n  ]\r\n}\r\n"),
      ("CR", "{\r\"tasks\": [\r\(task)]}"),
      (
        "other letters before tasks",
        "{\"日本語\": \"\(String(repeating: "é", count: size))\", \"tasks\": [\(task)]}"
      ),
    ]
    let (what, text) = chance.pick(layouts)
    try write(text)
    expected[path] = title
    return (what, try shell.prompt())
  }

  /// One letter for another, in place, and the old time put back.
  private mutating func sameSizeAndTime() throws -> (String, String) {
    let before = newTitle
    let text = "{\"tasks\": [{\"title\": \"\(before)\"}]}"
    try write(text)
    expected[path] = before
    guard try shell.prompt() == prompt else { return ("a file for an edit in place", shell.prompt) }
    let after = before.replacingOccurrences(of: "Task", with: "Tusk")
    try home.shell(
      "cp -p '\(path)' as-before; printf '{\"tasks\": [{\"title\": \"\(after)\"}]}' >'\(path)'; touch -r as-before '\(path)'"
    )
    expected[path] = after
    return ("an edit of the same size and time", try shell.prompt())
  }

  /// As `mv` and sync tools bring it: older than what was there, or newer.
  private mutating func replaceByMoving(_ kind: Int) throws -> (String, String) {
    let title = newTitle
    let (year, time) = [("2001", "-t 200101010000"), ("2101", "-t 210101010000"), ("now", "")][kind]
    try home.write(Data("{\"tasks\": [{\"title\": \"\(title)\"}]}".utf8), to: "brought")
    try home.shell("touch \(time) brought; mkdir -p \"$(dirname '\(path)')\"; mv -f brought '\(path)'")
    expected[path] = title
    return ("a file moved here, of \(year)", try shell.prompt())
  }

  private mutating func remove() throws -> (String, String) {
    try home.shell("rm -f '\(path)'")
    expected[path] = nil
    return ("the file removed", try shell.prompt())
  }

  /// A link, to one of two files of the same size and time.
  private mutating func link() throws -> (String, String) {
    let title = newTitle
    let target = "links/\(chance.below(3)).json"
    try home.write(Data("{\"tasks\": [{\"title\": \"\(title)\"}]}".utf8), to: target)
    try home.shell(
      "touch -t 202002020000 \(target); mkdir -p \"$(dirname '\(path)')\"; ln -sf ~/\(target) '\(path)'")
    expected[path] = title
    // Other links may lead there too.
    let end = home.url(path).resolvingSymlinksInPath()
    for other in expected.keys where other != path {
      if home.url(other).resolvingSymlinksInPath() == end { expected[other] = title }
    }
    return ("a link to \(target)", try shell.prompt())
  }

  private mutating func spoil() throws -> (String, String) {
    let text = chance.pick([
      "", "broken", "{\"tasks\": [{\"title\": 1}]}", "{\"version\": 2}", "{\"tasks\": [",
    ])
    try home.shell("rm -f '\(path)'")
    try write(text)
    expected[path] = "stack!"
    return ("the file is \(text)", try shell.prompt())
  }

  /// What stands behind the front doesn't matter, however much it is.
  private mutating func behindTheFront() throws -> (String, String) {
    let title = newTitle
    for number in 1...2 {
      let others = (0..<chance.below(3000)).map { ",\n{\"title\": \"Later \(number) \($0)\"}" }.joined()
      try write("{\"tasks\": [{\"title\": \"\(title)\"}\(others)]}")
      expected[path] = title
      guard try shell.prompt() == prompt else { break }
    }
    return ("another end of the file", shell.prompt)
  }

  // MARK: The command

  /// The titles that the file has now, if it is one.
  private var titles: [String] {
    let object = (try? Data(contentsOf: home.url(path))).flatMap {
      try? JSONSerialization.jsonObject(with: $0)
    }
    return ((object as? [String: Any])?["tasks"] as? [[String: Any]] ?? []).compactMap {
      $0["title"] as? String
    }
  }

  private var isSound: Bool { expected[path] != "stack!" }

  /// The environment of another terminal, in which the same queue is meant.
  private var elsewhere: String {
    let variables = [
      "HOME='\(home.url(homeFolder).path)'", configuration.map { "XDG_CONFIG_HOME='\(home.url($0).path)'" },
      queue.map { "STACK_QUEUE=\($0)" },
    ]
    return variables.compactMap { $0 }.joined(separator: " ")
  }

  private mutating func otherTerminal() throws -> (String, String) {
    guard isSound else { return try remove() }
    let command = chance.pick(["push --top \(newTitle)", "done", "skip", "drop", "undo", "edit \(newTitle)"])
    try home.shell("\(elsewhere) stack \(command)")
    expected[path] = titles.first
    return ("stack \(command) elsewhere", try shell.prompt())
  }

  private mutating func ownTerminal() throws -> (String, String) {
    guard isSound else { return try remove() }
    let command = chance.pick(["push --top \(newTitle)", "done", "push \(newTitle)", "redo"])
    let prompt = try shell.prompt(after: "stack \(command)")
    expected[path] = titles.first
    return ("stack \(command)", prompt)
  }

  // MARK: The variables

  private mutating func chooseQueue(_ kind: Int) throws -> (String, String) {
    _ = try shell.unset("STACK_QUEUE")
    queue = nil
    switch kind {
    case 0: return ("STACK_QUEUE unset", shell.prompt)
    case 1:
      let own = try shell.set("STACK_QUEUE", "work")
      return own == prompt ? try layout() : ("STACK_QUEUE, not exported", own)
    case 2: return ("STACK_QUEUE, empty", try shell.export("STACK_QUEUE", "''"))
    default:
      queue = chance.pick(["work", "errands"])
      return ("STACK_QUEUE=\(queue ?? "")", try shell.export("STACK_QUEUE", queue ?? ""))
    }
  }

  private mutating func chooseConfiguration(_ kind: Int) throws -> (String, String) {
    _ = try shell.unset("XDG_CONFIG_HOME")
    configuration = nil
    let place = "'\(home.url("a place").path)'"
    switch kind {
    case 0: return ("XDG_CONFIG_HOME unset", shell.prompt)
    case 1: return ("XDG_CONFIG_HOME, not exported", try shell.set("XDG_CONFIG_HOME", place))
    case 2:
      // As the XDG specification has it, that counts as not set: another file there is none of ours.
      let relative = try shell.export("XDG_CONFIG_HOME", "'a place'")
      return relative == prompt ? try layout() : ("XDG_CONFIG_HOME, relative", relative)
    default:
      configuration = "a place"
      return ("XDG_CONFIG_HOME", try shell.export("XDG_CONFIG_HOME", place))
    }
  }

  private mutating func chooseHome() throws -> (String, String) {
    homeFolder = homeFolder.isEmpty ? "other home/" : ""
    let folder = home.folder.path + (homeFolder.isEmpty ? "" : "/other home")
    return ("HOME \(homeFolder)", try shell.set("HOME", "'\(folder)'"))
  }
}

@Suite(.saysWhatIsMissing) struct ChangeTests {
  @Test(
    "The next prompt knows of each change, of every kind",
    arguments: Shell.withCompletion, TestExtent.seeds(1, all: 4))
  func theNextPromptKnows(_ shell: Shell, _ seed: UInt64) throws {
    var world = try ChangingWorld(shell, seed: seed)
    var past: [String] = []
    for number in 1...ChangingWorld.kinds {
      let (what, prompt) = try world.change()
      past.append(what)
      #expect(prompt == world.prompt, "after change \(number): \(past.suffix(4).joined(separator: "; "))")
    }
  }
}
