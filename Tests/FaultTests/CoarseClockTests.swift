// File times never decide what is kept: some file systems know whole seconds, and clocks go back.

import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Need.release, Need.releaseReason))
struct CoarseClockTests {
  /// What the times of files are like.
  enum Clock: String, CaseIterable, Sendable {
    /// As this file system has them.
    case fine
    /// Whole seconds, as on ext3, HFS+ and FAT: the times of all that was changed are cut.
    case wholeSeconds
    /// All files have the same time, as where several changes come in one tick.
    case standing
    /// Each change is earlier than the one before.
    case goingBack
  }

  /// A home, and what is done to the times of its files after each command.
  private struct Place {
    let home: Home
    let clock: Clock
    private var count = 0

    init(_ home: Home, _ clock: Clock) throws {
      self.home = home
      self.clock = clock
      try home.writeQueue(Scenario.text)
      try adjust()
    }

    mutating func run(_ arguments: String...) throws -> Finished {
      let finished = try home.run(home.program.path, arguments)
      count += 1
      try adjust()
      return finished
    }

    /// Changes the file in an editor's way.
    mutating func replaceByHand(_ old: String, _ new: String) throws {
      let text = try #require(home.queueText())
      let changed = text.replacingOccurrences(of: old, with: new)
      #expect(changed != text)
      try home.writeQueue(changed)
      count += 1
      try adjust()
    }

    private func adjust() throws {
      let files = [".config", ".local"].flatMap { folder in
        home.files(below: folder).map { home.url("\(folder)/\($0)") }
      }
      let day = try Date("2026-11-21T10:00:00Z", strategy: .iso8601)
      switch clock {
      case .fine: break
      case .wholeSeconds:
        for file in files {
          let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
          let date = try #require(attributes[.modificationDate] as? Date)
          try set(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)), of: file)
        }
      case .standing: for file in files { try set(day, of: file) }
      case .goingBack:
        guard home.queueText() != nil else { break }
        try set(day.addingTimeInterval(Double(-60 * count)), of: home.queueFile())
      }
    }

    private func set(_ date: Date, of file: URL) throws {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }
  }

  // MARK: On this machine's file system

  @Test(arguments: Clock.allCases) func fiveSkipsAndFiveUndosLeadBack(_ clock: Clock) throws {
    try expectSkipsLeadBack(in: Home(in: Home.memory), clock, rounds: 2)
  }

  @Test(arguments: Clock.allCases) func editsOfEqualLengthAreVersionsOfTheirOwn(_ clock: Clock) throws {
    try expectEditsAreKept(in: Home(in: Home.memory), clock)
  }

  @Test(arguments: Clock.allCases) func editsByHandOfEqualLengthAreNotLost(_ clock: Clock) throws {
    try expectEditsByHandAreKept(in: Home(in: Home.memory), clock)
  }

  @Test(arguments: Clock.allCases) func undoThenRedo(_ clock: Clock) throws {
    try expectRedo(in: Home(in: Home.memory), clock)
  }

  // MARK: On one that knows whole seconds

  @Test(.enabled(if: CoarseDisk.isAvailable, Need.coarseDiskReason))
  func onADiskWithWholeSeconds() throws {
    let disk = try CoarseDisk()
    try expectSkipsLeadBack(in: Home(in: disk.folder), .fine, rounds: 20)
    try expectEditsAreKept(in: Home(in: disk.folder), .fine)
    try expectEditsByHandAreKept(in: Home(in: disk.folder), .fine)
    try expectRedo(in: Home(in: disk.folder), .fine)
  }

  // MARK: What must hold

  private func expectSkipsLeadBack(in home: Home, _ clock: Clock, rounds: Int) throws {
    var place = try Place(home, clock)
    var ledBack = 0
    for _ in 1...rounds {
      var texts = [home.queueText()]
      for _ in 1...5 {
        #expect(try place.run("skip").status == 0)
        texts.append(home.queueText())
      }
      var isBack = true
      for text in texts.dropLast().reversed() {
        let isUndone = try place.run("undo").status == 0
        isBack = isBack && isUndone && home.queueText() == text
      }
      for text in texts.dropFirst() {
        let isRedone = try place.run("redo").status == 0
        isBack = isBack && isRedone && home.queueText() == text
      }
      if isBack { ledBack += 1 }
    }
    #expect(ledBack == rounds, "undo and redo led back and forth in \(ledBack) of \(rounds) rounds")
  }

  private func expectEditsAreKept(in home: Home, _ clock: Clock) throws {
    var place = try Place(home, clock)
    for arguments in [["edit", "Uno"], ["edit", "Due"]] {
      #expect(try place.run(arguments[0], arguments[1]).status == 0)
    }
    #expect(try place.run("push", "Five").status == 0)
    #expect(try home.titles().first == "Due")
    #expect(try place.run("undo") == Finished(status: 0, output: "Due\n", errors: ""))
    #expect(try home.titles().count == 3)
    #expect(try place.run("undo") == Finished(status: 0, output: "Uno\n", errors: ""))
    #expect(try place.run("undo") == Finished(status: 0, output: "One\n", errors: ""))
    #expect(home.queueText() == Scenario.text)
  }

  /// An edit by hand that has the length and the time of what was there before is seen all the same.
  private func expectEditsByHandAreKept(in home: Home, _ clock: Clock) throws {
    var place = try Place(home, clock)
    try place.replaceByHand("One", "Uno")
    #expect(try place.run("push", "Five").status == 0)
    try place.replaceByHand("Uno", "Due")
    #expect(try place.run("push", "Six").status == 0)
    #expect(try place.run("undo").status == 0)
    #expect(try home.titles() == ["Due", "Two", "Three", "Five"])
    let there = home.files(below: ".local").filter { $0.hasSuffix(".json") }
    let versions = try there.map { try String(contentsOf: home.url(".local/\($0)"), encoding: .utf8) }
    #expect(versions.contains { $0.contains("\"Uno\"") }, "what was written first is in a version")
  }

  private func expectRedo(in home: Home, _ clock: Clock) throws {
    var place = try Place(home, clock)
    #expect(try place.run("skip").status == 0)
    let skipped = home.queueText()
    for _ in 1...3 {
      #expect(try place.run("undo").status == 0)
      #expect(home.queueText() == Scenario.text)
      #expect(try place.run("redo").status == 0)
      #expect(home.queueText() == skipped)
    }
  }
}

