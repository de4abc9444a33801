// The next prompt shows every change, however it was made.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// Changes that a person and programs make to the queues while a shell is open, and the prompt that
/// must follow each.
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
    // The titles are ASCII; the rest of the file isn't.
    let locales = ["C", "C.UTF-8", "xx_XX.UTF-8"]
    home = Home(["LANG": locales[(Int(seed) + shell.rawValue.count) % 3]])
    try home.shell("mkdir -p 'other home/.config' 'a place/stack' .config/stack links")
    self.shell = try InteractiveShell(shell, in: home)
  }

  /// The file that the command and the prompt are about now.
  private var path: String {
    "\(configuration ?? homeDirectory + ".config")/stack/\(queue ?? "stack").json"
  }

  /// The text that the prompt should show now, as Foundation reads the file; empty if there is no
  /// file.
  private var expected: String {
    guard let data = try? Data(contentsOf: home.url(path)) else { return "" }
    let object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? ["version": 2]
    let tasks = object["tasks"] as? [[String: Any]] ?? []
    if object["version"] as? Int == 2 { return "stack!" }
    return tasks.first.map { $0["title"] as? String ?? "stack!" } ?? ""
  }

  /// Runs a command, by default one that does nothing, and expects the next prompt to show a
  /// change.
  private mutating func expectPrompt(_ change: String, after command: String = ":") throws {
    past.append(change)
    let prompt = try shell.prompt(after: command)
    let shown = expected.isEmpty ? "" : "(\(expected)) "
    #expect(
      prompt == shown + "ready> ", "after \(past.count): \(past.suffix(4).joined(separator: "; "))")
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
      case 19..<27: try choose(kind - 19)
      case 27: try chooseHome()
      default: try replaceByMoving(kind - 28)
      }
    }
  }

  // MARK: The file

  private func write(_ text: String) throws { try home.write(text, to: path) }

  private var newTitle: String { "Task \(1000 + past.count)" }

  /// Writes the file, in one of the layouts that JSON may have.
  private mutating func layout() throws {
    let task = "{\"title\": \"\(newTitle)\"}"
    let size = chance.pick([10, 100, 1000, 3900, 4000, 4040, 4096, 5000, 20_000])
    func filler(_ text: String) -> String { String(repeating: text, count: size) }
    let others = (0..<size / 20).map { "{\"title\": \"Later \($0)\"}" }.joined(separator: ", ")
    let text = chance.pick([
      "{\n  \"version\": 1,\n  \"tasks\": [\n    \(task)\n  ]\n}\n",
      "{\r\n  \"version\": 1,\r\n  \"tasks\": [\r\n    \(task)\r\n  ]\r\n}\r\n",
      "{\r\"tasks\": [\r\(task)]}",
      "\u{FEFF}{\"tasks\": [\(task)]}", "{\"tasks\":[\(task)]}",
      "{\"mine\": \"\(filler("x"))\", \"tasks\": [\(task)]}",
      "{\"日本語\": \"\(filler("é"))\", \"tasks\": [\(task)]}",
      "{\"tasks\": [{\"mine\": \"\(filler("x"))\", \"title\": \"\(newTitle)\"}]}",
      "\(filler(" ")){\"tasks\": [\(task)]}", "{\"tasks\":\(filler("\n"))[\(task)]}",
      "{\"completed\": [\(others)],\n\"tasks\": [\(task)]}", "{\"tasks\": [\(task), \(others)]}",
    ])
    try write(text)
    try expectPrompt("\(text.utf8.count) bytes, \(text.prefix(40).debugDescription)")
  }

  /// Replaces a letter in place, and restores the old modification time.
  private mutating func sameSizeAndTime() throws {
    try write("{\"tasks\": [{\"title\": \"\(newTitle)\"}]}")
    try expectPrompt("a file for an edit in place")
    try home.shell(
      "cp -p '\(path)' as-before; sed s/Task/Tusk/ as-before >'\(path)'; touch -r as-before '\(path)'"
    )
    try expectPrompt("an edit of the same size and time")
  }

  /// Replaces the file as `mv` and sync tools do, with an older one or a newer one.
  private mutating func replaceByMoving(_ kind: Int) throws {
    let (year, time) = [("2001", "-t 200101010000"), ("2101", "-t 210101010000"), ("now", "")][kind]
    try home.write("{\"tasks\": [{\"title\": \"\(newTitle)\"}]}", to: "brought")
    try home.shell(
      "touch \(time) brought; mkdir -p \"$(dirname '\(path)')\"; mv -f brought '\(path)'")
    try expectPrompt("a file moved here, of \(year)")
  }

  private mutating func remove() throws {
    try home.shell("rm -f '\(path)'")
    try expectPrompt("the file removed")
  }

  /// Makes the file a link to one of three files of the same size and time.
  private mutating func link() throws {
    let target = "links/\(chance.below(3)).json"
    try home.write("{\"tasks\": [{\"title\": \"\(newTitle)\"}]}", to: target)
    try home.shell(
      "touch -t 202002020000 \(target); mkdir -p \"$(dirname '\(path)')\"; ln -sf ~/\(target) '\(path)'"
    )
    try expectPrompt("a link to \(target)")
    try home.shell(
      "d=\"$(dirname '\(path)')\"; rm -rf moved; mv \"$d\" moved; ln -s ~/moved \"$d\"")
    try expectPrompt("a link to the directory")
    try home.shell("d=\"$(dirname '\(path)')\"; rm \"$d\"; mv moved \"$d\"")
  }

  private mutating func spoil() throws {
    let text = chance.pick([
      "", "broken", "{\"tasks\": [{\"title\": 1}]}", "{\"version\": 2}", "{\"tasks\": [",
    ])
    try home.shell("rm -f '\(path)'")
    try write(text)
    try expectPrompt("the file is \(text)")
  }

  /// The tasks after the front don't matter, however many there are.
  private mutating func behindTheFront() throws {
    let title = newTitle
    for number in 1...2 {
      let others = (0..<chance.below(3000)).map { ",\n{\"title\": \"Later \(number) \($0)\"}" }
        .joined()
      try write("{\"tasks\": [{\"title\": \"\(title)\"}\(others)]}")
      try expectPrompt("another end of the file")
    }
  }

  // MARK: The command

  /// The environment of another terminal that uses the same queue.
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
    let command = chance.pick([
      "push --top \(newTitle)", "done", "skip", "drop", "undo", "edit \(newTitle)",
    ])
    try home.shell("\(elsewhere) stack \(command)")
    try expectPrompt("stack \(command) elsewhere")
  }

  private mutating func ownTerminal() throws {
    if expected == "stack!" { try remove() }
    let command = chance.pick([
      "push --top \(newTitle)", "done", "push \(newTitle)", "redo", "undo", "skip",
      "edit \(newTitle)", "drop",
    ])
    try expectPrompt("stack \(command)", after: "stack \(command)")
  }

  // MARK: The variables

  /// Unsets `STACK_QUEUE` or `XDG_CONFIG_HOME`, and then may set it. Only a valid value that is
  /// exported counts.
  private mutating func choose(_ kind: Int) throws {
    let isQueue = kind < 4
    let name = isQueue ? "STACK_QUEUE" : "XDG_CONFIG_HOME"
    let value = isQueue ? chance.pick(["work", "errands"]) : "a place"
    let word = isQueue ? value : "'\(home.url(value).path)'"
    if isQueue { queue = nil } else { configuration = nil }
    try expectPrompt("\(name) unset", after: shell.shell.unsetting(name))
    switch kind % 4 {
    case 1: try expectPrompt("\(name), not exported", after: shell.shell.setting(name, word))
    // By the XDG specification, a relative path counts as unset.
    case 2:
      try expectPrompt(
        "\(name), invalid", after: shell.shell.exporting(name, isQueue ? "''" : "'a place'"))
    case 3:
      if isQueue { queue = value } else { configuration = value }
      try expectPrompt("\(name)=\(value)", after: shell.shell.exporting(name, word))
    default: break
    }
    try layout()
  }

  private mutating func chooseHome() throws {
    homeDirectory = homeDirectory.isEmpty ? "other home/" : ""
    let directory = "'\(home.url(homeDirectory).path)'"
    try expectPrompt("HOME \(homeDirectory)", after: shell.shell.setting("HOME", directory))
  }
}

