// A conflict of titles is two tasks (<doc:Merging#Two-wordings>).

extension Merge {
  /// The three versions of a task.
  typealias Versions = (old: TaskVersion?, our: TaskVersion?, their: TaskVersion?)

  /// The versions of a match. Where a copy or the base has only the task from which this one was
  /// derived, that task stands for both wordings. But if the base has it with this title, and the
  /// copy with another one, the copy has replaced this wording.
  func versions(of match: TaskMatch) -> Versions {
    let versions: Versions = (base[match.base], ours[match.ours], theirs[match.theirs])
    guard versions.old == nil, let wording = versions.our ?? versions.their,
      let original = original(of: wording)
    else { return versions }
    let old = base[original]
    let oldWording = old?.wording(as: wording)
    if let our = versions.our, let their = versions.their { return (oldWording, our, their) }
    guard let task = (versions.our == nil ? ours : theirs)[original] else { return versions }
    let isReplaced = old?.title == wording.title && task.title != wording.title
    let version = isReplaced ? nil : task.wording(as: wording)
    return (oldWording, versions.our ?? version, versions.their ?? version)
  }

  /// The identity of the task from which a wording was derived, if it was derived from any.
  private func original(of wording: TaskVersion) -> JSONDigest? {
    wording.identifyingDate.map {
      JSONDigest(identity: DerivedIdentity.original(of: $0, wording.title))
    }
  }

  /// The second wording of a merged task: with the larger title, and an `added` that follows from
  /// both. `nil` if a copy has it already.
  func secondWording(
    of text: [UInt8], added: Timestamp, title value: [UInt8]
  ) -> [UInt8]? {
    let title = JSONText.string(value[...]).map { Array($0.utf8) } ?? value
    var date = DerivedIdentity.added(for: title, from: added)
    // Only a text that was made for it has so many tasks in successive microseconds.
    for _ in 0..<100 {
      let identity = JSONDigest(identity: date)
      guard let taken = ours[identity] ?? theirs[identity] else { break }
      if taken.title == title { return nil }
      date = DerivedIdentity.next(after: date)
    }
    let dated = JSONObject(text).setting(.added, to: JSONText.encode(date.preciseText))
    let wording = JSONObject(dated).setting(.title, to: value)
    return wording[...].hasLineBreak ? JSONText.oneLine(wording) : wording
  }
}
