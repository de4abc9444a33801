import Foundation

/// A simple reference implementation of merging, with a common ancestor or with what commands did,
/// to compare the real one with. It merges values, without layout and validation.
struct MergeModel: Equatable {
  typealias Object = [String: Any]

  /// The open tasks, then the ended ones, each as JSON with its keys in order.
  private(set) var tasks: [[String]] = [[], []]
  /// The other members at the top level.
  private(set) var own = ""
  /// The keys at the top level that need both values.
  private(set) var conflicts: [String] = []

  /// The values of a text, to compare with those of a merge.
  init(_ text: String) throws {
    let object = try Self.object(text)
    tasks = ["tasks", "completed"].map { Self.list(object, $0).map(Self.key) }
    own = Self.key(object.filter { $0.key != "tasks" && $0.key != "completed" })
  }

  /// Merges with a common ancestor; an empty text is a stack without members.
  init(base: String, ours: String, theirs: String) throws {
    if ours == theirs || theirs == base || ours == base {
      self = try MergeModel(theirs == base ? ours : theirs)
    } else {
      try merge(Self.object(base), Self.object(ours), Self.object(theirs))
    }
  }

  /// The texts before and after a command.
  struct Command {
    let before: String
    let after: String
    /// Whether it received a task from another stack of the user.
    var isMove = false
    /// Whether it received a task from another stack of the user, or gave one back.
    var isReturn = false
  }

  /// Merges without a common ancestor, by what commands did.
  ///
  /// - Parameter elsewhere: The entries of the user's other stack; `nil` if that isn't looked at.
  init(ours: String, theirs: String, commands: [Command], elsewhere: [Entry]? = nil) throws {
    var known = Knowledge()
    known.elsewhere = elsewhere
    for command in commands { try known.learn(command) }
    if ours == theirs {
      self = try MergeModel(ours)
    } else {
      try merge([:], Self.object(ours), Self.object(theirs), known)
    }
  }

  /// Whether the values are equal; the keys that needed both aren't compared.
  static func == (one: MergeModel, other: MergeModel) -> Bool {
    one.tasks == other.tasks && one.own == other.own
  }

  private static func object(_ text: String) throws -> Object {
    if text.isEmpty { return [:] }
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object ?? [:]
  }

  private static func list(_ object: Object, _ key: String) -> [Object] {
    object[key] as? [Object] ?? []
  }

