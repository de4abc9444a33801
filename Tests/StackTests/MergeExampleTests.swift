// What becomes of two copies of a stack, rule by rule.

import Foundation
import Testing

@testable import Stack

/// A task as `stack` writes it: its title, the minute in which it was added, and what else there is.
private func task(_ title: String, _ minute: Int?, _ more: String...) -> String {
  let added = minute.map { ", \"added\": \"\(time($0))\"" } ?? ""
  return "{\"title\": \"\(title)\"\(added)\(more.map { ", " + $0 }.joined())}"
}

private func time(_ minute: Int) -> String { "2026-11-21T10:\(minute < 10 ? "0" : "")\(minute):00Z" }

private func done(_ minute: Int) -> String { "\"completed\": \"\(time(minute))\"" }
private func dropped(_ minute: Int) -> String { "\"dropped\": \"\(time(minute))\"" }
private func sent(_ minute: Int, to receiver: String = "pat@example.org") -> String {
  "\"sent\": \"\(time(minute))\", \"to\": \"\(receiver)\""
}
private func attached(_ items: String...) -> String {
  "\"attachments\": [\(items.map { "\"\($0)\"" }.joined(separator: ", "))]"
}

/// A file as `stack` writes it.
private func file(_ tasks: [String], _ completed: [String] = [], own: String = "") -> String {
  func list(_ elements: [String]) -> String { elements.map { "\n    " + $0 }.joined(separator: ",") + "\n  " }
  return """
    {
      "version": 1,
      "tasks": [\(list(tasks))],
      "completed": [\(list(completed))]\(own)
    }

    """
}

private let a = task("a", 1)
private let b = task("b", 2)
private let c = task("c", 3)
private let d = task("d", 4)
private let z = task("z", 0, done(1))

@Suite struct MergeExampleTests {
  private func expect(
    _ base: String?, _ ours: String, _ theirs: String, giving expected: String, isContested: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let result = merge(base, ours, theirs)
    #expect(result.text == expected, sourceLocation: sourceLocation)
    #expect(result.hasConflict == isContested, sourceLocation: sourceLocation)
    // Taking the same copy in again changes nothing.
    #expect(merge(base, expected, theirs).text == expected, sourceLocation: sourceLocation)
  }

  // MARK: What a side did

  @Test func whatOnlyOneSideTouchedIsAsThatSideHasIt() {
    expect(
      file([a, b, c], [z]), file([task("a", 1, attached("/x")), b, c], [z]),
      file([a, task("B", 2), c], [z]), giving: file([task("a", 1, attached("/x")), task("B", 2), c], [z]))
  }

  @Test func whatOneSideEndedAndTheOtherSkippedIsEndedOnce() {
    let base = file([a, b, c])
    for ending in [done(9), dropped(9), sent(9)] {
      let ended = file([b, c], [task("a", 1, ending)])
      expect(base, ended, file([b, c, a]), giving: ended)
      expect(base, file([b, c, a]), ended, giving: ended)
    }
  }

  @Test func whatWasPushedAndEndedElsewhereIsEnded() {
    expect(
      file([a]), file([a, b]), file([a], [task("d", 4, done(5))]),
      giving: file([a, b], [task("d", 4, done(5))]))
  }

  @Test func completedWinsOverSentAndSentOverDroppedAndThenTheEarlierDate() {
    let order = [done(7), done(8), sent(5), sent(6), dropped(3), dropped(4)]
    for (index, winner) in order.enumerated() {
      for loser in order[(index + 1)...] {
        let expected = file([b, c], [task("a", 1, winner)])
        let other = file([b], [task("a", 1, loser)])
        expect(file([a, b]), expected, other, giving: file([b, c], [task("a", 1, winner)]))
        expect(file([a, b]), other, expected, giving: file([b, c], [task("a", 1, winner)]))
      }
    }
  }

  /// What has ended isn't validated; a key that stands there twice comes with the ending that prevails.
  @Test func aKeyOfAnEndingThatStandsTwiceIsTheEnding() {
    let once = file([b], [task("a", 1, done(7))])
    let twice = file([b], [task("a", 1, done(8), done(9))])
    expect(file([a, b]), once, twice, giving: once)
    expect(file([a, b]), twice, once, giving: once)
    expect(file([a, b]), file([b, a]), twice, giving: twice)
    expect(file([a, b]), twice, file([b, a]), giving: twice)
  }

