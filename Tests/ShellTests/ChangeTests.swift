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

  private var homeDirectory = ""
  private var configuration: String?
  private var queue: String?
  private var past: [String] = []

  init(_ shell: Shell, seed: UInt64) throws {
    chance = SplitMix64(seed: seed)
    home = Home()
    try home.shell("mkdir -p 'other home/.config' 'a place/stack' .config/stack links")
    self.shell = try InteractiveShell(shell, in: home)
  }

  /// The file that the command and the prompt are about now.
  private var path: String {
    "\(configuration ?? homeDirectory + ".config")/stack/\(queue ?? "stack").json"
  }

  /// What the prompt should show now, as Foundation reads the file; nothing where there is no file.
  private var expected: String {
    guard let data = try? Data(contentsOf: home.url(path)) else { return "" }
    let object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? ["version": 2]
    let tasks = object["tasks"] as? [[String: Any]] ?? []
    if object["version"] as? Int == 2 { return "stack!" }
    return tasks.first.map { $0["title"] as? String ?? "stack!" } ?? ""
  }

  /// Runs a command, by default one that does nothing, and expects the prompt that comes after it to know of a change.
  private mutating func expectPrompt(_ change: String, after command: String = ":") throws {
    past.append(change)
    let prompt = try shell.prompt(after: command)
    let shown = expected.isEmpty ? "" : "(\(expected)) "
    #expect(prompt == shown + "ready> ", "after \(past.count): \(past.suffix(4).joined(separator: "; "))")
  }

  /// Makes a change of each kind.
  mutating func change() throws {
    for kind in (0..<31).shuffled(using: &chance) {
      switch kind {
      case 0..<8: try layout()
      case 8, 9: try sameSizeAndTime()
      case 10: try remove()
      case 11, 12: try otherTerminal()
      case 13, 14: try ownTerminal()
      case 15, 16: try link()
      case 17: try spoil()
      case 18: try behindTheFront()
      case 19..<23: try chooseQueue(kind - 19)
      case 23..<27: try chooseConfiguration(kind - 23)
      case 27: try chooseHome()
      default: try replaceByMoving(kind - 28)
      }
    }
  }

  // MARK: The file

  private func write(_ text: String) throws { try home.write(Data(text.utf8), to: path) }

  private var newTitle: String { "Task \(1000 + past.count)" }

  /// The file is written anew, in one of the layouts that JSON may have.
  private mutating func layout() throws {
    let task = "{\"title\": \"\(newTitle)\"}"
    let size = chance.pick([10, 100, 1000, 3900, 4000, 4040, 4096, 5000, 20_000])
    func filler(_ text: String) -> String { String(repeating: text, count: size) }
    let others = (0..<size / 20).map { "{\"title\": \"Later \($0)\"}" }.joined(separator: ", ")
    let text = chance.pick([
      "{\n  \"version\": 1,\n  \"tasks\": [\n    \(task)\n  ]\n}\n",
      "{\r\n  \"version\": 1,\r\n  \"tasks\": [\r\n    \(task)\r\n  ]\r\n}\r\n",
      "{\r\"tasks\": [\r\(task)]}", "\u{FEFF}{\"tasks\": [\(task)]}", "{\"tasks\":[\(task)]}",
      "{\"mine\": \"\(filler("x"))\", \"tasks\": [\(task)]}",
      "{\"日本語\": \"\(filler("é"))\", \"tasks\": [\(task)]}",
      "{\"tasks\": [{\"mine\": \"\(filler("x"))\", \"title\": \"\(newTitle)\"}]}",
      "\(filler(" ")){\"tasks\": [\(task)]}", "{\"tasks\":\(filler("\n"))[\(task)]}",
      "{\"completed\": [\(others)],\n\"tasks\": [\(task)]}", "{\"tasks\": [\(task), \(others)]}",
    ])
    try write(text)
    try expectPrompt("\(text.utf8.count) bytes, \(text.prefix(40).debugDescription)")
  }

  /// One letter for another, in place, and the old time put back.
  private mutating func sameSizeAndTime() throws {
    try write("{\"tasks\": [{\"title\": \"\(newTitle)\"}]}")
    try expectPrompt("a file for an edit in place")
    try home.shell(
      "cp -p '\(path)' as-before; sed s/Task/Tusk/ as-before >'\(path)'; touch -r as-before '\(path)'")
    try expectPrompt("an edit of the same size and time")
  }

  /// As `mv` and sync tools bring it: older than what was there, or newer.
  private mutating func replaceByMoving(_ kind: Int) throws {
    let (year, time) = [("2001", "-t 200101010000"), ("2101", "-t 210101010000"), ("now", "")][kind]
    try home.write(Data("{\"tasks\": [{\"title\": \"\(newTitle)\"}]}".utf8), to: "brought")
    try home.shell("touch \(time) brought; mkdir -p \"$(dirname '\(path)')\"; mv -f brought '\(path)'")
    try expectPrompt("a file moved here, of \(year)")
  }

  private mutating func remove() throws {
    try home.shell("rm -f '\(path)'")
    try expectPrompt("the file removed")
  }

  /// A link, to one of three files of the same size and time.
  private mutating func link() throws {
    let target = "links/\(chance.below(3)).json"
    try home.write(Data("{\"tasks\": [{\"title\": \"\(newTitle)\"}]}".utf8), to: target)
    try home.shell(
      "touch -t 202002020000 \(target); mkdir -p \"$(dirname '\(path)')\"; ln -sf ~/\(target) '\(path)'")
    try expectPrompt("a link to \(target)")
    try home.shell("d=\"$(dirname '\(path)')\"; rm -rf moved; mv \"$d\" moved; ln -s ~/moved \"$d\"")
    try expectPrompt("a link to the directory")
    try home.shell("d=\"$(dirname '\(path)')\"; rm \"$d\"; mv moved \"$d\"")
  }

  private mutating func spoil() throws {
    let texts = ["", "broken", "{\"tasks\": [{\"title\": 1}]}", "{\"version\": 2}", "{\"tasks\": ["]
    let text = chance.pick(texts)
    try home.shell("rm -f '\(path)'")
    try write(text)
    try expectPrompt("the file is \(text)")
  }

  /// What stands behind the front doesn't matter, however much it is.
  private mutating func behindTheFront() throws {
    let title = newTitle
    for number in 1...2 {
      let others = (0..<chance.below(3000)).map { ",\n{\"title\": \"Later \(number) \($0)\"}" }.joined()
      try write("{\"tasks\": [{\"title\": \"\(title)\"}\(others)]}")
      try expectPrompt("another end of the file")
    }
  }

  // MARK: The command

  /// The environment of another terminal, in which the same queue is meant.
  private var elsewhere: String {
    let variables = [
      "HOME='\(home.url(homeDirectory).path)'",
      configuration.map { "XDG_CONFIG_HOME='\(home.url($0).path)'" },
      queue.map { "STACK_QUEUE=\($0)" },
    ]
    return variables.compactMap { $0 }.joined(separator: " ")
  }

  private mutating func otherTerminal() throws {
    if expected == "stack!" { try remove() }
    let command = chance.pick(["push --top \(newTitle)", "done", "skip", "drop", "undo", "edit \(newTitle)"])
    try home.shell("\(elsewhere) stack \(command)")
    try expectPrompt("stack \(command) elsewhere")
  }

  private mutating func ownTerminal() throws {
    if expected == "stack!" { try remove() }
    let command = chance.pick(["push --top \(newTitle)", "done", "push \(newTitle)", "redo"])
    try expectPrompt("stack \(command)", after: "stack \(command)")
  }

  // MARK: The variables

  private mutating func chooseQueue(_ kind: Int) throws {
    queue = nil
    try expectPrompt("STACK_QUEUE unset", after: shell.shell.unsetting("STACK_QUEUE"))
    switch kind {
    case 0: break
    case 1:
      try expectPrompt("STACK_QUEUE, not exported", after: shell.shell.setting("STACK_QUEUE", "work"))
      try layout()
    case 2: try expectPrompt("STACK_QUEUE, empty", after: shell.shell.exporting("STACK_QUEUE", "''"))
    default:
      let name = chance.pick(["work", "errands"])
      queue = name
      try expectPrompt("STACK_QUEUE=\(name)", after: shell.shell.exporting("STACK_QUEUE", name))
    }
  }

  private mutating func chooseConfiguration(_ kind: Int) throws {
    let name = "XDG_CONFIG_HOME"
    configuration = nil
    try expectPrompt("\(name) unset", after: shell.shell.unsetting(name))
    let place = "'\(home.url("a place").path)'"
    switch kind {
    case 0: break
    case 1: try expectPrompt("\(name), not exported", after: shell.shell.setting(name, place))
    case 2:
      // As the XDG specification has it, that counts as not set: another file there is none of ours.
      try expectPrompt("\(name), relative", after: shell.shell.exporting(name, "'a place'"))
      try layout()
    default:
      configuration = "a place"
      try expectPrompt(name, after: shell.shell.exporting(name, place))
    }
  }

  private mutating func chooseHome() throws {
    homeDirectory = homeDirectory.isEmpty ? "other home/" : ""
    let directory = "'\(home.url(homeDirectory).path)'"
    try expectPrompt("HOME \(homeDirectory)", after: shell.shell.setting("HOME", directory))
  }
}

@Suite(.saysWhatIsMissing) struct ChangeTests {
  @Test(
    "The next prompt knows of each change, of every kind",
    arguments: Shell.withCompletion, TestExtent.seeds(1, all: 4))
  func theNextPromptKnows(_ shell: Shell, _ seed: UInt64) throws {
    var world = try ChangingWorld(shell, seed: seed)
    try world.change()
  }
}