  /// A canonical text: equal values have equal texts.
  private static func key(_ value: Any?) -> String {
    guard let value else { return "none" }
    if let text = value as? String { return "\"" + text }
    let data = try? JSONSerialization.data(withJSONObject: [value], options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// All entries of a file, the open tasks first.
  static func entries(_ text: String) throws -> [Entry] { entries(try object(text)) }

  /// The open tasks of a file.
  static func open(_ text: String) throws -> [Entry] { try entries(text).filter { !$0.isEnded } }

  /// The model of a merge into a queue, which also puts snoozed versions of tasks behind all
  /// others.
  var withSnoozedBehind: MergeModel {
    var model = self
    let isSnoozed = { (task: String) in
      task.range(of: #""until":"\d{4}-[^".]*Z""#, options: .regularExpression) != nil
    }
    model.tasks[0] = tasks[0].filter { !isSnoozed($0) } + tasks[0].filter(isSnoozed)
    return model
  }

  /// The current task of a file.
  static func current(_ text: String) throws -> Entry? {
    let open = try Self.open(text)
    let woken = open.filter { $0.until.map { $0 < "2026" } ?? false }
    return open.first { $0.until == nil } ?? woken.min { ($0.until ?? "") < ($1.until ?? "") }
  }

  // MARK: Matching

  /// A task or an entry under `completed`.
  struct Entry {
    let task: Object
    let isEnded: Bool

    private static let endings = ["completed", "sent", "dropped"]
    var bare: Object { task.filter { !Self.endings.contains($0.key) && $0.key != "to" } }
    var title: String { task["title"] as? String ?? "" }
    var attachments: [String] { task["attachments"] as? [String] ?? [] }
    var notes: [String] { task["notes"] as? [String] ?? [] }
    /// Until when the task is snoozed; `nil` if it isn't.
    var until: String? { MergeModel.dates([task["until"]])?.first }
    var keyWithoutUntil: String { MergeModel.key(task.filter { $0.key != "until" }) }
    var wasSentToOwnStack: Bool {
      task["sent"] != nil && (task["to"] as? String)?.hasPrefix(":") == true
    }
    var added: String { MergeModel.key(task["added"]) }
    /// The keys of the ending.
    var ending: Object { task.filter { bare[$0.key] == nil } }
    /// The ending as text.
    var endingKey: String { isEnded ? MergeModel.key(ending) : "none" }
    /// The rank of the ending in the order of precedence, and its date.
    var precedence: (rank: Int, date: String) {
      for (rank, key) in Self.endings.enumerated() {
        if let date = task[key] { return (rank, "\(date)") }
      }
      return (9, "")
    }

    /// Microseconds make a date unique; a task with another date is identified by its title too.
    var identity: String {
      let end = (task["added"] as? String ?? "").suffix(8)
      let hasMicroseconds = end.first == "." && end.last == "Z" && end.count(where: \.isNumber) == 6
      return hasMicroseconds ? added : key(4)
    }

    func key(_ likeness: Int) -> String {
      switch likeness {
      case 0: "\(isEnded) \(MergeModel.key(task))"
      case 1: "\(isEnded) \(MergeModel.key(bare))"
      case 2: "\(isEnded) \(key(4))"
      case 3: MergeModel.key(bare)
      default: MergeModel.key([task["added"], task["title"]].map { MergeModel.key($0) })
      }
    }
  }

  /// For each of the others, its partner among these.
  private static func match(_ these: [Entry], _ others: [Entry]) -> [Int?] {
    var partners = [Int?](repeating: nil, count: others.count)
    for likeness in 0..<5 {
      if likeness == 2 {
        let spare = others.indices.filter { partners[$0] == nil }
        matchAlone(these, others, &partners, spare) { $0.key(2) }
        continue
      }
      let keys = these.map { $0.key(likeness) }
      for index in others.indices where partners[index] == nil {
        let key = others[index].key(likeness)
        partners[index] = these.indices.first { !partners.contains($0) && keys[$0] == key }
      }
    }
    return partners
  }

  /// Matches entries without a partner that have the same key, if exactly one is left on each side.
  private static func matchAlone(
    _ these: [Entry], _ others: [Entry], _ partners: inout [Int?], _ spare: [Int],
    by key: (Entry) -> String?
  ) {
    let free = these.indices.filter { !partners.contains($0) }
    let freeKeys = free.map { key(these[$0]) }
    let spareKeys = spare.map { key(others[$0]) }
    for (index, key) in zip(spare, spareKeys) where key != nil {
      let left = free.indices.filter { freeKeys[$0] == key }
      if left.count == 1, spareKeys.count(where: { $0 == key }) == 1 {
        partners[index] = free[left[0]]
      }
    }
  }

  private struct Knowledge {
    private var count = 0
    private var first: [String: String] = [:]
    private var replaced: [[String]: Int] = [:]
    private var seen: Set<String> = []
    private var initial: Set<[String]> = []
    private var removed: Set<String> = []
    private var givenBack: Set<String> = []
    private(set) var moved: Set<String> = []
    private var endings: [String: Object] = [:]
    var elsewhere: [Entry]?

    /// Whether an entry was sent to the other stack, and isn't there, or was sent back here.
    func isLost(_ entry: Entry) -> Bool { entry.wasSentToOwnStack && !isElsewhere(entry) }

    private func isElsewhere(_ entry: Entry) -> Bool {
      elsewhere?.contains { $0.added == entry.added && !$0.wasSentToOwnStack } ?? true
    }

    /// The ending that a command gave a task instead of this one.
    func newerEnding(_ entry: Entry) -> Object? {
      if replaced[[task(entry), "ending", entry.endingKey]] == nil { return nil }
      guard let ending = endings[task(entry)] else { return nil }
      let ended = Entry(task: entry.bare.merging(ending) { $1 }, isEnded: true)
      return isLost(ended) ? nil : ending
    }

    func task(_ entry: Entry) -> String { first[entry.identity] ?? entry.identity }

    /// The older one of two values, if it is known.
    func older(_ task: String, _ aspect: String, _ one: String, _ other: String) -> String? {
      let a = [task, aspect, one]
      let b = [task, aspect, other]
      if replaced[a] != replaced[b] {
        return replaced[a] ?? .max < replaced[b] ?? .max ? one : other
      }
      if initial.contains(a) != initial.contains(b) { return initial.contains(a) ? one : other }
      return one == "none" || other == "none" ? "none" : nil
    }

    func hasReplacedBoth(_ task: String, _ aspect: String, _ one: String, _ other: String) -> Bool {
      replaced[[task, aspect, one]] != nil && replaced[[task, aspect, other]] != nil
    }

    func hasRemoved(_ task: String, _ key: String, _ item: String) -> Bool {
      replaced[[task, "item \(key)", item]] != nil
    }

    /// A task that was given back is in the other stack, unless it was sent from there again.
    func hasRemoved(_ entry: Entry) -> Bool {
      if givenBack.contains(task(entry)), !isElsewhere(entry) { return false }
      return removed.contains(task(entry)) && replaced[[task(entry), "all", entry.key(0)]] != nil
    }

    private mutating func replace(_ task: String, _ aspect: String, _ old: String?, _ new: String) {
      if old == new { return }
      if let old { replaced[[task, aspect, old]] = count }
      replaced[[task, aspect, new]] = nil
    }

    mutating func learn(_ command: Command) throws {
      count += 1
      let isMove = command.isMove
      let old = entries(try object(command.before))
      let new = entries(try object(command.after))
      var partners = match(old, new)
      let spare = new.indices.filter { partners[$0] == nil }
      matchAlone(old, new, &partners, spare) { $0.added }
      let common = partners.indices.compactMap { index in
        partners[index].flatMap { place in
          // A snoozed task is behind all others, so its place means nothing if it was changed.
          let isSame = old[place].key(0) == new[index].key(0)
          let isOpen = !old[place].isEnded && !new[index].isEnded
          return isOpen && (isSame || new[index].until == nil) ? place : nil
        }
      }
      let low = common.indices.filter { place in common[..<place].contains { $0 > common[place] } }
      let high = common.indices.filter { place in common[place...].contains { $0 < common[place] } }
      for index in low.count <= high.count ? low : high { moved.insert(task(old[common[index]])) }
      for (entry, partner) in zip(new, partners) {
        let past = partner.map { old[$0] }
        if past?.key(0) == entry.key(0) { continue }
        let task = task(past ?? entry)
        if entry.identity != task, first[entry.identity] == nil { first[entry.identity] = task }
        removed.remove(task)
        givenBack.remove(task)
        let isNew = seen.insert(task).inserted
        replace(task, "all", past?.key(0), entry.key(0))
        replace(task, "ending", past?.endingKey, entry.endingKey)
        endings[task] = entry.isEnded ? entry.ending : nil
        for name in Set(entry.bare.keys).union((past?.bare ?? [:]).keys) {
          let one = past?.task[name]
          let other = entry.task[name]
          replace(task, name, past == nil ? nil : key(one), key(other))
          // A task that comes back was added by `undo`, so its values aren't the oldest ones.
          // So was one that came from another stack.
          if past == nil, isNew, !isMove { initial.insert([task, name, key(other)]) }
          if past == nil, !isNew || isMove { initial.remove([task, name, key(other)]) }
          guard let items = list(one).map(Set.init), let newItems = list(other).map(Set.init) else {
            continue
          }
          for item in items.subtracting(newItems) { replace(task, "item \(name)", item, "none") }
          for item in newItems.subtracting(items) { replace(task, "item \(name)", "none", item) }
        }
      }
      for (index, entry) in old.enumerated() where !partners.contains(index) {
        removed.insert(task(entry))
        if command.isReturn { givenBack.insert(task(entry)) } else { givenBack.remove(task(entry)) }
        replace(task(entry), "all", entry.key(0), "none")
      }
    }
  }

  /// The items of a list, each with how often it occurred before; `nil` for any other value.
  private static func list(_ value: Any?) -> [String]? {
    guard let items = (value ?? [Any]()) as? [Any] else { return nil }
    let keys = items.map { key($0) }
    return keys.indices.map { index in
      "\(keys[..<index].count { $0 == keys[index] }) \(keys[index])"
    }
  }

  // MARK: Merging

  private static func entries(_ stack: Object) -> [Entry] {
    list(stack, "tasks").map { Entry(task: $0, isEnded: false) }
      + list(stack, "completed").map { Entry(task: $0, isEnded: true) }
  }

  private mutating func merge(
    _ base: Object, _ ours: Object, _ theirs: Object, _ known: Knowledge? = nil
  ) {
    let b = Self.entries(base)
    let o = Self.entries(ours)
    let t = Self.entries(theirs)
    let wasOpen = Self.list(base, "tasks").count
    let openOurs = Self.list(ours, "tasks").count
    let openTheirs = Self.list(theirs, "tasks").count
    // Tasks are numbered: those of the base come first, then those that are new in ours, then those
    // new in theirs.
    var our = Self.match(b, o)
    var their = Self.match(b, t)
    let fresh = o.indices.filter { our[$0] == nil }
    let late = t.indices.filter { their[$0] == nil }
    var pairs = Self.match(fresh.map { o[$0] }, late.map { t[$0] })
    let added = { (entry: Entry) in entry.task["added"] == nil ? nil : entry.added }
    Self.matchAlone(
      b, o, &our, fresh.indices.filter { !pairs.contains($0) }.map { fresh[$0] }, by: added)
    Self.matchAlone(
      b, t, &their, late.indices.filter { pairs[$0] == nil }.map { late[$0] }, by: added)
    if let known {
      Self.matchAlone(o, t, &pairs, t.indices.filter { pairs[$0] == nil }) { known.task($0) }
    }
    for (index, pair) in pairs.enumerated() {
      if let pair { their[late[index]] = b.count + fresh[pair] }
    }
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
      // Deleted by hand and not changed by the other side, or removed by a command.
      if let z, let only = x == nil ? y : y == nil ? x : nil, only.key(0) == z.key(0) { continue }
      guard let one = x ?? y, let other = y ?? x else { continue }
      if x == nil, let known {
        if known.hasRemoved(one) { continue }
        // Otherwise it is another copy of a task that is in ours.
        if !o.contains(where: { known.task($0) == known.task(one) }) {
          if known.isLost(one), one.task["title"] is String {
            open[number] = [one.bare]
            continue
          }
          if let ending = known.newerEnding(one) {
            ended[number] = [one.bare.merging(ending) { $1 }]
            continue
          }
        }
      }
      let task = known.map { ($0, $0.task(one)) }
      let end = one.endingKey
      let theirEnd = other.endingKey
      let old =
        known == nil
        ? z?.endingKey ?? "none" : known?.older(known?.task(one) ?? "", "ending", end, theirEnd)
      var ending = theirEnd == old || end == theirEnd ? one : other
      if end != theirEnd, end != old, theirEnd != old {
        let isTheirs = one.isEnded && (!other.isEnded || other.precedence < one.precedence)
        ending = isTheirs ? other : one
      }
      if known?.isLost(one) == true { ending = other }
      if known?.isLost(other) == true { ending = one }
      // The side that ended a task decides about `until`, too.
      let decidesUntil = ending.isEnded && end != theirEnd
      let rest = { (task: Object) in task.filter { !decidesUntil || $0.key != "until" } }
      var (merged, conflicts) = Self.together(
        rest(z?.bare ?? [:]), rest(one.bare), rest(other.bare), task)
      if decidesUntil { merged["until"] = ending.task["until"] }
      let keys = ending.isEnded ? ending.ending : [:]
      var tasks = [merged.merging(keys) { $1 }]
      if !conflicts.isEmpty {
        var version = other.bare.merging(keys) { $1 }
        if !conflicts.contains("until") { version["until"] = merged["until"] }
        let there = o.contains {
          $0.isEnded == ending.isEnded && Self.key($0.task) == Self.key(version)
        }
        if !there { tasks.append(version) }
      }
      if ending.isEnded { ended[number] = tasks } else { open[number] = tasks }
    }
    let ourOpen = ourNumbers[..<openOurs].filter { open[$0] != nil }
    // Without a base, ours' order is taken for the older one, unless a command rearranged it.
    let isOlder = known.map { known in
      !ourOpen.contains { theirNumbers.contains($0) && known.moved.contains(known.task(o[$0])) }
    }
    let reopened = theirNumbers[openTheirs...].filter { !ourNumbers.contains($0) }
    let queue = Self.order(
      ourOpen, (theirNumbers[..<openTheirs] + reopened).filter { open[$0] != nil },
      wasOpen: isOlder.map { $0 ? o.count : 0 } ?? wasOpen
    ) { open[$0]?.first?["added"].map { "\($0)" } ?? "" }
    let mine = ourNumbers[openOurs...].filter { ended[$0] != nil }
    let old = Set(ended.keys) == Set(mine) ? mine : mine.filter { (wasOpen..<b.count).contains($0) }
    let new = numbers.filter { ended[$0] != nil && !old.contains($0) }
      .map {
        (number: $0, date: Entry(task: ended[$0]?.first ?? [:], isEnded: true).precedence.date)
      }
    let byDate = new.indices.sorted { (new[$0].date, $0) < (new[$1].date, $1) }.map {
      new[$0].number
    }
    let isSnoozed = { (task: Object) in Self.dates([task["until"]])?.isEmpty == false }
    let rest = queue.filter { !ourOpen.contains($0) }
    let tasksInPlace: [Object] = queue.flatMap { open[$0, default: []] }
    let tasksInOurOrder: [Object] = (ourOpen + rest).flatMap { open[$0, default: []] }
    let queued = tasksInPlace.filter { !isSnoozed($0) } + tasksInOurOrder.filter(isSnoozed)
    let past: [Object] = (old + byDate).flatMap { ended[$0, default: []] }
    tasks = [queued, past].map { $0.map { Self.key($0) } }
    let isOwn = { (member: Object.Element) in member.key != "tasks" && member.key != "completed" }
    let (top, conflicts) = Self.together(
      base.filter(isOwn), ours.filter(isOwn), theirs.filter(isOwn),
      known.map { _ in (Knowledge(), "") }, uniting: [])
    own = Self.key(top)
    self.conflicts = conflicts
  }

  /// Merges objects key by key. Also returns the keys that need both values.
  private static func together(
    _ base: Object, _ ours: Object, _ theirs: Object, _ known: (Knowledge, task: String)?,
    uniting lists: Set<String> = ["attachments", "notes"]
  ) -> (Object, [String]) {
    var result: Object = [:]
    var conflicts: [String] = []
    for name in Set(ours.keys).union(theirs.keys).sorted() {
      let b = base[name]
      let o = ours[name]
      let t = theirs[name]
      let isList = lists.contains(name) && list(o) != nil && list(t) != nil && list(b) != nil
      let isUntil = name == "until" && !lists.isEmpty && dates([o, t]) != nil
      let isReplaced = known.map { $0.0.hasReplacedBoth($0.task, name, key(o), key(t)) } ?? false
      // If commands replaced both dates, neither is known to be the older one.
      let older = known.map { $0.0.older($0.task, name, key(o), key(t)) } ?? key(b)
      let old = isUntil && isReplaced ? nil : older
      if key(o) == key(t) || !(isList && known != nil) && key(t) == old {
        result[name] = o
      } else if key(o) == old, !(isList && known != nil) {
        result[name] = t
      } else if isList, let one = list(o), let other = list(t), let before = list(b) {
        let values = ((o ?? [Any]()) as? [Any] ?? []) + ((t ?? [Any]()) as? [Any] ?? [])
        var left: [Any] = []
        for (index, item) in (one + other).enumerated()
        where index < one.count || !one.contains(item) {
          // An item is gone only if its later occurrences are.
          let side = one.contains(item) ? one : other
          let equal = side.filter { $0.drop { $0 != " " } == item.drop { $0 != " " } }
          let isGone = equal.drop { $0 != item }.allSatisfy { item in
            one.contains(item) != other.contains(item)
              && (known.map { $0.0.hasRemoved($0.task, name, item) } ?? before.contains(item))
          }
          if !isGone { left.append(values[index]) }
        }
        if !left.isEmpty { result[name] = left }
      } else if isUntil, let dates = dates([o, t]) {
        result[name] = dates.count < 2 ? nil : dates.min()
      } else {
        result[name] = o
        conflicts.append(name)
      }
    }
    return (result, conflicts)
  }

  /// The values that aren't missing, if all of them are dates in whole seconds.
  fileprivate static func dates(_ values: [Any?]) -> [String]? {
    let values = values.compactMap { $0 }
    let pattern = #"^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ$"#
    let dates = values.compactMap { $0 as? String }.filter {
      $0.range(of: pattern, options: .regularExpression) != nil
    }
    return dates.count == values.count ? dates : nil
  }

  /// The order of the open tasks after the merge.
  private static func order(_ ours: [Int], _ theirs: [Int], wasOpen: Int, _ added: (Int) -> String)
    -> [Int]
  {
    let common = ours.filter(theirs.contains)
    let isAsItWas = { (side: [Int]) in
      let old = side.filter { common.contains($0) && $0 < wasOpen }
      return old == old.sorted()
    }
    let frame = isAsItWas(ours) && !isAsItWas(theirs) ? theirs : ours
    /// One side's own tasks after a common task, before the first one (-1), or after the last one
    /// (-2).
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
      var one = run(ours, behind: place)
      var two = run(theirs, behind: place)
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
