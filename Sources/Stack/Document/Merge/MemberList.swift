/// The members of an object by the digests of their keys.
struct MemberList {
  let object: JSONObject
  /// The digest of each member's key; a key that occurs again gets another digest.
  let keys: [JSONDigest]
  let indices: [JSONDigest: Int]

  init(_ object: JSONObject) {
    self.object = object
    var keys: [JSONDigest] = []
    var indices: [JSONDigest: Int] = [:]
    // How often a key has occurred before, for the few that occur again.
    var counts: [JSONDigest: Int] = [:]
    for member in object.members {
      var key = JSONDigest(scalar: member.keyText(in: object.text))
      if indices[key] != nil {
        let count = counts[key, default: 0] + 1
        counts[key] = count
        key = JSONDigest(key, count)
      }
      indices[key] = keys.count
      keys.append(key)
    }
    self.keys = keys
    self.indices = indices
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

/// Merges the members of two objects, which are tasks or the top level. The result is the new
/// content of our object: its members in their order, then those that only the other one has.
///
/// - Parameter choice: Returns which value a key gets. In a conflict, ours stays.
func mergedMembers(
  _ ours: MemberList, _ theirs: MemberList, choice: (JSONDigest, SchemaKey?) -> ThreeWayChoice
) -> [Container.Part] {
  var parts: [Container.Part] = []
  for key in ours.keys + theirs.keys.filter({ ours[$0] == nil }) {
    var value: [UInt8]?
    switch choice(key, (ours[key] ?? theirs[key])?.key) {
    case .ours, .conflict:
      if let index = ours.indices[key] { parts.append(.item(index)) }
    case .theirs: value = theirs.value(key).map { JSONText.oneLine($0) }
    case .combined(let combined): value = combined
    }
    guard let value else { continue }
    if let index = ours.indices[key] {
      parts.append(.changed(index, ours.object.member(ours.object.members[index], with: value)))
    } else if let their = theirs[key] {
      parts.append(.new(their.keyText(in: theirs.object.text) + Array(": ".utf8) + value))
    }
  }
  return parts
}
