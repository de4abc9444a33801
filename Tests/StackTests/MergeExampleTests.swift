// What becomes of two copies of a stack, rule by rule.

import Foundation
import Testing

@testable import Stack

private let a = task("a")
private let b = task("b")
private let c = task("c")

@Suite struct MergeExampleTests {
  private func expect(
    _ base: String?, _ ours: String, _ theirs: String, giving expected: String, isContested: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let result = merge(base.map(file), file(ours), file(theirs))
    #expect(result.text == file(expected), sourceLocation: sourceLocation)
    #expect(result.hasConflict == isContested, sourceLocation: sourceLocation)
    // Taking the same copy in again changes nothing.
    let again = merge(base.map(file), result.text, file(theirs))
    #expect(again.text == result.text, sourceLocation: sourceLocation)
  }

  // MARK: What a side did

  @Test func whatOnlyOneSideTouchedIsAsThatSideHasIt() {
    expect("a b c | z/done1", "a+x b c | z/done1", "a B c | z/done1", giving: "a+x B c | z/done1")
  }

  @Test func whatOneSideEndedAndTheOtherSkippedIsEndedOnce() {
    let base = "a b c"
    for ending in ["done9", "dropped9", "sent9"] {
      let ended = "b c | a/\(ending)"
      expect(base, ended, "b c a", giving: ended)
      expect(base, "b c a", ended, giving: ended)
    }
  }

  @Test func whatWasPushedAndEndedElsewhereIsEnded() {
    expect("a", "a b", "a | d/done5", giving: "a b | d/done5")
  }

  @Test func completedWinsOverSentAndSentOverDroppedAndThenTheEarlierDate() {
    let order = ["done7", "done8", "sent5", "sent6", "dropped3", "dropped4"]
    for (index, winner) in order.enumerated() {
      for loser in order[(index + 1)...] {
        expect("a b", "b c | a/\(winner)", "b | a/\(loser)", giving: "b c | a/\(winner)")
        expect("a b", "b | a/\(loser)", "b c | a/\(winner)", giving: "b c | a/\(winner)")
      }
    }
  }

  /// What has ended isn't validated; a key that stands there twice comes with the ending that prevails.
  @Test func aKeyOfAnEndingThatStandsTwiceIsTheEnding() {
    let once = "b | a/done7"
    let twice = "b | a/done8/done9"
    expect("a b", once, twice, giving: once)
    expect("a b", twice, once, giving: once)
    expect("a b", "b a", twice, giving: twice)
    expect("a b", twice, "b a", giving: twice)
  }

  @Test func theEndingSideDecidesTheKeysOfTheEndingAndTheOtherKeysAreKept() {
    expect("a b", "A+x b", "b | a/done9", giving: "b | A+x/done9")
    expect("a b", "b | a/sent9", "A+x b", giving: "b | A/sent9+x")
  }

  @Test func whatASideOpenedAgainIsOpenWhereThatSideHasIt() {
    expect("a | z/done1", "a b | z/done1", "z a", giving: "z a b")
    // Undone in front of a pull that brought tasks.
    expect("b | a/done9", "b c d | a/done9", "a b", giving: "a b c d")
  }

  @Test func whatASideOpenedAgainKeepsWhatTheOtherChanged() {
    expect(
      "a | z/done1", file([a, b], [task("z", 0, ["\"completed\": \"\(time(1))\"", "\"note\": 1"])]), "a z",
      giving: file([a, task("z", 0, ["\"note\": 1"]), b]))
  }

  @Test func whatASideDeletedByHandIsGoneUnlessTheOtherChangedIt() {
    expect("a b c", "a b c d", "a c", giving: "a c d")
    expect("a b c", "a B c", "a c d", giving: "a B c d")
    expect("a b c", "a c d", "a c | b/done9", giving: "a c d | b/done9")
    // Moved is not changed, and neither is laid out anew.
    expect("a b c", "a c", "b a c", giving: "a c")
    expect("a b c", "a c", file([a, b.replacing(" ", with: "  "), c]), giving: "a c")
    expect("a | z/done1", "a", "a b | z/done1", giving: "a b")
  }

  // MARK: Order

  @Test func newTasksAreInterleavedByWhenTheyWereAdded() {
    expect("a", "a o1@2 o2@5", "a t1@3 t2@4 t3@6", giving: "a o1@2 t1@3 t2@4 o2@5 t3@6")
    // Each side's stay in their own order, whatever a clock says; in a tie ours comes first.
    expect("a", "a o1@9 o2@2", "a t1@9 t2@1", giving: "a o1@9 o2@2 t1@9 t2@1")
    expect("a", "a o1@2", "a t1@-", giving: "a t1@- o1@2")
  }

  @Test func whatWasPushedToTheFrontIsInFrontTheNewestFirst() {
    expect("a", "o2@6 o1@3 a", "t2@5 t1@4 a", giving: "o2@6 t2@5 t1@4 o1@3 a")
  }

