/// The merged members of two objects, which are tasks or the top level, as changes of our object.
struct MemberMerge {
  /// Our members in the order of our object, then those that only the other one has.
  private(set) var parts: [Container.Part] = []
  /// The keys whose values both sides changed differently; our object keeps its own value.
  private(set) var conflicts: [MergeConflict] = []
  private let ours: MergeObject

  /// - Parameters:
  ///   - isTask: Whether the object is a task, whose lists are merged item by item.
  ///   - layout: The layout of our object if it has no members yet.
  ///   - decided: Returns the side that wins, for a key whose values aren't compared; `nil` for the others.
  init(
    _ past: ObjectPast, ours: MergeObject, theirs: MergeObject, isTask: Bool = true,
    _ layout: Container.Layout = .inline, decided: (SchemaKey) -> ThreeWayChoice?
  ) {
    self.ours = ours
    for key in ours.keys + theirs.keys.filter({ ours[$0] == nil }) {
      let (our, their) = (ours[key], theirs[key])
      let name = (our ?? their)?.key
      let choice = name.flatMap(decided) ?? past.choice(of: key, ours: ours.meaning(key), theirs: theirs.meaning(key))
      let current = our.map { Array(ours.text[$0.value]) }
      var value = current
      if isTask, name == .attachments || name == .notes, past.knowsItems || choice == .both,
        let united = Self.united(key, past, ours, theirs)
      {
        value = united.isEmpty ? nil : united
      } else if choice == .theirs {
        value = their.map { ours.container.relaid($0.value, of: theirs.text, in: ours.text, layout) }
      } else if choice == .both {
        let keyText = our?.keyText(in: ours.text) ?? their?.keyText(in: theirs.text) ?? []
        let json = their.map { String(decoding: JSONText.oneLine(Array(theirs.text[$0.value])), as: UTF8.self) }
        conflicts.append(MergeConflict(key: JSONText.decode(keyText), theirs: json))
      }
      if let index = ours.indices[key], value == current {
        parts.append(.item(index))
      } else if let index = ours.indices[key], let our, let value {
        parts.append(.changed(index, ours.text[our.range.lowerBound..<our.valueStart] + value))
      } else if let their, let value {
        parts.append(.new(theirs.text[their.range.lowerBound..<their.valueStart] + value))
      }
    }
  }

  var text: [UInt8] { ours.container.edited(ours.text, parts) }

  /// The items of both lists without those that a side removed, empty if none is left; `nil` if a value isn't a list,
  /// or if it isn't known what was removed.
  private static func united(
    _ key: SemanticHash, _ past: ObjectPast, _ ours: MergeObject, _ theirs: MergeObject
  ) -> [UInt8]? {
    guard let our = MergeList(ours, key), let their = MergeList(theirs, key) else { return nil }
    let (ourItems, theirItems) = (Set(our.items), Set(their.items))
    guard var removed = past.removed(ourItems.symmetricDifference(theirItems), from: key) else { return nil }
    for list in [our, their] { list.retainEarlierOccurrences(in: &removed) }
    let kept = our.items.indices.filter { !removed.contains(our.items[$0]) }
    let added = their.items.indices.filter { !ourItems.contains(their.items[$0]) && !removed.contains(their.items[$0]) }
    if added.isEmpty, kept.count == our.items.count, ours[key] != nil { return our.text }
    if kept.isEmpty, added.isEmpty { return [] }
    let new = added.map { Container.Part.new(Array(their.text[their.container.items[$0].range])) }
    return our.container.edited(our.text, kept.map(Container.Part.item) + new)
  }
}
