// An object of ours and the same one of theirs, merged key by key.

/// The members of an object, merged key by key, as changes of ours.
struct MemberMerge {
  /// What becomes of a key.
  enum Decision {
    case choice(Choice)
    /// A value that neither side has like this; `nil` for none.
    case value([Piece]?)
  }

  /// What both were once; `nil` if nobody knows.
  private let base: MergeObject?
  private let ours: MergeObject
  private let theirs: MergeObject
  /// What our object is to hold: ours in their order, and behind them what only theirs has.
  private(set) var parts: [Container.Part] = []
  /// Which keys need both values; ours stand here.
  private(set) var conflicts: [Meaning] = []
  /// Whether anything of ours is different now.
  private(set) var isChanged = false

  /// - Parameters:
  ///   - layout: How our object is laid out if it has no member yet.
  ///   - decide: Decides about keys that are no matter of their own values alone.
  init(
    base: MergeObject?, ours: MergeObject, theirs: MergeObject, _ layout: Container.Layout = .inline,
    deciding decide: (SchemaKey?) -> Choice?
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    let relayout = Relayout(
      trivia: ours.container.newTrivia(in: ours.text, layout), indentation: layout.indentation)
    for key in ours.keys + theirs.keys.filter({ ours.index(of: $0) == nil }) {
      let index = ours.index(of: key)
      let name = (index.map { ours.container[$0] } ?? theirs[key])?.key
      var value: [Piece]?
      switch decide(name).map({ .choice($0) }) ?? decision(key, name) {
      case .choice(.theirs): value = theirs[key].map { [.new(relayout.relaid($0.value, of: theirs.text))] }
      case .value(let new): value = new
      case .choice(let choice):
        if choice == .both { conflicts.append(key) }
        if let index { parts.append(.kept(index..<(index + 1))) }
        continue
      }
      isChanged = true
      guard let value else { continue }
      if let index {
        let item = ours.container[index]
        parts.append(.changed(index, [.original(item.place.lowerBound..<item.valueStart)] + value))
      } else if let item = theirs[key] {
        parts.append(.new([.new(Array(theirs.text[item.place.lowerBound..<item.valueStart]))] + value))
      }
    }
  }

  private func decision(_ key: Meaning, _ name: SchemaKey?) -> Decision {
    let choice = Choice(
      base: base?.meaning(key) ?? .none, ours: ours.meaning(key), theirs: theirs.meaning(key))
    if choice == .both, name == .attachments, let united = united(key) { return united }
    return .choice(choice)
  }

  /// The whole object as pieces of our text.
  var pieces: [Piece] {
    let inside = ours.container.inside
    var patch = Patch()
    patch.copy((inside.lowerBound - 1)..<inside.lowerBound)
    ours.container.write(parts, in: ours.text, .inline, to: &patch)
    patch.copy(inside.upperBound..<(inside.upperBound + 1))
    return patch.pieces
  }
}

// MARK: - Attachments

extension MemberMerge {
  /// What is attached on either side, but for what either side took off; `nil` where a side has no list.
  private func united(_ key: Meaning) -> Decision? {
    guard let before = Attachments(base, key), let our = Attachments(ours, key),
      let their = Attachments(theirs, key)
    else { return nil }
    let common = Set(our.meanings).intersection(their.meanings)
    var passed = Set(before.meanings).subtracting(common)
    let kept = our.meanings.indices.filter { !passed.contains(our.meanings[$0]) }
    passed.formUnion(our.meanings)
    let added = their.meanings.indices.filter { passed.insert(their.meanings[$0]).inserted }
    if kept.count == our.meanings.count, added.isEmpty { return .choice(.ours) }
    if kept.isEmpty, added.isEmpty { return .value(nil) }
    var list = Patch([.new([UInt8(ascii: "[")])])
    our.list.write(
      kept.map { .kept($0..<($0 + 1)) }
        + added.map { .new([.new(Array(theirs.text[their.list[$0].place]))]) },
      in: ours.text, .inline, to: &list)
    list.add([UInt8(ascii: "]")])
    return .value(list.pieces)
  }
}

/// What is attached to a task.
private struct Attachments {
  let list: Container
  let meanings: [Meaning]

  /// - Returns: `nil` for what is no list.
  init?(_ object: MergeObject?, _ key: Meaning) {
    guard let item = object?[key] else {
      list = Container(from: 0)
      meanings = []
      return
    }
    guard let text = object?.text, text[item.valueStart] == UInt8(ascii: "[") else { return nil }
    list = Container(text, at: item.value)
    meanings = list.items.map { Meaning($0.value, in: text) }
  }
}
