/// The members of an object by the digests of their keys.
struct MemberList {
  let object: JSONObject
  /// The digest of each member's key; a key that occurs again gets another digest.
  private(set) var keys: [JSONDigest] = []
  private(set) var indices: [JSONDigest: Int] = [:]

  init(_ object: JSONObject) {
    self.object = object
    for member in object.members {
      var key = JSONDigest(scalar: member.keyText(in: object.text))
      while indices[key] != nil { key = JSONDigest(key, true) }
      indices[key] = keys.count
      keys.append(key)
    }
  }

  /// The members of an element of a stack's text; `nil` if it isn't an object.
  init?(_ element: MergeInput.Element?, in text: [UInt8]) {
    guard let element, text[element.range.lowerBound] == UInt8(ascii: "{") else { return nil }
    self.init(JSONObject(Array(text[element.range])))
  }

  subscript(key: JSONDigest) -> Container.Item? { indices[key].map { object.members[$0] } }

  /// The bytes of the value under a key.
  func value(_ key: JSONDigest) -> [UInt8]? { self[key].map(object.value) }

  func digest(_ key: JSONDigest) -> JSONDigest? {
    self[key].map { JSONDigest($0.value, in: object.text) }
  }
}

/// The merged members of two objects, which are tasks or the top level, as changes of our object.
struct MemberMerge {
  /// Our members in the order of our object, then those that only the other one has.
  private(set) var parts: [Container.Part] = []
  /// The keys whose values both sides changed differently; our object keeps its own value.
  private(set) var conflicts: [MergeConflict] = []
  private let past: Past
  private let ours: MemberList
  private let theirs: MemberList
  private let isTask: Bool
  private let layout: Container.Layout
  private let decided: (SchemaKey) -> ThreeWayChoice?

  /// - Parameters:
  ///   - isTask: Whether the object is a task, whose lists are merged item by item.
  ///   - layout: The layout of our object if it has no members yet.
  ///   - decided: Returns the side that wins, for a key whose values aren't compared; `nil` for the
  ///     others.
  init(
    _ past: Past, ours: MemberList, theirs: MemberList, isTask: Bool = true,
    _ layout: Container.Layout = .inline, decided: @escaping (SchemaKey) -> ThreeWayChoice?
  ) {
    self.past = past
    self.ours = ours
    self.theirs = theirs
    self.isTask = isTask
    self.layout = layout
    self.decided = decided
    for key in ours.keys + theirs.keys.filter({ ours[$0] == nil }) { merge(key) }
  }

  /// The text of the merged object.
  var text: [UInt8] { ours.object.container.edited(ours.object.text, parts) }

  private mutating func merge(_ key: JSONDigest) {
    let name = (ours[key] ?? theirs[key])?.key
    let choice = choice(of: key, name)
    if isTask, name == .attachments || name == .notes,
      let list = ListMerge(key, past, ours, theirs, choice)
    {
      return add(key, list.text)
    }
    switch choice {
    case .ours: add(key, ours.value(key))
    case .theirs: add(key, relaidValue(key))
    case .both:
      conflicts.append(conflict(key))
      add(key, ours.value(key))
    }
  }

  private func choice(of key: JSONDigest, _ name: SchemaKey?) -> ThreeWayChoice {
    if let name, let choice = decided(name) { return choice }
    let choice = past.choice(
      of: .member(key), ours: ours.digest(key), theirs: theirs.digest(key))
    guard choice == .both, isTask, name == .until else { return choice }
    return earlierDate(ours.value(key), theirs.value(key)) ?? .both
  }

  /// The side with the earlier date, so that no task stays hidden for longer than a person wanted;
  /// a missing date counts as the earliest. `nil` if a value isn't a date of the form that `until`
  /// has.
  private func earlierDate(_ ours: [UInt8]?, _ theirs: [UInt8]?) -> ThreeWayChoice? {
    let values = [ours, theirs].compactMap { $0 }
    let dates = values.compactMap { (value) -> Timestamp? in
      let text = JSONText.string(value[...])
      let date = text.flatMap { Timestamp(dateText: $0) }
      return date?.dateText == text ? date : nil
    }
    if dates.count < values.count { return nil }
    if ours == nil { return .ours }
    return theirs == nil || dates[1] < dates[0] ? .theirs : .ours
  }

