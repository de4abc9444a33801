// `stack snooze`, `stack push --until` and `stack top`, with a clock that the tests set.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct SnoozeTests {
  /// A home in Berlin, on Monday 2026-11-23 at 11:00.
  private func home(_ titles: String...) throws -> Home {
    let home = Home([
      "TZ": "Europe/Berlin", "STACK_NOW": "2026-11-23T10:00:00Z", "TERM": "dumb",
      "EDITOR": "sed -i 1d",
    ])
    try home.push(titles)
    return home
  }

  /// The tasks of the file, one per line, without dates except `until`.
  private static let tasks =
    #"tasks() { sed -n '/"tasks"/,/]/s/ *{"title": "\([^"]*\)", "added": "[^"]*"\(, "until": "\([^Z]*\)Z"\)*.*/\1 \3/p' "$(stack path)"; }"#

  @Test func aSnoozedTaskIsShownAgainAfterTheCurrentOne() throws {
    try session(
      """
      $ \(Self.tasks)
      $ stack snooze 2h
      B
      $ stack push D
      B
      $ tasks
      B 
      C 
      D 
      A 2026-11-23T12:00:00
      $ export STACK_NOW=2026-11-23T12:00:00Z
      $ stack
      B
      $ stack push E
      B
      $ tasks
      B 
      A 
      C 
      D 
      E 
      $ stack undo
      B
      $ tasks
      B 
      C 
      D 
      A 2026-11-23T12:00:00
      $ stack done
      A
      $ tasks
      A 
      C 
      D 
      """, in: home("A", "B", "C"))
  }

  /// Otherwise a message would name a minute in which the task is still asleep.
  @Test func timesAreRoundedUpToTheMinute() throws {
    try session(
      """
      $ export STACK_NOW=2026-11-23T22:59:30Z
      $ stack snooze 1m
      Snoozed until Tue 2026-11-24 00:01: A
      Nothing to do before Tue 2026-11-24 00:01.
      $ stack
      Nothing to do before Tue 2026-11-24 00:01.
      $ stack push B
      Added: B
      ○ B
      $ stack snooze 0m
      stack: '0m' has a duration of 0; use a number of at least 1
      [64]
      """, in: home("A"), atTerminalAfter: "export NO_COLOR=1")
  }

  @Test(arguments: ["done", "drop", "skip", "snooze 1d", "send :work"])
  func whatEndsTheTurnBringsAllWokenTasksToTheFront(_ command: String) throws {
    try session(
      """
      $ stack snooze 2h
      B
      $ stack snooze 1h
      C
      $ stack snooze 3h
      D
      $ export STACK_NOW=2026-11-23T12:30:00Z
      $ stack
      D
      $ stack \(command) | tail -1
      B
      $ stack done
      A
      $ stack drop | sed s/D/E/
      E
      $ stack undo | tail -1
      A
      $ stack undo
      B
      $ stack undo
      D
      """, in: home("A", "B", "C", "D", "E"))
  }

  @Test func withoutACurrentTaskTheEarliestWokenOneIsShown() throws {
    try session(
      """
      $ \(Self.tasks)
      $ stack snooze 2h
      B
      $ stack snooze 1h
      $ stack
      $ stack count
      0
      $ stack done
      stack: there is no task to complete before Mon 2026-11-23 12:00; bring one back with: stack top WORDS
      [1]
      $ export STACK_NOW=2026-11-23T11:00:00Z
      $ stack
      B
      $ stack count
      1
      $ export STACK_NOW=2026-11-23T12:00:00Z
      $ stack
      B
      $ stack --json
      {"title": "B", "added": "DATE", "until": "DATE"}
      $ stack skip
      A
      $ tasks
      A 
      B 
      """, in: home("A", "B"))
  }

  @Test func whileAllTasksAreAsleepMessagesSayUntilWhen() throws {
    let home = try home("A")
    try home.shell("stack -s work snooze 1h; stack snooze monday 9:00")
    for (command, verb) in RefusalTests.commandsForTheCurrentTask {
      let problem = "there is no task to \(verb) before Mon 2026-11-30 09:00"
      try expectRefused(
        ["stack \(command)": "\(problem); bring one back with: stack top WORDS"], status: 1,
        in: home)
    }
    #expect(try home.stack("top", "a").output == "A\n")
  }

  /// No other task is shown instead of a woken one because of these commands.
  @Test(arguments: [
    "push C", "push --until 1d C", "note x", "attach x:1", "edit", "edit --all",
  ])
  func aChangeMakesWokenTasksOrdinaryOnes(_ command: String) throws {
    let home = try home("A", "B")
    try home.script("append", "sed -i '1a C' \"$1\"")
    try session(
      """
      $ export EDITOR=append
      $ stack snooze 2h
      B
      $ stack snooze 1h
      $ export STACK_NOW=2026-11-23T13:00:00Z
      $ stack
      B
      $ stack \(command) 2>&- | tail -1
      B
      $ grep until "$(stack path)" | grep -v '"C"'
      [1]
      $ sed -n '4s/, "added.*//p' "$(stack path)"
          {"title": "B"
      $ stack undo
      B
      """, in: home)
  }

  /// A command that leaves the file as it was leaves woken tasks as they were, too.
  @Test func wakingIsNoChangeByItself() throws {
    try session(
      """
      $ stack snooze 1h
      B
      $ stack attach x:1
      B
      $ export STACK_NOW=2026-11-23T13:00:00Z
      $ cp "$(stack path)" before
      $ stack attach x:1
      B
      $ stack top B
      B
      $ EDITOR=true stack edit --all
      stack: \(EditTests.unchangedAtOnce)
      [1]
      $ cmp before "$(stack path)"
      """, in: home("A", "B"))
  }

  /// The numbers in the editor are in the order that the change starts from.
  @Test func aWokenTaskIsBehindTheCurrentOneInTheEditor() throws {
    try session(
      """
      $ \(Self.tasks)
      $ stack snooze 1h
      B
      $ export STACK_NOW=2026-11-23T13:00:00Z
      $ VISUAL='sed -n 1,3p' stack edit --all
      1	B
      2	A
      3	C
      stack: \(EditTests.unchangedAtOnce)
      [1]
      $ VISUAL='sed -i -e 3s/C/D/' stack edit --all
      B
      $ tasks
      B 
      A 
      D 
      """, in: home("A", "B", "C"))
  }

  @Test func undoRedoAndMergingDoNotLookAtTheClock() throws {
    try session(
      """
      $ \(Self.tasks)
      $ cp "$(stack path)" copy
      $ stack push C
      A
      $ stack snooze 1h
      B
      $ stack push D
      B
      $ export STACK_NOW=2026-11-23T13:00:00Z
      $ stack undo; stack redo; stack undo
      B
      B
      B
      $ sed 's/"title": "B"/&, "mine": 1/' copy >changed
      $ stack merge changed
      B
      $ tasks | grep A
      A 2026-11-23T11:00:00
      """, in: home("A", "B"))
  }

  @Test func editingTheQueueKeepsSnoozedTasksBehindTheOthers() throws {
    try session(
      """
      $ \(Self.tasks)
      $ stack snooze monday 9:00
      B
      $ VISUAL='tail -n 1' stack edit --all
      Task 3 is snoozed until Mon 2026-11-30 09:00.
      stack: \(EditTests.unchangedAtOnce)
      [1]
      $ VISUAL='sed -i -e 1d -e 3s/A/Again/ -e 3aNew' stack edit --all
      C
      $ tasks
      C 
      New 
      Again 2026-11-30T08:00:00
      $ stack snooze 1h
      New
      $ stack snooze 1h
      $ export STACK_NOW=2026-11-23T12:00:00Z
      $ VISUAL='sed -i -e 1s/C/Woken/ -e 2d' stack edit --all
      Woken
      $ tasks
      Woken 
      Again 2026-11-30T08:00:00
      """, in: home("A", "B", "C"))
  }

  @Test func aStackWithAWokenTaskIsRenamed() throws {
    try session(
      """
      $ stack snooze 1h
      B
      $ export STACK_NOW=2026-11-23T13:00:00Z
      $ stack stacks --rename stack job; stack stacks; stack -s job count
      job
      2
      """, in: home("A", "B"))
  }

  @Test func skipChangesNothingIfAllOthersAreAsleep() throws {
    try session(
      """
      $ stack snooze 1d
      B
      $ cp "$(stack path)" before
      $ stack skip
      B
      $ cmp before "$(stack path)"
      $ stack snooze 1h
      $ export STACK_NOW=2026-11-23T12:00:00Z
      $ cp "$(stack path)" before
      $ stack skip
      B
      $ cmp before "$(stack path)"
      """, in: home("A", "B"))
  }

  @Test func acknowledgementsStateTheLocalTime() throws {
    let home = try home("A", "B")
    try home.write("X\nY\n", to: "two")
    try session(
      """
      $ stack snooze monday 9:00
      Snoozed until Mon 2026-11-30 09:00: A
      ○ B
      $ stack push --until 5d --until 2h C
      Added, snoozed until Mon 2026-11-23 13:00: C
      ○ B
      $ stack push --until '9AM' - <two
      Added 2 tasks, snoozed until Tue 2026-11-24 09:00
      ○ B
      $ stack snooze dec 1
      Snoozed until Tue 2026-12-01 00:00: B
      Nothing to do before Mon 2026-11-23 13:00.
      $ stack
      Nothing to do before Mon 2026-11-23 13:00.
      $ stack push --until 1h D
      Added, snoozed until Mon 2026-11-23 12:00: D
      Nothing to do before Mon 2026-11-23 12:00.
      $ stack top c
      Brought to the front: C
      ○ C
      $ stack top C
      This is the current task already. Still on:
      ○ C
      $ stack top d
      Brought to the front: D
      ◎ D
      $ stack drop
      Dropped: D
      ○ C
      $ stack edit --all
      Edited: 1 dropped
      Nothing to do before Tue 2026-11-24 09:00.
      $ stack undo
      Undid: edit
      ○ C
      $ stack undo
      Undid: drop (D)
      ◎ D
      $ stack undo
      Undid: top (D)
      ○ C
      $ stack undo
      Undid: top (C)
      Nothing to do before Mon 2026-11-23 12:00.
      $ stack push E
      Added: E
      ○ E
      $ stack skip
      There is no other task now. Still on:
      ○ E
      """, in: home, atTerminalAfter: "")
  }

  @Test func topBringsTheOnlyMatchToTheFront() throws {
    try session(
      """
      $ \(Self.tasks)
      $ stack snooze 1d
      Call Sam
      $ stack top BANK call
      Call the bank
      $ tasks
      Call the bank 
      Call Sam 
      Écrire 
      Call Sam again 
      $ stack top call sam again
      Call Sam again
      $ stack top écrire
      Écrire
      $ stack top Call Sam
      Call Sam
      $ stack top call sam
      Call Sam
      $ stack top call sam again
      Call Sam again
      $ stack top zebra
      stack: no waiting task has 'zebra' in its title; nothing was changed
      [1]
      $ stack top call
      stack: 2 waiting tasks have 'call' in their titles; give more words, or choose one with the Tab key (nothing was changed)
      [1]
      $ stack top ''
      stack: top requires words of a title, as in: stack top Call Sam
      [64]
      $ stack top ' ' $'\\t'
      stack: top requires words of a title, as in: stack top Call Sam
      [64]
      $ stack done
      Call Sam
      """, in: home("Call the bank", "Call Sam", "Écrire", "Call Sam again"))
  }

  /// The waiting tasks, the words, and the task that becomes the current one, or the number of
  /// tasks that match.
  @Test(arguments: [
    (["Start engine", "Buy art"], "art", "Buy art"),
    (["Start engine", "Go to the (art) shop"], "ART", "Go to the (art) shop"),
    (["Art class", "Buy art", "Start engine"], "art", "3"),
    (["Start engine", "Party"], "art", "2"), (["Start engine", "Rest"], "art", "Start engine"),
    (["Call Sam again", "Call Sam"], "call sam", "Call Sam"),
    (["Call Sam again", "call sam", "Call Sam"], "Call Sam", "call sam"),
    (["Call Sam Lee", "Call Sam again"], "call sam", "2"),
    (["Fix #123", "Fix #12"], "#12", "Fix #12"), (["Ask O'Brien"], "o'brien", "Ask O'Brien"),
    (["Say \"hi\"", "Say hi there"], "\"HI\"", "Say \"hi\""),
    // Full mappings of case.
    (["ΟΔΟΣ"], "οδος", "ΟΔΟΣ"), (["Η οδός"], "ΟΔΌΣ", "Η οδός"), (["οδος α"], "ΟΔΟΣ", "οδος α"),
    (["Straße fegen"], "STRASSE", "Straße fegen"), (["STRASSE"], "straße", "STRASSE"),
    (["Find the file"], "ﬁle", "Find the file"), (["Позвонить Анне"], "АННЕ", "Позвонить Анне"),
    // Canonical equivalence.
    (["Le cafe\u{301}"], "CAF\u{C9}", "Le cafe\u{301}"),
    (["Le caf\u{E9}"], "cafe\u{301}", "Le caf\u{E9}"),
    (["A\u{30A}ngström"], "\u{212B}NGSTRO\u{308}M", "A\u{30A}ngström"), (["한글"], "한글", "한글"),
    (["Le cafe\u{301}"], "cafe", "0"), (["Le caf\u{E9}"], "cafe", "0"),
  ])
  func topFindsTheTaskThatIsMeant(_ titles: [String], _ words: String, _ found: String) throws {
    let home = Home()
    try home.push(["Current"] + titles)
    let finished = try home.stack("top", words)
    if let count = Int(found) {
      let tasks = count == 0 ? "no waiting task has" : "\(count) waiting tasks have"
      #expect(finished.status == 1 && finished.errors.hasPrefix("stack: \(tasks) '\(words)' in"))
    } else {
      #expect(finished.output.utf8.elementsEqual("\(found)\n".utf8), "\(finished)")
    }
  }

  /// It is looked for only if no waiting task has the words, or for exactly its title.
  @Test func topOfTheCurrentTaskChangesNothing() throws {
    try session(
      """
      $ stack top a
      stack: no waiting task has 'a' in its title; nothing was changed
      [1]
      $ ls -A
      .bin
      $ stack push Straße; stack push Start; cp "$(stack path)" before
      Straße
      Straße
      $ stack top STRASSE && cmp before "$(stack path)"
      Straße
      $ stack top ST
      Start
      $ stack push Start again; stack push Start over; cp "$(stack path)" before
      Start
      Start
      $ stack top start && cmp before "$(stack path)"
      Start
      $ stack push Start; stack note First; stack --json top Start | grep -c notes
      Start
      Start
      0
      [1]
      """)
  }

  @Test func anOlderCopyPutsAWokenTaskAsideUntilTheMergeIsUndone() throws {
    try session(
      """
      $ stack push --until 1h C
      A
      $ cp "$(stack path)" older
      $ stack top C
      C
      $ stack merge older
      A
      $ stack undo
      C
      """, in: home("A", "B"))
  }

  @Test func wrongTimesAreRefused() throws {
    let home = try home("A")
    let before = home.queueText()
    try expectRefused(
      [
        "stack snooze mondya 9:00": "unknown time 'mondya'; did you mean 'monday'?",
        "stack snooze -- -2h $'\\e[2J'":
          "unknown time '-2h'; use one such as 2h, tomorrow, monday 9:00 or dec 1",
        "stack snooze": "snooze requires a time, as in: stack snooze monday 9:00",
        "stack push --until later Call": "unknown time 'later'; use tonight, midnight or 2h",
        "stack push --top --until 2h Call":
          "push takes only one of --top and --until; see: stack help push",
      ], in: home)
    #expect(home.queueText() == before)
  }

  @Test func aTextMayBeginWithAWordThatMeansNothingInATime() throws {
    try session(
      """
      $ stack push --until tomorrow The report; stack push --until monday On call; stack count
      A
      A
      1
      $ for text in 'At home' 'Until Ann comes' 'From Sam'; do stack push --until monday $text; done
      A
      A
      A
      $ grep -o '"title": "[^"]*"' .config/stack/stack.json
      "title": "A"
      "title": "The report"
      "title": "On call"
      "title": "At home"
      "title": "Until Ann comes"
      "title": "From Sam"
      """, in: home("A"))
  }

  @Test func aTextThatBeginsWithTheRestOfWhenIsRefused() throws {
    let home = try home("A")
    func both(_ words: String, _ one: String, _ other: String) -> String {
      """
      '\(words)' could belong to the time or to the task; type one of: stack push \(one)
      stack push \(other)
      """
    }
    try expectRefused(
      [
        "stack push --until monday 9:00 Call":
          both("9:00", "--until 'monday 9:00' Call", "--until monday -- 9:00 Call"),
        "stack push --until monday 9 -x -v":
          both("9", "--until 'monday 9' -- -x -v", "--until monday -- 9 -x -v"),
        "stack push --until monday 9 -- -v":
          both("9", "--until 'monday 9' -- -v", "--until monday -- 9 -- -v"),
        "stack push --until monday at 9am":
          both("at 9am", "--until 'monday at 9am' \"…\"", "--until monday -- at 9am"),
        "stack push --until tomorrow 3 letters":
          both("3", "--until 'tomorrow 3' letters", "--until tomorrow -- 3 letters"),
        "stack push -a x:1 --until=monday morning for Sam":
          both(
            "morning", "-a x:1 --until 'monday morning' for Sam",
            "-a x:1 --until monday -- morning for Sam"),
        "stack push --until dec 1 9am Call Sam":
          both("1 9am", "--until 'dec 1 9am' Call Sam", "--until dec -- 1 9am Call Sam"),
        "stack push --until 9:00 dec 1 Call":
          both("dec 1", "--until '9:00 dec 1' Call", "--until 9:00 -- dec 1 Call"),
        "stack -s work push --until 3 days Rent":
          "a time of several words needs quotes; type: stack -s work push --until '3 days' Rent",
        "stack push --until next week Rent":
          "a time of several words needs quotes; type: stack push --until 'next week' Rent",
        "stack push --until today 10:00 Call":
          "today 10:00 has passed; use a later time, or 'tomorrow 10:00'",
      ], in: home)
    #expect(try home.titles() == ["A"])
    try session(
      """
      $ stack push --until monday -- 9:00 Call
      A
      $ stack push --until 2h 9:00 Standup
      A
      $ stack push --until monday for Sam
      A
      $ stack push --until monday -a x:1 9:00 Meet
      A
      $ stack push --until monday Week report
      A
      $ stack push --until 9:00 May I
      A
      $ stack push --until monday Night shift
      A
      $ stack push --until 2h couple of shoes
      A
      """, in: home)
    #expect(
      try home.titles() == [
        "A", "9:00 Call", "9:00 Standup", "for Sam", "9:00 Meet", "Week report", "May I",
        "Night shift", "couple of shoes",
      ])
  }

  @Test(arguments: ["xterm", "dumb"]) func snoozeWithoutATimeAsksUntilItGetsOne(_ kind: String)
    throws
  {
    let home = try home("A", "B")
    let before = home.queueText()
    let script = "export NO_COLOR=1 TERM=\(kind); exec stack snooze"
    let question = "Until when? "
    for keys in ["\n", "  \n", "\u{04}", "\u{03}"] {
      let screen = try home.screen(ofShell: script, asked: question, typing: keys, status: 1)
      let end = keys == "\u{03}" ? "" : "stack: no time was given; nothing was changed\n"
      #expect(screen.hasSuffix(end))
    }
    #expect(home.queueText() == before)
    let terminal = try Terminal(home, "/bin/sh", ["-c", script], columns: 80)
    for (answer, message) in ["mondya": "did you mean 'monday'?", "5": "use at 5, 5m, 5h or 5d"] {
      #expect(terminal.wait { $0.screen.textBeforeCursor == question })
      terminal.type("\(answer)\n")
      #expect(terminal.wait(for: message))
    }
    #expect(terminal.wait { $0.screen.textBeforeCursor == question })
    terminal.type(kind == "dumb" ? "friday at 9\n" : "\u{1B}[200~friday\rat 9\u{1B}[201~")
    #expect(terminal.end() == 0)
    #expect(terminal.screen.text.hasSuffix("Snoozed until Fri 2026-11-27 09:00: A\n○ B"))
  }

  @Test func snoozeAsksNothingWithoutATask() throws {
    #expect(
      try home().screen("snooze", status: 1)
        == "stack: there is no task to snooze; add one with: stack push \"…\"\n")
  }

  /// As in any other value of a key that a person uses for something else.
  @Test func aKeyOfTheUserIsKept() throws {
    let home = Home()
    let text = #"{"tasks": [{"title": "A", "until": "friday"}, {"title": "B"}]}"#
    try home.writeQueue(text)
    try expectRefused(
      [
        "stack snooze 2h":
          "the task's \"until\" is not a date, so the task can't be snoozed; nothing was changed"
      ], status: 65, in: home)
    #expect(home.queueText() == text)
    try home.writeQueue(#"{"tasks": [{"title": "A", "until": "2026-11-23T10:00:00.5Z"}]}"#)
    #expect(try home.stack().output == "A\n")
  }

  @Test func promptsAskAgainWhileTheFrontChangesByItself() throws {
    try session(
      """
      $ stack prompt --extent
      89
      A
      $ stack snooze 1h
      $ stack prompt --extent
      4097
      $ STACK_NOW=2026-11-23T11:00:00Z stack prompt --extent
      126
      A
      """, in: home("A"))
  }

  /// Release 1.2.0 adds tasks at the end, behind the snoozed ones.
  @Test func aTaskThatAnOlderReleaseAddedIsShown() throws {
    let home = Home()
    try home.writeQueue(
      """
      {"tasks": [{"title": "A", "until": "2999-01-01T00:00:00Z"}, {"title": "B"}, {"title": "C"}]}
      """)
    #expect(
      try home.screen(ofShell: "NO_COLOR=1 stack top B")
        == "This is the current task already. Still on:\n◎ B\n")
    try session(
      """
      $ stack
      B
      $ stack count
      2
      $ stack prompt --extent
      74
      B
      $ stack push D
      B
      $ stack skip
      C
      $ stack done
      D
      """, in: home)
    #expect(try home.titles() == ["A", "D", "B"])
  }

  @Test func timesAreInTheTimeZoneOfTheEnvironment() throws {
    let home = try home("A", "B", "C")
    for (zone, until) in [
      "TZ=UTC": "2026-11-24T09:00:00Z", "TZ=": "2026-11-24T09:00:00Z",
      "TZ=Asia/Kolkata": "2026-11-24T03:30:00Z", "TZ=America/New_York": "2026-11-23T14:00:00Z",
    ] {
      try home.shell("\(zone) stack snooze 9:00")
      #expect(home.queueText()?.contains(until) == true, "\(zone)")
      try home.shell("stack undo")
    }
    // The time zone of the machine.
    let now = try home.shell("env -u TZ date -d @1795428000 +%H:%M")
    guard now.status == 0 else { return }
    try home.shell("env -u TZ stack snooze tomorrow \(now.output)")
    #expect(home.queueText()?.contains("2026-11-24T10:00:00Z") == true)
  }

  @Test func watchingShowsATaskWithinASecondOfItsTime() throws {
    let home = Home()
    let until = Date(timeIntervalSinceNow: 2)
    let text = until.ISO8601Format()
    try home.writeQueue(#"{"tasks": [{"title": "A", "until": "\#(text)"}]}"#)
    try session(
      """
      $ exec 3< <(exec stack prompt --watch)
      $ IFS= read -rt 30 -u 3 line && echo "<$line>"
      <>
      $ IFS= read -rt 30 -u 3 line && echo "<$line>"
      <A>
      """, in: home)
    #expect(Date() >= until.addingTimeInterval(-1))
    #expect(Date() < until.addingTimeInterval(5))
  }
}
