// The rules of merging by examples. `Merging.swift` explains the short form of files.

import Testing

@testable import Stack

private let (a, b, c) = (task("a"), task("b"), task("c"))

@Suite struct MergeExampleTests {
  /// Expects a result; `!` before it marks a key that needs both values.
  private func expect(
    _ base: String, _ ours: String, _ theirs: String, giving expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (result, text) = try merge(file(base), file(ours), file(theirs))
    #expect(text == file(String(expected.drop { $0 == "!" })), sourceLocation: sourceLocation)
    #expect(result.hasConflict == expected.hasPrefix("!"), sourceLocation: sourceLocation)
    // Merging the same copy again changes nothing.
    #expect(try merge(file(base), text, file(theirs)).text == text, sourceLocation: sourceLocation)
  }

  /// Base, ours, theirs and the result.
  @Test(arguments: [
    // A change on one side wins.
    ("a b c | z/done1", "a+x b c | z/done1", "a B c | z/done1", "a+x B c | z/done1"),
    // A task that one side finished and the other skipped is finished once.
    ("a b c", "b c | a/done9", "b c a", "b c | a/done9"),
    ("a b c", "b c a", "b c | a/dropped9", "b c | a/dropped9"),
    ("a b c", "b c | a/sent9", "b c a", "b c | a/sent9"),
    // A task that the other side pushed and finished is finished.
    ("a", "a b", "a | d/done5", "a b | d/done5"),
    // The keys of the ending come from the side that ended the task; its other keys are merged.
    ("a b", "A+x b", "b | a/done9", "b | A+x/done9"),
    ("a b", "b | a/sent9", "A+x b", "b | A/sent9+x"),
    // A reopened task is open in the place that it has on the side that reopened it.
    ("a | z/done1", "a b | z/done1", "z a", "z a b"),
    ("b | a/done9", "b c d | a/done9", "a b", "a b c d"),
    // It is also open if the other side changed how it ended.
    ("a | z/done1", "a z b", "a | z/dropped5", "a z b"),
    ("a | z/done1", "a | z/dropped5", "a b z", "a b z"),
    // A task that one side deleted by hand is gone, unless the other changed it. Moving it isn't a
    // change.
    ("a b c", "a b c d", "a c", "a c d"), ("a b c", "a B c", "a c d", "a B c d"),
    ("a b c", "a c d", "a c | b/done9", "a c d | b/done9"), ("a b c", "a c", "b a c", "a c"),
    ("a | z/done1", "a", "a b | z/done1", "a b"),
    // New tasks interleave by `added`. Each side's stay in their order; with equal dates ours comes
    // first.
    ("a", "a o1@2 o2@5", "a t1@3 t2@4 t3@6", "a o1@2 t1@3 t2@4 o2@5 t3@6"),
    ("a", "a o1@2", "a t1@-", "a t1@- o1@2"), ("a", "a o@-", "a t@-", "a o@- t@-"),
    ("a", "o@- a", "t@- a", "o@- t@- a"),
    // Tasks that were pushed to the front stay there, the newest first.
    ("a", "o2@6 o1@3 a", "t2@5 t1@4 a", "o2@6 t2@5 t1@4 o1@3 a"),
    // An inserted task follows its predecessor, even if the other side finished that.
    ("a b c", "b c o@5 | a/done9", "a b t@9 c", "b t@9 c o@5 | a/done9"),
    ("a b c", "b c | a/done9", "a t@9 b c", "t@9 b c | a/done9"),
    // The order of the side that rearranged the tasks wins; if both did, that of ours.
    ("a b c", "b c a", "a b c d", "b c a d"), ("a b c", "a b c d", "b c a", "b c a d"),
    ("a b", "b a", "a b c", "b a c"), ("a b", "a b c", "b a", "b a c"),
    ("a b c", "c a b", "b c | a/done9", "c b | a/done9"),
    ("a b c d", "b c d a", "c d a b", "b c d a"),
    ("a b c d", "b a c d", "b c d a", "b a c d"),
    // A task that the other side lacks rearranges nothing.
    ("c a b", "a C b", "b a", "b a C"),
    // Attachments are united, without those that either side detached.
    ("a+1,2,3", "a+2,3,o", "a+1,3,t", "a+3,o,t"), ("a+1", "A", "a+1,t", "A+t"),
    ("a+1", "A+1", "a b", "A b"), ("a", "a+o,x", "a+x,t", "a+o,x,t"),
    ("a+1,1", "a+1,1,o", "a+1,t", "a+1,1,o,t"), ("a+1,1", "a+1,o", "a+t,t", "a+o,t,t"),
    // Ended tasks of the base come first, and then new ones by date; without new ones, ours keeps
    // its order.
    (
      "a b c d | z/done1", "c d | z/done1 a/done5 b/done8", "a b | z/done1 c/done6 d/dropped7",
      "| z/done1 a/done5 c/done6 d/dropped7 b/done8"
    ),
    (
      "a b c | z/done1", "b c | z/done1 a/done5", "a | z/done1 b c/done6",
      "| z/done1 b a/done5 c/done6"
    ),
    ("a | z/done9", "a b | c/done2 z/done9", "A | z/done9", "A b | c/done2 z/done9"),
    // Equal tasks are matched in order; if both sides finished one, it is the same one.
    ("x x x", "x x | x/done5", "x x x b", "x x b | x/done5"),
    ("x x x", "x x | x/done5", "x x b | x/done6", "x x b | x/done5"),
    // Two tasks with the same second and title stay two: `push -` with equal lines makes such
    // tasks.
    ("a a", "a a b", "a a c", "a a b c"), ("a a", "a a b", "a | a/done9", "a b | a/done9"),
    ("a", "a b", "a a", "a a b"),
    // First those that are equal are matched.
    ("x+1 x+2", "x+2 x+1", "x+1 x+2,t", "x+2,t x+1"),
    ("x+1 x+2", "x+1,o x+2,p", "x+1 x+2,u", "x+1,o x+2,p,u"),
    // A reworded task is recognised by `added`; without it, it counts as one task deleted and
    // another added.
    ("a b", "A b", "b | a/done9", "b | A/done9"),
    ("a@- b", "A@- b", "b | a@-/done9", "A@- b | a@-/done9"),
    // If one side changed an ending, its ending wins; if both did, the earlier one.
    (
      "a | z/done1 y/done2", "a b | z/done1 y/done2", "a | z/dropped5 y/done2",
      "a b | z/dropped5 y/done2"
    ),
    ("a | z/done1", "a b | z/done7", "a | z/done1", "a b | z/done7"),
    ("a | z/done1", "a | z/dropped5", "a b | z/done6", "a b | z/dropped5"),
    // Two titles are two tasks. The smaller one keeps `added`; both have the other changes.
    ("a b", "ours@1 b", "theirs@1+x b", "!ours@1+x theirs@@1+x b"),
    ("a b", "theirs@1+x b", "ours@1 b", "!ours@1+x theirs@@1+x b"),
    ("a b", "ours@1 b", "b | theirs@1/done9", "!b | ours@1/done9 theirs@@1/done9"),
    ("a b", "b | ours@1/done9", "theirs@1 b", "!b | ours@1/done9 theirs@@1/done9"),
    // A second wording that is there isn't added again.
    ("a b", "ours@1 theirs@@1 b", "theirs@1 b", "ours@1 theirs@@1 b"),
    // A copy with only the first wording stands for both.
    ("a b", "ours@1 theirs@@1 b", "b | a/done9", "b | ours@1/done9 theirs@@1/done9"),
    ("a b", "b | a/done9", "ours@1 theirs@@1 b", "b | ours@1/done9 theirs@@1/done9"),
    ("a b", "ours@1 theirs@@1 b", "a+x b c", "ours@1+x theirs@@1+x b c"),
    ("| a/done1", "a", "| a/done1 theirs@@1/dropped5", "a theirs@@1"),
    // So does a base with only the first wording.
    ("a+1", "ours@1+1 theirs@@1+1", "ours@1+1 theirs@@1", "ours@1+1 theirs@@1"),
    // Of two copied lines, the first one does.
    (
      "a b", "ours@1 theirs@@1 b", "a+v x@1+w b", "ours@1+v x@1+w theirs@@1+v b"
    ),
    // It has replaced the second wording if the base has that title.
    ("theirs@1", "ours@1 theirs@@1", "new@1", "!new@1 ours@@1"),
    // A second wording that was deleted by hand is gone, and one that was finished stays.
    ("ours@1 theirs@@1", "ours@1", "ours@1 theirs@@1 b", "ours@1 b"),
    ("a b", "ours@1 b | theirs@@1/done9", "A b", "!A ours@@1 b | theirs@@1/done9"),
    // Without the first wording, the second one is new.
    ("a b", "b", "a theirs@@1 b", "theirs@@1 b"),
    // The escaping of a string doesn't matter. (A backslash after a backslash isn't the start of an
    // escape.)
    ("a b", "new@1 b", "n\\u0065w@1 b c", "new@1 b c"),
    ("a b", "new@1 b", "n\\\\u0065w@1 b", "!n\\\\u0065w@1 new@@1 b"),
    ("a b", "B@1 b", "\\u0041@1 b", "!\\u0041@1 B@@1 b"),
    // Without members in the base, all tasks are kept, in ours' order.
    ("", "a b o@5 | z/done1", "f@8 b c t@4 | a/done9", "f@8 b c t@4 o@5 | z/done1 a/done9"),
    ("", "a b", "A b", "!A a@@1 b"), ("", "a b c", "c b a", "a b c"), ("", "a a", "a a c", "a a c"),
    // Being open is older than an ending, and a missing key older than a value. So a value that was
    // removed comes back.
    ("", "A b", "b | A/done9", "b | A/done9"), ("", "b", "b+u", "b+u"), ("", "b c", "b", "b c"),
    ("", "a+v", "a+u,w", "a+v,u,w"), ("", "b a~5", "b a", "b a~5"),
    ("", "b a~7", "b a~5", "!b a~5"),
    // A line that a person copied has the same `added`, and is a task of its own.
    ("a", "a x@1 | y@1/done5", "a | x@1/done6 y@1/done7", "a | y@1/done5 x@1/done6"),
    ("a x@1", "x@1 | a/done9", "a | x@1/done8", "| x@1/done8 a/done9"),
    // Entries under `completed` aren't validated. A key that occurs twice belongs to the ending
    // that wins.
    ("a b", "b | a/done7", "b | a/done8/done9", "b | a/done7"),
    ("a b", "b | a/done8/done9", "b | a/done7", "b | a/done7"),
    ("a b", "b a", "b | a/done8/done9", "b | a/done8/done9"),
    ("a b", "b | a/done8/done9", "b a", "b | a/done8/done9"),
  ])
  func mergedWithABase(_ base: String, _ ours: String, _ theirs: String, _ expected: String) throws
  {
    try expect(base, ours, theirs, giving: expected)
  }

