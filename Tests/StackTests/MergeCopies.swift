// Random merge scenarios: a stack, and two copies of it that were changed separately.

import Foundation
import TestSupport

@testable import Stack

/// A copy of a stack, as values and a layout.
struct StackCopy {
  /// The tasks: the values of their keys as JSON.
  var tasks: [[String: String]] = []
  var completed: [[String: String]] = []
  /// The value of a custom key at the top level.
  var own: String?
  private var layout = FileLayout()
  /// Whether lists without tasks are written.
  var hasEmptyLists = true
  /// Whether the keys are in the reverse order.
  private var isReversed = false

  mutating func changeLayout(_ random: inout SplitMix64) {
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
    for (key, list) in [("tasks", tasks), ("completed", completed)]
    where hasEmptyLists || !list.isEmpty {
      top[key] = layout.list(list.map { layout.task(members($0)) })
    }
    return layout.document(members(top))
  }
}

/// What all tasks have in common, which makes them hard to match: with `all`, they have one title
/// and no `added`.
enum Similarity: CaseIterable { case none, equalTimes, equalTitles, noTimes, all }

/// A common ancestor, and copies of it with random changes.
struct MergeScenario {
  var random: SplitMix64
  let similarity: Similarity
  var base = StackCopy()
  var ours = StackCopy()
  var theirs = StackCopy()
  /// The copy of a third machine.
  var third = StackCopy()
  /// The changes, for the message of a failure.
  var log: [String] = []
  private var count = 0
  private var clock = 0

