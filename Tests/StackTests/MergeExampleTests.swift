// The rules of merging, each by examples.

import Foundation
import Testing

@testable import Stack

private let a = task("a")
private let b = task("b")
private let c = task("c")

@Suite struct MergeExampleTests {
  private func expect(
    _ base: String, _ ours: String, _ theirs: String, giving expected: String, isContested: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (result, text) = try merge(file(base), file(ours), file(theirs))
    #expect(text == file(expected), sourceLocation: sourceLocation)
    #expect(result.hasConflict == isContested, sourceLocation: sourceLocation)
    // Taking the same copy in again changes nothing.
    #expect(try merge(file(base), text, file(theirs)).text == text, sourceLocation: sourceLocation)
  }

  /// Base, ours, theirs, and what they come to.
  @Test(arguments: [
    // What only one side touched is as that side has it.
    ("a b c | z/done1", "a+x b c | z/done1", "a B c | z/done1", "a+x B c | z/done1"),
    // What one side ended and the other skipped is ended once.
    ("a b c", "b c | a/done9", "b c a", "b c | a/done9"),
    ("a b c", "b c a", "b c | a/dropped9", "b c | a/dropped9"),
    ("a b c", "b c | a/sent9", "b c a", "b c | a/sent9"),
    // What was pushed and ended elsewhere is ended.
    ("a", "a b", "a | d/done5", "a b | d/done5"),
    // The ending side decides the keys of the ending, and the other keys are kept.
    ("a b", "A+x b", "b | a/done9", "b | A+x/done9"),
    ("a b", "b | a/sent9", "A+x b", "b | A/sent9+x"),
    // What a side opened again is open where that side has it; undone in front of a pull that brought tasks.
    ("a | z/done1", "a b | z/done1", "z a", "z a b"),
    ("b | a/done9", "b c d | a/done9", "a b", "a b c d"),
    // What a side deleted by hand is gone, unless the other changed it. Moved is not changed.
    ("a b c", "a b c d", "a c", "a c d"),
    ("a b c", "a B c", "a c d", "a B c d"),
    ("a b c", "a c d", "a c | b/done9", "a c d | b/done9"),
    ("a b c", "a c", "b a c", "a c"),
    ("a | z/done1", "a", "a b | z/done1", "a b"),
    // New tasks are interleaved by when they were added; each side's stay in their own order, whatever a clock says; in
    // a tie ours comes first.
    ("a", "a o1@2 o2@5", "a t1@3 t2@4 t3@6", "a o1@2 t1@3 t2@4 o2@5 t3@6"),
    ("a", "a o1@9 o2@2", "a t1@9 t2@1", "a o1@9 o2@2 t1@9 t2@1"),
    ("a", "a o1@2", "a t1@-", "a t1@- o1@2"),
    // What was pushed to the front is in front, the newest first.
    ("a", "o2@6 o1@3 a", "t2@5 t1@4 a", "o2@6 t2@5 t1@4 o1@3 a"),
    // What was put between follows its predecessor, also where that was ended meanwhile.
    ("a b c", "b c o@5 | a/done9", "a b t@9 c", "b t@9 c o@5 | a/done9"),
    ("a b c", "b c | a/done9", "a t@9 b c", "t@9 b c | a/done9"),
    // A task that one side moved goes where that side moved it: skipped here and pushed there, with two tasks too, and
    // to the front while the other ended it.
    ("a b c", "b c a", "a b c d", "b c a d"), ("a b c", "a b c d", "b c a", "b c a d"),
    ("a b", "b a", "a b c", "b a c"), ("a b", "a b c", "b a", "b a c"),
    ("a b c", "c a b", "b c | a/done9", "c b | a/done9"),
    // Where both rearranged, it is as in ours.
    ("a b c d", "b c d a", "c d a b", "b c d a"), ("a b c d", "b a c d", "b c d a", "b a c d"),
    // Attachments are united, and what either side detached is off.
    ("a+1,2,3", "a+2,3,o", "a+1,3,t", "a+3,o,t"), ("a+1", "A", "a+1,t", "A+t"), ("a+1", "A+1", "a b", "A b"),
    // What was ended stands as in the base, and then the new ones by date.
    (
      "a b c d | z/done1", "c d | z/done1 a/done5 b/done8", "a b | z/done1 c/done6 d/dropped7",
      "| z/done1 a/done5 c/done6 d/dropped7 b/done8"
    ),
    ("a b c | z/done1", "b c | z/done1 a/done5", "a | z/done1 b c/done6", "| z/done1 b a/done5 c/done6"),
    // Tasks that are alike are matched in order; where both finished one, that is the same one.
    ("x x x", "x x | x/done5", "x x x b", "x x b | x/done5"),
    ("x x x", "x x | x/done5", "x x b | x/done6", "x x b | x/done5"),
    // Twins stay two: `push -` gives many tasks one second, and nobody keeps a person from writing one title twice.
    ("a a", "a a b", "a a c", "a a b c"), ("a a", "a a b", "a | a/done9", "a b | a/done9"),
    ("a", "a b", "a a", "a a b"),
    // A task that was reworded is known by when it was added; without a time, it is one less and one more.
    ("a b", "A b", "b | a/done9", "b | A/done9"), ("a@- b", "A@- b", "b | a@-/done9", "A@- b | a@-/done9"),
    // Of several tasks of one second none is taken for another; where one is left on each side, it is that one.
    (
      "one@1 two@1 three@1", "two@1 three-longer@1 one-longer@1", "two@1 three@1 | one@1/done9",
      "two@1 three-longer@1 one-longer@1 | one@1/done9"
    ),
    ("one@1 two@1", "two@1 one-longer@1", "two@1 | one@1/done9", "two@1 | one-longer@1/done9"),
    ("one@1 two@1", "new@1", "two@1 | one@1/done9", "new@1 | one@1/done9"),
    // Only one side changed how a task ended, by hand or with undo and drop; if both did, the order of precedence.
    (
      "a | z/done1 y@3/done2", "a b | z/done1 y@3/done2", "a | z/dropped5 y@3/done2",
      "a b | z/dropped5 y@3/done2"
    ),
    ("a | z/done1", "a b | z/done7", "a | z/done1", "a b | z/done7"),
    ("a | z/done1", "a | z/dropped5", "a b | z/done6", "a b | z/done6"),
    // If theirs has no new entry, the ended tasks keep ours' order.
    ("a | z/done9", "a b | c/done2 z/done9", "A | z/done9", "A b | c/done2 z/done9"),
    // Without members in the base, all tasks are kept, and ours' order.
    ("", "a b o@5 | z/done1", "f@8 b c t@4 | a/done9", "f@8 b c t@4 o@5 | z/done1 a/done9"),
    ("", "a b", "A b", "a A b"), ("", "a b c", "c b a", "a b c"), ("", "a a", "a a c", "a a c"),
  ])
  func mergedWithABase(_ base: String, _ ours: String, _ theirs: String, _ expected: String) throws {
    try expect(base, ours, theirs, giving: expected)
  }