  @Test func whatWasPutBetweenFollowsItsPredecessor() {
    expect("a b c", "b c o@5 | a/done9", "a b t@9 c", giving: "b t@9 c o@5 | a/done9")
    // Also where the predecessor was ended meanwhile.
    expect("a b c", "b c | a/done9", "a t@9 b c", giving: "t@9 b c | a/done9")
  }

  @Test func aTaskThatOneSideMovedGoesWhereThatSideMovedIt() {
    // Skipped here, pushed there.
    expect("a b c", "b c a", "a b c d", giving: "b c a d")
    expect("a b c", "a b c d", "b c a", giving: "b c a d")
    // Skipped twice there, once here: both rearranged.
    expect("a b c d", "b c d a", "c d a b", giving: "b c d a")
    // With two tasks, the one in front is the one that was skipped.
    expect("a b", "b a", "a b c", giving: "b a c")
    expect("a b", "a b c", "b a", giving: "b a c")
    // To the front, while the other ended it.
    expect("a b c", "c a b", "b c | a/done9", giving: "c b | a/done9")
  }

  @Test func aTaskThatBothMovedGoesWhereOursMovedIt() {
    expect("a b c d", "b a c d", "b c d a", giving: "b a c d")
  }

  // MARK: Key by key

  @Test func aTaskThatBothChangedIsMergedKeyByKey() {
    expect(
      file([task("a", 1, ["\"note\": [1, 2]"]), b]), file([task("A", 1, ["\"note\": [1, 2]"]), b]),
      file([task("a", 1, ["\"note\": [1, 3]", "\"more\": true"]), b]),
      giving: file([task("A", 1, ["\"note\": [1, 3]", "\"more\": true"]), b]))
    // A key that is taken away here, and changed there, needs both.
    expect(
      file([task("a", 1, ["\"note\": 1"]), b]), "A b", file([task("a", 1, ["\"note\": 2"]), b]),
      giving: file([task("A", 1), task("a", 1, ["\"note\": 2"]), b]), isContested: true)
    expect(
      file([task("a", 1, ["\"note\": 1"]), b]), file([task("A", 1, ["\"note\": 1"]), b]), "a c b",
      giving: "A c b")
  }

  @Test func attachmentsAreUnitedAndWhatEitherSideDetachedIsOff() {
    expect("a+1,2,3", "a+2,3,o", "a+1,3,t", giving: "a+3,o,t")
    expect("a+1", "A", "a+1,t", giving: "A+t")
    expect("a+1", "A+1", "a b", giving: "A b")
  }

  @Test func whereBothGaveAKeyAnotherValueTheirsStandsBehindOurs() {
    expect("a b", "ours@1 b", "theirs@1+x b", giving: "ours@1+x theirs@1+x b", isContested: true)
    // Two rewordings of a task that one side ended are both ended.
    expect(
      "a b", "ours@1 b", "b | theirs@1/done9", giving: "b | ours@1/done9 theirs@1/done9", isContested: true)
    expect(
      "a b", "b | ours@1/done9", "theirs@1 b", giving: "b | ours@1/done9 theirs@1/done9", isContested: true)
    // The same on both sides is no two values, however it is written.
    expect("a b", "new@1 b", file([task("n\\u0065w", 1), b, c]), giving: "new@1 b c")
  }

  @Test func theUsersOwnKeysAtTheTopAreMergedToo() {
    let own = ",\n  \"mine\": 1,\n  \"same\": 0"
    expect(
      file([a], own: own), file([a], own: own.replacing("1", with: "2")),
      file([a, b], own: own + ",\n  \"theirs\": [1, 2]"),
      giving: file([a, b], own: own.replacing("1", with: "2") + ",\n  \"theirs\": [1, 2]"))
    expect(
      file([a], own: own), file([a, b], own: own), file([a], own: ",\n  \"same\": 0"),
      giving: file([a, b], own: ",\n  \"same\": 0"))
    expect(
      file([a], own: own), file([a], own: own.replacing("1", with: "2")),
      file([a], own: own.replacing("1", with: "3")), giving: file([a], own: own.replacing("1", with: "2")),
      isContested: true)
  }

  // MARK: What was ended

  @Test func completedIsThatOfTheBaseAndThenTheNewOnesByDate() {
    expect(
      "a b c d | z/done1", "c d | z/done1 a/done5 b/done8", "a b | z/done1 c/done6 d/dropped7",
      giving: "| z/done1 a/done5 c/done6 d/dropped7 b/done8")
    expect(
      "a b c | z/done1", "b c | z/done1 a/done5", "a | z/done1 b c/done6",
      giving: "| z/done1 b a/done5 c/done6")
  }

  // MARK: Without a base

