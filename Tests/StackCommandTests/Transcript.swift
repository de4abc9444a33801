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
  if text.utf8.elementsEqual(transcript.utf8) { return }
  let comparison = differences(expected: transcript, found: text)
  Issue.record("the session differs:\n\(comparison)", sourceLocation: sourceLocation)
}

/// The lines that differ in two transcripts, expected and found side by side, below the command to
/// which they belong.
func differences(expected: String, found: String) -> String {
  func lines(_ text: String) -> [[UInt8]] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
  }
  let (old, new) = (lines(expected), lines(found))
  var (missing, unexpected) = (Set<Int>(), Set<Int>())
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, _, _): missing.insert(offset)
    case .insert(let offset, _, _): unexpected.insert(offset)
    }
  }
  var rows = [("expected", "found")]
  var command: String?
  var (left, right) = (0, 0)
  while left < old.count || right < new.count {
    let (isMissing, isUnexpected) = (missing.contains(left), unexpected.contains(right))
    let line = right < new.count ? visible(new[right]) : ""
    if isMissing || isUnexpected {
      if let shown = command { rows.append((shown, shown)) }
      command = nil
      rows.append((isMissing ? visible(old[left]) : "", isUnexpected ? line : ""))
    } else if line.hasPrefix("$ ") {
      command = line
    }
    if isMissing || !isUnexpected { left += 1 }
    if isUnexpected || !isMissing { right += 1 }
  }
  let width = rows.map(\.0.count).max() ?? 0
  return rows.map { row in
    "\(row.0)\(String(repeating: " ", count: width - row.0.count)) | \(row.1)"
  }.joined(separator: "\n")
}

/// A line whose control characters are escaped.
private func visible(_ line: [UInt8]) -> String {
  line.asText.unicodeScalars.map { scalar in
    scalar.properties.generalCategory == .control
      ? scalar.escaped(asASCII: true) : String(scalar)
  }.joined()
}

@Suite struct TranscriptTests {
  @Test func differingLinesAreShownSideBySideBelowTheirCommand() {
    let expected = "$ stack\nOne\n$ stack done\nTwo\n$ stack skip\nThree\n[1]"
    let found = "$ stack\nOne\n$ stack done\nTwo!\n\u{1B}[0m\n$ stack skip\nThree"
    #expect(
      differences(expected: expected, found: found) == #"""
        expected     | found
        $ stack done | $ stack done
        Two          | Two!
                     | \u{1B}[0m
        $ stack skip | $ stack skip
        [1]          | \#("")
        """#)
  }

  @Test func canonicallyEquivalentLinesDiffer() {
    #expect(differences(expected: "e\u{301}", found: "\u{E9}").contains("\n"))
    #expect(!differences(expected: "\u{E9}", found: "\u{E9}").contains("\n"))
  }

  @Test func aSessionThatDiffersFails() throws {
    try withKnownIssue {
      try session("$ stack push One\nTwo")
    } matching: {
      $0.description.contains("Two              | One")
    }
  }
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
    try stack("push", "-", input: Data(titles.joined(separator: "\n").utf8))
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
