/// The record of a change, a file of the history: the text after the change, as pieces of the text
/// before it and new text (<doc:UndoHistory#Records>).
struct ChangeRecord: Equatable {
  /// The title of the task that the change was about, if it was about one.
  let title: String?
  let patch: Patch
  /// Whether the change removed the file.
  let removesFile: Bool
  /// The process id of the interactive shell that ran the command; `nil` if no prompt shows the
  /// queue.
  let shell: Int?
  /// A checksum of the task that was the current one afterwards, if the user of that shell knew
  /// which one was it before.
  let front: String?
  /// The commit with which the change synced the file, and what identifies its repository.
  let commit: String?
  let repository: String?
}

extension ChangeRecord {
  /// The record as JSON. If the new bytes aren't UTF-8, it is empty, so it can't be parsed. Only
  /// `redo` of a repair writes such bytes, and nothing reverses that.
  var text: [UInt8] {
    var text: [UInt8] = [.openBrace]
    if let title { text += SchemaKey.title.member(JSONText.encode(title)) + Array(", ".utf8) }
    if let shell { text += SchemaKey.shell.member("\(shell), ".utf8) }
    if let front { text += SchemaKey.front.member(JSONText.encode(front)) + Array(", ".utf8) }
    if let commit { text += SchemaKey.commit.member(JSONText.encode(commit)) + Array(", ".utf8) }
    if let repository {
      text += SchemaKey.repository.member(JSONText.encode(repository)) + Array(", ".utf8)
    }
    if removesFile { text += SchemaKey.removed.member("true, ".utf8) }
    text += SchemaKey.pieces.member("[".utf8)
    for (index, piece) in patch.pieces.enumerated() {
      if index > 0 { text += Array(", ".utf8) }
      switch piece {
      case .original(let range): text += Array("[\(range.lowerBound), \(range.upperBound)]".utf8)
      case .new(let bytes):
        guard let string = String(exactly: bytes[...]) else { return [] }
        text += JSONText.encode(string)
      }
    }
    return text + Array("]}\n".utf8)
  }

  /// Parses a record; `nil` if the text isn't a complete record, for example because its writer was
  /// killed.
  init?(_ text: [UInt8]) {
    guard JSONScanner.isObject(text), let list = Container.value(under: .pieces, in: text),
      text[list.lowerBound] == .openBracket
    else { return nil }
    var patch = Patch()
    for item in Container(text, at: list.lowerBound).items {
      if let new = JSONText.string(text[item.range]) {
        patch.add(new.utf8)
        continue
      }
      guard text[item.valueStart] == .openBracket else { return nil }
      let numbers = Container(text, at: item.valueStart).items.map {
        String(decoding: text[$0.range], as: UTF8.self)
      }
      let bounds = numbers.compactMap { Int($0) }
      guard bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1] else { return nil }
      patch.copy(bounds[0]..<bounds[1])
    }
    let removed = Container.value(under: .removed, in: text)
    self.init(
      title: Container.string(under: .title, in: text), patch: patch,
      removesFile: removed.map { text[$0].elementsEqual("true".utf8) } ?? false,
      shell: Container.number(under: .shell, in: text),
      front: Container.string(under: .front, in: text),
      commit: Container.string(under: .commit, in: text),
      repository: Container.string(under: .repository, in: text))
  }
}