/// Which of two texts of the same size is which is told by all their bytes.
@Suite(.enabled(if: Need.release, Need.releaseReason))
struct LongFileTests {
  /// The first mebibyte of the two texts is the same, and so is their size.
  @Test(arguments: [false, true]) func textsThatDifferFarBehind(versionsElsewhere: Bool) throws {
    let elsewhere = Home()
    let home = Home(
      versionsElsewhere ? ["XDG_STATE_HOME": elsewhere.folder.path] : [:], in: Home.memory)
    let tasks = (1...20_000).map { "    {\"title\": \"Task \($0)\", \"added\": \"2001-01-01T10:00:00Z\"}" }
    let text = """
      {
        "version": 1,
        "tasks": [
      \(tasks.joined(separator: ",\n"))
        ]
      }

      """
    try home.writeQueue(text)
    try home.script("late", "\(Home.editor(sed: "s/Task 19999$/Tusk 19999/")) \"$1\"")
    let finished = try home.shell("EDITOR=late stack edit --all")
    #expect(finished == Finished(status: 0, output: "Task 1\n", errors: ""))
    #expect(home.queueText() == text.replacingOccurrences(of: "Task 19999\"", with: "Tusk 19999\""))
    #expect(try home.stack("undo") == Finished(status: 0, output: "Task 1\n", errors: ""))
    #expect(home.queueText() == text)
    #expect(try home.stack("redo").status == 0)
    #expect(try home.titles()[19_998] == "Tusk 19999")
  }
}
