// Finds a waiting task by words of its title.

/// Words to look for in titles. Both sides are converted to upper case, in which `ß` is `SS`, and
/// compared as characters, so that both forms of é are equal.
struct TitleSearch {
  /// How well a title matches: it has only some of the words, it contains all, it has all as whole
  /// words, or it is exactly the text with the words.
  enum Match: Comparable { case none, parts, words, title }

  private let text: [Character]
  private let words: [[Character]]
  /// The same in UTF-8.
  private let textBytes: [UInt8]
  private let wordBytes: [[UInt8]]

  init(_ text: String) {
    let folded = text.uppercased()
    self.text = Array(folded)
    words = self.text.split { $0.isWhitespace }.map { Array($0) }
    textBytes = Array(folded.utf8)
    wordBytes = words.map { Array(String($0).utf8) }
  }

  /// How well a title matches, which is the JSON string in a range of a text.
  func match(_ title: Range<Int>, in json: [UInt8]) -> Match {
    // A queue may have a million titles, most of them in ASCII.
    if title.allSatisfy({ json[$0] < 0x80 && json[$0] != .backslash }) {
      let content = (title.lowerBound + 1)..<(title.upperBound - 1)
      return Self.match(json, content, textBytes, wordBytes, { $0.upperCase }) {
        $0.isLetter || $0.isDigit
      }
    }
    let folded = Array(JSONText.decode(json[title]).uppercased())
    return Self.match(folded, folded.indices, text, words, { $0 }) { $0.isLetter || $0.isNumber }
  }

  /// Whether a title has all words.
  func finds(_ title: String) -> Bool {
    let text = JSONText.encode(title)
    return match(text.indices, in: text) > .none
  }

  @inline(__always) private static func match<Element: Equatable>(
    _ elements: [Element], _ title: Range<Int>, _ text: [Element], _ words: [[Element]],
    _ fold: (Element) -> Element, isInWord: (Element) -> Bool
  ) -> Match {
    func has(_ word: [Element], at start: Int) -> Bool {
      var index = 0
      while index < word.count, fold(elements[start + index]) == word[index] { index += 1 }
      return index == word.count
    }
    func isInWordAt(_ index: Int) -> Bool { title.contains(index) && isInWord(elements[index]) }
    if title.count == text.count, has(text, at: title.lowerBound) { return .title }
    var match = Match.words
    for word in words {
      var best = Match.none
      var start = title.lowerBound
      while best != .words, start + word.count <= title.upperBound {
        if has(word, at: start) {
          best = isInWordAt(start - 1) || isInWordAt(start + word.count) ? .parts : .words
        }
        start += 1
      }
      if best == .none { return .none }
      if best == .parts { match = .parts }
    }
    return match
  }
}

extension UInt8 {
  /// The upper-case letter of a lower-case ASCII letter; any other byte itself.
  fileprivate var upperCase: UInt8 { (0x61...0x7A).contains(self) ? self ^ 0x20 : self }
}

extension Document {
  /// The task that a search finds: the first one with exactly the title, else the only one that has
  /// all words as whole words, else the only one that contains them; `nil` if several do, or none.
  /// The current task counts only if no other one matches, or if no other one has exactly its
  /// title.
  func task(matching search: TitleSearch, current: Int?) -> (
    found: (index: Int, task: QueuedTask)?, matchCount: Int
  ) {
    var scanner = JSONScanner(text: text, offset: tasks?.contentRange.lowerBound ?? text.count)
    var best: (match: TitleSearch.Match, index: Int, range: Range<Int>)?
    var ofCurrent: (match: TitleSearch.Match, range: Range<Int>)?
    var index = 0
    var count = 0
    var bestCount = 0
    // The text was validated, so no error can occur.
    while let (range, title) = try? scanner.nextTask() {
      let match = search.match(title, in: text)
      if match > .none, index == current {
        ofCurrent = (match, range)
      } else if match > .none {
        count += 1
        if let best, best.match == match { bestCount += 1 }
        if best.map({ $0.match < match }) ?? true {
          best = (match, index, range)
          bestCount = 1
        }
      }
      index += 1
    }
    if let current, let ofCurrent,
      count == 0 || ofCurrent.match == .title && best?.match != .title
    {
      return ((current, task(in: ofCurrent.range)), count)
    }
    guard let best, best.match == .title || bestCount == 1 else { return (nil, count) }
    return ((best.index, task(in: best.range)), count)
  }
}

extension JSONScanner {
  /// Skips the next task of a list in a validated text. Returns its range and that of its title;
  /// `nil` at the end of the list.
  fileprivate mutating func nextTask() throws(ScanError) -> (Range<Int>, title: Range<Int>)? {
    _ = skip(.comma)
    guard next() == .openBrace else { return nil }
    let start = offset
    var title = start..<start
    var hasNext = skip(.openBrace)
    while hasNext {
      skipWhitespace()
      let key = try skipKey()
      skipWhitespace()
      let valueStart = offset
      if next() == .quote { try skipString() } else { try skipValue(depth: 1) }
      if key == .title { title = valueStart..<offset }
      hasNext = try skipSeparator(orEnd: .closeBrace)
    }
    return (start..<offset, title)
  }
}