  @Test func theEndingSideDecidesTheKeysOfTheEndingAndTheOtherKeysAreKept() {
    expect(
      file([a, b]), file([task("A", 1, attached("/x")), b]), file([b], [task("a", 1, done(9))]),
      giving: file([b], [task("A", 1, attached("/x"), done(9))]))
    expect(
      file([a, b]), file([b], [task("a", 1, sent(9))]), file([task("A", 1, attached("/x")), b]),
      giving: file([b], [task("A", 1, sent(9), attached("/x"))]))
  }

  @Test func whatASideOpenedAgainIsOpenWhereThatSideHasIt() {
    expect(
      file([a], [z]), file([a, b], [z]), file([task("z", 0), a]), giving: file([task("z", 0), a, b]))
    // Undone in front of a pull that brought tasks.
    expect(
      file([b], [task("a", 1, done(9))]), file([b, c, d], [task("a", 1, done(9))]), file([a, b]),
      giving: file([a, b, c, d]))
  }

  @Test func whatASideOpenedAgainKeepsWhatTheOtherChanged() {
    expect(
      file([a], [z]), file([a, b], [task("z", 0, done(1), "\"note\": 1")]), file([a, task("z", 0)]),
      giving: file([a, task("z", 0, "\"note\": 1"), b]))
  }

  @Test func whatASideDeletedByHandIsGoneUnlessTheOtherChangedIt() {
    expect(file([a, b, c]), file([a, b, c, d]), file([a, c]), giving: file([a, c, d]))
    expect(
      file([a, b, c]), file([a, task("B", 2), c]), file([a, c, d]), giving: file([a, task("B", 2), c, d]))
    expect(
      file([a, b, c]), file([a, c, d]), file([a, c], [task("b", 2, done(9))]),
      giving: file([a, c, d], [task("b", 2, done(9))]))
    // Moved is not changed, and neither is laid out anew.
    expect(file([a, b, c]), file([a, c]), file([b, a, c]), giving: file([a, c]))
    expect(
      file([a, b, c]), file([a, c]), file([a, b.replacing(" ", with: "  "), c]), giving: file([a, c]))
    expect(file([a], [z]), file([a]), file([a, b], [z]), giving: file([a, b]))
  }

  // MARK: Order

  @Test func newTasksAreInterleavedByWhenTheyWereAdded() {
    expect(
      file([a]), file([a, task("o1", 2), task("o2", 5)]),
      file([a, task("t1", 3), task("t2", 4), task("t3", 6)]),
      giving: file([a, task("o1", 2), task("t1", 3), task("t2", 4), task("o2", 5), task("t3", 6)]))
    // Each side's stay in their own order, whatever a clock says; in a tie ours comes first.
    expect(
      file([a]), file([a, task("o1", 9), task("o2", 2)]), file([a, task("t1", 9), task("t2", 1)]),
      giving: file([a, task("o1", 9), task("o2", 2), task("t1", 9), task("t2", 1)]))
    expect(
      file([a]), file([a, task("o1", 2)]), file([a, task("t1", nil)]),
      giving: file([a, task("t1", nil), task("o1", 2)]))
  }

  @Test func whatWasPushedToTheFrontIsInFrontTheNewestFirst() {
    expect(
      file([a]), file([task("o2", 6), task("o1", 3), a]), file([task("t2", 5), task("t1", 4), a]),
      giving: file([task("o2", 6), task("t2", 5), task("t1", 4), task("o1", 3), a]))
  }

  @Test func whatWasPutBetweenFollowsItsPredecessor() {
    expect(
      file([a, b, c]), file([b, c, task("o", 5)], [task("a", 1, done(9))]), file([a, b, task("t", 9), c]),
      giving: file([b, task("t", 9), c, task("o", 5)], [task("a", 1, done(9))]))
    // Also where the predecessor was ended meanwhile.
    expect(
      file([a, b, c]), file([b, c], [task("a", 1, done(9))]), file([a, task("t", 9), b, c]),
      giving: file([task("t", 9), b, c], [task("a", 1, done(9))]))
  }

