// The text of an object, and what is changed in it a few bytes at a time.

/// The text of an object whose members can be changed; all its other bytes stay as they are.
struct ObjectText {
  /// A member of the object.
  struct Member {
    /// The white space before the key.
    let trivia: Range<Int>
    let key: String
    let keyStart: Int
    let value: Range<Int>
  }

  let text: [UInt8]
  let members: [Member]

  /// Finds the members of an object.
  ///
  /// - Parameter text: An object that was validated already.
  init(_ text: [UInt8]) {
    self.text = text
    var scanner = JSONScanner(.memory(text), bufferSize: text.count)
    var members: [Member] = []
    do throws(ScanError) {
      _ = try scanner.skip(UInt8(ascii: "{"))
      var triviaStart = scanner.offset
      while try !scanner.skip(UInt8(ascii: "}")) {
        let keyStart = scanner.offset
        try scanner.skipString()
        let keyEnd = scanner.offset
        try scanner.expect(UInt8(ascii: ":"), "")
        let value = try scanner.skipValueNotingPlace()
        members.append(
          Member(
            trivia: triviaStart..<keyStart, key: JSONText.decode(text[keyStart..<keyEnd]),
            keyStart: keyStart, value: value))
        _ = try scanner.skip(UInt8(ascii: ","))
        triviaStart = scanner.offset
      }
    } catch {
      // The text was validated; there is nothing that could be wrong with it.
    }
    self.members = members
  }

  /// The text of the value under a key; of the first one where the key stands twice.
  subscript(key: String) -> [UInt8]? {
    members.first { $0.key == key }.map { Array(text[$0.value]) }
  }

  /// What the string under a key says, if there is one.
  func string(under key: String) -> String? {
    guard let value = self[key], value.first == UInt8(ascii: "\"") else { return nil }
    return JSONText.decode(value)
  }

  /// The text with a value under a key: in the place of the one that is there, else at the end.
  func setting(_ key: String, to value: [UInt8]) -> [UInt8] {
    if let member = members.first(where: { $0.key == key }) {
      return text.replacing(member.value, with: value)
    }
    guard let last = members.last else { return text }
    var addition = [UInt8(ascii: ",")]
    addition += members.count > 1 ? Array(text[last.trivia]) : [UInt8(ascii: " ")]
    addition += JSONText.encode(key)
    addition += Array(": ".utf8)
    addition += value
    return text.replacing(last.value.upperBound..<last.value.upperBound, with: addition)
  }

  /// The text without a key and its value.
  func removing(_ key: String) -> [UInt8] {
    guard let index = members.firstIndex(where: { $0.key == key }) else { return text }
    return text.removing([index], of: members.map { $0.keyStart..<$0.value.upperBound })
  }
}

extension ObjectText {
  /// What the title of a task says; it is found without noting where the other members stand.
  ///
  /// - Parameter text: A task that was validated already.
  static func title(in text: [UInt8]) -> String {
    var scanner = JSONScanner(.memory(text), bufferSize: text.count)
    do throws(ScanError) {
      _ = try scanner.skip(UInt8(ascii: "{"))
      while try !scanner.skip(UInt8(ascii: "}")) {
        let key = try scanner.skipKey()
        let value = try scanner.skipValueNotingPlace()
        if key == .title { return JSONText.decode(text[value]) }
        _ = try scanner.skip(UInt8(ascii: ","))
      }
    } catch {
      // As above.
    }
    return ""
  }
}

extension JSONScanner {
  /// Passes one value of a text that was validated, and says where it stands.
  mutating func skipValueNotingPlace() throws(ScanError) -> Range<Int> {
    try skipWhitespace()
    let start = offset
    try skipValue(depth: 1)
    return start..<offset
  }
}

extension [UInt8] {
  /// The text with other bytes in the place of some.
  func replacing(_ range: Range<Int>, with bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count - range.count + bytes.count)
    text += self[..<range.lowerBound]
    text += bytes
    text += self[range.upperBound...]
    return text
  }

  /// The text without some of the things that stand in it with commas between them.
  ///
  /// - Parameters:
  ///   - indices: Which ones, in order.
  ///   - places: Where all of them stand.
  func removing(_ indices: [Int], of places: [Range<Int>]) -> [UInt8] {
    guard let first = places.first, let last = places.last, !indices.isEmpty else { return self }
    var isKept = [Bool](repeating: true, count: places.count)
    for index in indices { isKept[index] = false }
    guard let lastKept = isKept.lastIndex(of: true) else {
      return replacing(first.lowerBound..<last.upperBound, with: [])
    }
    var text = Array(self[..<first.lowerBound])
    for index in 0...lastKept where isKept[index] {
      // With each goes what stands between it and the next one; with those at the end, what stands before.
      let end = index == lastKept ? places[index].upperBound : places[index + 1].lowerBound
      text += self[places[index].lowerBound..<end]
    }
    text += self[last.upperBound...]
    return text
  }
}
