import Foundation
import TestSupport
import Testing

/// Runs a session in one shell and compares the output byte for byte.
///
/// A line that begins with `$ ` is a command, continued by lines that begin with `> `. The lines
/// after it are its standard output and standard error, and then its exit status in brackets, if it
/// isn't 0. In them, `~` stands for the path of the home, `DATE` for any date, and `\c` for a
/// missing line break at the end.
///
/// At a terminal, the shell first runs the lines `before`, and the output is what a person sees.
func session(
  _ transcript: String, in home: Home = Home(), atTerminalAfter before: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var commands: [String] = []
  for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("$ ") {
      commands.append(String(line.dropFirst(2)))
    } else if line.hasPrefix("> "), !commands.isEmpty {
      commands[commands.count - 1] += "\n" + line.dropFirst(2)
    }
  }
  let mark = "\u{1E}"
  let script = commands.map { "{ \($0)\n} 2>&1; printf '\(mark)%d\(mark)' $?" }.joined(
    separator: "\n")
  let output = try before.map { try home.screen(ofShell: "\($0)\n\(script)", columns: 400) }
  let parts = try (output ?? home.shell(script).output).components(separatedBy: mark)
  var actual: [String] = []
  for (index, command) in commands.enumerated() {
    actual.append("$ " + command.replacingOccurrences(of: "\n", with: "\n> "))
    guard index * 2 + 1 < parts.count else { break }
    let output = parts[index * 2].replacingOccurrences(of: home.directory.path, with: "~").dated
    if !output.isEmpty {
      actual.append(output.hasSuffix("\n") ? String(output.dropLast()) : output + "\\c")
    }
    if parts[index * 2 + 1] != "0" { actual.append("[\(parts[index * 2 + 1])]") }
  }
  let text = actual.joined(separator: "\n")
  #expect(text.utf8.elementsEqual(transcript.utf8), sourceLocation: sourceLocation)
}

/// Runs commands that are refused, each with this exit status and its own sentence.
func expectRefused(
  _ sentences: KeyValuePairs<String, String>, status: Int = 64, in home: Home = Home(),
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let exchanges = sentences.map { "$ \($0.key)\nstack: \($0.value)\n[\(status)]" }
  try session(exchanges.joined(separator: "\n"), in: home, sourceLocation: sourceLocation)
}

extension Home {
  /// A home with these tasks in its stack.
  static func holding(_ titles: String..., environment: [String: String] = [:]) throws -> Home {
    let home = Home(environment)
    try home.push(titles)
    return home
  }

  /// Adds tasks with the program.
  func push(_ titles: [String]) throws {
    try shell("stack push -", input: Data(titles.joined(separator: "\n").utf8))
  }

  /// The output of a command or a script at a terminal, where the keys are typed after the
  /// question.
  func screen(
    _ arguments: String..., ofShell script: String? = nil, columns: Int = 80,
    asked question: String? = nil,
    typing keys: String = "", status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let (program, arguments) = script.map { ("/bin/sh", ["-c", $0]) } ?? (program.path, arguments)
    let terminal = try Terminal(self, program, arguments, columns: columns)
    if let question {
      #expect(terminal.wait(for: question), sourceLocation: sourceLocation)
      terminal.type(keys)
    }
    #expect(terminal.end() == status, sourceLocation: sourceLocation)
    return terminal.text.replacingOccurrences(of: "\r\n", with: "\n")
  }
}
