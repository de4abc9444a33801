// What is kept of a change beside the version that it replaced.

/// What a change was about and what it put where, so that the text after it can be built again.
///
/// It is written as JSON: `{"title": "Call Sam", "pieces": [[0, 120], "new text", [120, 300]]}`,
/// where two numbers are a range of the version's bytes.
struct ChangeRecord: Equatable {
  /// The title of the task that the change was about, if it was about one.
  var title: String?
  var patch: Patch
}

extension ChangeRecord {
  /// The record as it is kept.
  var text: [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "{")]
    if let title { text += SchemaKey.title.member(JSONText.encode(title)) + Array(", ".utf8) }
    text += SchemaKey.pieces.member("[".utf8)
    for (index, piece) in patch.pieces.enumerated() {
      if index > 0 { text += Array(", ".utf8) }
      switch piece {
      case .original(let range): text += Array("[\(range.lowerBound), \(range.upperBound)]".utf8)
      case .new(let bytes): text += JSONText.encode(String(decoding: bytes, as: UTF8.self))
      }
    }
    return text + Array("]}\n".utf8)
  }

  /// Reads what `text` wrote; `nil` for anything else, such as a record that was never completed.
  init?(_ text: [UInt8]) {
    var scanner = JSONScanner(text)
    guard scanner.next() == UInt8(ascii: "{"), (try? scanner.skipValue(depth: 0)) != nil,
      (try? scanner.expectEnd()) != nil, let list = Container.value(under: .pieces, in: text),
      text[list.lowerBound] == UInt8(ascii: "[")
    else { return nil }
    var patch = Patch()
    for item in Container(text, at: list.lowerBound).items {
      if let new = JSONText.string(text[item.place]) {
        patch.add(new.utf8)
        continue
      }
      guard text[item.valueStart] == UInt8(ascii: "[") else { return nil }
      let bounds = Container(text, at: item.valueStart).items.compactMap {
        Int(String(decoding: text[$0.place], as: UTF8.self))
      }
      guard bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1] else { return nil }
      patch.copy(bounds[0]..<bounds[1])
    }
    self.init(title: Container.string(under: .title, in: text), patch: patch)
  }
}
