// The names of the files in the history, and what can be undone and redone after reading them.

import TestSupport
import Testing

@testable import Stack

@Suite struct EntryTests {
  /// The entry that has only a file with this name.
  private func parsed(_ name: String) -> Entry? {
    let name = Pathname(unchecked: name)
    return Entry.number(of: name).flatMap {
      Entry($0, name, of: Pathname(unchecked: "/somewhere/stack.json"))
    }
  }

  @Test(arguments: [
    (nil, 0, "push", "000042-20261121T100500Z-push"),
    (Way.undo, 41, "done", "000042-20261121T100500Z-undo41-done"),
    (.redo, 7, "push", "000042-20261121T100500Z-redo7-push"),
    (.skip, 1_000_000, "push", "000042-20261121T100500Z-skip1000000-push"),
    (nil, 0, "repair", "000042-20261121T100500Z-repair"),
  ])
  func namesAreWrittenAndParsed(_ way: Way?, _ other: Int, _ command: String, _ stem: String) throws
  {
    let date = try #require(Timestamp(dateText: "2026-11-21T10:05:00Z"))
    for hasFile in [true, false] {
      let entry = Entry(42, command, way.map { ($0, other) }, at: date, hasFile: hasFile)
      #expect(entry.record?.description == stem + ".change")
      let text = way == .skip ? nil : stem + (hasFile ? ".json" : ".none")
      #expect(entry.text?.description == text)
      for name in [entry.record, entry.text].compactMap({ $0?.description }) {
        let found = try #require(parsed(name))
        #expect(found.reversed?.way == way && found.reversed?.number ?? 0 == other)
        #expect(found.command == command && found.number == 42)
      }
      if text != nil { #expect(entry.date == date) }
    }
  }

  /// The number has at least six digits.
  @Test(arguments: [
    ("000042.made", 42, "mark"), ("1000042.made", 1_000_042, "mark"),
    ("000042+stack.sync-conflict-20261121-153000-ABCDEFG.json", 42, "copy"),
    ("000000-20261121T100500Z-push.none", 0, "text"),
    ("123456789012-20261121T100500Z-push.change", 123_456_789_012, "record"),
  ])
  func theOtherNamesAreParsed(_ name: String, _ number: Int, _ part: String) throws {
    let entry = try #require(parsed(name))
    let parts = [
      "mark": entry.mark, "copy": entry.mergedCopy, "text": entry.text, "record": entry.record,
    ]
    #expect(entry.number == number)
    #expect(parts.compactMapValues { $0?.description } == [part: name])
  }

  /// Releases before 1.3 wrote these.
  @Test(arguments: [
    "000042-20261121T100000.123456789Z-before-done.json",
    "000042-20261121T100000.123456789Z-after-push-again.none",
    "000042-20261121T100000Z-before-push-pending.json",
    "000042-20261121T100000Z-before-damage.json", "000042-20261121T100000Z-past-done.json",
    "000042-20261121T100000Z-after-done-again-removed-refused-pending-restored41.none",
    "000042.change", "000042-stack.sync-conflict-1.json",
  ])
  func namesOfEarlierReleasesAreIgnored(_ name: String) throws {
    let entry = try #require(parsed(name))
    #expect(entry.number == 42 && entry.command.isEmpty)
    #expect(entry.files.map(\.description) == [name])
  }

  @Test(arguments: [
    "", ".", "..", ".new", "stack.json", "000042", "000042.json", "000042.none", "000042+",
    "000042+stack.json", "00042.made", "0000042.made", "1234567890123.made", "-00042.made",
    "000042-20261121T100000Z-done", "000042-20261121T100000Z-before.json",
    "000042-20261121T100000Z-during-done.json", "42-20261121T100000Z-done.json",
    "000042-once-done.json", "000042--done.json", "000042-20261121T100000Z-.json",
    "000042-20261121T100000Z-undo-done.json", "000042-20261121T100000Z-undo07-done.json",
    "000042-20261121T100000Z-undo41.json", "000042-20261121T100000Z-undo41-.json",
    "000042-20261121T100000Z-undo41-done-again.json", "000042-20261121T100000Z-done-again.json",
    "000042-20261121T100000Z-before-done.change", "000042-20261121T100000Z-done.txt",
    "000042-20261121T100000Z-done (sam's conflicted copy).json",
    "000042-20261121T100000Z-before-.json", "000042-20261121T100000Z-before-done.txt",
    "9223372036854775807-20261121T100000Z-done.json",
    "99999999999999999999-20261121T100000Z-done.json",
  ])
  func otherFilesAreNotOfTheHistory(name: String) {
    #expect(parsed(name) == nil)
  }

  /// Each entry in words, without its time, and then what `undo` and `redo` reverse next.
  @Test(arguments: [
    ("", "", ""),
    ("1-push", "1", ""),
    ("1-push 2-done", "1 2", ""),
    ("1-push 2-done 3-undo2-done", "1", "3"),
    ("1-push 2-done 3-undo2-done 4-undo1-push", "", "3 4"),
    ("1-push 2-done 3-undo2-done 4-undo1-push 5-redo4-push", "5", "3"),
    ("1-push 2-done 3-undo2-done 4-redo3-done", "1 4", ""),
    ("1-push 2-done 3-undo2-done 4-redo3-done 5-undo4-done", "1", "5"),
    // A command ends what can be redone.
    ("1-push 2-done 3-undo2-done 4-push", "1 4", ""),
    // What arrives and a repair don't, and are on no stack.
    ("1-push 2-done 3-undo2-done 4-repair 5-receive 6-sync", "1", "3"),
    ("1-receive 2-push 3-repair 4-push 5-receive", "2 4", ""),
    // A change that is left as it is can't be undone any more.
    ("1-push 2-done 3-skip2-done", "1", ""),
    ("1-push 2-done 3-push 4-undo3-push 5-skip2-done 6-undo1-push", "", "4 6"),
    // The entry that was reversed has been removed, because it was the oldest.
    ("3-undo2-done 4-undo1-push", "", "3 4"),
    ("4-redo3-done", "4", ""),
    ("3-skip2-done", "", ""),
    // Releases before 1.3 don't see these numbers, so they use them again.
    ("1-before-push 2-before-done 2-push 3-done 4-undo3-done", "2", "4"),
    ("1-after-push 2-past-done 3-push", "3", ""),
  ])
  func whatCanBeUndoneFollowsFromTheNames(_ names: String, _ undo: String, _ redo: String) throws {
    let entries = try names.split(separator: " ").map { words in
      let (number, rest) = try #require(
        words.firstIndex(of: "-").map { (words[..<$0], String(words[$0...])) })
      let digits = String(repeating: "0", count: 6 - number.count) + number
      return try #require(parsed("\(digits)-20261121T100500Z\(rest).json"))
    }
    let stacks = UndoStacks(entries.filter { !$0.command.isEmpty })
    #expect(stacks.undo.map { "\($0.number)" }.joined(separator: " ") == undo)
    #expect(stacks.redo.map { "\($0.number)" }.joined(separator: " ") == redo)
  }
}
