// The question of `stack push` at a terminal: editing the answer, pasting several lines, and the
// terminal afterwards.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForTime) struct QuestionTests {
  private let home = Home(["NO_COLOR": "1"])

  /// Starts a script in a terminal and waits for the question.
  private func asking(
    _ script: String = "stack push", columns: Int = 80,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Terminal {
    let terminal = try Terminal(home, "/bin/sh", ["-c", script], columns: columns)
    #expect(terminal.wait(for: "New task: "), sourceLocation: sourceLocation)
    return terminal
  }

  /// A script that runs `stack push`, prints whether the terminal is as before, and then saves what
  /// the next program reads.
  private static let compared = """
    ulimit -c 0; trap : INT QUIT TERM; stty -a >before
    sh -c 'echo $$ >pid; exec stack push'; echo "status $?"
    stty -a >after; diff before after && echo 'same terminal'; cat >rest
    """

  /// Ends a compared script. Returns what the next program has read.
  private func rest(
    of terminal: Terminal, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    #expect(terminal.wait(for: "same terminal"), "\(terminal.text)", sourceLocation: sourceLocation)
    #expect(
      terminal.text.components(separatedBy: "\u{1B}[?2004h").count
        == terminal.text.components(separatedBy: "\u{1B}[?2004l").count,
      sourceLocation: sourceLocation)
    terminal.type("\u{04}")
    #expect(terminal.end() == 0, sourceLocation: sourceLocation)
    return try home.text(of: "rest")
  }

  private func notes() throws -> [String] {
    try home.tasks().last?["notes"] as? [String] ?? []
  }

  @Test func pushWithoutATextAsks() throws {
    let terminal = try asking()
    terminal.type("Call Sam\n")
    #expect(terminal.end() == 0)
    #expect(terminal.screen.text == "New task: Call Sam\nAdded: Call Sam\n○ Call Sam")
  }

  @Test(.needs("python3")) func nonblockingTerminalsAreRead() throws {
    let script =
      "'\(Program.python)' -c \"import os; os.set_blocking(0, False); os.execlp('stack', 'stack', 'push')\""
    let terminal = try asking(script)
    terminal.type("Call Sam\n")
    #expect(terminal.end() == 0)
    #expect(try home.titles() == ["Call Sam"])
  }

  // MARK: Editing

  @Test(arguments: [
    ("Call Sm\u{1B}[Da\n", "Call Sam"), ("all Sam\u{1B}[HC\r", "Call Sam"),
    ("all\u{1B}OHC\u{1B}OF Sam\n", "Call Sam"),
    ("\u{1B}[A\u{1B}[BCall\u{1B}[1;5C Sam\n", "Call Sam"),
    ("all\u{01}C\u{05} Sam\n", "Call Sam"), ("Call Max\u{17}Sam\n", "Call Sam"),
    ("Call Max  \u{17}Sam\n", "Call Sam"), ("senseam\u{1B}[D\u{1B}[D\u{15}Call S\n", "Call Sam"),
    ("Call Sam now\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{0B}\n", "Call Sam"),
    ("Call Samm\u{7F}\n", "Call Sam"), ("Call Samm\u{8}\n", "Call Sam"),
    ("xCall Sam\u{1B}[1~\u{1B}[3~\u{1B}[4~!\n", "Call Sam!"),
    ("xCall Sam\u{1B}[7~\u{1B}[3~\u{1B}[8~!\n", "Call Sam!"),
    ("xCall Sam\u{01}\u{04}\n", "Call Sam"),
    ("日本\u{1B}[D\u{1B}[Dé👨‍👩‍👧\u{1B}[C語\n", "é👨‍👩‍👧日語本"), ("e\u{301}x\u{7F}\u{7F}Call\n", "Call"),
    ("a\u{1B}[99Xb\u{1B}OPc\u{07}\n", "abc"), ("   Call  Sam  \n", "Call  Sam"),
    ("tab\tinside\n", "tab\tinside"), ("Call\u{1B}[200~ Sam \u{1B}[201~Lee\n", "Call Sam Lee"),
    // A paste is put where the cursor is, and a blank one is ignored.
    ("Call\u{01}\u{1B}[200~Please \u{1B}[201~\u{05} Sam\n", "Please Call Sam"),
    ("\u{1B}[200~\r \r\u{1B}[201~Call Sam\n", "Call Sam"),
  ])
  func theAnswerCanBeEdited(_ keys: String, _ title: String) throws {
    let terminal = try asking()
    // The bytes of a key may arrive one by one.
    for byte in keys.utf8 { terminal.type([byte]) }
    #expect(terminal.end() == 0)
    #expect(try home.titles() == [title])
  }

  @Test func theLineIsShownAsItIsEdited() throws {
    let terminal = try asking()
    terminal.type("日本 \u{1B}[31m\u{02}x\u{1B}[D")
    #expect(terminal.wait { $0.screen.textBeforeCursor == "New task: 日本 " })
    #expect(terminal.screen.text == "New task: 日本 x")
    terminal.type("\n")
    #expect(terminal.end() == 0)
  }

  /// The row shows the part around the cursor.
  @Test func aLineThatIsTooWideStaysOnItsRow() throws {
    let terminal = try asking(columns: 30)
    terminal.type("one two three 日本語 four five")
    #expect(terminal.wait { $0.screen.text == "New task: ee 日本語 four five" })
    terminal.type("\u{01}")
    #expect(terminal.wait { $0.screen.text == "New task: one two three 日本" })
    #expect(terminal.screen.textBeforeCursor == "New task: ")
    terminal.type("\u{05}!\n")
    #expect(terminal.end() == 0)
    #expect(try home.titles() == ["one two three 日本語 four five!"])
  }

  @Test func aLineLongerThanTheTerminalsOwnIsKept() throws {
    let title = String(repeating: "é", count: 5000)
    let terminal = try asking()
    terminal.type(title)
    #expect(terminal.wait { $0.screen.text.hasSuffix("é") })
    terminal.type("\n")
    #expect(terminal.end() == 0)
    #expect(try home.titles() == [title])
  }

  // MARK: Pasting

  @Test(arguments: ["\r", "\n", "\r\n"]) func aPasteOfSeveralLinesIsATaskWithNotes(_ end: String)
    throws
  {
    let terminal = try asking(Self.compared)
    let lines = ["First", "touch ran", "", "  Third  ", "exit", ""]
    terminal.type("\u{1B}[200~" + lines.joined(separator: end) + "\u{1B}[201~")
    #expect(try rest(of: terminal) == "")
    #expect(try home.titles() == ["First"])
    #expect(try notes() == ["touch ran", "Third", "exit"])
    #expect(terminal.text.contains("Added with 3 notes: First"))
    #expect(!terminal.text.contains("Discarded"))
  }

  @Test func withoutMarksTheLinesAfterTheFirstAreDiscarded() throws {
    for script in [Self.compared, "TERM=dumb; " + Self.compared] {
      let terminal = try asking(script)
      terminal.type("Call Sam\rtouch ran\rexit\rtouch x")
      #expect(terminal.wait(for: "Discarded 22 bytes that came after the line."))
      #expect(terminal.wait(for: "stack push -"))
      #expect(try rest(of: terminal) == "")
    }
    #expect(try home.titles() == ["Call Sam", "Call Sam"])
  }

  @Test func oneDiscardedByteIsCounted() throws {
    let terminal = try asking(Self.compared)
    terminal.type("Call Sam\rx")
    #expect(terminal.wait(for: "Discarded 1 byte that came after the line."))
    #expect(try rest(of: terminal) == "")
  }

  @Test func aPasteThatIsNotUTF8IsRefused() throws {
    let terminal = try asking(Self.compared)
    terminal.type(Array("\u{1B}[200~Call\rSam ".utf8) + [0xFF] + Array("\r\u{1B}[201~".utf8))
    #expect(terminal.wait(for: "stack: the pasted text is not UTF-8; nothing was changed"))
    #expect(try rest(of: terminal) == "")
    #expect(home.queueText() == nil)
  }

  /// How terminals send a paste: with the marks or without, and with different line breaks.
  private static let conventions = [
    (start: "\u{1B}[200~", lineBreak: "\r", end: "\u{1B}[201~"),
    (start: "\u{1B}[200~", lineBreak: "\n", end: "\u{1B}[201~"),
    (start: "", lineBreak: "\r", end: ""), (start: "", lineBreak: "\r\n", end: ""),
  ]

  @Test(arguments: TestExtent.seeds(8, all: 200)) func nothingOfAPasteReachesTheShell(
    _ seed: UInt64
  )
    throws
  {
    var random = SplitMix64(seed: seed)
    let scalars =
      (0..<32).map { UnicodeScalar(UInt8($0)) } + "\u{7F}\u{9B}é日本👍 ab;|&$".unicodeScalars
    let convention = Self.conventions[Int(seed) % Self.conventions.count]
    var lines = (0..<1 + random.below(6)).map { _ in
      (0..<random.below(12)).reduce(into: "x") { line, _ in
        line.unicodeScalars.append(random.pick(scalars))
      }
    }
    // More than the program reads at once, and than the terminal holds.
    let longLine = String(repeating: "y", count: 99)
    if random.once(in: 2) { lines += Array(repeating: longLine, count: 99) }
    let text = lines.joined(separator: "\n").replacing("\r\n", with: "\n")
    let pasted = text.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r"
    }
    .map { String($0) }.joined(separator: convention.lineBreak)
    let terminal = try asking(Self.compared)
    terminal.type(convention.start + pasted + convention.end)
    if !convention.start.isEmpty, !pasted.contains(where: { $0.isNewline }) { terminal.type("\r") }
    terminal.wait(for: "status", seconds: 2)
    if !terminal.text.contains("status") { terminal.type("\r") }
    #expect(try rest(of: terminal) == "", "\(pasted.debugDescription)")
    if convention.start.isEmpty { return }
    let expected = text.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
    let added = try home.titles() + notes()
    #expect(added == expected.map(trimmed).filter { $0 != "" }, "\(pasted.debugDescription)")
  }

  private func trimmed(_ line: String) -> String {
    line.trimmingCharacters(in: CharacterSet(charactersIn: " \t\u{0B}\u{0C}"))
  }

  // MARK: Signals

  @Test(arguments: [
    ("half a task\u{03}", "status 1"), ("\u{04}", "status 1"), ("\n", "status 1"),
    ("x\u{1C}", "status 131"), ("\u{1B}[200~half\u{1B}[20", "status 1"),
  ])
  func theTerminalIsAsBeforeAfterAnEnd(_ keys: String, _ status: String) throws {
    let terminal = try asking(Self.compared)
    terminal.type(keys)
    // In an unfinished paste, Ctrl-C is text unless nothing else has arrived for a while.
    for _ in 1...5 where keys.hasSuffix("[20") && !terminal.wait(for: status, seconds: 2) {
      terminal.type("\u{03}")
    }
    #expect(terminal.wait(for: status))
    #expect(try rest(of: terminal) == "")
    #expect(home.queueText() == nil)
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 1)])
  func theTerminalIsAsBeforeAfterASignal(_ signal: Int32, _ status: Int) throws {
    let terminal = try asking(Self.compared)
    terminal.type("half a task")
    #expect(terminal.wait(for: "half a task"))
    let process = try home.text(of: "pid")
    kill(try #require(Int32(process.dropLast())), signal)
    #expect(terminal.wait(for: "status \(status)"))
    #expect(try rest(of: terminal) == "")
  }

  /// A shell with job control, whose terminal's attributes are in the file `before`.
  private func shellWithJobControl() throws -> Terminal {
    let terminal = try Terminal(
      home, "/usr/bin/env", ["PS1=ready> ", "bash", "--norc", "--noprofile", "-i"])
    run("stty -a >before", in: terminal)
    return terminal
  }

  /// Waits for the prompt, types a command, and waits for what shows that it does its work: by
  /// default, the next prompt.
  private func run(
    _ command: String, in terminal: Terminal, for text: String = "ready> ",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isPrompt = { (terminal: Terminal) in terminal.screen.textBeforeCursor == "ready> " }
    #expect(terminal.wait(until: isPrompt), "\(terminal.text)", sourceLocation: sourceLocation)
    let erasures = terminal.screen.erasures
    terminal.type("clear; \(command)\n")
    let isShown = { (terminal: Terminal) in
      terminal.screen.erasures > erasures && terminal.screen.textBeforeCursor == text
    }
    #expect(terminal.wait(until: isShown), "\(terminal.text)", sourceLocation: sourceLocation)
  }

  /// Suspends the question with a key or a signal.
  private func suspend(_ terminal: Terminal, _ way: String) throws {
    let start = terminal.position
    if way == "\u{1A}" { terminal.type(way) } else { try home.shell("kill -\(way) $(cat pid)") }
    #expect(terminal.wait(for: "Stopped", from: start), "\(terminal.text)")
  }

  @Test(arguments: ["\u{1A}", "STOP", "TSTP"]) func theQuestionCanBeSuspended(_ way: String) throws
  {
    let terminal = try shellWithJobControl()
    run("sh -c 'echo $$ >pid; exec stack push'", in: terminal, for: "New task: ")
    terminal.type("Call Sam")
    #expect(terminal.wait { $0.screen.textBeforeCursor == "New task: Call Sam" })
    try suspend(terminal, way)
    run("stty -a >meanwhile; fg", in: terminal, for: "New task: Call Sam")
    terminal.type("uel\u{1B}[D\u{1B}[C\n")
    run("stty -a >after", in: terminal)
    #expect(try home.shell("diff before meanwhile; diff before after").output == "")
    #expect(try home.titles() == ["Call Samuel"])
  }

  /// The signals SIGTERM and SIGCONT, in the background.
  @Test(arguments: ["\u{1A}", "STOP"]) func aSuspendedQuestionCanBeEnded(_ way: String) throws {
    let terminal = try shellWithJobControl()
    run("sh -c 'echo $$ >pid; exec stack push'", in: terminal, for: "New task: ")
    try suspend(terminal, way)
    run("kill %1; while kill -0 $(cat pid) 2>gone; do :; done", in: terminal)
    run("stty -a >after", in: terminal)
    #expect(try home.shell("diff before after").output == "")
    #expect(home.queueText() == nil)
  }

  /// The process may be resumed at any moment, also just before it waits for a key.
  @Test(.needs("strace"))
  func aResumedQuestionIsShownAgain() throws {
    let calls = "-qqo calls -e trace=write -e inject=write:delay_exit=300000"
    let terminal = try asking("echo $$ >pid; exec strace -D \(calls) stack push")
    let start = terminal.position
    try home.shell("kill -CONT $(cat pid)")
    #expect(terminal.wait(for: "New task: ", from: start))
  }
}