  init(seed: UInt64, similarity: Similarity) {
    random = SplitMix64(seed: seed)
    self.similarity = similarity
    if !random.once(in: 3) { base.changeLayout(&random) }
    for _ in 0..<random.below(9) { base.tasks.append(newTask()) }
    for _ in 0..<random.below(4) {
      var task = newTask()
      if !random.once(in: 8) { task[random.pick(["completed", "dropped"])] = "\"\(time())\"" }
      if random.once(in: 8) { task["title"] = nil }
      base.completed.append(task)
    }
    if random.once(in: 3) { base.own = #"[1, {"title": "no task"}]"# }
    if !base.tasks.isEmpty, random.once(in: 4) {
      var tasks = base.tasks
      addSecondWording(to: &tasks, at: random.below(tasks.count))
      base.tasks = tasks
    }
    var copies = [base, base, base]
    for (index, side) in ["ours", "theirs"].enumerated() {
      for _ in 0..<random.below(8) { change(&copies[index], side) }
    }
    ours = copies[0]
    theirs = copies[1]
    if random.once(in: 4) { ours.changeLayout(&random) }
    if random.once(in: 4) { theirs.changeLayout(&random) }
    for _ in 0..<random.below(8) { change(&copies[2], "third") }
    third = copies[2]
  }

  mutating func time() -> String {
    clock += 1
    return String(format: "2026-11-21T%02d:%02d:%02dZ", clock / 3600, clock / 60 % 60, clock % 60)
  }

  mutating func newTask() -> [String: String] {
    count += 1
    let time = time()
    var task = ["title": "\"task \([.equalTitles, .all].contains(similarity) ? 0 : count)\""]
    // Six digits identify a task, even if its title is changed.
    let hasDigits = similarity == .none ? !random.once(in: 8) : random.once(in: 2)
    let precise = "\(time.dropLast())\(random.once(in: 4) ? ".999999Z" : ".482913Z")"
    let date = similarity == .equalTimes ? "2026-11-21T00:00:00Z" : hasDigits ? precise : time
    if ![.noTimes, .all].contains(similarity) { task["added"] = "\"\(date)\"" }
    if random.once(in: 5) { task["attachments"] = #"["/a", "/b"]"# }
    if random.once(in: 5) {
      task["notes"] = random.pick([#"["n"]"#, #"["n", "m", "n"]"#, #""n""#])
    }
    if random.once(in: 6) { task["own"] = #"{"nested": [1, "}"]}"# }
    return task
  }

  /// Adds a second wording of a task, as a merge on another machine does.
  private mutating func addSecondWording(to tasks: inout [[String: String]], at index: Int) {
    var second = tasks[index]
    guard let text = second["added"]?.dropFirst().dropLast(), text.count == 27,
      let added = Timestamp(dateText: String(text))
    else { return }
    let title = random.pick(["task other 1", "task other 2"])
    let derived = WordingIdentity.added(for: Array(title.utf8), from: added)
    second["title"] = "\"\(title)\""
    second["added"] = "\"\(derived.preciseText)\""
    if !tasks.contains(where: { $0["added"] == second["added"] }) {
      tasks.insert(second, at: index + 1)
    }
  }

  private mutating func change(_ copy: inout StackCopy, _ side: String) {
    let action = random.below(19)
    let index = copy.tasks.isEmpty ? 0 : random.below(copy.tasks.count)
    log.append("\(side) \(action) \(index) \(copy.tasks.first?["title"] ?? "nothing")")
    switch action {
    case 0...2: copy.tasks.append(newTask())
    case 3: copy.tasks.insert(newTask(), at: 0)
    case 4: copy.own = random.pick(["1", "2", "\"\(side)\"", "{\"a\": []}", nil, nil])
    case 5...6 where !copy.completed.isEmpty:
      // By hand: a task is reopened, or its ending is changed.
      var task = copy.completed.remove(at: random.below(copy.completed.count))
      for key in ["completed", "dropped", "sent", "to"] { task[key] = nil }
      if action == 5, task["title"] != nil { return copy.tasks.insert(task, at: 0) }
      task[random.pick(["completed", "dropped"])] = "\"\(time())\""
      copy.completed.insert(task, at: random.below(copy.completed.count + 1))
    case _ where copy.tasks.isEmpty: break
    case 5...9:
      var task = copy.tasks.removeFirst()
      let ending = random.pick(["completed", "completed", "dropped", "sent"])
      task[ending] = "\"\(time())\""
      if ending == "sent" { task["to"] = "\"pat@example.org\"" }
      copy.completed.append(task)
    case 10: copy.tasks.append(copy.tasks.removeFirst())
    case 11:
      let place = random.once(in: 2) ? index : 0
      let title = copy.tasks[place]["title"] ?? ""
      let ending = " \(random.pick([side, "é"])) \(random.below(2))\""
      copy.tasks[place]["title"] =
        random.once(in: 4) ? #""task other 1""# : title.dropLast() + ending
    case 12 where random.once(in: 2):
      copy.tasks[0]["notes"] = random.pick([#"["n", "n"]"#, #"["m", "\#(side)"]"#, nil])
    case 12:
      copy.tasks[0]["attachments"] = random.pick([#"["/a"]"#, #"["/a", "/\#(side)"]"#, nil])
    case 13:
      // By hand: a line is moved.
      copy.tasks.insert(copy.tasks.remove(at: index), at: random.below(copy.tasks.count + 1))
    case 14 where random.once(in: 2):
      copy.tasks[index]["until"] = random.pick([
        "\"\(time())\"", "\"2026-11-22T09:00:00Z\"", "7", nil,
      ])
    case 14: copy.tasks[index]["own"] = random.pick(["1", "\"1\"", "\"\\u0032\"", nil])
    case 15: copy.tasks.remove(at: index)
    case 16: addSecondWording(to: &copy.tasks, at: index)
    case 17:
      // By hand: the line of a task is written twice.
      if random.once(in: 3) { copy.tasks.insert(copy.tasks[index], at: index) }
    default: copy.tasks.insert(newTask(), at: index)
    }
  }

  /// A file with the same values as a copy, in another layout, with another order of keys, and with
  /// escapes.
  mutating func respelled(_ copy: StackCopy) -> String {
    var copy = copy
    copy.changeLayout(&random)
    copy.hasEmptyLists = true
    // This file has letters only in strings.
    var text = ""
    for character in copy.text {
      if character.isLetter, text.last != "\\", let ascii = character.asciiValue, random.once(in: 6)
      {
        text += "\\u00" + String(ascii, radix: 16, uppercase: random.once(in: 2))
      } else {
        text.append(character)
      }
    }
    return text
  }
}
