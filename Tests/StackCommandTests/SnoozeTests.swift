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
      Added: B. Now on:
      ○ B
      $ stack snooze 0m
      stack: Mon 2026-11-23 23:59 has passed; nothing was changed
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
      stack: the text was left as it was; nothing was changed
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
      stack: the text was left as it was; nothing was changed
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
      stack: the text was left as it was; nothing was changed
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
      Snoozed until Mon 2026-11-30 09:00: A. Now on:
      ○ B
      $ stack push --until 2h C
      Added, snoozed until Mon 2026-11-23 13:00: C. Still on:
      ○ B
      $ stack push --until '9AM' - <two
      Added 2 tasks, snoozed until Tue 2026-11-24 09:00. Still on:
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
      Brought to the front: C. Now on:
      ○ C
      $ stack top C
      This is the current task already. Still on:
      ○ C
      $ stack top d
      Brought to the front: D. Now on:
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
      Added: E. Now on:
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

  @Test func anOlderCopyDoesNotPutAWokenTaskBehindTheOthers() throws {
    try session(
      """
      $ stack push --until 1h C
      A
      $ cp "$(stack path)" older
      $ stack top C
      C
      $ stack merge older
      C
      $ stack undo
      A
      $ export STACK_NOW=2026-11-23T12:00:00Z
      $ stack done
      C
      $ stack merge older
      C
      """, in: home("A", "B"))
  }

  @Test func wrongTimesAreRefused() throws {
    let home = try home("A")
    let advice = "write one such as 2h, 9am, monday 9:00 or 2026-12-01"
    try expectRefused(
      [
        "stack snooze next monday": "there is no time 'next monday'; \(advice)",
        "stack snooze 5": "there is no time '5'; \(advice)",
        "stack snooze nov 23 10:00": "Mon 2026-11-23 10:00 has passed; nothing was changed",
        "stack snooze 999999999w": "'999999999w' is after the year 9999; nothing was changed",
        "stack snooze": "snooze requires a time, as in: stack snooze monday 9:00",
        "stack push --until monday 9:00 Call":
          "a time of several words needs quotes; type: stack push --until 'monday 9:00' Call",
        "stack -s work push --until dec 1 9am Call Sam":
          "a time of several words needs quotes; type: stack -s work push --until 'dec 1 9am' Call Sam",
        "stack push --until monday 9am":
          "a time of several words needs quotes; type: stack push --until 'monday 9am' \"…\"",
        "stack push --until soon Call": "there is no time 'soon'; \(advice)",
        "stack push --top --until 2h Call":
          "push takes only one of --top and --until; see: stack help push",
        "stack later monday": "there is no command 'later'; did you mean snooze?",
        "stack find the bank": "there is no command 'find'; did you mean: stack top the bank",
        "stack next bank": "there is no command 'next'; did you mean: stack top bank",
      ], in: home)
    #expect(try home.titles() == ["A"])
    try session(
      """
      $ stack push --until monday -- 9:00 Call
      A
      $ stack push --until 2h 9:00 Standup
      A
      """, in: home)
    #expect(try home.titles() == ["A", "9:00 Call", "9:00 Standup"])
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

  @Test func theLogTakesTheSameDaysLookingBack() throws {
    let home = try home()
    let days = [("Old", "2026-11-15"), ("Sunday", "2026-11-22"), ("Today", "2026-11-23")]
    let tasks = days.map { #"{"title": "\#($0)", "completed": "\#($1)T09:00:00Z"}"# }
    try home.writeQueue(#"{"completed": [\#(tasks.joined(separator: ", "))]}"#)
    for (day, count) in ["monday": 1, "sun": 2, "nov 15": 3, "Today": 1, "yesterday": 2] {
      #expect(try home.stack("log", "--since", day).output.split(separator: "\n").count == count)
    }
    try expectRefused(
      [
        "stack log --since tomorrow":
          "there is no day 'tomorrow'; write one such as today, monday, 'nov 20' or 2026-11-20"
      ], in: home)
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