  @Test(arguments: [
    // A change on one side wins.
    ("b a~5", "b a~9", "b a~5 c@8", "b c@8 a~9"), ("a b", "b a~9", "a b c", "b c a~9"),
    ("b a~5", "a b", "b a~5 c@8", "a b c@8"), ("b a~5", "b c@8 a~5", "a b", "a b c@8"),
    // If both changed it, the smaller value wins, which is the earlier date. A missing one is the
    // smallest.
    ("b a~5", "b a~9", "b a~7", "!b a~7"), ("b a~5", "b a~7", "b a~9", "!b a~7"),
    ("b a~8", "b a~9", "b a~7", "!b a~7"), ("a b", "b a~9", "b a~7", "!b a~7"),
    ("b a~5", "a b", "b a~9", "!a b"), ("b a~5", "b a~9", "a b", "!a b"),
    ("b a~5", "b a~mine", "b a~9", "!b a~9"), ("b a~5", "b a~9", "b a~mine", "!b a~9"),
    ("b a~5", "b a~mine", "b a~yours", "!b a~mine"), ("b a~mine", "b a", "b a~yours", "!b a"),
    // An ended task isn't snoozed.
    ("b a~5", "b | a/done9", "b a~8", "b | a/done9"),
    ("b a~5", "b a~8", "b | a/done9", "b | a/done9"),
    ("b a~5", "b | a/done9~5", "b a~8", "b | a/done9"),
    ("b a~mine", "b | a/done9", "b a~yours", "!b | a/done9"),
    // A snoozed task has no place in the order, so snoozing and waking rearrange nothing.
    ("a b c", "b c a~9", "c a b", "c b a~9"), ("b c a~9", "a b c", "c b a~9", "a c b"),
    ("a c~9 d~9", "c~9 d~9 | a/done9", "a b c~9 d~9", "b c~9 d~9 | a/done9"),
    ("a b~9", "x@4 a b~9", "a b~9 | z/done1", "x@4 a b~9 | z/done1"),
    ("a | b/done9", "a c b~9", "a d | b/done9", "a c d b~9"), ("b a~9", "b a c", "a b", "b a c"),
    // A text that isn't a date snoozes nothing.
    ("a~mine b", "a~mine b c", "b a~mine", "b a~mine c"),
    // Snoozed tasks are in our order, and then those that aren't open in ours.
    ("a b~5 c~6", "a c~6 b~5", "a b~5 c~6 d", "a d c~6 b~5"),
    ("a | b/done9", "a d | b/done9", "a c~5 b~9", "a d c~5 b~9"),
    // A reworded task may be snoozed on the other side.
    ("a b", "A b", "b a~9", "b A~9"), ("b a~5", "b A~7", "b a~9", "!b A~7"),
    ("b a~5", "b ours@1~7", "b theirs@1~9", "!b ours@1~7 theirs@@1~7"),
  ])
  func untilWithABase(_ base: String, _ ours: String, _ theirs: String, _ expected: String) throws {
    try expect(base, ours, theirs, giving: expected)
  }

