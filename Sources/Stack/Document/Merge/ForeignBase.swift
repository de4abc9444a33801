// The base of the merge of what another program wrote with the text that a command or a sync had
// left (<doc:Syncing#What-another-program-writes>).

extension MergeInput {
  /// The tasks and members of the top level that another copy has as well, as this one has them,
  /// for the base of such a merge. Only tasks that are missing in the other one and were reworded
  /// there are among them, too, if nothing shows that it is the same task.
  ///
  /// - Parameter countsReopened: Whether tasks that the other copy has open again count as ended,
  ///   so that they are reopened.
  func shared(with other: MergeInput, countingReopened countsReopened: Bool)
    -> MergeInput
  {
    let matching = Matching(elements, other.elements)
    var newDates = matching.unmatchedSecond.map { other.elements[$0].added }
    let isShared = elements.indices.map { index in
      if matching.partnerOfFirst[index] != nil { return true }
      guard !elements[index].isIdentifiedByDate,
        let date = newDates.firstIndex(of: elements[index].added)
      else { return false }
      newDates.remove(at: date)
      return true
    }
    let isReopened = elements.indices.map { index in
      !countsReopened && !elements[index].isOpen
        && matching.partnerOfFirst[index].map { other.elements[$0].isOpen } == true
    }
    func kept(_ range: Range<Int>) -> [Container.Part] {
      range.filter { isShared[$0] && !isReopened[$0] }.map { .item($0 - range.lowerBound) }
    }
    let reopened = elements.indices.filter { isReopened[$0] }
      .map { Container.Part.new(JSONObject(Array(elements[$0].text)).withEnding([])) }
    let otherTop = other.top
    let members = zip(top.keys.indices, top.keys).filter { otherTop[$1] != nil }
    let patch = document.patch(
      tasks: kept(0..<document.taskCount) + reopened,
      completed: kept(document.taskCount..<elements.count), members: members.map { .item($0.0) })
    return patch.applied(to: text).flatMap { try? MergeInput($0) } ?? .empty
  }
}
