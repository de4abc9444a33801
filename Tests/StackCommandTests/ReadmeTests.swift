// The command lines in the README, compared with the declarations of the commands.

import Foundation
import Testing

@testable import StackCommand

@Suite(.waitsForPrograms) struct ReadmeTests {
  /// The words after `stack` in the lines of code that begin with it or, after a prompt, with
  /// `$ stack`. An explanation follows after two spaces.
  private static let commandLines: [[String]] = {
    let readme = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../README.md")
    let text = (try? String(contentsOf: readme.standardizedFileURL, encoding: .utf8)) ?? ""
    let code = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
    return code.flatMap { $0.element.split(separator: "\n") }.compactMap { line in
      guard let start = line.firstRange(of: /^(.*\$ )?stack(?= |$)/) else { return nil }
      let command = line[start.upperBound...].prefix { $0 != "<" && $0 != "|" && $0 != "#" }
      let words = command.trimmingPrefix(" ").components(separatedBy: "  ")[0]
      return words.split(separator: " ").map(String.init)
    }
  }()

  /// The command of a line; `nil` if it has none, because it shows the current task.
  private func command(in words: [String]) throws -> Command? {
    let arguments = Arguments()
    try arguments.read(words[...])
    if let command = arguments.command { try arguments.validate(for: command) }
    return arguments.command
  }

  @Test(arguments: commandLines) func aCommandLineIsAccepted(_ words: [String]) {
    #expect(throws: Never.self) { try command(in: words) }
  }

  @Test func everyCommandOfEveryDayIsListed() {
    let listed = Set(Self.commandLines.compactMap { try? command(in: $0)?.name })
    for command in Command.all where command.group == .everyDay {
      #expect(listed.contains(command.name))
    }
  }
}
