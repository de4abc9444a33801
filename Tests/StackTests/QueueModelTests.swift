// Random sessions, compared with a model: the tasks are those of an array, a change alters only its
// own bytes, and every change can be undone and redone byte for byte.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct QueueModelTests {
  @Test(arguments: [nil] + TestExtent.sample(SoundFile.layouts, 2), TestExtent.seeds(1, all: 3))
  func randomSessionsMatchTheModel(from layout: SoundFile?, seed: UInt64) throws {
    try play(Home(), from: layout, seed)
  }

  /// Tasks sleep until 2998, or have woken in 2001.
  @Test(arguments: [nil] + TestExtent.sample(SoundFile.layouts, 2), TestExtent.seeds(1, all: 10))
  func randomSessionsWithSnoozedTasksMatchTheModel(from layout: SoundFile?, seed: UInt64) throws {
    try play(Home(), from: layout, seed, snoozes: true)
  }

  /// The kept texts are copies, because a hard link can't be on another file system.
  @Test(
    .enabled(if: ThisSystem.otherFileSystem != nil, "there is no second file system to write to"),
    arguments: TestExtent.seeds(1, all: 8))
  func randomSessionsMatchTheModelWithTheHistoryElsewhere(seed: UInt64) throws {
    let state = try Home(in: #require(ThisSystem.otherFileSystem))
    try play(Home(["XDG_STATE_HOME": state.directory.path]), from: SoundFile.layouts.first, seed)
  }

  @Test func keptNotesAreChosenByTheirIndex() throws {
    let home = Home()
    let queue = try home.queue()
    try queue.push(TaskTitle("a"))
    try queue.addNote(TaskTitle("b"))
    #expect(throws: QueueError.invalidArrangement(index: 1)) {
      try queue.retitle(as: nil, notes: [.kept(0), .kept(1)])
    }
    try queue.retitle(as: nil, notes: [.new(TaskTitle("c")), .kept(0)])
    #expect(try queue.front().task?.notes == ["c", "b"])
  }

  /// The reader retains only the items at both ends of a list.
  @Test(arguments: 1...7) func aTaskCanBeBroughtToTheFrontWhereverItIs(count: Int) throws {
    let titles = (1...count).map { "Task \($0)" }
    for title in titles {
      let home = Home()
      try home.writeQueue(StackFile.text(tasks: count))
      _ = try home.queue().bringToFront(matching: title)
      #expect(try home.titles() == [title] + titles.filter { $0 != title })
    }
  }

  /// Plays a random session, in which a quarter of the actions are `undo`.
  private func play(
    _ home: Home, from layout: SoundFile?, _ seed: UInt64, snoozes: Bool = false
  ) throws {
    if let layout { try home.writeQueue(layout.data) }
    var user = RandomUser(seed: seed, words: RandomUser.awkwardWords)
    user.snoozes = snoozes
    let queue = try home.queue()
    // The texts of the file, in order, `nil` for no file; and the index of the current one.
    var texts = [home.queueData()]
    var place = 0
    // The indices of the texts after `send`, which can't be redone.
    var sent: Set<Int> = []

    /// Undoes or redoes a step. Returns whether there was one.
    func restore(by step: Int) throws -> Bool {
      let isThere =
        texts.indices.contains(place + step) && !(step > 0 && sent.contains(place + step))
      do {
        let restoration = step < 0 ? try queue.undo() : try queue.redo()
        try #require(isThere, "\(restoration)")
        place += step
      } catch QueueError.nothingToUndo where step < 0 && !isThere {
      } catch QueueError.nothingToRedo where step > 0 && place + step == texts.count {
      } catch QueueError.notReversible(let refusal)
        where refusal.reason == .isSend && step > 0 && sent.contains(place + step)
      {}
      return isThere
    }

    func expectText(_ circumstances: Comment) throws {
      let found = home.queueData()
      try #require(found == texts[place], circumstances)
      try #require(
        home.files(below: ".config") == (found == nil ? [] : ["stack/stack.json"]), circumstances)
    }

    var history = home.history()
    for step in 1...(TestExtent.isAll ? 40 : 24) {
      // Another program removes the file, and undo restores it.
      if texts[place] != nil, texts.count > 1, user.random.once(in: 20) {
        try home.queueFile().remove()
        try #require(try queue.undo().isDamage)
        try expectText("step \(step), after a repair")
      }
      let before = texts[place]
      let tasks = try queue.tasks()
      let action = user.random.once(in: 4) ? .undo : user.nextAction(tasks: tasks.count)
      let circumstances: Comment = "step \(step), \(action), before: \(before?.shown ?? "no file")"
      switch action {
      case .undo: _ = try restore(by: -1)
      case .redo: _ = try restore(by: 1)
      default:
        let expected = ExpectedFile(after: action, on: tasks, in: before ?? Data())
        do {
          let change = try queue.perform(action)
          let after = try #require(home.queueData())
          try #require(change.isChanged == (before != after), circumstances)
          try #require(try change.front == queue.front(), circumstances)
          if let before {
            let expected = try #require(expected, circumstances)
            let problems = problems(from: before, to: after, expecting: expected)
            try #require(problems == [], "\(circumstances), after: \(after.shown)")
          }
          if change.isChanged {
            texts = texts.prefix(place + 1) + [after]
            place += 1
            sent = sent.filter { $0 < place }
            if case .send = action { sent.insert(place) }
          }
        } catch QueueError.notAttached where expected == nil {
        } catch QueueError.noTask where expected == nil && snoozes {}
      }
      try expectText(circumstances)
      let earlier = history
      history = home.history()
      let changed = earlier.filter { history[$0.key] != $0.value }.keys
      try #require(changed.isEmpty, "\(circumstances): files of the history aren't changed")
      let titles = texts[place] == nil ? [] : try home.titles()
      let found = try queue.tasks()
      try #require(found.map(\.title).sorted() == titles.sorted(), circumstances)
      let asleep = found.filter { $0.until.map { $0 > .now } ?? false }
      try #require(try queue.count() == titles.count - asleep.count, circumstances)
      let front = try queue.front()
      let woken = found.filter { $0.until.map { $0 <= .now } ?? false }
      let current =
        found.first { $0.until == nil } ?? woken.min { $0.until ?? .now < $1.until ?? .now }
      try #require(front.task == current, circumstances)
      try #require(front.changesAt == (current == nil ? asleep.compactMap(\.until).min() : nil))
      if asleep.isEmpty, found.allSatisfy({ $0.until == nil }) {
        try #require(found.map(\.title) == titles, circumstances)
        try #require(front.depth == min(titles.count, 7), circumstances)
      }
      // So every program that reads the file finds the current task in front.
      if let current, current.until == nil {
        try #require(current.title == titles.first, circumstances)
      }
    }
    // Undo everything, redo everything, and undo everything again.
    for step in [-1, 1, -1] { while try restore(by: step) { try expectText("\(step)") } }
    #expect(place == 0)
  }
}
