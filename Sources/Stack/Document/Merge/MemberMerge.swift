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

  subscript(key: JSONDigest) -> Container.Item? { indices[key].map { object.members[$0] } }

  /// The decoded key of a member; `nil` if the object doesn't have it.
  func name(of key: JSONDigest) -> String? {
    self[key].map { JSONText.decode($0.keyText(in: object.text)) }
  }

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
  /// The keys that need both values; our object keeps its own value.
  private(set) var conflicts: [JSONDigest] = []

  /// - Parameters:
  ///   - layout: The layout of our object if it has no members yet.
  ///   - choice: Returns which value a key gets.
  init(
    _ ours: MemberList, _ theirs: MemberList, _ layout: Container.Layout = .inline,
    choice: (JSONDigest, SchemaKey?) -> ThreeWayChoice
  ) {
    for key in ours.keys + theirs.keys.filter({ ours[$0] == nil }) {
      var value: [UInt8]?
      switch choice(key, (ours[key] ?? theirs[key])?.key) {
      case .conflict:
        conflicts.append(key)
        fallthrough
      case .ours:
        if let index = ours.indices[key] { parts.append(.item(index)) }
      case .theirs:
        let container = ours.object.container
        value = theirs.value(key).map { container.relaid($0, in: ours.object.text, layout) }
      case .combined(let combined): value = combined
      }
      guard let value else { continue }
      if let index = ours.indices[key] {
        parts.append(.changed(index, ours.object.member(ours.object.members[index], with: value)))
      } else if let their = theirs[key] {
        parts.append(.new(theirs.object.member(their, with: value)))
      }
    }
  }
}