@Suite(.saysWhatIsMissing) struct ChangeTests {
  @Test(arguments: Shell.withCompletion, TestExtent.seeds(1, all: 4))
  func theNextPromptShowsEachChange(_ shell: Shell, _ seed: UInt64) throws {
    var world = try ChangingWorld(shell, seed: seed)
    try world.change()
  }

  /// The file changes after the program has read it, and before the prompt's script reads it again:
  /// to a text of the same length, or to its beginning.
  @Test(arguments: Shell.withCompletion, ["(Later) ", "(stack!) "])
  func theNextPromptShowsAChangeThatIsMadeWhileTheProgramRuns(_ kind: Shell, _ next: String) throws
  {
    let home = try Home(task: "Task")
    let program = """
      #!/bin/sh
      ~/.bin/stack "$@"; status=$?
      if [ "$1" = prompt ] && [ -e ~/next.json ]; then mv ~/next.json ~/.config/stack/stack.json; fi
      exit $status

      """
    try home.write(program, to: "slow/stack")
    try home.shell("chmod +x slow/stack")
    let path = kind == .fish ? "set -gx PATH ~/slow $PATH" : "export PATH=~/slow:$PATH"
    let shell = try InteractiveShell(kind, in: home, before: path)
    try home.writeTasks("Other")
    let text = try #require(home.queueText()).replacing("Other", with: "Later")
    try home.write(next == "(stack!) " ? "" : text, to: "next.json")
    #expect(try shell.prompt() == "(Other) ready> ")
    #expect(try shell.prompt() == "\(next)ready> ")
  }

  @Test(arguments: Shell.withCompletion)
  func theNextPromptShowsATaskThatWakesWhileTheFileStaysTheSame(_ kind: Shell) throws {
    let home = Home(["STACK_NOW": "2026-11-23T10:00:00Z"])
    try home.stack("push", "--until", "2h", "Call the bank")
    let text = home.queueText()
    let shell = try InteractiveShell(kind, in: home)
    for _ in 1...2 { #expect(try shell.prompt() == "ready> ") }
    let later = kind.exporting("STACK_NOW", "2026-11-23T12:00:00Z")
    #expect(try shell.prompt(after: later) == "(Call the bank) ready> ")
    #expect(try shell.prompt() == "(Call the bank) ready> ")
    #expect(home.queueText() == text)
  }
}
