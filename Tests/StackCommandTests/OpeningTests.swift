// `stack open`: what is attached, in the program that the desktop has for it.

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct OpeningTests {
  /// A home in which what is opened is written down, an argument a line, in `opened`.
  private func recording(_ environment: [String: String] = [:]) throws -> Home {
    let home = Home(["STACK_OPENER": "record"].merging(environment) { $1 })
    try home.script("record", #"printf '[%s]\n' "$@" >>~/opened"#)
    return home
  }

  @Test func allOrTheOneOfANumber() throws {
    try session(
      """
      $ touch plan.txt 'two words.pdf'
      $ stack push -a plan.txt -a https://example.org/ -a 'two words.pdf' Prepare the meeting
      Prepare the meeting
      $ stack open
      Prepare the meeting
      $ stack open 2
      Prepare the meeting
      $ cat opened
      [~/plan.txt]
      [https://example.org/]
      [~/two words.pdf]
      [https://example.org/]
      """, in: try recording())
  }

  @Test func whatCannotBeOpened() throws {
    try session(
      """
      $ stack open
      stack: there is no task to open; add one with: stack push "…"
      [1]
      $ stack push Prepare the meeting
      Prepare the meeting
      $ stack open
      stack: nothing is attached to the current task; attach something with: stack attach FILE|URL
      [1]
      $ touch plan.txt && stack attach plan.txt https://example.org/
      Prepare the meeting
      $ stack open 3
      stack: there is no attachment 3; the current task has 2
      [1]
      $ stack open 0
      stack: the attachment to open should be a number from 1 on, not '0'
      [64]
      $ stack open plan.txt
      stack: the attachment to open should be a number from 1 on, not 'plan.txt'
      [64]
      $ stack open 1 2
      stack: open can't do anything with '2'; see: stack help open
      [64]
      $ rm plan.txt
      $ stack open
      stack: there is no file ~/plan.txt any more
      [74]
      $ stack open 1
      stack: there is no file ~/plan.txt any more
      [74]
      $ cat opened
      [https://example.org/]
      """, in: try recording())
  }

  @Test func aProgramWithArguments() throws {
    try session(
      """
      $ touch plan.txt && stack push -a plan.txt Prepare
      Prepare
      $ STACK_OPENER='record --in "a new window" $HOME' stack open
      Prepare
      $ cat opened
      [--in]
      [a new window]
      [~]
      [~/plan.txt]
      """, in: try recording())
  }

  @Test func aProgramThatFails() throws {
    try session(
      """
      $ touch plan.txt && stack push -a plan.txt -a https://example.org/ Prepare
      Prepare
      $ STACK_OPENER='sh -c "exit 3"' stack open
      stack: the opener ended with status 3 for ~/plan.txt; the opener ended with status 3 for https://example.org/
      [74]
      $ STACK_OPENER='kill -9 $$;' stack open 1
      stack: the opener ended with signal 9 for ~/plan.txt
      [74]
      $ STACK_OPENER= PATH=~/.bin "$(readlink ~/.bin/stack)" open 1
      stack: cannot start \(Self.desktopOpener): No such file or directory; set STACK_OPENER to a program that opens ~/plan.txt
      [74]
      """, in: try recording())
  }

  /// Standard output is for the current task, whatever a browser says when it starts.
  @Test func theOpenersTalkIsNotTheTask() throws {
    let home = Home(["STACK_OPENER": "echo Opening"])
    try home.stack("push", "-a", "https://example.org/", "Read")
    #expect(
      try home.stack("open")
        == Finished(status: 0, output: "Read\n", errors: "Opening https://example.org/\n"))
    #expect(try home.shell("stack open 2>&-").status == 0, "with nowhere to talk to")
  }

  /// What opens things here, unless the person says otherwise.
  private static var desktopOpener: String {
    #if canImport(Darwin)
      "open"
    #else
      "xdg-open"
    #endif
  }

  static let names = [
    "-rf", "--help", "$(touch pwned)", "`touch pwned`", "a; touch pwned", "it's \"quoted\"",
    "back\\slash $HOME", "new\nline", "日本語 übel", "a\u{1B}[31mb", "%f %u %20", "*",
  ]

  /// A home with a task that each of the names is attached to.
  private func attachAll(in home: Home) throws {
    for name in Self.names { try home.write(Data("some text\n".utf8), to: "files/\(name)") }
    try home.stack("push", "Open them all")
    try home.run(home.program.path, ["attach"] + Self.names.map { home.url("files/\($0)").path })
  }

  @Test func namesAreNeverReadByAShell() throws {
    let home = try recording()
    try attachAll(in: home)
    #expect(try home.stack("open") == Finished(status: 0, output: "Open them all\n", errors: ""))
    let expected = Self.names.map { "[\(home.url("files/\($0)").path)]\n" }.joined()
    #expect(try String(contentsOf: home.url("opened"), encoding: .utf8) == expected)
    #expect(!FileManager.default.fileExists(atPath: home.url("pwned").path))
  }

  /// `attach` keeps absolute paths, but a person may write anything into the file.
  @Test func aDashThatWasWrittenByHand() throws {
    let home = try recording()
    try home.writeQueue(#"{"tasks": [{"title": "Careful", "attachments": ["-rf", "--", "plain"]}]}"#)
    try session(
      """
      $ touch ./-rf plain
      $ stack open
      stack: there is no file -- any more
      [74]
      $ cat opened
      [./-rf]
      [plain]
      """, in: home)
  }

  /// What a person or another program wrote into the file, and what can't be passed on whole.
  @Test func whatNoProgramCanBeGiven() throws {
    let home = try recording()
    try home.write(Data(), to: "plain")
    try home.write(Data(), to: "-\u{301}rf")
    try home.writeQueue(
      #"{"tasks": [{"title": "Careful", "attachments": ["\#(home.folder.path)/plain\u0000.txt", "#
        + #""https://example.org/\u0000", "https://example.org/a b", "-\u0301rf"]}]}"#)
    let result = try home.stack("open")
    #expect(result.status == 74 && result.output == "")
    #expect(
      result.errors
        == "stack: \(home.folder.path)/plain\\u{0}.txt holds a zero, so no program can be given it whole; "
        + "https://example.org/\\u{0} holds a zero, so no program can be given it whole\n")
    let opened = try String(contentsOf: home.url("opened"), encoding: .utf8)
    #expect(opened == "[https://example.org/a b]\n[./-\u{301}rf]\n")
  }

  @Test(.enabled(if: Program.exists("xdg-open"), "needs xdg-open (the package xdg-utils)"))
  func theRealXdgOpen() throws {
    let home = try recording(["STACK_OPENER": "", "XDG_CURRENT_DESKTOP": "X-Generic", "DISPLAY": ":99"])
    let types = ["text/plain", "x-scheme-handler/https", "x-scheme-handler/mailto"]
    try home.write(
      Data("[Desktop Entry]\nType=Application\nName=Recorder\nExec=record %u\n".utf8),
      to: ".local/share/applications/recorder.desktop")
    try home.write(
      Data(("[Default Applications]\n" + types.map { "\($0)=recorder.desktop\n" }.joined()).utf8),
      to: ".config/mimeapps.list")
    try attachAll(in: home)
    try home.stack("attach", "https://example.org/a?b=c&d=$(touch%20pwned);'e'", "mailto:sam@example.org")
    #expect(try home.stack("open") == Finished(status: 0, output: "Open them all\n", errors: ""))
    let expected =
      Self.names.map { home.url("files/\($0)").path }
      + ["https://example.org/a?b=c&d=$(touch%20pwned);'e'", "mailto:sam@example.org"]
    let opened = try String(contentsOf: home.url("opened"), encoding: .utf8)
    #expect(opened == expected.map { "[\($0)]\n" }.joined())
    #expect(!FileManager.default.fileExists(atPath: home.url("pwned").path))
  }
}
