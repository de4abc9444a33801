import Foundation

/// A simple second implementation of the rules in the article "Merging", to compare the real one
/// with. It merges values, without layout and validation.
struct MergeModel: Equatable {
  typealias Object = [String: Any]

  /// The open tasks, then the ended ones, each as JSON with its keys in order.
  private(set) var tasks: [[String]] = [[], []]
  /// The other members at the top level.
  private(set) var own = ""
  /// The keys at the top level that are in conflict.
  private(set) var conflicts: [String] = []
  /// The keys of tasks whose value was dropped in a conflict.
  private(set) var droppedKeys: [String] = []

  /// The values of a text, to compare with those of a merge.
  init(_ text: String) throws {
    let object = try Self.object(text)
    finish(Self.entries(object), object.filter { $0.key != "tasks" && $0.key != "completed" })
  }

  /// Merges with a common ancestor; an empty text is a stack without members.
  init(base: String, ours: String, theirs: String) throws {
    self = try MergeModel(theirs == base ? ours : theirs)
    if ours == theirs || theirs == base || ours == base { return }
    try merge(Self.object(base), Self.object(ours), Self.object(theirs))
  }

  /// Whether the values are equal; what was in conflict isn't compared.
  static func == (one: MergeModel, other: MergeModel) -> Bool {
    one.tasks == other.tasks && one.own == other.own
  }

  // MARK: Values

  private static func object(_ text: String) throws -> Object {
    if text.isEmpty { return [:] }
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object ?? [:]
  }

