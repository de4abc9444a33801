// A copy of a stack, as merging looks at it.

/// A copy of a stack: where its tasks stand in its text, and what they mean.
struct MergeCopy {
  /// A task, or whatever else somebody wrote under `completed`.
  struct Element {
    let place: Range<Int>
    let isOpen: Bool
    let meaning: Meaning
    /// When it was added; nothing where it doesn't say so.
    let added: Meaning
  }

  private(set) var document: Document
  /// What stands under `tasks`, and then what stands under `completed`.
  private(set) var elements: [Element] = []

  var text: [UInt8] { document.text }

  /// How many of the elements are open.
  var openCount: Int { document.taskCount }

  init(_ document: Document) {
    self.document = document
    self.document.noteElements()
    for item in (self.document.tasks?.items ?? []) + (self.document.completed?.items ?? []) {
      elements.append(
        Element(
          place: item.place, isOpen: elements.count < openCount,
          meaning: Meaning(at: item.valueStart, in: text), added: meaning(of: .added, item.place) ?? .none))
    }
  }

  /// What two copies were once that nobody knows: a stack without anything.
  static var unknown: MergeCopy {
    MergeCopy(Document(text: [], top: Container(), tasks: nil, completed: nil, examinedSize: 0))
  }

  /// Reads and validates a copy.
  init(_ text: [UInt8]) throws(ScanError) { self.init(try Document(text)) }

  /// What all of it means.
  var meaning: Meaning { Meaning(at: 0, in: text) }

  /// What stands at the top.
  var top: MergeObject { MergeObject(text, document.top) }

  /// The text of an element.
  func text(_ index: Int) -> [UInt8] { Array(text[elements[index].place]) }

  /// An element with its members; `nil` where it is no object.
  func object(_ index: Int) -> MergeObject? { MergeObject(text(index)) }

  /// What the value under a key of an element means.
  private func meaning(of key: SchemaKey, _ place: Range<Int>) -> Meaning? {
    Container.value(under: key, in: text, at: place.lowerBound).map { Meaning(at: $0.lowerBound, in: text) }
  }
}

// MARK: - Telling tasks apart

extension MergeCopy {
  /// What tasks that are the same have in common, the safest first.
  enum Likeness: CaseIterable {
    /// All, and the list.
    case whole
    /// All but the keys of an ending, and the list.
    case listAndRest
    /// All but the keys of an ending.
    case rest
    /// When it was added, and the title.
    case addedAndTitle
  }

  /// What an element is looked up by; `nil` where it has nothing of the kind.
  func key(_ index: Int, _ likeness: Likeness) -> Meaning? {
    let element = elements[index]
    switch likeness {
    case .whole: return element.inList(element.meaning)
    case .listAndRest: return element.inList(object(index)?.meaningWithoutEnding ?? element.meaning)
    case .rest: return object(index)?.meaningWithoutEnding ?? element.meaning
    case .addedAndTitle: return meaning(of: .title, element.place).map { Meaning(element.added, $0) }
    }
  }
}

extension MergeCopy.Element {
  /// What something of it means, told apart by its list.
  fileprivate func inList(_ meaning: Meaning) -> Meaning { isOpen ? meaning : Meaning(meaning, .none) }
}