  /// What a command here changed, theirs, and the result.
  @Test(arguments: [
    // Whatever it isn't clear about is kept, in theirs' order if nothing was rearranged here.
    ("a b", "a b", "c b a", "c b a"), ("a b", "b a", "a b c", "b a c"), ("", "a@1 b", "x@1 b", "a@1 x@1 b"),
    // A replaced value is old, and so is the title of a push; being open and a missing key are older than a value.
    ("a b", "A b", "a b c", "A b c"), ("A b", "a b", "A b c", "a b c"),
    ("b", "b p@9.5", "b P@9.5", "b P@9.5"),
    ("a b", "A b", "b | a/done9", "b | A/done9"), ("b", "b", "b+u", "b+u"),
    ("a@9.5", "A@9.5", "B@9.5", "A@9.5 B@9.5"),
    // An ending that was taken back, and a removed task or attachment, don't come back.
    ("b | a/done9", "a b", "b | a/done9", "a b"), ("b | a/done9", "a b", "b | a/done8", "b | a/done8"),
    ("b x", "b", "b x c", "b c"), ("b x", "b", "b x+u", "b x+u"), ("a+u,v", "a+v", "a+u,w", "a+v,w"),
    // An item that occurs several times was removed only if its later occurrences were; one that was added again is kept.
    ("a+u,u b", "a+u b", "a+u,u c", "a+u b c"), ("a+u,u b", "a+u b", "a+u,u,u c", "a+u,u,u b c"),
    // A task that was added replaced nothing of its twin, which a command opened again.
    ("b | x/done5", "x b | x+u/sent6", "b | x/done5", "x b | x+u/sent6"),
    // In one second without a fraction, two titles are two tasks.
    ("", "a@1", "x@1", "a@1 x@1"), ("", "a@9.5", "x@9.5 | y@9.5/done10", "a@9.5 x@9.5 | y@9.5/done10"),
  ])
  func mergedWithoutABase(_ before: String, _ ours: String, _ theirs: String, _ expected: String) throws {
    let knowledge = try LocalKnowledge(from: file(before), to: file(ours))
    let text = try merge(file(ours), file(theirs), knowing: knowledge).text
    #expect(text == file(expected))
    #expect(try merge(text, file(theirs), knowing: knowledge).text == text)
  }