  @Test func withoutABaseWhatEndedOnEitherSideIsEndedAndAllElseIsKept() {
    for base in [nil, ""] {
      expect(base, "a b o@5 | z/done1", "f@8 b c t@4 | a/done9", giving: "f@8 b c t@4 o@5 | z/done1 a/done9")
      // Reworded on one side, it stands twice: nobody knows which is the older one.
      expect(base, "a b", "A b", giving: "a A b")
      // Ours stays in its order.
      expect(base, "a b c", "c b a", giving: "a b c")
    }
  }

  // MARK: Alike

  @Test func tasksThatAreAlikeAreMatchedInOrder() {
    expect("x x x", "x x | x/done5", "x x x b", giving: "x x b | x/done5")
    // Both finished one: that is the same one.
    expect("x x x", "x x | x/done5", "x x b | x/done6", giving: "x x b | x/done5")
  }

  /// `push -` gives many tasks one second, and nobody keeps a person from writing one title twice.
  @Test func twinsStayTwo() {
    expect("a a", "a a b", "a a c", giving: "a a b c")
    expect("a a", "a a b", "a | a/done9", giving: "a b | a/done9")
    expect("a", "a b", "a a", giving: "a a b")
    for base in [nil, ""] { expect(base, "a a", "a a c", giving: "a a c") }
  }

  @Test func aTaskThatWasRewordedIsKnownByWhenItWasAdded() {
    expect("a b", "A b", "b | a/done9", giving: "b | A/done9")
    // Without a time, it is one task less and one more.
    expect("a@- b", "A@- b", "b | a@-/done9", giving: "A@- b | a@-/done9")
  }

  /// Many tasks have one second after `push -`.
  @Test func ofSeveralTasksOfOneSecondNoneIsTakenForAnother() {
    expect(
      "one@1 two@1 three@1", "two@1 three-longer@1 one-longer@1", "two@1 three@1 | one@1/done9",
      giving: "two@1 three-longer@1 one-longer@1 | one@1/done9")
    // Where one is left on each side, it is that one.
    expect("one@1 two@1", "two@1 one-longer@1", "two@1 | one@1/done9", giving: "two@1 | one-longer@1/done9")
  }

  // MARK: By meaning

  @Test func howAFileIsWrittenIsNoChange() {
    let own = ",\n  \"mine\": {\"é\": 1, \"b\": [2]}"
    let respelled = ",\n  \"mine\": {\"b\":[2 ],\"\\u00e9\" : 1}"
    let other = task("b", 2, ["\"x\": {\"p\": 1, \"q\": 2}"])
    let otherWay = #"{"x": {"q": 2, "p": 1}, "added": "2026-11-21T10:02:00Z", "title": "\u0062"}"#
    // Theirs really changed it.
    expect(
      file([a, other], own: own), file([a, otherWay], own: respelled),
      file([a, task("B", 2, ["\"x\": {\"p\": 1, \"q\": 2}"])], own: own.replacing("1", with: "3")),
      giving: file(
        [a, otherWay.replacing(#""\u0062""#, with: #""B""#)], own: ",\n  \"mine\": {\"é\": 3, \"b\": [2]}"))
    // Deleted there, it is gone.
    expect(file([a, other]), file([a, otherWay, c]), "a", giving: "a c")
    let merged = merge(file([a], own: own), file([a], own: respelled), file([a], own: own) + "\n")
    #expect(!merged.isChanged && merged.text == file([a], own: respelled))
  }

  @Test func aNumberIsAsItIsWritten() {
    expect(
      file([a], own: ",\n  \"n\": 1.0"), file([a, b], own: ",\n  \"n\": 1.0"),
      file([a], own: ",\n  \"n\": 1.00"), giving: file([a, b], own: ",\n  \"n\": 1.00"))
  }

  @Test func theKeysThatNeedBothValuesAreNamed() {
    let own = { (value: String) in ",\n  \"notes\": \(value)" }
    let merged = merge(
      file([a], own: own(#"["b"]"#)), file([a], own: own(#"["b", "me"]"#)),
      file([a, b], own: own(#"["b","you"]"#)))
    #expect(merged.conflicts == [MergeConflict(key: "notes", theirs: #"["b", "you"]"#)])
    #expect(merged.text == file([a, b], own: own(#"["b", "me"]"#)))
    let removed = merge(file([a], own: own("1")), file([a], own: own("2")), file("a"))
    #expect(removed.conflicts == [MergeConflict(key: "notes", theirs: nil)])
  }

  /// As where a push into a file without lists is taken back.
  @Test func aListThatWasMadeForATaskGoesWithIt() {
    let before = "{\n  \"tasks\": [\n    \(a)\n  ]\n}\n"
    let after = "{\n  \"tasks\": [\n  ],\n  \"completed\": [\n    \(task("a/done9"))\n  ]\n}\n"
    let now = after.replacing("[\n  ],", with: "[\n    \(b)\n  ],")
    #expect(merge(after, now, before).text == "{\n  \"tasks\": [\n    \(a),\n    \(b)\n  ]\n}\n")
  }
}
