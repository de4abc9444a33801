// Values that are parsed from text: titles, dates, paths, and the file names of versions.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct TaskTitleTests {
  @Test(arguments: [
    ("a", "a"), ("  a  ", "a"), ("\t\u{B}\u{C} a b \r\n", "a b"), ("\n\r\na", "a"),
    ("a   b\tc", "a   b\tc"),
    ("\"a\" \\", "\"a\" \\"), ("\u{1B}[31m", "\u{1B}[31m"), ("\u{0}", "\u{0}"), ("👩‍👩‍👧", "👩‍👩‍👧"),
    // Only ASCII white space is trimmed; only LF and CR are line breaks.
    ("\u{A0}a\u{3000}", "\u{A0}a\u{3000}"), ("\u{FEFF}a", "\u{FEFF}a"),
    ("a\u{85}b\u{2028}c\u{2029}d", "a\u{85}b\u{2028}c\u{2029}d"),
    // A combining character is not part of the space before it.
    (" \u{301}a", "\u{301}a"), ("a \u{301}", "a \u{301}"),
  ])
  func titlesAreTrimmed(text: String, title: String) throws {
    // Strings that are equal may have different bytes.
    #expect(try Array(TaskTitle(text).text.utf8) == Array(title.utf8))
  }

  @Test func emptyTextsAndLineBreaksAreRefused() {
    for text in ["", " ", "\t\r\n \u{B}\u{C}"] {
      #expect(throws: QueueError.invalidTitle(.empty)) { try TaskTitle(text) }
    }
    for text in ["a\nb", "a\rb", "a\r\nb", "  a \n b  ", "a\n\u{301}"] {
      #expect(throws: QueueError.invalidTitle(.lineBreak)) { try TaskTitle(text) }
    }
  }
}

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"),
    (4_107_542_400, "2100-03-01T00:00:00Z"), (2_147_483_648, "2038-01-19T03:14:08Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
  ])
  func datesAreWrittenAndParsed(seconds: Int, date: String) {
    #expect(Timestamp(seconds: seconds).dateText == date)
    #expect(Timestamp(dateText: date) == Timestamp(seconds: seconds))
    let precise = Timestamp(seconds: seconds, microseconds: 40_506)
    #expect(precise.preciseText == date.dropLast() + ".040506Z" && precise.dateText == date)
    #expect(
      Timestamp(dateText: precise.preciseText) == precise && Timestamp(seconds: seconds) < precise)
  }

  /// Even if the clock returns the same time for several commands, or was set back within a second.
  /// The first task is from a machine whose clock was years ahead.
  @Test(arguments: [997, 999_998]) func newTasksGetIncreasingMicroseconds(_ now: Int) throws {
    let now = Timestamp(seconds: 1_795_255_200, microseconds: now)
    var document = try Document(
      Array(#"{"tasks": [{"title": "x", "added": "2099-01-01T00:00:00.000000Z"}]}"#.utf8))
    let microseconds = document.stamps(3, from: now).map { $0.microseconds }
    #expect([[997, 998, 999], [999_998, 999_999, 0]].contains(microseconds))
    var all: [String] = []
    for count in [1, 3, 1, 2] {
      let stamps = document.stamps(count, from: now)
      let tasks = try stamps.map { QueuedTask(title: try TaskTitle("x"), added: $0) }
      let patch = document.adding(tasks, inFront: false)
      document = try Document(try #require(patch.applied(to: document.text)))
      all += stamps.map { $0.preciseText.suffix(10).description }
    }
    #expect(all == all.sorted() && Set(all).count == all.count, "\(all)")
  }

  /// Both continue after a task that they have, because it is newer than their clocks say.
  @Test func twoMachinesThatContinueAfterATaskGiveDifferentIdentities() throws {
    let document = try Document(
      Array(#"{"tasks": [{"title": "x", "added": "2026-11-21T10:00:00.900000Z"}]}"#.utf8))
    let stamps = try ["2026-11-21T10:00:00.100000Z", "2026-11-21T10:00:00.100005Z"].map {
      document.stamps(1, from: try #require(Timestamp(dateText: $0)))
    }
    #expect(stamps[0] != stamps[1])
  }

  @Test func datesAreAsFoundationWritesThem() {
    var random = SplitMix64(seed: 1)
    let formatter = ISO8601DateFormatter()
    for _ in 0..<1_000 {
      let time = Timestamp(seconds: random.below(8_000_000_000) - 2_000_000_000)
      #expect(
        time.dateText
          == formatter.string(from: Date(timeIntervalSince1970: TimeInterval(time.seconds))))
      #expect(Timestamp(dateText: time.dateText) == time)
    }
    #expect(Timestamp(seconds: 5, microseconds: -1) == Timestamp(seconds: 4, microseconds: 999_999))
    #expect(Timestamp(seconds: .min).dateText == "-292277022657-01-27T08:29:52Z")
  }

  @Test(arguments: [
    "", "2026-11-21T10:00:00", "2026-11-21T10:00:00z", "2026-11-21 10:00:00Z",
    "2026-11-21T10:00:00.0Z",
    "2026-11-21T10:00:00.00000aZ", "2026-11-21T10:00:00,000000Z", "2026-11-21T10:00:60Z",
    "2026-11-21T24:00:00Z", "2026-11-21T10:60:00Z",
    "2026-02-30T10:00:00Z", "2026-13-01T10:00:00Z", "2026-00-01T10:00:00Z", "2026-11-00T10:00:00Z",
    "+026-11-21T10:00:00Z", "2026-1a-21T10:00:00Z", "2026/11/21T10:00:00Z",
    "2026-11-21T10:0\u{663}:00",
    "\u{FF}\u{FF}\u{FF}-\u{FF}\u{FF}T10:00:00Z",
  ])
  func invalidDatesAreRefused(text: String) { #expect(Timestamp(dateText: text) == nil) }
}

@Suite struct PathnameTests {
  @Test(arguments: [
    ("/a/b/c", "/a/b", "c"), ("/a/b/c/", "/a/b", "c"), ("/a/b//c//", "/a/b/", "c"),
    ("/a", "/", "a"), ("/a/", "/", "a"),
    ("a/b", "a", "b"), ("a", ".", "a"), ("a/", ".", "a"), ("/", "/", "/"),
    ("/a/.hidden", "/a", ".hidden"),
    ("/a/b c/ü.json", "/a/b c", "ü.json"), ("/a/..", "/a", ".."), ("///", "/", "///"),
  ])
  func pathsHaveADirectoryAndAName(path: String, directory: String, name: String) {
    let path = Pathname(unchecked: path)
    #expect(path.directory.description == directory)
    #expect(path.name.description == name)
  }

  @Test(arguments: [
    ("/a", "b", "/a/b"), ("/a/", "b", "/a/b"), ("/a//", "b/c", "/a/b/c"), ("/", "b", "/b"),
    ("/a", "/b/c", "/a/b/c"),
    ("/a", "//b", "/a/b"), ("a", "b", "a/b"), (".", "b", "./b"), ("", "b", "b"), ("", "/b", "b"),
  ])
  func appendingAddsOneSlash(path: String, other: String, result: String) {
    let path = Pathname(unchecked: path)
    #expect(path.appending(other).description == result)
    #expect(path.appending(Pathname(unchecked: other)) == Pathname(unchecked: result))
  }

  /// The part before the NUL must not be used instead.
  @Test func aPathWithANULNamesNoFile() throws {
    let path = Pathname(unchecked: "/tmp\0/file")
    #expect(try !FileSystem.exists(path))
    #expect(throws: FileError.self) { try OpenFile(path, for: .reading) }
  }
}

@Suite struct ConflictCopyTests {
  @Test(arguments: [
    ("stack.sync-conflict-20261121-153000-ABCDEFG.json", true),
    ("stack (sam's conflicted copy 2026-11-21).json", true),
    ("stack (conflicted copy 2026-11-21 153000).json", true), ("stack (copy).json", true),
    ("stack (Copie en conflit de Sam 2026-11-21).json", true),
    ("stack (In Konflikt stehende Kopie von Sam 2026-11-21).json", true),
    ("stack (copia en conflicto de Sam 2026-11-21).json", true),
    ("stack (copia in conflitto di Sam 2026-11-21).json", true),
    ("stack (サムの競合コピー 2026-11-21).json", true), ("stack (1).json", true),
    ("stack 2.json", true), ("stack 13.json", true),
    ("stack_conflict-20261127-101010.json", true), ("stack.json", false),
    ("stackstack.json", false), ("stack .json", false), ("stack two.json", false),
    ("stack 2 3.json", false), ("stack2.json", false), ("stack(1).json", false),
    ("stack (1).json.bak", false), ("stack (1", false), ("stack (1.json", false),
    ("stacks_desk_Jul-10-1200-2026_Conflict.json", false), ("stack_conflict.json", false),
    ("my stack (1).json", false), ("stack.old (1).json", false),
    ("stack.sync-conflict-20261121.txt", false),
    ("stack_desk_Jul-10-1200-2026_Conflict.json", true),
    ("stack_Andy-PC_Jan-03-0901-2013_Conflict_1.json", true),
    ("stack_old_desk_Jul-10-1200-2026_Conflict.json", false), ("stack_desk_Conflict.json", false),
    ("stack.conflict1.json", true), ("stack.conflict12.json", true), ("stack.conflict.json", false),
    ("stack_REMOTE_1234.json", false),
  ])
  func conflictCopiesAreRecognised(name: String, isOne: Bool) {
    let copy = Pathname(unchecked: name)
    #expect(copy.isConflictCopy(of: Pathname(unchecked: "/somewhere/stack.json")) == isOne)
    #expect(!copy.isConflictCopy(of: Pathname(unchecked: "/somewhere/work.json")))
  }

  /// Nor do the files of git mergetool.
  @Test(arguments: [
    ("stack_desk_Jul-10-1200-2026_Conflict", false), ("stack.conflict1", false),
    ("stack_REMOTE_1234", false), ("stack_LOCAL_1234", false), ("stack_BASE_1234", false),
    ("stack_BACKUP_1234", false), ("stack_BASE_12", true), ("sales_Conflict", true),
  ])
  func conflictCopiesAreNotQueues(name: String, isQueue: Bool) {
    #expect((StackName(name) != nil) == isQueue)
  }
}

@Suite struct FileErrorTests {
  @Test func reasonsAreTheSameOnEverySystem() throws {
    let path = try #require(Pathname("/tmp/stack.json"))
    let reasons = [
      ENOSPC: "No space left on device", EDQUOT: "Disk quota exceeded",
      ENOTSUP: "Operation not supported", ENOTEMPTY: "Directory not empty",
      EIO: "Input/output error", 4321: "error 4321",
    ]
    for (code, reason) in reasons {
      #expect(FileError(.write, path, .system(code: code)).reason == reason)
    }
  }
}

@Suite struct QueueErrorTests {
  @Test func errorsSayWhatIsWrongAndWhatToDo() throws {
    let path = try #require(Pathname("/s"))
    let failure = { FileError($0, path, .system(code: $1)) }
    let refusal = QueueError.Refusal(
      command: "done", reason: .isNotIdentified, isRedo: true, textBefore: path)
    let sentences: [(QueueError, String)] = [
      (.invalidAttachment("x"), "'x' is neither an absolute path nor a URL"),
      (
        .invalidArrangement(index: 3),
        "there is no task or note 3 to rearrange, or it is named twice"
      ),
      (
        .notReversible(refusal),
        "done can't be redone, because its task can't be identified in the changed file; "
          + "nothing was changed, and the text with it is in /s"
      ),
      (
        .system(failure(.lock, ENOLCK)),
        "cannot lock /s: No locks available; without a lock the queue can't be changed safely"
      ),
      (
        .system(failure(.takeOver, EPERM)),
        "cannot take over /s: Operation not permitted; it is in the way of the new text: "
          + "remove it, or have its owner do it"
      ),
      (
        .system(failure(.replace, EBUSY)),
        "cannot replace /s: Device or resource busy; no other file can take its place while it "
          + "is mounted by itself: mount its directory instead"
      ),
      (.system(failure(.replace, EXDEV)), "cannot replace /s: Cross-device link"),
      (
        .incomplete(failure(.keepAccess, EINVAL)),
        "the change was made, but cannot keep the access control list of /s: Invalid argument, "
          + "so only its owner can use the file now"
      ),
    ]
    for (error, sentence) in sentences { #expect(error.description == sentence) }
  }
}
