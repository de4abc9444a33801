// `stack complete`, which the shells' scripts run at Tab.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.waitsForPrograms) struct CompletionAnswerTests {
  /// The lines of the answer. The cursor is at the end of the typed text, which follows `stack `.
  private func answer(_ typed: String, in home: Home = Home()) throws -> [String] {
    let words = typed.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let finished = try home.run(home.program.path, ["complete", "bash", "--"] + words)
    #expect(finished.status == 0 && finished.errors == "")
    return finished.output.split(separator: "\n").map(String.init)
  }

  /// Expects these lines as the answers to typed texts.
  private func expect(
    _ answers: KeyValuePairs<String, [String]>, in home: Home = Home(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (typed, lines) in answers {
      #expect(try answer(typed, in: home) == lines, "\(typed)", sourceLocation: sourceLocation)
    }
  }

  private func lines(_ options: [Option]) -> [String] {
    options.flatMap { option in option.names.map { "\($0)\t\(option.summary)" } }
  }

  @Test func allDeclaredCommandsAreOffered() throws {
    let commands = Command.all.map { "\($0.name)\t\($0.summary)" }
    let topics = HelpTopic.allCases.map { "\($0.rawValue)\t\($0.summary)" }
    // The shell filters the candidates.
    try expect([
      "": commands, "pu": commands, "-s work ": commands, "--stack=work --json ": commands,
      "help ": commands + topics, "-- ": commands, "help push ": [], "send": commands,
    ])
    // Only scripts use `complete`; as a word, it gets a suggestion (see UsageTests.swift).
    #expect(try !commands.joined().contains("complete\t") && answer("complete ") == [])
    for help in [["help"], ["help", "--man"]] {
      #expect(
        try !Home().run(Program.underTest.path, help).output.contains(/Ic complete|complete,/))
    }
  }

  @Test func allDeclaredOptionsAreOffered() throws {
    #expect(try answer("-") == lines(Option.beforeCommand + Option.general))
    for command in Command.all {
      #expect(try answer("\(command.name) -") == lines(command.options() + Option.general))
      #expect(try answer("\(command.name) --js") == ["--json\t\(Option.json.summary)"])
    }
  }

  @Test func noOptionsAreOfferedInAText() throws {
    let home = Home()
    for text in ["push Call -", "edit Call --", "push -- -", "edit -- --al", "push ", "edit "] {
      #expect(try answer(text, in: home) == [])
    }
    #expect(try answer("push -a draft.pdf -") == lines(Command.push.options() + Option.general))
  }

  @Test func filesAreLeftToTheShell() throws {
    let home = Home()
    for typed in [
      "attach ", "attach a ", "merge ", "merge a b ", "push -a ", "push --attach dr",
      "push --attach=dr",
      "-s work push --top -a ",
    ] { #expect(try answer(typed, in: home) == ["files"], "\(typed)") }
  }

  /// After other words, the rest of those that begin with them.
  @Test func titlesThatTopWouldFindAreOffered() throws {
    let home = Home()
    try home.writeTasks("Call Sam", "Call Ann about the contract", "Write to Ann", "Contract")
    try expect(
      [
        "top -- ": ["titles", "Call Ann about the contract\t", "Write to Ann\t", "Contract\t"],
        "top CON": ["titles", "Call Ann about the contract\t", "Contract\t"],
        "top sam": ["titles"], "top Call ": ["titles", "Ann about the contract\t"],
        "top Call Ann contr": ["titles", "about the contract\t"], "top Ann contr": ["titles"],
      ], in: home)
  }

  @Test func stacksAreOfferedByName() throws {
    let home = Home()
    let names = [
      "work", "in.ner", "-dash", "end.", "we ird", "we\u{9B}31m",
      "stack.sync-conflict-20261121-153000-ABCDEFG",
      "stack (Sam's conflicted copy 2026-11-21)",
    ]
    for name in names + ["stack"] { try home.writeTasks("Task", queue: name) }
    try home.writeQueue(#"{"tasks": [], "completed": []}"#, "none")
    // One of the stacks is a symbolic link.
    try home.shell(
      "cd .config/stack; mkdir directory.json; echo x >note.txt; mv in.ner.json ~/file; ln -s ~/file in.ner.json"
    )
    try expect(
      [
        "-s ": ["in.ner\t", "stack\t", "work\t"],
        "push --stack ": ["in.ner\t", "stack\t", "work\t"],
        "stacks --delete ": ["in.ner\t", "stack\t", "work\t"],
        "stacks --rename ": ["in.ner\t", "stack\t", "work\t"], "stacks --rename work ": [],
        "--stack=w": ["--stack=in.ner\t", "--stack=stack\t", "--stack=work\t"],
        "-sw": ["-sin.ner\t", "-sstack\t", "-swork\t"],
      ], in: home)
  }

  @Test func attachmentsAreOfferedByNameAndNumber() throws {
    let home = Home()
    let directory = home.directory.path
    try home.writeQueue(
      """
      {"tasks": [{"title": "Task", "attachments": ["\(directory)/a draft.pdf", "\(directory)/-x", "https://example.org/",
        "\(directory)/~x", "\(directory)/gone/y", "-z", "~/notes.txt", "/we\\u001b[31m\\u202e\\u009b", "/tab\\there",
        "\(directory)2/z"]}]}
      """)
    try home.writeQueue(#"{"tasks": [{"title": "x", "attachments": "/only/one"}]}"#, "work")
    let offered = [
      "a draft.pdf", "./-x", "https://example.org/", "./~x", "gone/y", "./-z", "./~/notes.txt",
      "\(directory)2/z",
    ]
    let names = offered.map { $0 + "\t" }
    try expect(
      [
        "detach ": names,
        "detach x /": [
          "\(directory)/a draft.pdf\t", "\(directory)/-x\t", "https://example.org/\t",
          "\(directory)/~x\t", "\(directory)/gone/y\t", "~/notes.txt\t",
          "\(directory)2/z\t",
        ],
        "open ": [
          "1\t\(directory)/a draft.pdf", "2\t\(directory)/-x", "3\thttps://example.org/",
          "4\t\(directory)/~x", "5\t\(directory)/gone/y", "6\t-z", "7\t~/notes.txt",
          "8\t/we\\u{1B}[31m\\u{202E}\\u{9B}", "9\t/tab here", "10\t\(directory)2/z",
        ],
        "open 1 ": [], "-s work open ": ["1\t/only/one"],
        "open --stack=work ": ["1\t/only/one"],
      ], in: home)
    for name in offered { #expect(try home.stack("detach", name).status == 0, "\(name)") }
  }

  @Test func theCurrentTitleAndDaysAreOffered() throws {
    let home = Home()
    try home.writeTasks(#"Bob's "*" & $HOME"#, "Second")
    try home.writeTasks("\u{1B}[2J", queue: "odd")
    try home.writeTasks("-x", queue: "dash")
    for typed in ["edit ", "edit Bo", "edit -- ", "--stack=stack edit "] {
      #expect(try answer(typed, in: home) == [#"Bob's "*" & $HOME\#t"#])
    }
    for typed in [
      "edit Bob's ", "-s odd edit ", "-s dash edit ", "-s none edit ", "push ", "note ",
    ] {
      #expect(try answer(typed, in: home) == [])
    }
    let weekdays = ["mon", "tues", "wednes", "thurs", "fri", "satur", "sun"].map { $0 + "day" }
    let others =
      "january february march april may june july august september october november december "
      + "noon midnight morning afternoon evening night tonight"
    func lines(_ words: String) -> [String] {
      (weekdays + words.split(separator: " ").map(String.init)
        + others.split(separator: " ").map(String.init))
        .map { $0 + "\t" }
    }
    let days = lines("today yesterday weekend this last")
    let moments = lines("today tomorrow weekend this next")
    let values = moments.map { "--until=\($0)" }
    try expect(
      [
        "log --since ": days, "snooze ": moments, "snooze next ": moments, "push --until=": values,
      ], in: home)
  }

  @Test func hostsAndShellsAreOffered() throws {
    let home = Home()
    try home.write(
      "HOST\tdesk.example *.wild !not -dash $(x)\n  HostName 192.0.2.1\nhost=\"door.example\"\n",
      to: ".ssh/config")
    try expect(
      [
        "send ": ["desk.example\t", "door.example\t", "hosts"],
        "send sam@d": ["sam@desk.example\t", "sam@door.example\t", "hosts"],
      ], in: home)
    try expect(["send ": ["hosts"]])
    #expect(
      try answer("init ").map { $0.split(separator: "\t")[0] }
        == Shell.allCases.map { "\($0)"[...] })
  }

  @Test func theOtherStacksAreOfferedAsRecipients() throws {
    let home = Home()
    for name in ["stack", "work", "errands"] { try home.writeTasks("Task", queue: name) }
    try home.write("Host desk.example\n", to: ".ssh/config")
    let others = [":errands\t", ":work\t"]
    try expect(
      [
        "send ": others + ["desk.example\t", "hosts"],
        // No host begins with a colon.
        "send :": others, "send :w": others, "-s work send :": [":errands\t", ":stack\t"],
        "send d": ["desk.example\t", "hosts"],
      ], in: home)
  }

  /// A message would be printed into the command line.
  @Test func errorsOfferNothingSilently() throws {
    let home = Home()
    try home.writeQueue("{broken")
    for typed in ["open ", "detach ", "-s ../x open ", "bogus -", "push -z x "] {
      #expect(try answer(typed, in: home) == [])
    }
    #expect(try home.stack("complete", "bash", "--") == home.stack("complete", "bash", "--", ""))
    let finished = try home.shell(
      "STACK_QUEUE=../x stack complete bash -- push $'\\xff'; env -u HOME stack complete zsh -- -s ''; "
        + "stack complete bash -- send '' <&- 2>&1")
    #expect(finished == Finished(output: "hosts\n"))
    #expect(home.files(below: ".local").isEmpty)
  }
}
