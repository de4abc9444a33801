// Standard output: what is on it, and what happens if it can't be written.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct OutputTests {
  /// Opens a pipe without a reader as descriptor 3.
  private static let brokenPipe = "mkfifo pipe; : <pipe & exec 3>pipe; wait $!"

  @Test func theMessageSaysThatTheChangeWasMade() throws {
    try session(
      """
      $ stack push Write the report
      Write the report
      $ stack push Call Sam >&-
      stack: added, but it could not be shown: cannot write standard output: Bad file descriptor
      [74]
      $ \(Self.brokenPipe)
      $ stack >&3
      stack: cannot write standard output: Broken pipe
      [74]
      $ stack done >&3
      stack: done, but it could not be shown: cannot write standard output: Broken pipe
      [74]
      $ echo '{"title": "Buy milk"}' | stack receive >&-
      stack: added, but it could not be shown: cannot write standard output: Bad file descriptor
      [74]
      $ STACK_SSH='cat >/dev/null; echo received 1.1.0 stack;:' stack send desk >&-
      stack: sent, but it could not be shown: cannot write standard output: Bad file descriptor
      [74]
      $ stack
      Buy milk
      $ stack undo
      Call Sam
      $ stack undo
      Write the report
      """)
  }

  /// Every command that prints, with arguments for which it prints something.
  static let printing = [
    "", "push Call Sam", "push --top Urgent", "done", "skip", "drop", "edit Write", "note x",
    "undo", "attach x:y",
    "open", "send desk", "send :work", "count", "stacks", "prompt", "prompt --extent", "path",
    "init bash",
    "init posix", "help", "help push", "help --man", "--version", "--help", "push --help",
    "--json", "skip --json",
  ]

  private func home() throws -> Home {
    let home = Home([
      "STACK_OPENER": "true", "STACK_SSH": "cat >/dev/null; echo received 1.1.0 stack;:",
    ])
    try home.shell(
      "stack push -a https://example.org/ Write the report; for _ in 1 2 3 4; do stack push More; done"
    )
    return home
  }

  @Test(arguments: printing) func outputThatCannotBeWrittenIsReported(_ command: String) throws {
    var places = [("&-", "Bad file descriptor"), ("&3", "Broken pipe")]
    if ThisSystem.hasFullDevice { places.append(("/dev/full", "No space left on device")) }
    let attempts = places.map { place, _ in "stack \(command) >\(place); echo $?" }
    let result = try home().shell("\(Self.brokenPipe)\n" + attempts.joined(separator: "\n"))
    #expect(result.output == String(repeating: "74\n", count: places.count))
    let sentences = result.errors.split(separator: "\n")
    try #require(sentences.count == places.count)
    for (sentence, (_, reason)) in zip(sentences, places) {
      #expect(
        sentence.hasPrefix("stack: ")
          && sentence.hasSuffix("cannot write standard output: \(reason)"))
    }
  }

  @Test func outputThatIsCutOffIsReported() throws {
    let result = try home().shell(
      "ulimit -f 1; stack init bash >script; s=$?; wc -c <script; exit $s")
    #expect(result.status == 74)
    #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == "1024")
    #expect(result.errors == "stack: cannot write standard output: File too large\n")
    let closed = try home().shell("stack help --man | true; echo ${PIPESTATUS[0]}")
    #expect(["0\n", "74\n"].contains(closed.output), "it depends on when the reader ends")
  }

  @Test func standardErrorIsNotRequired() throws {
    for place in ThisSystem.hasFullDevice ? ["/dev/full", "&-"] : ["&-"] {
      let result = try home().shell("stack push Four 2>\(place) && stack frobnicate 2>\(place)")
      #expect(result.status == 64 && result.output == "Write the report\n")
    }
  }

  /// No output has the title of a task that is neither the current one nor was before the command.
  @Test func noCommandListsTheQueue() throws {
    let home = Home([
      "EDITOR": Home.editor(sed: "1s/marked/changed/"), "STACK_OPENER": "true",
      "STACK_SSH": "false",
    ])
    try home.shell(
      "printf '%s\\n' marked-{1..9} | stack push -; stack done; stack done; stack undo")
    let commands = [
      "redo", "", "push New", "push --top New", "push -", "done", "skip", "drop", "edit New",
      "edit",
      "edit --all", "note x", "stacks", "send :work", "undo", "attach https://example.org/",
      "detach", "open", "send nobody.invalid", "receive", "count", "prompt", "init bash", "path",
      "help", "--version", "--json", "done --json", "count --json", "psuh",
    ].map { $0.split(separator: " ").map(String.init) }
    for command in commands {
      for isOnTerminal in [false, true] {
        let (text, before) = (home.queueText(), try home.titles().first ?? "")
        let seen: String
        if isOnTerminal {
          let terminal = try Terminal(home, home.program.path, command)
          if command == ["push", "-"] || command == ["receive"] { terminal.type("x\n\u{04}") }
          _ = terminal.end()
          seen = terminal.text
        } else {
          let result = try home.run(home.program.path, command)
          seen = result.output + result.errors
        }
        let current = [before, try home.titles().first ?? ""]
        let others = (1...9).map { "marked-\($0)" }.filter { !current.contains($0) }
        #expect(!others.contains { seen.contains($0) }, "stack \(command)")
        // Each command starts from the same queue.
        if home.queueText() != text { try home.stack(command == ["undo"] ? "redo" : "undo") }
        #expect(home.queueText() == text)
      }
    }
  }
}
