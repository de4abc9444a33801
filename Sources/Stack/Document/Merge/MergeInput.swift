/// A copy of a stack, prepared for merging.
struct MergeInput {
  let document: Document
  /// The elements of `tasks`, then those of `completed`.
  let elements: [TaskVersion]
  /// For each identity, the first element that has it.
  private let indices: [JSONDigest: Int]

  var text: [UInt8] { document.text }

  init(_ document: Document) {
    self.document = document
    elements = document.allItems.enumerated().map(document.version)
    var indices: [JSONDigest: Int] = [:]
    for (index, element) in elements.enumerated() where indices[element.identity] == nil {
      indices[element.identity] = index
    }
    self.indices = indices
  }

  /// A stack without any members, for a common ancestor that isn't known.
  static let empty = MergeInput(
    Document(
      text: [], top: Container(), tasks: nil, completed: nil, snoozed: [], scannedByteCount: 0))

  init(_ text: [UInt8]) throws(ScanError) { self.init(try Document(text)) }

  /// A digest of the whole text.
  var meaning: JSONDigest {
    JSONDigest(document.top.contentRange.lowerBound - 1..<text.count, in: text)
  }

  var top: MemberList { MemberList(JSONObject(text, document.top)) }

  subscript(index: Int?) -> TaskVersion? { index.map { elements[$0] } }

  /// The first element with an identity.
  subscript(identity: JSONDigest) -> TaskVersion? { self[indices[identity]] }

  /// The index of the first element with an identity.
  func index(of identity: JSONDigest) -> Int? { indices[identity] }
}

extension Document {
  /// An element of the two lists, by its index in `allItems`.
  func version(_ index: Int, _ item: Container.Item) -> TaskVersion {
    TaskVersion(text, item.range, isOpen: index < taskCount)
  }
}