  /// A canonical JSON text: equal values have equal texts.
  private static func json(_ value: Any?) -> String {
    guard let value else { return "" }
    let options: JSONSerialization.WritingOptions = [
      .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes,
    ]
    let data = try? JSONSerialization.data(withJSONObject: value, options: options)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// The order that decides conflicts. A missing value is the smallest, and a string is smaller
  /// than another value with the same bytes.
  private static func isSmaller(_ one: Any?, _ other: Any?) -> Bool {
    let texts = [one, other].map { $0 as? String ?? json($0) }
    if texts[0] == texts[1] { return one is String }
    return texts[0].utf8.lexicographicallyPrecedes(texts[1].utf8)
  }

  /// A task or an element of `completed`.
  struct Entry {
    var task: Object
    var isEnded: Bool

    private static let endings = ["completed", "sent", "dropped"]
    var title: String { task["title"] as? String ?? "" }
    var attachments: [String] { task["attachments"] as? [String] ?? [] }
    var notes: [String] { task["notes"] as? [String] ?? [] }
    var added: String { task["added"] as? String ?? "" }
    /// Until when the task is snoozed; `nil` if it isn't.
    var until: String? {
      let pattern = #"^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ$"#
      let until = task["until"] as? String
      return until?.range(of: pattern, options: .regularExpression) == nil ? nil : until
    }
    /// The entry without a valid `until`.
    var awake: Entry {
      until == nil ? self : Entry(task: task.filter { $0.key != "until" }, isEnded: isEnded)
    }
    /// Whether it has a place in line: it is open, and not snoozed.
    var hasPlace: Bool { !isEnded && until == nil }
    /// The ending, which is `nil` if the task is open.
    var ending: Object? { isEnded ? task.filter { Self.isEnding($0.key) } : nil }
    var endingDate: String { Self.endings.lazy.compactMap { task[$0] as? String }.first ?? "" }
    var bare: Object { isEnded ? task.filter { !Self.isEnding($0.key) } : task }

    static func isEnding(_ key: String) -> Bool { endings.contains(key) || key == "to" }

    /// The task with its list.
    var whole: String { "\(isEnded) \(MergeModel.json(task))" }
    var hasSixDigits: Bool { added.count == 27 && added.dropFirst(19).first == "." }
    var identity: String { hasSixDigits ? added : addedAndTitle }
    var addedAndTitle: String {
      if task["title"] == nil { return MergeModel.json(task) }
      return MergeModel.json([task["added"] ?? "none", title])
    }

    /// The `added` of a second wording with a title, or of a task that has this one as its second
    /// wording, some microseconds later.
    func added(_ direction: Int, _ title: String, later: Int = 0) -> String {
      let hash = title.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
      let own = Int(added.dropFirst(20).prefix(6)) ?? 0
      let micros = own + direction * (1 + Int(hash % 999_999)) + later + 1_000_000
      return added.prefix(20) + String(format: "%06dZ", micros % 1_000_000)
    }
  }

  private static func entries(_ stack: Object) -> [Entry] {
    (stack["tasks"] as? [Object] ?? []).map { Entry(task: $0, isEnded: false) }
      + (stack["completed"] as? [Object] ?? []).map { Entry(task: $0, isEnded: true) }
  }

  /// All entries of a file, the open tasks first.
  static func entries(_ text: String) throws -> [Entry] { entries(try object(text)) }

  // MARK: Matching

  /// For each of the others, its partner among these.
  private static func match(_ these: [Entry], _ others: [Entry]) -> [Int?] {
    var partners = [Int?](repeating: nil, count: others.count)
    for key in [\Entry.whole, \Entry.addedAndTitle, \Entry.identity] {
      for index in others.indices where partners[index] == nil {
        partners[index] = these.indices.first {
          !partners.contains($0) && these[$0][keyPath: key] == others[index][keyPath: key]
        }
      }
    }
    return partners
  }

  /// The same task in the copies.
  private struct Row {
    var base: Entry?
    var isInBase = false
    var ours: Entry?
    var theirs: Entry?
    /// The places in the lists of both sides.
    var ourPlace: Int?
    var theirPlace: Int?
    /// What becomes of it: nothing, a task, or two wordings.
    var result: [Entry] = []
    var isOpen: Bool { result.first?.isEnded == false }
    var isEnded: Bool { result.first?.isEnded == true }
  }

  private static func rows(_ base: [Entry], _ ours: [Entry], _ theirs: [Entry]) -> [Row] {
    var rows = base.map { Row(base: $0, isInBase: true) }
    for (place, partner) in match(base, ours).enumerated() {
      if partner == nil { rows.append(Row()) }
      rows[partner ?? rows.count - 1].ours = ours[place]
      rows[partner ?? rows.count - 1].ourPlace = place
    }
    let partners = match(base, theirs)
    let rest = theirs.indices.filter { partners[$0] == nil }
    let ourRest = rows.indices.dropFirst(base.count)
    let pairs = match(ourRest.compactMap { rows[$0].ours }, rest.map { theirs[$0] })
    for (place, partner) in partners.enumerated() {
      let pair = rest.firstIndex(of: place).flatMap { pairs[$0] }.map { base.count + $0 }
      if partner ?? pair == nil { rows.append(Row()) }
      rows[partner ?? pair ?? rows.count - 1].theirs = theirs[place]
      rows[partner ?? pair ?? rows.count - 1].theirPlace = place
    }
    // A copy that has only the first wording stands for both.
    let copies = [base, ours, theirs]
    for (index, row) in rows.enumerated() where row.base == nil {
      guard let second = row.ours ?? row.theirs, second.hasSixDigits else { continue }
      let versions = copies.map { copy in
        copy.first { $0.added == second.added(-1, second.title) }.map { first in
          let names = ["added": second.added, "title": second.title]
          return Entry(task: first.task.merging(names) { $1 }, isEnded: first.isEnded)
        }
      }
      if row.ours != nil, row.theirs != nil { rows[index].base = versions[0] }
      guard row.ours == nil || row.theirs == nil,
        let other = row.ours == nil ? versions[1] : versions[2]
      else { continue }
      rows[index].base = versions[0]
      // A copy that has given the first wording another title has replaced this one.
      let titles = [base, row.ours == nil ? ours : theirs].map { copy in
        copy.first { $0.added == second.added(-1, second.title) }?.title
      }
      if titles[0] == second.title, titles[1] != second.title { continue }
      if row.ours == nil { rows[index].ours = other } else { rows[index].theirs = other }
    }
    return rows
  }

  // MARK: Merging

  private mutating func merge(_ base: Object, _ ours: Object, _ theirs: Object) {
    let copies = [base, ours, theirs].map(Self.entries)
    var rows = Self.rows(copies[0], copies[1], copies[2])
    for index in rows.indices { rows[index].result = merge(rows[index], copies[1] + copies[2]) }
    var top: Object = [:]
    for key in Set(ours.keys).union(theirs.keys).sorted() where key != "tasks" && key != "completed"
    {
      let side = Self.threeWay(base[key], ours[key], theirs[key])
      if side == nil { conflicts.append(key) }
      top[key] = side == .theirs ? theirs[key] : ours[key]
    }
    finish(openTasks(rows) + endedTasks(rows), top)
  }

  private mutating func finish(_ entries: [Entry], _ top: Object) {
    tasks = [false, true].map { list in
      entries.filter { $0.isEnded == list }.map { Self.json($0.task) }
    }
    own = Self.json(top)
  }

  private enum Side { case ours, theirs }

  /// The side whose value is the result; `nil` for a conflict.
  private static func threeWay(_ base: Any?, _ ours: Any?, _ theirs: Any?) -> Side? {
    if json(ours) == json(theirs) || json(theirs) == json(base) { return .ours }
    return json(ours) == json(base) ? .theirs : nil
  }

  private static func side(_ row: Row, _ value: (Entry) -> Any?) -> Side? {
    threeWay(row.base.flatMap(value), row.ours.flatMap(value), row.theirs.flatMap(value))
  }

  private mutating func merge(_ row: Row, _ all: [Entry]) -> [Entry] {
    guard let ours = row.ours, let theirs = row.theirs else {
      guard let only = row.ours ?? row.theirs, only.whole != row.base?.whole else { return [] }
      return [only]
    }
    var ending = ours.ending
    switch Self.side(row, { $0.ending }) {
    case .ours: break
    case .theirs: ending = theirs.ending
    case nil where ours.isEnded && theirs.isEnded:
      let isTheirs =
        ours.endingDate == theirs.endingDate
        ? Self.isSmaller(theirs.ending, ours.ending) : theirs.endingDate < ours.endingDate
      if isTheirs { ending = theirs.ending }
    case nil: ending = nil
    }
    var task: Object = [:]
    var secondTitle: String?
    var row = row
    if ending != nil {
      row.ours = ours.awake
      row.theirs = theirs.awake
    }
    let bare = [row.ours?.bare ?? [:], row.theirs?.bare ?? [:]]
    for key in Set(bare[0].keys).union(bare[1].keys).sorted() {
      let our = bare[0][key]
      let their = bare[1][key]
      let side = Self.side(row) { $0.bare[key] }
      if side == nil, let list = union(key, row.base?.bare[key], our, their) {
        task[key] = list.isEmpty ? nil : list
      } else if let side {
        task[key] = side == .ours ? our : their
      } else {
        let isTheirs = Self.isSmaller(their, our)
        task[key] = isTheirs ? their : our
        let loser = isTheirs ? our : their
        if key == "title" {
          secondTitle = loser as? String
        } else {
          droppedKeys.append(key)
        }
      }
    }
    let merged = Entry(
      task: task.merging(ending ?? [:]) { $1 }, isEnded: ending != nil)
    guard let secondTitle else { return [merged] }
    var second = merged
    second.task["title"] = secondTitle
    for later in 0... {
      second.task["added"] = merged.added(1, secondTitle, later: later)
      let same = all.filter { $0.added == second.added }
      if same.contains(where: { $0.title == secondTitle }) { return [merged] }
      if same.isEmpty { break }
    }
    return [merged, second]
  }

  /// The items of `attachments` or `notes`, if the value is an array or missing.
  private static func items(_ value: Any?, _ key: String) -> [Any]? {
    ["attachments", "notes"].contains(key) ? (value ?? [Any]()) as? [Any] : nil
  }

  /// The items of both sides, if the values are such arrays.
  private func union(_ key: String, _ base: Any?, _ ours: Any?, _ theirs: Any?) -> [Any]? {
    guard let old = Self.items(base, key)?.map(Self.json), let one = Self.items(ours, key),
      let other = Self.items(theirs, key)
    else { return nil }
    let our = one.map(Self.json)
    let their = other.map(Self.json)
    let isKept = { item in !old.contains(Self.json(item)) || their.contains(Self.json(item)) }
    let isNew = { item in !(our + old).contains(Self.json(item)) }
    return one.filter(isKept) + other.filter(isNew)
  }

  // MARK: Order

  private func openTasks(_ rows: [Row]) -> [Entry] {
    let all = rows.indices.filter { rows[$0].isOpen }
      .sorted { rows[$0].ourPlace ?? .max < rows[$1].ourPlace ?? .max }
    let byTheirs = all.sorted { rows[$0].theirPlace ?? -1 < rows[$1].theirPlace ?? -1 }
    let open = all.filter { rows[$0].result[0].hasPlace }
    let ours = open.filter { rows[$0].ours?.hasPlace == true && rows[$0].ourPlace != nil }
    let theirs = byTheirs.filter {
      open.contains($0) && rows[$0].theirs?.hasPlace == true && rows[$0].theirPlace != nil
    }
    let common = ours.filter(theirs.contains)
    // Rows are in the order of the base.
    let wasRearranged = { (side: [Int]) in
      let old = side.filter {
        common.contains($0) && rows[$0].isInBase && rows[$0].base?.hasPlace == true
      }
      return old != old.sorted()
    }
    let isTheirOrder = wasRearranged(theirs) && !wasRearranged(ours)
    let frame = isTheirOrder ? theirs.filter(common.contains) : common

    /// The tasks of a side right after a common one, before all (-1), or after all (-2).
    func run(_ side: [Int], after place: Int) -> [Int] {
      let isCommon = common.contains
      if place == -1 {
        return side.contains(where: isCommon) ? Array(side.prefix { !isCommon($0) }) : []
      }
      let last = side.last(where: isCommon)
      if place == -2 { return Array(side[((last.flatMap(side.firstIndex) ?? -1) + 1)...]) }
      if place == last { return [] }
      return Array(side.drop { $0 != place }.dropFirst().prefix { !isCommon($0) })
    }
    func interleaved(_ place: Int) -> [Int] {
      var one = run(ours, after: place)
      var two = run(theirs, after: place)
      var result: [Int] = []
      while let a = one.first, let b = two.first {
        let dates = [a, b].map { rows[$0].result.first?.added ?? "" }
        let takesTheirs = place == -1 ? dates[1] > dates[0] : dates[1] < dates[0]
        result.append(takesTheirs ? two.removeFirst() : one.removeFirst())
      }
      return result + one + two
    }
    let queue = interleaved(-1) + frame.flatMap { [$0] + interleaved($0) } + interleaved(-2)
    let isOurs = { rows[$0].ours?.isEnded == false && rows[$0].ourPlace != nil }
    let snoozed = all.filter(isOurs) + byTheirs.filter { !isOurs($0) }
    return (queue + open.filter { !queue.contains($0) } + snoozed.filter { !open.contains($0) })
      .flatMap { rows[$0].result }
  }

  private func endedTasks(_ rows: [Row]) -> [Entry] {
    let ended = rows.indices.filter { rows[$0].isEnded }
    let ours = ended.filter { rows[$0].ours?.isEnded == true && rows[$0].ourPlace != nil }
      .sorted { rows[$0].ourPlace ?? 0 < rows[$1].ourPlace ?? 0 }
    let first = ours.count == ended.count ? ours : ours.filter { rows[$0].base?.isEnded == true }
    let new = ended.filter { !first.contains($0) }.map { rows[$0] }
    // Without a date they come first; of equal dates, those of ours.
    let places = new.map { row in
      (row.result.first?.endingDate ?? "", row.ourPlace ?? .max, row.theirPlace ?? .max)
    }
    let byDate = new.indices.sorted { places[$0] < places[$1] }.map { new[$0] }
    return (first.map { rows[$0] } + byDate).flatMap { $0.result }
  }
}
