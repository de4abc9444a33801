// What is attached to a task on either side, united; what either side took off is off.

/// The attachments of a task, as they stand in a copy.
struct AttachmentList {
  fileprivate let copy: MergeCopy
  /// What stands between the brackets; `nil` where a single one stands without them, or where there is none.
  fileprivate let inside: Range<Int>?
  fileprivate let elements: [Range<Int>]

  /// The attachments that stand in a place; `nil` if what stands there is neither a list nor a single one.
  init?(_ copy: MergeCopy, _ value: Range<Int>?) {
    self.copy = copy
    guard let value else {
      inside = nil
      elements = []
      return
    }
    switch copy.text[value.lowerBound] {
    case UInt8(ascii: "["):
      inside = (value.lowerBound + 1)..<(value.upperBound - 1)
      elements = copy.elements(ofArray: value)
    case UInt8(ascii: "\""):
      inside = nil
      elements = [value]
    default:
      return nil
    }
  }

  fileprivate var identities: [MergeIdentity] {
    elements.map { MergeIdentity(bytes: copy.identity(ofValue: $0)) }
  }
}

/// Unites the attachments of both sides.
struct AttachmentMerge {
  private let ours: AttachmentList
  private let theirs: AttachmentList
  /// Which of ours stay, and which of theirs come.
  private let kept: [Int]
  private let added: [Int]

  /// - Parameters:
  ///   - base: What was attached before; `nil` for nothing.
  ///   - ours: What is attached in ours; `nil` if it can't be merged.
  ///   - theirs: Likewise for theirs.
  init?(base: AttachmentList?, ours: AttachmentList?, theirs: AttachmentList?) {
    guard let ours, let theirs else { return nil }
    self.ours = ours
    self.theirs = theirs
    let before = Set(base?.identities ?? [])
    let ourIdentities = ours.identities
    let theirIdentities = theirs.identities
    let present = Set(ourIdentities)
    let remaining = Set(theirIdentities)
    kept = ourIdentities.indices.filter { index in
      let identity = ourIdentities[index]
      return remaining.contains(identity) || !before.contains(identity)
    }
    added = theirIdentities.indices.filter { index in
      let identity = theirIdentities[index]
      return !present.contains(identity) && !before.contains(identity)
    }
  }

  /// Whether ours are as they should be.
  var isUnchanged: Bool { kept.count == ours.elements.count && added.isEmpty }

  /// The value that is to stand there; `nil` for none.
  var pieces: [Piece]? {
    if kept.isEmpty && added.isEmpty { return nil }
    let new = added.map { index in
      MergeLayout.Element(index: nil, pieces: [.new(Array(theirs.copy.text[theirs.elements[index]]))])
    }
    let old = kept.map { MergeLayout.Element(index: $0, pieces: [.original(ours.elements[$0])]) }
    // Without brackets there is nothing that it could be laid out like.
    let isList = ours.inside != nil
    let layout = MergeLayout(
      ours.copy.text, elements: isList ? ours.elements : [], inside: ours.inside ?? 0..<0, spacesSecond: true)
    let filling = MergeLayout.Filling(leading: [], separator: Array(", ".utf8), end: [])
    var list = Patch()
    list.add("[".utf8)
    layout.write(old + new, filling: filling, to: &list)
    list.add("]".utf8)
    return list.pieces
  }
}
