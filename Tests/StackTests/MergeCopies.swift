// Makes up copies of a stack that two people, or one on two machines, changed since they were one.

import Foundation
import TestSupport

/// A copy of a stack.
struct StackCopy {
  /// The tasks, of each the keys with their values as JSON.
  var tasks: [[String: String]] = []
  var completed: [[String: String]] = []
  /// What stands under a key of the user's own.
  var own: String?
  private var layout = FileLayout()
  /// Whether lists without tasks are there.
  var hasEmptyLists = true
  /// Whether the keys stand the other way round.
  private var isReversed = false

  mutating func layOutAnew(_ random: inout SplitMix64) {
    layout = .random(&random)
    hasEmptyLists = !random.once(in: 3)
    isReversed.toggle()
  }

  /// The copy as a file.
  var text: String {
    func members(_ object: [String: String]) -> [String] {
      object.sorted { isReversed ? $0.key < $1.key : $0.key > $1.key }
        .map { "\"\($0.key)\":\(layout.space)\($0.value)" }
    }
    var top = ["version": "1"]
    top["own"] = own
    for (key, list) in [("tasks", tasks), ("completed", completed)] where hasEmptyLists || !list.isEmpty {
      top[key] = layout.list(list.map { layout.task(members($0)) })
    }
    return layout.document(members(top))
  }
}

/// What makes tasks hard to tell apart.
enum Likeness: CaseIterable {
  /// Each has a title and a time of its own.
  case none
  /// All were added in the same second.
  case equalTimes
  /// All are called the same.
  case equalTitles
  /// Nothing says when they were added.
  case noTimes
  /// Everything is the same.
  case all
}

/// A base, and the two copies that were made of it.
struct MergeScenario {
  var random: SplitMix64
  let likeness: Likeness
  var base = StackCopy()
  var ours = StackCopy()
  var theirs = StackCopy()
  /// What was done, so that a failure can be understood.
  var log: [String] = []
  private var count = 0
  private var clock = 0

  init(seed: UInt64, likeness: Likeness) {
    random = SplitMix64(seed: seed)
    self.likeness = likeness
    if !random.once(in: 3) { base.layOutAnew(&random) }
    for _ in 0..<random.below(9) { base.tasks.append(newTask()) }
    for _ in 0..<random.below(4) {
      var task = newTask()
      task[random.pick(["completed", "dropped"])] = "\"\(time())\""
      base.completed.append(task)
    }
    if random.once(in: 3) { base.own = "[1, {\"title\": \"no task\"}]" }
    ours = changed(base, "ours")
    theirs = changed(base, "theirs")
    if random.once(in: 4) { ours.layOutAnew(&random) }
    if random.once(in: 4) { theirs.layOutAnew(&random) }
  }

  mutating func time() -> String {
    clock += 1
    return String(format: "2026-11-21T%02d:%02d:%02dZ", clock / 3600, clock / 60 % 60, clock % 60)
  }

  mutating func newTask() -> [String: String] {
    count += 1
    let time = time()
    let isTitled = likeness != .equalTitles && likeness != .all
    let isDated = likeness != .noTimes && likeness != .all
    let date = likeness == .equalTimes ? "2026-11-21T00:00:00Z" : time
    var task = ["title": "\"task \(isTitled ? count : 0)\""]
    if isDated { task["added"] = "\"\(date)\"" }
    if random.once(in: 5) { task["attachments"] = "[\"/a\", \"/b\"]" }
    if random.once(in: 5) { task["notes"] = random.pick(["[\"n\"]", "[\"n\", \"m\", \"n\"]", "\"n\""]) }
    if random.once(in: 6) { task["own"] = "{\"nested\": [1, \"}\"]}" }
    return task
  }

  private mutating func changed(_ copy: StackCopy, _ side: String) -> StackCopy {
    var copy = copy
    for _ in 0..<random.below(7) { act(&copy, side) }
    return copy
  }

  private mutating func act(_ copy: inout StackCopy, _ side: String) {
    let action = random.below(17)
    let index = copy.tasks.isEmpty ? 0 : random.below(copy.tasks.count)
    log.append("\(side) \(action) \(index) \(copy.tasks.first?["title"] ?? "nothing")")
    switch action {
    case 0...2: copy.tasks.append(newTask())
    case 3: copy.tasks.insert(newTask(), at: 0)
    case 4:
      copy.own = random.pick(["1", "2", "\"\(side)\"", "{\"a\": []}", nil, nil])
    case 6 where !copy.completed.isEmpty && random.once(in: 2):
      // By hand: it ended in another way.
      let index = random.below(copy.completed.count)
      for key in ["completed", "dropped", "sent", "to"] { copy.completed[index][key] = nil }
      copy.completed[index][random.pick(["completed", "dropped"])] = "\"\(time())\""
    case 5 where !copy.completed.isEmpty:
      var task = copy.completed.remove(at: random.below(copy.completed.count))
      for key in ["completed", "dropped", "sent", "to"] { task[key] = nil }
      copy.tasks.insert(task, at: 0)
    case _ where copy.tasks.isEmpty: break
    case 5...9:
      var task = copy.tasks.removeFirst()
      let ending = random.pick(["completed", "completed", "dropped", "sent"])
      task[ending] = "\"\(time())\""
      if ending == "sent" { task["to"] = "\"pat@example.org\"" }
      copy.completed.append(task)
    case 10: copy.tasks.append(copy.tasks.removeFirst())
    case 11:
      let title = copy.tasks[0]["title"] ?? ""
      copy.tasks[0]["title"] = title.dropLast() + " \(side) \(random.below(2))\""
    case 12 where random.once(in: 2):
      copy.tasks[0]["notes"] = random.pick(["[\"n\", \"n\"]", "[\"m\", \"\(side)\"]", nil])
    case 12: copy.tasks[0]["attachments"] = random.pick(["[\"/a\"]", "[\"/a\", \"/\(side)\"]", nil])
    case 13:
      // By hand: a line goes elsewhere.
      copy.tasks.insert(copy.tasks.remove(at: index), at: random.below(copy.tasks.count + 1))
    case 14: copy.tasks[index]["own"] = random.pick(["1", "\"\\u0032\"", "\"2\"", nil])
    case 15: copy.tasks.remove(at: index)
    default: copy.tasks.insert(newTask(), at: index)
    }
  }
}

extension MergeScenario {
  /// A copy as a file that means the same: in another layout, with its keys in another order, and with escapes.
  mutating func respelled(_ copy: StackCopy) -> String {
    var copy = copy
    copy.layOutAnew(&random)
    copy.hasEmptyLists = true
    // Letters stand in strings alone.
    var text = ""
    for character in copy.text {
      if character.isLetter, text.last != "\\", let ascii = character.asciiValue, random.once(in: 6) {
        text += "\\u00" + String(ascii, radix: 16, uppercase: random.once(in: 2))
      } else {
        text.append(character)
      }
    }
    return text
  }
}
