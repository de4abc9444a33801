// The members of an object, merged key by key: those of a task, and the user's own at the top.

/// Merges the members of an object of ours and of theirs.
struct MemberMerge {
  /// The two sides.
  enum Side {
    case ours
    case theirs
  }

  /// What became of an object.
  struct Result {
    /// The elements between its brackets.
    let elements: [MergeLayout.Element]
    /// Whether both sides gave a key another value, so that ours stands here and theirs doesn't.
    let hasConflict: Bool
    /// Whether anything of ours is different now.
    let isChanged: Bool
  }

  /// An object with its members.
  struct Object {
    let copy: MergeCopy
    let members: ArraySlice<MergeCopy.Member>
    /// The members' keys; of a key that is given again, each is its own.
    fileprivate let keys: [[UInt8]]
    /// Where each key is, for objects of so many that looking through them would take long.
    private var places: [MergeIdentity: Int] = [:]
    private static let fewest = 12

    init(_ copy: MergeCopy, _ members: ArraySlice<MergeCopy.Member>) {
      self.copy = copy
      self.members = members
      var keys: [[UInt8]] = []
      for member in members { keys.append(copy.identity(ofKey: member.key)) }
      if keys.count < Self.fewest {
        for index in keys.indices.dropFirst() {
          let count = keys[..<index].count { $0 == keys[index] }
          if count > 0 { keys[index] = Self.key(keys[index], again: count) }
        }
      } else {
        var counts: [MergeIdentity: Int] = [:]
        for index in keys.indices {
          let count = counts[MergeIdentity(bytes: keys[index])] ?? 0
          counts[MergeIdentity(bytes: keys[index])] = count + 1
          if count > 0 { keys[index] = Self.key(keys[index], again: count) }
          places[MergeIdentity(bytes: keys[index])] = index
        }
      }
      self.keys = keys
    }

    /// A key that is given again: no UTF-8, so it is nobody's.
    private static func key(_ key: [UInt8], again count: Int) -> [UInt8] {
      key + [0xFF] + Array(String(count).utf8)
    }

    /// Which of the members has a key.
    fileprivate func index(of key: [UInt8]) -> Int? {
      keys.count < Self.fewest ? keys.firstIndex(of: key) : places[MergeIdentity(bytes: key)]
    }

    /// The member with a key.
    fileprivate subscript(key: [UInt8]) -> MergeCopy.Member? {
      index(of: key).map { members[members.startIndex + $0] }
    }

    /// What the value says that stands under a key.
    fileprivate func identity(_ key: [UInt8]) -> [UInt8]? {
      self[key].map { copy.identity(ofValue: $0.value) }
    }
  }

  /// What becomes of a key.
  private enum Decision {
    case ours
    case theirs
    case neither
    case value([Piece])
    case conflict
  }

  let base: Object?
  let ours: Object
  let theirs: Object
  /// Which side decides the keys of an ending, `nil` where they are keys like any other.
  var endingSide: Side?
  /// Whether these are the members of a task.
  var isTask = true

  /// The members of both sides, as ours are laid out.
  func merged() -> Result {
    var kept: [MergeLayout.Element?] = []
    var hasConflict = false
    var isChanged = false
    for (index, member) in ours.members.enumerated() {
      let key = ours.keys[index]
      var element: MergeLayout.Element? = MergeLayout.Element(index: index, pieces: [.original(member.whole)])
      switch decision(key, member.name) {
      case .ours: break
      case .conflict: hasConflict = true
      case .neither: element = nil
      case .theirs:
        element = theirs[key].map { other in
          let start = Piece.original(member.key.lowerBound..<member.value.lowerBound)
          return MergeLayout.Element(
            index: index, pieces: [start, .new(Array(theirs.copy.text[other.value]))])
        }
      case .value(let pieces):
        let start = Piece.original(member.key.lowerBound..<member.value.lowerBound)
        element = MergeLayout.Element(index: index, pieces: [start] + pieces)
      }
      if element == nil || element?.pieces != [.original(member.whole)] { isChanged = true }
      kept.append(element)
    }
    let additions = additions(to: kept)
    var elements = additions[0]
    for (element, additions) in zip(kept, additions.dropFirst()) {
      if let element { elements.append(element) }
      elements += additions
    }
    return Result(
      elements: elements, hasConflict: hasConflict,
      isChanged: isChanged || additions.contains { !$0.isEmpty })
  }

  /// What only theirs has and is to stand here: behind the member behind which it stands there.
  ///
  /// - Returns: What stands in front of all, and then what stands behind each.
  private func additions(to kept: [MergeLayout.Element?]) -> [[MergeLayout.Element]] {
    var additions = [[MergeLayout.Element]](repeating: [], count: kept.count + 1)
    var place = 0
    for (index, member) in theirs.members.enumerated() {
      let key = theirs.keys[index]
      if let known = ours.index(of: key) {
        if kept[known] != nil { place = known + 1 }
        continue
      }
      let start = Array(theirs.copy.text[member.key.lowerBound..<member.value.lowerBound])
      switch decision(key, member.name) {
      case .ours, .neither, .conflict: continue
      case .theirs:
        let text = Array(theirs.copy.text[member.whole])
        additions[place].append(MergeLayout.Element(index: nil, pieces: [.new(text)]))
      case .value(let pieces):
        additions[place].append(MergeLayout.Element(index: nil, pieces: [.new(start)] + pieces))
      }
    }
    return additions
  }

  private func decision(_ key: [UInt8], _ name: MergeCopy.Name) -> Decision {
    if isTask, name.isOfEnding, let endingSide {
      switch endingSide {
      case .ours: return .ours
      case .theirs: return theirs[key] == nil ? .neither : .theirs
      }
    }
    // The lists are merged task by task.
    if !isTask, name == .tasks || name == .completed { return .ours }
    let ourValue = ours.identity(key)
    let theirValue = theirs.identity(key)
    if ourValue == theirValue { return .ours }
    let baseValue = base?.identity(key)
    if base != nil || name != .attachments {
      if ourValue == baseValue { return theirValue == nil ? .neither : .theirs }
      if theirValue == baseValue { return .ours }
    }
    if isTask, name == .attachments,
      let merge = AttachmentMerge(
        base: base?[key].flatMap { AttachmentList(base?.copy ?? ours.copy, $0.value) },
        ours: AttachmentList(ours.copy, ours[key]?.value),
        theirs: AttachmentList(theirs.copy, theirs[key]?.value))
    {
      return merge.isUnchanged ? .ours : merge.pieces.map { .value($0) } ?? .neither
    }
    // What one side took away stays if the other side changed it.
    if ourValue == nil { return .theirs }
    return theirValue == nil ? .ours : .conflict
  }
}
