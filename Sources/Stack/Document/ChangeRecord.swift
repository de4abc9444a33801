// What is kept of a change beside the version that it replaced.

/// What is kept of a change beside the version that it replaced: which task it was about, and what it put where,
/// so that the text after it can be built again.
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
    if let title {
      text += Array("\"title\": ".utf8)
      text += JSONText.encode(title)
      text += Array(", ".utf8)
    }
    text += Array("\"pieces\": [".utf8)
    for (index, piece) in patch.pieces.enumerated() {
      if index > 0 { text += Array(", ".utf8) }
      switch piece {
      case .original(let range):
        text += Array("[\(range.lowerBound), \(range.upperBound)]".utf8)
      case .new(let bytes):
        text += JSONText.encode(String(decoding: bytes, as: UTF8.self))
      }
    }
    text += Array("]}\n".utf8)
    return text
  }

  /// Reads what `text` wrote; `nil` for anything else, such as a record that was never completed.
  init?(_ text: [UInt8]) {
    var scanner = JSONScanner(text, in: 0..<text.count)
    do throws(ScanError) {
      guard try scanner.next() == UInt8(ascii: "{") else { return nil }
      try scanner.skipValue(depth: 0)
      try scanner.expectEnd()
    } catch {
      return nil
    }
    guard let list = Container.value(under: .pieces, in: text), text[list.lowerBound] == UInt8(ascii: "[")
    else { return nil }
    var pieces: [Piece] = []
    for item in Container(text, at: list).items {
      if text[item.place.lowerBound] == UInt8(ascii: "\"") {
        pieces.append(.new(Array(JSONText.decode(text[item.place]).utf8)))
        continue
      }
      guard text[item.place.lowerBound] == UInt8(ascii: "[") else { return nil }
      let bounds = Container(text, at: item.place).items.map { Int(decoding: text[$0.place]) }
      guard bounds.count == 2, let start = bounds[0], let end = bounds[1], start >= 0, start <= end else {
        return nil
      }
      pieces.append(.original(start..<end))
    }
    self.init(title: Container.string(under: .title, in: text), patch: Patch(pieces))
  }
}

extension Int {
  fileprivate init?(decoding text: ArraySlice<UInt8>) {
    self.init(String(decoding: text, as: UTF8.self))
  }
}