  /// In the same second, with microseconds that follow from the title.
  @Test func everyMachineGivesASecondWordingTheSameIdentity() throws {
    let merged = try merge(file("a"), file("ours@1"), file("theirs@1")).text
    #expect(merged.contains(#""theirs", "added": "2026-11-21T10:01:00.490079Z""#))
  }

  /// Up to the order of the second wordings, of which the newest comes first.
  @Test func threeWordingsAreTheSameTasksInEveryOrder() throws {
    let wordings = ["new@1", "ours@1", "theirs@1"]
    for first in wordings {
      for second in wordings where second != first {
        for third in wordings where third != first && third != second {
          let two = try merge(file("a"), file(first), file(second)).text
          let three = try merge(file("a"), two, file(third)).text
          let orders = ["new@1 ours@@1 theirs@@1", "new@1 theirs@@1 ours@@1"]
          #expect(orders.map(file).contains(three), "\(first), \(second), \(third)")
        }
      }
    }
  }

  /// Somebody has reworded the second wording since, before or after the common ancestor.
  @Test func aSecondWordingWhosePlaceIsTakenIsAVersionOfThatTask() throws {
    let wording = task("theirs@@1")
    let taken = wording.replacing("theirs", with: "taken")
    let place = try #require(wording.firstMatch(of: /added": "(.*?)"/)).output.1
    let first = try #require(Timestamp(dateText: String(place)))
    let next = WordingIdentity.added(for: Array("theirs".utf8), from: first)
    let moved = wording.replacing(place, with: next.preciseText)
    for old in [[], [taken]] {
      try expect(
        file([a] + old), file([task("ours@1"), taken]), file([task("theirs@1")] + old + [b]),
        giving: "!" + file([task("ours@1"), taken, moved, b]))
    }
    try expect(
      file([a]), file([task("ours@1")]), file([task("theirs@1"), taken, b]),
      giving: "!" + file([task("ours@1"), taken, moved, b]))
    let larger = wording.replacing("theirs", with: "uncertain")
    let reworded = WordingIdentity.added(for: Array("uncertain".utf8), from: first)
    try expect(
      file([a]), file([task("ours@1"), larger]), file([task("theirs@1"), b]),
      giving: "!"
        + file([
          task("ours@1"), wording, larger.replacing(place, with: reworded.preciseText), b,
        ]))
    // Also if the place after that has this wording already.
    let ended = { (task: String) in
      String(task.dropLast()) + ", \"completed\": \"\(time(8))\"}"
    }
    try expect(
      "", file([taken, moved, b], [task("ours@1/done9")]), file([b], [task("theirs@1/done8")]),
      giving: file([b], [ended(taken), ended(moved), task("ours@1/done8")]))
  }

