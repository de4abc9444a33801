// The manual page, compared with the help and with the declarations of the commands.

import TestSupport
import Testing

@testable import StackCommand

@Suite(.waitsForPrograms) struct ManualTests {
  private let home = Home()

  // MARK: Facts

  @Test func theManualPageHasTheCommandsAndOptionsOfTheHelp() throws {
    var help: [String: String] = [:]
    for command in Command.all {
      for synopsis in command.synopses { help[synopsis] = "" }
      for option in command.options() {
        help["\(command.name) \(option.synopsis)"] = option.summary
      }
    }
    compare(try items(of: "COMMANDS"), help)
  }

  @Test func theManualPageHasTheOptionsOfEveryCommand() throws {
    let options = Option.general + Option.beforeCommand
    compare(try items(of: "OPTIONS"), Dictionary(options.map { ($0.synopsis, $0.summary) }) { $1 })
  }

  @Test func theManualPageHasTheTopicsOfTheHelp() throws {
    let topics = HelpTopic.allCases.map { ($0.rawValue, $0.summary) }
    compare(try items(of: "TOPICS"), Dictionary(topics) { $1 })
  }

  @Test func theManualPageHasTheVariablesOfTheHelp() throws {
    // Examples, which are indented, may use variables of the shell.
    let help = try helpTexts().filter { !$0.hasPrefix(" ") }
      .flatMap { $0.matches(of: /\$([A-Z_]+)|(STACK_[A-Z_]+)/) }
      .compactMap { $0.1 ?? $0.2 }
    compare(try items(of: "ENVIRONMENT"), facts(help.map(String.init)))
  }

  @Test func theManualPageHasTheFilesOfTheHelp() throws {
    let help = try helpTexts().flatMap { $0.matches(of: /\$XDG_\w+\/[\w\/.]*\w/) }
    compare(try items(of: "FILES"), facts(help.map { String($0.0) }))
  }

  @Test func theManualPageHasTheExitStatusesOfTheHelp() throws {
    let text = try helpTexts().joined(separator: " ")
    let help = text.matches(of: /status (?:is )?(\d+)/).map { String($0.1) }
    let statuses = ExitStatus.allCases.map { String($0.rawValue) }
    compare(try items(of: "EXIT STATUS"), facts(help + statuses))
  }

  // MARK: Form

  @Test(.needs("mandoc")) func theManualPageIsWellFormed() throws {
    let checked = try home.shell("stack help --man >stack.1 && mandoc -Tlint -Wstyle stack.1")
    #expect(checked == Finished(output: ""))
    let rendered = try home.shell("mandoc -Tutf8 stack.1 | col -bx").output
    #expect(rendered.split(separator: "\n").filter { $0.count > 80 } == [])
    for line in [
      "           stack push Call Sam about the contract\n",
      "           stack log --since yesterday\n",
      "     $XDG_CONFIG_HOME/stack/NAME.json\n",
      "             --no-prompt\n",
    ] {
      #expect(rendered.contains(line))
    }
    #expect(!rendered.contains("\\"), "no markup is left")
  }

  @Test func theExamplesOfTheManualPageWork() throws {
    let lines = try section("EXAMPLES").split { $0 == ".Bd -literal -offset indent" }
      .dropFirst().flatMap { $0.prefix { $0 != ".Ed" } }
    #expect(lines.count > 5)
    let script = lines.map(plain).joined(separator: "\n")
    #expect(try home.shell("set -e\n\(script)").errors == "")
    #expect(try home.stack("-s", "work", "count").output == "2\n")
  }

  // MARK: Reading

  private func page() throws -> String { try home.stack("help", "--man").output }

  /// The lines of a section.
  private func section(_ name: String) throws -> [Substring] {
    let lines = try page().split(separator: "\n")
    return Array(lines.drop { $0 != ".Sh \(name)" }.dropFirst().prefix { !$0.hasPrefix(".Sh ") })
  }

  /// The items of the lists in a section, and their texts. A list within a list has the options of
  /// a command, whose name is put before them.
  private func items(of section: String) throws -> [String: String] {
    var items: [String: String] = [:]
    var depth = 0
    var command = ""
    var current: [String] = []
    for line in try self.section(section) {
      if line.hasPrefix(".Bl") { depth += 1 }
      if line == ".El" { depth -= 1 }
      if line.hasPrefix(".It ") {
        let name = plain(line.dropFirst(".It ".count))
        if depth == 1 { command = String(name.prefix { $0 != " " }) }
        // Environment variables share a text; the names of an option are one item.
        let isVariables = line.hasPrefix(".It Ev ")
        current = isVariables ? name.split(separator: ", ").map(String.init) : [name]
        if depth == 2 { current = current.map { "\(command) \($0)" } }
        for name in current {
          #expect(items[name] == nil, "'\(name)' is there twice")
          items[name] = ""
        }
      } else if !line.hasPrefix(".") {
        for name in current { items[name, default: ""] += plain(line) + " " }
      }
    }
    return items
  }

  /// A line without markup.
  private func plain(_ line: Substring) -> String {
    var text = String(line).replacing(/Op Ar (\S+)/) { "[\($0.1)]" }.replacing("Fl Fl ", with: "--")
    text = text.replacing("Fl ", with: "-").replacing(#/\b(?:Ic|Ar|Ev|Pa) /#, with: "")
    for (markup, character) in [(" , ", ", "), ("\\-", "-"), ("\\(dq", "\""), ("...", "…")] {
      text = text.replacing(markup, with: character)
    }
    return text
  }

  /// The lines of the whole help.
  private func helpTexts() throws -> [Substring] {
    let subjects = Command.all.map(\.name) + HelpTopic.allCases.map(\.rawValue)
    let pages = try [home.stack("help")] + subjects.map { try home.stack("help", $0) }
    return pages.flatMap { $0.output.split(separator: "\n") }
  }

  // MARK: Comparing

  private func facts(_ names: [String]) -> [String: String] {
    Dictionary(names.map { ($0, "") }) { $1 }
  }

  /// Compares the names of facts, and how the texts about them begin.
  private func compare(
    _ manual: [String: String], _ help: [String: String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(!help.isEmpty, sourceLocation: sourceLocation)
    let (inManual, inHelp) = (Set(manual.keys), Set(help.keys))
    #expect(
      inHelp.subtracting(inManual) == [], "missing on the manual page",
      sourceLocation: sourceLocation)
    #expect(
      inManual.subtracting(inHelp) == [], "missing in the help", sourceLocation: sourceLocation)
    for (name, text) in help {
      guard let explanation = manual[name] else { continue }
      #expect(
        explanation.lowercased().hasPrefix(text.lowercased()), "about \(name)",
        sourceLocation: sourceLocation)
    }
  }
}
