// What is kept of a change beside the version that it replaced.

/// What is kept of a change beside the version that it replaced: which task it was about, and what it put where,
/// so that the text after it can be built again.
///
/// It is written as JSON: `{"title": "Call Sam", "restored": 41, "pieces": [[0, 120], "new text", [120, 300]]}`,
/// where two numbers are a range of the version's bytes.
struct ChangeRecord: Equatable {
  /// The title of the task that the change was about, if it was about one.
  var title: String?
  /// The number of the version that the change brought back, if it did. Where that one is still there, a command
  /// was killed before it could remove it, or the power failed.
  var restored: Int?
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
    if let restored { text += Array("\"restored\": \(restored), ".utf8) }
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
    var scanner = JSONScanner(.memory(text), bufferSize: text.count)
    do throws(ScanError) {
      guard try scanner.next() == UInt8(ascii: "{") else { return nil }
      try scanner.skipValue(depth: 0)
      try scanner.expectEnd()
    } catch {
      return nil
    }
    let object = ObjectText(text)
    guard let list = object["pieces"], list.first == UInt8(ascii: "[") else { return nil }
    let array = ArrayText(list)
    var pieces: [Piece] = []
    for element in array.elements {
      let value = Array(list[element])
      if value.first == UInt8(ascii: "\"") {
        pieces.append(.new(Array(JSONText.decode(value).utf8)))
        continue
      }
      guard value.first == UInt8(ascii: "[") else { return nil }
      let bounds = ArrayText(value).elements.map { Int(String(decoding: value[$0], as: UTF8.self)) }
      guard bounds.count == 2, let start = bounds[0], let end = bounds[1], start >= 0, start <= end else {
        return nil
      }
      pieces.append(.original(start..<end))
    }
    let restored = object["restored"].flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    self.init(title: object.string(under: "title"), restored: restored, patch: Patch(pieces))
  }
}