  @Test func aTaskThatOneSideMovedGoesWhereThatSideMovedIt() {
    // Skipped here, pushed there.
    expect(file([a, b, c]), file([b, c, a]), file([a, b, c, d]), giving: file([b, c, a, d]))
    expect(file([a, b, c]), file([a, b, c, d]), file([b, c, a]), giving: file([b, c, a, d]))
    // Skipped twice there, once here: both rearranged.
    expect(file([a, b, c, d]), file([b, c, d, a]), file([c, d, a, b]), giving: file([b, c, d, a]))
    // With two tasks, the one in front is the one that was skipped.
    expect(file([a, b]), file([b, a]), file([a, b, c]), giving: file([b, a, c]))
    expect(file([a, b]), file([a, b, c]), file([b, a]), giving: file([b, a, c]))
    // To the front, while the other ended it.
    expect(
      file([a, b, c]), file([c, a, b]), file([b, c], [task("a", 1, done(9))]),
      giving: file([c, b], [task("a", 1, done(9))]))
  }

  @Test func aTaskThatBothMovedGoesWhereOursMovedIt() {
    expect(file([a, b, c, d]), file([b, a, c, d]), file([b, c, d, a]), giving: file([b, a, c, d]))
  }

  // MARK: Key by key

  @Test func aTaskThatBothChangedIsMergedKeyByKey() {
    expect(
      file([task("a", 1, "\"note\": [1, 2]"), b]), file([task("A", 1, "\"note\": [1, 2]"), b]),
      file([task("a", 1, "\"note\": [1, 3]", "\"more\": true"), b]),
      giving: file([task("A", 1, "\"note\": [1, 3]", "\"more\": true"), b]))
    // A key that is taken away here, and changed there, needs both.
    expect(
      file([task("a", 1, "\"note\": 1"), b]), file([task("A", 1), b]),
      file([task("a", 1, "\"note\": 2"), b]),
      giving: file([task("A", 1), task("a", 1, "\"note\": 2"), b]), isContested: true)
    expect(
      file([task("a", 1, "\"note\": 1"), b]), file([task("A", 1, "\"note\": 1"), b]), file([a, c, b]),
      giving: file([task("A", 1), c, b]))
  }

  @Test func attachmentsAreUnitedAndWhatEitherSideDetachedIsOff() {
    expect(
      file([task("a", 1, attached("/1", "/2", "/3"))]), file([task("a", 1, attached("/2", "/3", "/o"))]),
      file([task("a", 1, attached("/1", "/3", "/t"))]),
      giving: file([task("a", 1, attached("/3", "/o", "/t"))]))
    expect(
      file([task("a", 1, attached("/1"))]), file([task("A", 1)]), file([task("a", 1, attached("/1", "/t"))]),
      giving: file([task("A", 1, attached("/t"))]))
    expect(
      file([task("a", 1, attached("/1"))]), file([task("A", 1, attached("/1"))]), file([task("a", 1), b]),
      giving: file([task("A", 1), b]))
  }

