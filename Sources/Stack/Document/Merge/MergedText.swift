// The merged stack as a text: ours, with what came.

/// Writes the merged stack as pieces of ours.
struct MergedText {
  private let base: MergeCopy
  private let ours: MergeCopy
  private let theirs: MergeCopy
  private let isBaseKnown: Bool
  /// Whether both sides gave a key at the top another value.
  private(set) var hasConflict = false

  init(base: MergeCopy, ours: MergeCopy, theirs: MergeCopy, isBaseKnown: Bool) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.isBaseKnown = isBaseKnown
  }

  /// The whole text.
  ///
  /// - Parameters:
  ///   - tasks: Which tasks are open, in order.
  ///   - completed: Which tasks are ended, in order.
  ///   - results: What became of each task.
  mutating func patch(tasks: [Int], completed: [Int], _ results: [MergedTask?]) -> Patch {
    let open = elements(tasks, isOpen: true, results)
    let ended = elements(completed, isOpen: false, results)
    var members = MemberMerge(
      base: isBaseKnown ? MemberMerge.Object(base, base.topMembers[...]) : nil,
      ours: MemberMerge.Object(ours, ours.topMembers[...]),
      theirs: MemberMerge.Object(theirs, theirs.topMembers[...]))
    members.isTask = false
    let merged = members.merged()
    hasConflict = merged.hasConflict
    var elements = merged.elements.map { element in
      guard let index = element.index else { return element }
      switch ours.topMembers[index].name {
      case .tasks: return list(index, ours.tasks, open)
      case .completed: return list(index, ours.completed, ended)
      default: return element
      }
    }
    if ours.tasks == nil, !open.isEmpty { elements.append(newList("tasks", open)) }
    if ours.completed == nil, !ended.isEmpty { elements.append(newList("completed", ended)) }

    var whole = Patch()
    whole.copy(0..<ours.inside.lowerBound)
    top.write(elements, filling: topFilling, to: &whole)
    whole.copy(ours.inside.upperBound..<ours.text.count)
    return whole
  }

  // MARK: Tasks

  private func elements(
    _ tasks: [Int], isOpen: Bool, _ results: [MergedTask?]
  ) -> [MergeLayout.Element] {
    let first = ours.indices(ofOpen: isOpen).lowerBound
    var elements: [MergeLayout.Element] = []
    elements.reserveCapacity(tasks.count)
    for task in tasks {
      guard let result = results[task] else { continue }
      elements.append(element(result.text, isOpen, first))
      if let double = result.double { elements.append(element(double, isOpen, first)) }
    }
    return elements
  }

  private func element(_ text: MergedTask.Text, _ isOpen: Bool, _ first: Int) -> MergeLayout.Element {
    func place(_ index: Int) -> Int? { ours.entries[index].isOpen == isOpen ? index - first : nil }
    switch text {
    case .ours(let index):
      return MergeLayout.Element(index: place(index), pieces: [.original(ours.entries[index].place)])
    case .theirs(let index):
      return MergeLayout.Element(index: nil, pieces: [.new(Array(theirs.bytes(of: theirs.entries[index])))])
    case .merged(let index, let pieces):
      return MergeLayout.Element(index: place(index), pieces: pieces)
    case .new(let text):
      return MergeLayout.Element(index: nil, pieces: [.new(text)])
    }
  }

  // MARK: Lists

  private var top: MergeLayout {
    MergeLayout(
      ours.text, elements: ours.topMembers.map { $0.whole }, inside: ours.inside, spacesSecond: true)
  }

  /// A list of ours with other elements.
  private func list(
    _ index: Int, _ brackets: MergeCopy.Brackets?, _ elements: [MergeLayout.Element]
  ) -> MergeLayout.Element {
    let member = ours.topMembers[index]
    guard let brackets else { return MergeLayout.Element(index: index, pieces: [.original(member.whole)]) }
    let trivia = top.leadingTrivia(of: index)
    let space = ours.text[brackets.inside]
    let unit = MergeLayout.indentation(in: top.leadingTrivia(of: 0))
    let filling: MergeLayout.Filling
    if MergeLayout.hasLineBreak(space) {
      let trivia = MergeLayout.lastLine(of: space) + unit
      filling = MergeLayout.Filling(
        leading: trivia, separator: [UInt8(ascii: ",")] + trivia, end: [.original(brackets.inside)])
    } else if MergeLayout.hasLineBreak(trivia) {
      let end = MergeLayout.lastLine(of: trivia)
      filling = MergeLayout.Filling(
        leading: end + unit, separator: [UInt8(ascii: ",")] + end + unit, end: [.new(end)])
    } else {
      filling = MergeLayout.Filling(leading: [], separator: [UInt8(ascii: ",")] + trivia, end: [])
    }
    var list = Patch()
    list.copy(member.key.lowerBound..<brackets.inside.lowerBound)
    MergeLayout(ours.text, elements: brackets.elements, inside: brackets.inside)
      .write(elements, filling: filling, to: &list)
    list.copy(brackets.inside.upperBound..<member.value.upperBound)
    return MergeLayout.Element(index: index, pieces: list.pieces)
  }

  /// A list that ours doesn't have.
  private func newList(_ key: String, _ elements: [MergeLayout.Element]) -> MergeLayout.Element {
    var list = Patch()
    list.add("\"\(key)\": [".utf8)
    let trivia = ours.topMembers.isEmpty ? topFilling.leading[...] : top.leadingTrivia(of: 0)
    let isOnLines = MergeLayout.hasLineBreak(trivia)
    let end = isOnLines ? MergeLayout.lastLine(of: trivia) : []
    let unit = MergeLayout.indentation(in: trivia)
    for (number, element) in elements.enumerated() {
      if number > 0 { list.add([UInt8(ascii: ",")] + (isOnLines ? [] : [UInt8(ascii: " ")])) }
      list.add(isOnLines ? end + unit : [])
      list.append(element.pieces)
    }
    list.add(end + [UInt8(ascii: "]")])
    return MergeLayout.Element(index: nil, pieces: list.pieces)
  }

  /// What stands around the members where ours has none.
  private var topFilling: MergeLayout.Filling {
    let space = ours.text[ours.inside]
    let unit = Array("  ".utf8)
    if MergeLayout.hasLineBreak(space) {
      let end = MergeLayout.lastLine(of: space)
      return MergeLayout.Filling(
        leading: end + unit, separator: [UInt8(ascii: ",")] + end + unit, end: [.original(ours.inside)])
    }
    let end = [UInt8(ascii: "\n")]
    return MergeLayout.Filling(
      leading: end + unit, separator: [UInt8(ascii: ",")] + end + unit, end: [.new(end)])
  }
}
