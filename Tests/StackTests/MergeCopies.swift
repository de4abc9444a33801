// Makes up copies of a stack that two people, or one on two machines, changed since they were one.

import Foundation
import TestSupport

/// A task of a copy: its keys with their values as JSON, in order.
struct CopiedTask {
  var members: [(key: String, value: String)]

  init(id: Int, added: String?) {
    members = [("title", "\"task \(id)\"")]
    if let added { members.append(("added", "\"\(added)\"")) }
  }

  subscript(key: String) -> String? {
    get { members.first { $0.key == key }?.value }
    set {
      if let index = members.firstIndex(where: { $0.key == key }) {
        if let newValue { members[index].value = newValue } else { members.remove(at: index) }
      } else if let newValue {
        members.append((key, newValue))
      }
    }
  }
}

/// A copy of a stack.
struct StackCopy {
  var tasks: [CopiedTask] = []
  var completed: [CopiedTask] = []
  var own: [(key: String, value: String)] = []
  var layout = Layout()

  /// How it lies in a file: as `stack` writes it, but for this.
  struct Layout {
    var isCompletedFirst = false
    /// Whether lists without tasks are there.
    var hasEmptyLists = true
    /// What stands otherwise, and how.
    var changes: [(old: String, new: String)] = []

    static func random(_ random: inout SplitMix64) -> Layout {
      if random.once(in: 3) { return Layout() }
      let changes = [
        ("  ", "\t"), ("  ", "    "), ("},\n    {", "}, {"), (", \"", ",\""), (", \"", ",\n      \""),
        ("\n", "\n\n"), ("\n", "\r\n"), ("\n", "\r"), ("\n", ""),
      ]
      let (first, second) = (random.below(6), 5 + random.below(4))
      return Layout(
        isCompletedFirst: random.once(in: 3), hasEmptyLists: !random.once(in: 3),
        changes: [changes[first], changes[second]])
    }
  }

  /// The copy as a file.
  var text: String {
    var members = ["\"version\": 1"]
    for key in layout.isCompletedFirst ? ["completed", "tasks"] : ["tasks", "completed"] {
      let list = key == "tasks" ? tasks : completed
      if list.isEmpty, !layout.hasEmptyLists { continue }
      let elements = list.map { task in
        "\n    {" + task.members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
      }
      members.append("\"\(key)\": [\(elements.joined(separator: ","))\n  ]")
    }
    members += own.map { "\"\($0.key)\": \($0.value)" }
    let text = "{\(members.map { "\n  " + $0 }.joined(separator: ","))\n}\n"
    return layout.changes.reduce(text) { $0.replacing($1.old, with: $1.new) }
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
    base.layout = .random(&random)
    for _ in 0..<random.below(9) { base.tasks.append(newTask()) }
    for _ in 0..<random.below(4) {
      var task = newTask()
      task[random.pick(["completed", "dropped"])] = "\"\(time())\""
      base.completed.append(task)
    }
    if random.once(in: 3) { base.own.append(("own", "[1, {\"title\": \"no task\"}]")) }
    ours = changed(base, "ours")
    theirs = changed(base, "theirs")
    if random.once(in: 4) { ours.layout = .random(&random) }
    if random.once(in: 4) { theirs.layout = .random(&random) }
  }

  mutating func time() -> String {
    clock += 1
    let digits = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
    return "2026-11-21T\(digits(clock / 3600)):\(digits(clock / 60 % 60)):\(digits(clock % 60))Z"
  }

  mutating func newTask() -> CopiedTask {
    count += 1
    let time = time()
    let isTitled = likeness != .equalTitles && likeness != .all
    let isDated = likeness != .noTimes && likeness != .all
    let date = likeness == .equalTimes ? "2026-11-21T00:00:00Z" : time
    var task = CopiedTask(id: isTitled ? count : 0, added: isDated ? date : nil)
    if random.once(in: 5) { task["attachments"] = "[\"/a\", \"/b\"]" }
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
      copy.own.removeAll { $0.key == "own" }
      let value = random.pick(["1", "2", "\"\(side)\"", "{\"a\": []}"])
      if !random.once(in: 3) { copy.own.append(("own", value)) }
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
    copy.layout = .random(&random)
    copy.layout.hasEmptyLists = true
    for index in copy.tasks.indices { copy.tasks[index].members.shuffle(using: &random) }
    for index in copy.completed.indices { copy.completed[index].members.shuffle(using: &random) }
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