  /// Of equal dates, that with the smaller text.
  @Test func theEarlierEndingWins() throws {
    let order = [
      "dropped3", "dropped4", "sent5", "sent6", "done7", "done8", "dropped8", "sent8",
    ]
    for (index, winner) in order.enumerated() {
      for loser in order[(index + 1)...] {
        try expect("a b", "b c | a/\(winner)", "b | a/\(loser)", giving: "b c | a/\(winner)")
        try expect("a b", "b | a/\(loser)", "b c | a/\(winner)", giving: "b c | a/\(winner)")
      }
    }
  }

  @Test func aTaskThatBothChangedIsMergedKeyByKey() throws {
    let noted = { (title: String, notes: String...) in file([task(title, 1, notes), b]) }
    let one = "\"note\": [1, 2]"
    let two = "\"note\": [1, 3]"
    let more = "\"more\": true"
    try expect(
      noted("a", one), noted("A", one), noted("a", two, more), giving: noted("A", two, more))
    // Of a key that was removed here and changed there, the missing value is the smaller one.
    try expect(noted("a", one), "A b", noted("a", two), giving: "!A b")
    try expect(noted("a", one), noted("A", one), "a c b", giving: "A c b")
    // A reopened task keeps what the other side changed.
    try expect(
      "a | z/done1", file([a, b], [task("z", 0, [#""completed": "\#(time(1))""#, one])]), "a z",
      giving: file([a, task("z", 0, [one]), b]))
  }

  /// A person may write anything under `completed`.
  @Test func aReopenedTaskIsNotMergedWithAnEntryThatIsNoTask() throws {
    let dates = #""added": "\#(identity(1))", "completed": "\#(time(1))""#
    let entry = file([b], ["{\"title\": 7, \(dates)}"])
    try expect("b | a/done1", "a b", entry, giving: "a b")
    try expect("b | a/done1", entry, "a b", giving: "a b")
  }

  /// Other programs write milliseconds, and may add several tasks in one.
  @Test func aDateWithoutMicrosecondsIdentifiesNoTask() throws {
    let task = { (title: String) in
      #"{"title": "\#(title)", "added": "2026-11-21T10:01:00.000Z"}"#
    }
    try expect("", file([task("x")]), file([task("y")]), giving: file([task("x"), task("y")]))
  }

  /// A stack with these tasks, and with custom keys at the top level.
  private func stack(_ tasks: [String] = [a], _ own: String...) -> String {
    file(tasks, own: own.map { ",\n  \($0)" }.joined())
  }

  @Test func customKeysAtTheTopLevelAreMerged() throws {
    let one = #""mine": 1"#
    let two = #""mine": 2"#
    let same = #""same": 0"#
    let new = #""theirs": [1, 2]"#
    let base = stack([a], one, same)
    let ours = stack([a], two, same)
    try expect(base, ours, stack([a, b], one, same, new), giving: stack([a, b], two, same, new))
    try expect(base, stack([a, b], one, same), stack([a], same), giving: stack([a, b], same))
    try expect(base, ours, stack([a], "\"mine\": 3", same), giving: "!" + ours)
    // A key may occur again and again.
    let thrice = { stack($0, one, two, "\"mine\": 3") }
    try expect(thrice([a]), thrice([task("A")]), thrice([a, b]), giving: thrice([task("A"), b]))
    // Numbers are compared as written.
    let number = "\"n\": 1.0"
    let longer = "\"n\": 1.00"
    try expect(
      stack([a], number), stack([a, b], number), stack([a], longer), giving: stack([a, b], longer))
  }

  @Test func theKeysThatNeedBothValuesAreNamed() throws {
    let notes = { (value: String) in "\"notes\": \(value)" }
    let ours = notes(#"["b", "me"]"#)
    let (result, text) = try merge(
      stack([a], notes(#"["b"]"#)), stack([a], ours), stack([a, b], notes(#"["b","you"]"#)))
    #expect(result.conflicts == [MergeConflict(key: "notes", theirs: #"["b", "you"]"#)])
    #expect(text == stack([a, b], ours))
    let removed = try merge(stack([a], notes("1")), stack([a], notes("2")), stack()).result
    #expect(removed.conflicts == [MergeConflict(key: "notes", theirs: nil)])
    let changed = try merge(stack([a], notes("1")), stack(), stack([a], notes("2"))).result
    #expect(changed.conflicts == [MergeConflict(key: "notes", theirs: "2")])
  }

  @Test func whitespaceKeyOrderAndEscapingAreNotChanges() throws {
    let own = ",\n  \"mine\": {\"é\": 1, \"b\": [2]}"
    let respelled = ",\n  \"mine\": {\"b\":[2 ],\"\\u00e9\" : 1}"
    let other = task("b", 2, [#""x": {"p": 1, "q": 2}"#])
    let otherWay =
      #"{"x": {"q": 2, "p": 1}, "added": "2026-11-21T10:02:00.000000\u005A", "title": "\u0062"}"#
    // Only theirs is a change.
    try expect(
      file([a, other], own: own), file([a, otherWay], own: respelled),
      file([a, task("B", 2, [#""x": {"p": 1, "q": 2}"#])], own: own.replacing("1", with: "3")),
      giving: file(
        [a, otherWay.replacing(#""\u0062""#, with: #""B""#)],
        own: ",\n  \"mine\": {\"é\": 3, \"b\": [2]}"))
    // A task that is only written differently can be deleted by the other side.
    try expect(file([a, other]), file([a, otherWay, c]), "a", giving: "a c")
    let same = file([a], own: respelled)
    let (result, text) = try merge(file([a], own: own), same, file([a], own: own) + "\n")
    #expect(!result.isChanged && text == same)
  }

  /// As in the undo of the first `done`, which added `completed`.
  @Test func aListThatTheirsRemovedIsRemovedWhenItIsEmpty() throws {
    let before = "{\n  \"tasks\": [\n    \(a)\n  ]\n}\n"
    let after = "{\n  \"tasks\": [\n  ],\n  \"completed\": [\n    \(task("a/done9"))\n  ]\n}\n"
    let now = after.replacing("[\n  ],", with: "[\n    \(b)\n  ],")
    #expect(
      try merge(after, now, before).text == "{\n  \"tasks\": [\n    \(a),\n    \(b)\n  ]\n}\n")
  }
}