  @Test func completedWinsOverSentAndSentOverDroppedAndThenTheEarlierDate() throws {
    let order = ["done7", "done8", "sent5", "sent6", "dropped3", "dropped4"]
    for (index, winner) in order.enumerated() {
      for loser in order[(index + 1)...] {
        try expect("a b", "b c | a/\(winner)", "b | a/\(loser)", giving: "b c | a/\(winner)")
        try expect("a b", "b | a/\(loser)", "b c | a/\(winner)", giving: "b c | a/\(winner)")
      }
    }
  }

  /// What has ended isn't validated; a key that stands there twice comes with the ending that prevails.
  @Test func aKeyOfAnEndingThatStandsTwiceIsTheEnding() throws {
    let once = "b | a/done7"
    let twice = "b | a/done8/done9"
    try expect("a b", once, twice, giving: once)
    try expect("a b", twice, once, giving: once)
    try expect("a b", "b a", twice, giving: twice)
    try expect("a b", twice, "b a", giving: twice)
  }

  @Test func whatASideOpenedAgainKeepsWhatTheOtherChanged() throws {
    try expect(
      "a | z/done1", file([a, b], [task("z", 0, ["\"completed\": \"\(time(1))\"", "\"note\": 1"])]), "a z",
      giving: file([a, task("z", 0, ["\"note\": 1"]), b]))
  }

  @Test func laidOutAnewIsNotChanged() throws {
    try expect("a b c", "a c", file([a, b.replacing(" ", with: "  "), c]), giving: "a c")
  }

  // MARK: Key by key

  @Test func aTaskThatBothChangedIsMergedKeyByKey() throws {
    let noted = { (title: String, notes: String...) in file([task(title, 1, notes), b]) }
    let (one, two, more) = ("\"note\": [1, 2]", "\"note\": [1, 3]", "\"more\": true")
    try expect(noted("a", one), noted("A", one), noted("a", two, more), giving: noted("A", two, more))
    // A key that is taken away here, and changed there, needs both.
    try expect(
      noted("a", one), "A b", noted("a", two), giving: file([task("A", 1), task("a", 1, [two]), b]),
      isContested: true)
    try expect(noted("a", one), noted("A", one), "a c b", giving: "A c b")
  }