/// Where keys can't be read one by one, the terminal's own line is the answer.
@Suite(.waitsForTime) struct PlainQuestionTests {
  private let home = Home(["TERM": "dumb"])

  /// Types a line after each question. Returns the screen.
  private func answering(_ lines: String..., status: Int32 = 0) throws -> String {
    let terminal = try Terminal(home, "/bin/sh", ["-c", "exec stack push"])
    var start = 0
    for line in lines {
      #expect(terminal.wait(for: "New task: ", from: start))
      start = terminal.position
      terminal.type(line)
    }
    #expect(terminal.end() == status)
    return terminal.text.replacing("\r\n", with: "\n")
  }

  @Test func pushWithoutATextAsks() throws {
    #expect(
      try answering("Call Sam\n") == "New task: Call Sam\nAdded: Call Sam\n○ Call Sam\n")
    // The first Ctrl-D submits the typed text without a line break; the second is the end of the
    // input.
    #expect(
      try answering("Call Pat\u{04}\u{04}").hasSuffix("Added: Call Pat\n◎ Call Sam\n"))
    #expect(try home.titles() == ["Call Sam", "Call Pat"])
  }

  @Test(arguments: [
    "abc\u{1B}[D", "\u{1B}[A", "a\u{1B}OPb", "tab\u{9}inside", "C1\u{9B}D", "\u{8}x",
  ])
  func anAnswerWithControlCharactersIsAskedForAgain(_ keys: String) throws {
    let screen = try answering("\(keys)\n", "\(keys)\n", "Call Sam\u{200E}\n")
    let again =
      "Nothing was changed: arrow keys don't work here. Please type it again.\nNew task: "
    #expect(screen.components(separatedBy: again).count == 3)
    #expect(try home.titles() == ["Call Sam\u{200E}"])
  }

  @Test func aLineThatTheTerminalHasCutIsNotAdded() throws {
    let line = String(repeating: "é", count: 2500)
    let screen = try answering("\(line)\n", "Call Sam\n")
    #expect(
      screen.contains(
        "Nothing was changed: the terminal has cut this long line. Please type it again.\n"))
    let (question, keys) = ("to end.\r\n", "\(line)\n\u{04}")
    let refused = try home.screen(
      "push", "-", columns: 200, asked: question, typing: keys, status: 64)
    #expect(
      refused.contains(
        "stack: line 1 of the input is longer than a terminal keeps; nothing was changed"))
    #expect(try home.titles() == ["Call Sam"])
  }

  @Test(arguments: ["\n", "   \n", "\u{04}", "\u{03}", "half a task\u{03}"])
  func anEmptyOrInterruptedAnswerAddsNothing(_ keys: String) throws {
    let screen = try answering(keys, status: 1)
    let isInterrupted = keys.hasSuffix("\u{03}")
    #expect(
      screen.hasSuffix(isInterrupted ? "^C\n" : "stack: no task was given; nothing was changed\n"))
    #expect(home.files(below: ".config") == [])
  }
}
