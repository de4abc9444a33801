// The plainest merge of three stacks: by values, without layout and validation.

import Foundation

/// What becomes of two stacks that go back to a third, as values.
public struct MergeModel: Equatable {
  typealias Object = [String: Any]

  /// The tasks that are open, then those that are ended, each as JSON with its keys in order.
  public private(set) var tasks: [[String]] = [[], []]
  /// What else stands at the top.
  public private(set) var own = ""
  /// The keys there that need both values.
  public private(set) var conflicts: [String] = []

  /// What a text says, to compare with what was merged.
  public init(_ text: String) throws {
    let object = try Self.object(text)
    tasks = ["tasks", "completed"].map { Self.list(object, $0).map(Self.key) }
    own = Self.key(object.filter { $0.key != "tasks" && $0.key != "completed" })
  }

  /// Merges. An empty base is none.
  public init(base: String, ours: String, theirs: String) throws {
    if ours == theirs || theirs == base {
      self = try MergeModel(ours)
    } else if ours == base {
      self = try MergeModel(theirs)
    } else {
      try merge(Self.object(base), Self.object(ours), Self.object(theirs))
    }
  }

  /// Whether two say the same; which keys needed both values is no part of it.
  public static func == (one: MergeModel, other: MergeModel) -> Bool {
    one.tasks == other.tasks && one.own == other.own
  }

  private static func object(_ text: String) throws -> Object {
    if text.isEmpty { return [:] }
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object ?? [:]
  }

  private static func list(_ object: Object, _ key: String) -> [Object] { object[key] as? [Object] ?? [] }