  @Test func whereBothGaveAKeyAnotherValueTheirsStandsBehindOurs() throws {
    try expect("a b", "ours@1 b", "theirs@1+x b", giving: "ours@1+x theirs@1+x b", isContested: true)
    // Two rewordings of a task that one side ended are both ended.
    try expect(
      "a b", "ours@1 b", "b | theirs@1/done9", giving: "b | ours@1/done9 theirs@1/done9", isContested: true)
    try expect(
      "a b", "b | ours@1/done9", "theirs@1 b", giving: "b | ours@1/done9 theirs@1/done9", isContested: true)
    // The same on both sides is no two values, however it is written.
    try expect("a b", "new@1 b", file([task("n\\u0065w", 1), b, c]), giving: "new@1 b c")
    // An escape behind a backslash is no escape.
    let other = task("n\\\\u0065w", 1)
    try expect(
      "a b", "new@1 b", file([other, b]), giving: file([task("new", 1), other, b]), isContested: true)
  }

  /// A stack with these tasks, and with keys of the user's own.
  private func stack(_ tasks: [String] = [a], _ own: String...) -> String {
    file(tasks, own: own.map { ",\n  \($0)" }.joined())
  }

  @Test func theUsersOwnKeysAtTheTopAreMergedToo() throws {
    let (one, two, same, new) = (#""mine": 1"#, #""mine": 2"#, #""same": 0"#, #""theirs": [1, 2]"#)
    let base = stack([a], one, same)
    let ours = stack([a], two, same)
    try expect(base, ours, stack([a, b], one, same, new), giving: stack([a, b], two, same, new))
    try expect(base, stack([a, b], one, same), stack([a], same), giving: stack([a, b], same))
    try expect(base, ours, stack([a], "\"mine\": 3", same), giving: ours, isContested: true)
    // A number is as it is written.
    let (number, longer) = ("\"n\": 1.0", "\"n\": 1.00")
    try expect(stack([a], number), stack([a, b], number), stack([a], longer), giving: stack([a, b], longer))
  }

  // MARK: By meaning

  @Test func howAFileIsWrittenIsNoChange() throws {
    let own = ",\n  \"mine\": {\"é\": 1, \"b\": [2]}"
    let respelled = ",\n  \"mine\": {\"b\":[2 ],\"\\u00e9\" : 1}"
    let other = task("b", 2, ["\"x\": {\"p\": 1, \"q\": 2}"])
    let otherWay = #"{"x": {"q": 2, "p": 1}, "added": "2026-11-21T10:02:00Z", "title": "\u0062"}"#
    // Theirs really changed it.
    try expect(
      file([a, other], own: own), file([a, otherWay], own: respelled),
      file([a, task("B", 2, ["\"x\": {\"p\": 1, \"q\": 2}"])], own: own.replacing("1", with: "3")),
      giving: file(
        [a, otherWay.replacing(#""\u0062""#, with: #""B""#)], own: ",\n  \"mine\": {\"é\": 3, \"b\": [2]}"))
    // Deleted there, it is gone.
    try expect(file([a, other]), file([a, otherWay, c]), "a", giving: "a c")
    let same = file([a], own: respelled)
    let (result, text) = try merge(file([a], own: own), same, file([a], own: own) + "\n")
    #expect(!result.isChanged && text == same)
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
  }

  /// As where a push into a file without lists is taken back.
  @Test func aListThatWasMadeForATaskGoesWithIt() throws {
    let before = "{\n  \"tasks\": [\n    \(a)\n  ]\n}\n"
    let after = "{\n  \"tasks\": [\n  ],\n  \"completed\": [\n    \(task("a/done9"))\n  ]\n}\n"
    let now = after.replacing("[\n  ],", with: "[\n    \(b)\n  ],")
    #expect(try merge(after, now, before).text == "{\n  \"tasks\": [\n    \(a),\n    \(b)\n  ]\n}\n")
  }
}