  /// Their value in the layout of our object.
  private func relaidValue(_ key: JSONDigest) -> [UInt8]? {
    theirs[key].map {
      ours.object.container.relaid(
        $0.value, of: theirs.object.text, in: ours.object.text, layout)
    }
  }

  private func conflict(_ key: JSONDigest) -> MergeConflict {
    let keyText =
      ours[key]?.keyText(in: ours.object.text) ?? theirs[key]?.keyText(in: theirs.object.text)
    return MergeConflict(
      key: JSONText.decode(keyText ?? []),
      theirs: theirs.value(key).map { String(decoding: JSONText.oneLine($0), as: UTF8.self) })
  }

  /// Adds the member with a value to the merged object.
  private mutating func add(_ key: JSONDigest, _ value: [UInt8]?) {
    guard let value else { return }
    guard let index = ours.indices[key], let our = ours[key] else {
      if let their = theirs[key] { parts.append(.new(theirs.object.member(their, with: value))) }
      return
    }
    let isKept = value == ours.value(key)
    parts.append(isKept ? .item(index) : .changed(index, ours.object.member(our, with: value)))
  }
}

/// The merged list under a key of a task: our items, then theirs' new ones, without those that a
/// side removed. Equal items can't be told apart, so only their number counts.
private struct ListMerge {
  /// `nil` if no item is left.
  private(set) var text: [UInt8]?

  /// - Returns: `nil` if a value isn't a list, or if one side's list is the result.
  init?(
    _ key: JSONDigest, _ past: Past, _ ours: MemberList, _ theirs: MemberList,
    _ choice: ThreeWayChoice
  ) {
    guard let our = JSONList(ours.value(key)), let their = JSONList(theirs.value(key)) else {
      return nil
    }
    let ourCounts = our.digests.counts
    let theirCounts = their.digests.counts
    /// Whether one of several equal items, by its number, was removed, if only one side has it.
    let isRemoved: (JSONDigest, Int) -> Bool
    switch past {
    case .ancestor(let object, _):
      guard choice == .both, let old = JSONList(object?.value(key))?.digests.counts else {
        return nil
      }
      isRemoved = { $1 <= old[$0, default: 0] }
    case .commands(let knowledge, let task):
      isRemoved = { knowledge.hasRemoved($0, $1, from: key, of: task) }
    }
    var counts: [JSONDigest: Int] = [:]
    for item in Set(ourCounts.keys).union(theirCounts.keys) {
      let one = ourCounts[item, default: 0]
      let other = theirCounts[item, default: 0]
      var count = max(one, other)
      while count > min(one, other), isRemoved(item, count) { count -= 1 }
      counts[item] = count
    }
    let kept = our.digests.indices { $1 <= counts[$0, default: 0] }
    let new = their.digests.indices {
      ourCounts[$0, default: 0] < $1 && $1 <= counts[$0, default: 0]
    }
    let isOurs = new.isEmpty && kept.count == our.count && ours[key] != nil
    text =
      isOurs
      ? our.text : our.edited(kept.map(Container.Part.item) + new.map { .new(their.element($0)) })
  }
}

extension [JSONDigest] {
  /// How often each value occurs.
  var counts: [JSONDigest: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }

  /// The indices of the values that meet a condition, which gets each value and how often it has
  /// occurred so far.
  fileprivate func indices(where isIncluded: (JSONDigest, Int) -> Bool) -> [Int] {
    var counts: [JSONDigest: Int] = [:]
    return indices.filter { index in
      counts[self[index], default: 0] += 1
      return isIncluded(self[index], counts[self[index], default: 0])
    }
  }
}