  /// The same text for the same value.
  private static func key(_ value: Any?) -> String {
    guard let value else { return "none" }
    let data = try? JSONSerialization.data(withJSONObject: [value], options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  // MARK: Matching

  private struct Entry {
    let task: Object
    let isEnded: Bool

    var bare: Object { task.filter { !MergeModel.endings.contains($0.key) && $0.key != "to" } }
    var added: String { MergeModel.key(task["added"]) }
    /// How a task ended: which way, and when.
    var ending: (rank: Int, date: String) {
      for (rank, key) in MergeModel.endings.enumerated() {
        if let date = task[key] { return (rank, "\(date)") }
      }
      return (9, "")
    }

    func key(_ likeness: Int) -> String {
      switch likeness {
      case 0: "\(isEnded) \(MergeModel.key(task))"
      case 1: "\(isEnded) \(MergeModel.key(bare))"
      case 2: MergeModel.key(bare)
      default: MergeModel.key([task["added"], task["title"]].map { MergeModel.key($0) })
      }
    }
  }

  private static let endings = ["completed", "sent", "dropped"]

  /// For each of the others, which of these it is.
  private static func match(_ these: [Entry], _ others: [Entry]) -> [Int?] {
    var partners = [Int?](repeating: nil, count: others.count)
    for likeness in 0..<4 {
      for index in others.indices where partners[index] == nil {
        let key = others[index].key(likeness)
        partners[index] = these.indices.first { !partners.contains($0) && these[$0].key(likeness) == key }
      }
    }
    return partners
  }

  /// What has no partner yet gets one by when it was added, where one is left on each side.
  private static func matchAlone(
    _ these: [Entry], _ others: [Entry], _ partners: inout [Int?], _ spare: [Int]
  ) {
    let free = these.indices.filter { !partners.contains($0) }
    for index in spare where others[index].task["added"] != nil {
      let left = free.filter { these[$0].added == others[index].added }
      let right = spare.filter { others[$0].added == others[index].added }
      if left.count == 1, right.count == 1 { partners[index] = left[0] }
    }
  }

  // MARK: Merging

  private static func entries(_ stack: Object) -> [Entry] {
    list(stack, "tasks").map { Entry(task: $0, isEnded: false) }
      + list(stack, "completed").map { Entry(task: $0, isEnded: true) }
  }

  private mutating func merge(_ base: Object, _ ours: Object, _ theirs: Object) {
    let (b, o, t) = (Self.entries(base), Self.entries(ours), Self.entries(theirs))
    let wasOpen = Self.list(base, "tasks").count
    let (openOurs, openTheirs) = (Self.list(ours, "tasks").count, Self.list(theirs, "tasks").count)
    // Each task has a number: its place in the base; behind those, its place in ours; behind those, in theirs.
    var our = Self.match(b, o)
    var their = Self.match(b, t)
    let fresh = o.indices.filter { our[$0] == nil }
    let late = t.indices.filter { their[$0] == nil }
    let pairs = Self.match(fresh.map { o[$0] }, late.map { t[$0] })
    Self.matchAlone(b, o, &our, fresh.indices.filter { !pairs.contains($0) }.map { fresh[$0] })
    Self.matchAlone(b, t, &their, late.indices.filter { pairs[$0] == nil }.map { late[$0] })
    for (index, pair) in pairs.enumerated() { if let pair { their[late[index]] = b.count + fresh[pair] } }
    let ourNumbers = o.indices.map { our[$0] ?? b.count + $0 }
    let theirNumbers = t.indices.map { their[$0] ?? b.count + o.count + $0 }

    var open: [Int: [Object]] = [:]
    var ended: [Int: [Object]] = [:]
    var numbers: [Int] = []
    for number in ourNumbers + theirNumbers where !numbers.contains(number) {
      numbers.append(number)
      let z = number < b.count ? b[number] : nil
      let x = ourNumbers.firstIndex(of: number).map { o[$0] }
      let y = theirNumbers.firstIndex(of: number).map { t[$0] }
      // Deleted by hand, and untouched by the other.
      if let z, let only = x == nil ? y : y == nil ? x : nil, only.key(0) == z.key(0) { continue }
      guard let one = x ?? y, let other = y ?? x else { continue }
      let isEnded = z?.isEnded == true ? one.isEnded && other.isEnded : one.isEnded || other.isEnded
      var (task, conflicts) = Self.together(z?.bare ?? [:], one.bare, other.bare)
      var tasks: [Object] = []
      if isEnded {
        let endings = [one, other].filter { $0.isEnded }
        let ending = endings.count == 2 && endings[1].ending < endings[0].ending ? endings[1] : endings[0]
        let keys = ending.task.filter { ending.bare[$0.key] == nil }
        task.merge(keys) { $1 }
        tasks = [task] + (conflicts.isEmpty ? [] : [other.bare.merging(keys) { $1 }])
      } else {
        tasks = [task] + (conflicts.isEmpty ? [] : [other.bare])
      }
      if isEnded { ended[number] = tasks } else { open[number] = tasks }
    }
    let queue = Self.order(
      ourNumbers[..<openOurs].filter { open[$0] != nil },
      theirNumbers[..<openTheirs].filter { open[$0] != nil }, wasOpen: wasOpen
    ) { open[$0]?.first?["added"].map { "\($0)" } ?? "" }
    let old = ourNumbers[openOurs...].filter { ended[$0] != nil && (wasOpen..<b.count).contains($0) }
    let new = numbers.filter { ended[$0] != nil && !old.contains($0) }
      .map { (number: $0, date: Entry(task: ended[$0]?.first ?? [:], isEnded: true).ending.date) }
    let byDate = new.indices.sorted { (new[$0].date, $0) < (new[$1].date, $1) }.map { new[$0].number }
    let queued: [Object] = queue.flatMap { open[$0, default: []] }
    let past: [Object] = (old + byDate).flatMap { ended[$0, default: []] }
    tasks = [queued, past].map { $0.map { Self.key($0) } }
    let isOwn = { (member: Object.Element) in member.key != "tasks" && member.key != "completed" }
    let (top, conflicts) = Self.together(base.filter(isOwn), ours.filter(isOwn), theirs.filter(isOwn))
    own = Self.key(top)
    self.conflicts = conflicts
  }

  /// An object key by key, and the keys that need both values.
  private static func together(_ base: Object, _ ours: Object, _ theirs: Object) -> (Object, [String]) {
    var result: Object = [:]
    var conflicts: [String] = []
    for name in Set(ours.keys).union(theirs.keys).sorted() {
      let (b, o, t) = (base[name], ours[name], theirs[name])
      if key(o) == key(t) || key(t) == key(b) {
        result[name] = o
      } else if key(o) == key(b) {
        result[name] = t
      } else if name == "attachments", let old = (b ?? [String]()) as? [String],
        let one = (o ?? [String]()) as? [String], let other = (t ?? [String]()) as? [String]
      {
        let gone = old.filter { !one.contains($0) || !other.contains($0) }
        let united = one + other.filter { !one.contains($0) }
        let left = united.filter { !gone.contains($0) }
        if !left.isEmpty { result[name] = left }
      } else {
        result[name] = o
        conflicts.append(name)
      }
    }
    return (result, conflicts)
  }

  /// The open tasks.
  private static func order(_ ours: [Int], _ theirs: [Int], wasOpen: Int, _ added: (Int) -> String) -> [Int] {
    let common = ours.filter(theirs.contains)
    let isAsItWas = { (side: [Int]) in
      let old = side.filter { common.contains($0) && $0 < wasOpen }
      return old == old.sorted()
    }
    let frame = isAsItWas(ours) && !isAsItWas(theirs) ? theirs : ours
    /// What stands behind a task, or in front (-1), or at the back (-2).
    func run(_ side: [Int], behind task: Int) -> [Int] {
      guard let first = side.firstIndex(where: common.contains),
        let last = side.lastIndex(where: common.contains)
      else { return task == -2 ? side : [] }
      if task == -1 { return Array(side[..<first]) }
      if task == -2 || task == side[last] { return task == -2 ? Array(side[(last + 1)...]) : [] }
      guard let place = side.firstIndex(of: task) else { return [] }
      return Array(side[(place + 1)...].prefix { !common.contains($0) })
    }
    func braid(_ place: Int) -> [Int] {
      var (one, two) = (run(ours, behind: place), run(theirs, behind: place))
      var result: [Int] = []
      while let a = one.first, let b = two.first {
        let takesTwo = place == -1 ? added(b) > added(a) : added(b) < added(a)
        result.append(takesTwo ? two.removeFirst() : one.removeFirst())
      }
      return result + one + two
    }
    return braid(-1) + frame.filter(common.contains).flatMap { [$0] + braid($0) } + braid(-2)
  }
}