  @Test func whereBothGaveAKeyAnotherValueTheirsStandsBehindOurs() {
    expect(
      file([a, b]), file([task("ours", 1), b]), file([task("theirs", 1, attached("/x")), b]),
      giving: file([task("ours", 1, attached("/x")), task("theirs", 1, attached("/x")), b]), isContested: true
    )
    // Two rewordings of a task that one side ended are both ended.
    expect(
      file([a, b]), file([task("ours", 1), b]), file([b], [task("theirs", 1, done(9))]),
      giving: file([b], [task("ours", 1, done(9)), task("theirs", 1, done(9))]), isContested: true)
    expect(
      file([a, b]), file([b], [task("ours", 1, done(9))]), file([task("theirs", 1), b]),
      giving: file([b], [task("ours", 1, done(9)), task("theirs", 1, done(9))]), isContested: true)
    // The same on both sides is no two values, however it is written.
    expect(
      file([a, b]), file([task("new", 1), b]), file([task("n\\u0065w", 1), b, c]),
      giving: file([task("new", 1), b, c]))
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
      file([a, b, c, d], [z]), file([c, d], [z, task("a", 1, done(5)), task("b", 2, done(8))]),
      file([a, b], [z, task("c", 3, done(6)), task("d", 4, dropped(7))]),
      giving: file(
        [],
        [z, task("a", 1, done(5)), task("c", 3, done(6)), task("d", 4, dropped(7)), task("b", 2, done(8))]
      ))
    expect(
      file([a, b, c], [z]), file([b, c], [z, task("a", 1, done(5))]),
      file([a], [z, task("b", 2), task("c", 3, done(6))]),
      giving: file([], [z, task("b", 2), task("a", 1, done(5)), task("c", 3, done(6))]))
  }

  // MARK: Without a base

  @Test func withoutABaseWhatEndedOnEitherSideIsEndedAndAllElseIsKept() {
    for base in [nil, ""] {
      expect(
        base, file([a, b, task("o", 5)], [z]),
        file([task("f", 8), b, c, task("t", 4)], [task("a", 1, done(9))]),
        giving: file([task("f", 8), b, c, task("t", 4), task("o", 5)], [z, task("a", 1, done(9))]))
      // Reworded on one side, it stands twice: nobody knows which is the older one.
      expect(base, file([a, b]), file([task("A", 1), b]), giving: file([a, task("A", 1), b]))
      // Ours stays in its order.
      expect(base, file([a, b, c]), file([c, b, a]), giving: file([a, b, c]))
    }
  }

  // MARK: Alike

  @Test func tasksThatAreAlikeAreMatchedInOrder() {
    let x = task("x", nil)
    expect(
      file([x, x, x]), file([x, x], [task("x", nil, done(5))]), file([x, x, x, b]),
      giving: file([x, x, b], [task("x", nil, done(5))]))
    // Both finished one: that is the same one.
    expect(
      file([x, x, x]), file([x, x], [task("x", nil, done(5))]), file([x, x, b], [task("x", nil, done(6))]),
      giving: file([x, x, b], [task("x", nil, done(5))]))
  }

  @Test func aTaskThatWasRewordedIsKnownByWhenItWasAdded() {
    expect(
      file([a, b]), file([task("A", 1), b]), file([b], [task("a", 1, done(9))]),
      giving: file([b], [task("A", 1, done(9))]))
    // Without a time, it is one task less and one more.
    expect(
      file([task("a", nil), b]), file([task("A", nil), b]), file([b], [task("a", nil, done(9))]),
      giving: file([task("A", nil), b], [task("a", nil, done(9))]))
  }

  /// Many tasks have one second after `push -`.
  @Test func ofSeveralTasksOfOneSecondNoneIsTakenForAnother() {
    let (one, two, three) = (task("one", 1), task("two", 1), task("three", 1))
    expect(
      file([one, two, three]), file([two, task("three, longer", 1), task("one, longer", 1)]),
      file([two, three], [task("one", 1, done(9))]),
      giving: file([two, task("three, longer", 1), task("one, longer", 1)], [task("one", 1, done(9))]))
    // Where one is left on each side, it is that one.
    expect(
      file([one, two]), file([two, task("one, longer", 1)]), file([two], [task("one", 1, done(9))]),
      giving: file([two], [task("one, longer", 1, done(9))]))
  }

  // MARK: By meaning

  @Test func howAFileIsWrittenIsNoChange() {
    let own = ",\n  \"mine\": {\"é\": 1, \"b\": [2]}"
    let respelled = ",\n  \"mine\": {\"b\":[2 ],\"\\u00e9\" : 1}"
    let other = task("b", 2, "\"x\": {\"p\": 1, \"q\": 2}")
    let otherWay = #"{"x": {"q": 2, "p": 1}, "added": "2026-11-21T10:02:00Z", "title": "\u0062"}"#
    // Theirs really changed it.
    expect(
      file([a, other], own: own), file([a, otherWay], own: respelled),
      file([a, task("B", 2, "\"x\": {\"p\": 1, \"q\": 2}")], own: own.replacing("1", with: "3")),
      giving: file(
        [a, otherWay.replacing(#""\u0062""#, with: #""B""#)],
        own: ",\n  \"mine\": {\"é\": 3, \"b\": [2]}"))
    // Deleted there, it is gone.
    expect(file([a, other]), file([a, otherWay, c]), file([a]), giving: file([a, c]))
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
    let removed = merge(file([a], own: own("1")), file([a], own: own("2")), file([a]))
    #expect(removed.conflicts == [MergeConflict(key: "notes", theirs: nil)])
  }

  /// As where a push into a file without lists is taken back.
  @Test func aListThatWasMadeForATaskGoesWithIt() {
    let before = "{\n  \"tasks\": [\n    \(a)\n  ]\n}\n"
    let after = "{\n  \"tasks\": [\n  ],\n  \"completed\": [\n    \(task("a", 1, done(9)))\n  ]\n}\n"
    let now = after.replacing("[\n  ],", with: "[\n    \(b)\n  ],")
    #expect(merge(after, now, before).text == "{\n  \"tasks\": [\n    \(a),\n    \(b)\n  ]\n}\n")
  }
}
