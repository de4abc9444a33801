// An object of ours and the same one of theirs, merged key by key.

/// The members of an object, merged key by key, as changes of ours.
struct MemberMerge {
  /// What our object is to hold: ours in their order, and behind them what only theirs has.
  private(set) var parts: [Container.Part] = []
  /// Which keys need both values; ours stand here.
  private(set) var conflicts: [MergeConflict] = []
  private let ours: MergeObject

  /// - Parameters:
  ///   - base: What both were once; `nil` if nobody knows.
  ///   - layout: How our object is laid out if it has no member yet.
  ///   - decide: Decides about keys that are no matter of their own values alone.
  init(
    base: MergeObject?, ours: MergeObject, theirs: MergeObject, _ layout: Container.Layout = .inline,
    deciding decide: (SchemaKey?) -> Choice?
  ) {
    self.ours = ours
    for key in ours.keys + theirs.keys.filter({ ours[$0] == nil }) {
      let (our, their) = (ours[key], theirs[key])
      let name = (our ?? their)?.key
      let choice =
        decide(name)
        ?? Choice(base: base?.meaning(key) ?? .none, ours: ours.meaning(key), theirs: theirs.meaning(key))
      let current = our.map { Array(ours.text[$0.value]) }
      var value = current
      if choice == .theirs {
        value = their.map { ours.container.relaid($0.value, of: theirs.text, in: ours.text, layout) }
      } else if choice == .both, name == .attachments, let united = Self.united(key, base, ours, theirs) {
        value = united.isEmpty ? nil : united
      } else if choice == .both {
        let keyText =
          our.map { Container.keyText(of: $0, in: ours.text) }
          ?? their.map { Container.keyText(of: $0, in: theirs.text) } ?? []
        let line = their.map { JSONText.oneLine(Array(theirs.text[$0.value])) }
        conflicts.append(
          MergeConflict(
            key: JSONText.decode(keyText), theirs: line.map { String(decoding: $0, as: UTF8.self) }))
      }
      if let index = ours.indices[key], value == current {
        parts.append(.kept(index..<(index + 1)))
      } else if let index = ours.indices[key], let our, let value {
        parts.append(.changed(index, ours.text[our.place.lowerBound..<our.valueStart] + value))
      } else if let their, let value {
        parts.append(.new(theirs.text[their.place.lowerBound..<their.valueStart] + value))
      }
    }
  }

  /// The text in which our object stands, with the changes.
  var text: [UInt8] { ours.container.edited(ours.text, parts) }
}

// MARK: - Attachments

extension MemberMerge {
  /// What is attached on either side, but for what either side took off, as a list; empty where nothing is left, and
  /// `nil` where a side has no list.
  private static func united(
    _ key: Meaning, _ base: MergeObject?, _ ours: MergeObject, _ theirs: MergeObject
  ) -> [UInt8]? {
    guard let before = Attachments(base, key), let our = Attachments(ours, key),
      let their = Attachments(theirs, key)
    else { return nil }
    let common = Set(our.meanings).intersection(their.meanings)
    var passed = Set(before.meanings).subtracting(common)
    let kept = our.meanings.indices.filter { !passed.contains(our.meanings[$0]) }
    passed.formUnion(our.meanings)
    let added = their.meanings.indices.filter { passed.insert(their.meanings[$0]).inserted }
    if kept.isEmpty, added.isEmpty { return [] }
    return our.list.edited(
      our.text,
      kept.map { .kept($0..<($0 + 1)) } + added.map { .new(Array(their.text[their.list.items[$0].place])) })
  }
}

/// What is attached to a task.
private struct Attachments {
  let text: [UInt8]
  let list: Container
  let meanings: [Meaning]

  /// - Returns: `nil` for what is no list.
  init?(_ object: MergeObject?, _ key: Meaning) {
    let value = object.flatMap { object in object[key].map { Array(object.text[$0.value]) } }
    text = value ?? Array("[]".utf8)
    guard text.first == UInt8(ascii: "[") else { return nil }
    list = Container(text)
    meanings = list.items.map { [text] in Meaning(at: $0.valueStart, in: text) }
  }
}
