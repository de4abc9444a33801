// A copy of a stack, as merging looks at it.

/// A copy of a stack: where its tasks stand in its text, and what they mean.
struct MergeCopy {
  /// A task, or whatever else somebody wrote into one of the lists.
  struct Element {
    let place: Range<Int>
    let isOpen: Bool
    let meaning: Meaning
    /// When it was added; nothing where it doesn't say so.
    let added: Meaning

    /// What something of it means together with the list in which it stands.
    fileprivate func meaning(inList meaning: Meaning) -> Meaning {
      isOpen ? meaning : Meaning(meaning, .none)
    }
  }

  let text: [UInt8]
  /// The members at the top.
  let top: Container
  let tasks: Container?
  let completed: Container?
  /// What stands under `tasks`, and then what stands under `completed`.
  private(set) var elements: [Element] = []

  /// How many of the elements are open.
  var openCount: Int { tasks?.count ?? 0 }

  /// - Parameter text: The text of a stack that was validated; nothing at all stands for one without tasks.
  init(_ text: [UInt8]) {
    let text = text.isEmpty ? Array("{}".utf8) : text
    self.text = text
    top = Container(text, at: (text.starts(with: JSONScanner.byteOrderMark) ? 3 : 0)..<text.count)
    tasks = top[.tasks].map { Container(text, at: $0.value) }
    completed = top[.completed].map { Container(text, at: $0.value) }
    elements.reserveCapacity(openCount + (completed?.count ?? 0))
    for (list, isOpen) in [(tasks, true), (completed, false)] {
      for item in list?.items ?? [] {
        let added = value(under: .added, of: item.place).map { Meaning($0, in: text) }
        elements.append(
          Element(
            place: item.place, isOpen: isOpen, meaning: Meaning(item.place, in: text), added: added ?? .none))
      }
    }
  }

  /// The members of an element; `nil` where it is no object.
  func object(_ index: Int) -> MergeObject? {
    let place = elements[index].place
    return text[place.lowerBound] == UInt8(ascii: "{") ? MergeObject(text, Container(text, at: place)) : nil
  }

  /// Where the value under a key of an element stands.
  private func value(under key: SchemaKey, of place: Range<Int>) -> Range<Int>? {
    text[place.lowerBound] == UInt8(ascii: "{") ? Container.value(under: key, in: text, at: place) : nil
  }
}

/// What two tasks that are the same may have in common, from what is safest on.
enum Likeness: CaseIterable {
  /// All, and the list.
  case whole
  /// All but the keys of an ending, and the list.
  case listAndTask
  /// All but the keys of an ending.
  case task
  /// When it was added, and the title.
  case addedAndTitle
}

extension MergeCopy {
  /// What a task is looked up by; `nil` for what has nothing of the kind.
  func key(_ index: Int, _ likeness: Likeness) -> Meaning? {
    let element = elements[index]
    switch likeness {
    case .whole:
      return element.meaning(inList: element.meaning)
    case .listAndTask:
      return element.meaning(inList: object(index)?.meaningWithoutEnding ?? element.meaning)
    case .task:
      return object(index)?.meaningWithoutEnding ?? element.meaning
    case .addedAndTitle:
      return value(under: .title, of: element.place).map { Meaning(element.added, Meaning($0, in: text)) }
    }
  }
}
