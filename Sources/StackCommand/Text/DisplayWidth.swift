// The width of text in columns of a terminal, and text that is shortened or padded to a width.

extension Character {
  /// How many columns a terminal gives to this character: those of its scalars, of which a syllable
  /// of Devanagari has several. An emoji of several scalars (a flag, a family, a skin tone) is one
  /// picture.
  var columns: Int {
    let scalars = unicodeScalars
    let isEmoji =
      scalars.first?.properties.isEmojiPresentation == true || scalars.contains("\u{FE0F}")
    return isEmoji ? 2 : scalars.reduce(0) { $0 + $1.columns }
  }
}

extension String {
  /// The number of columns of this text.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text shortened to a number of columns, including the `…` that follows directly if
  /// something was cut off. Its bytes are limited too, because a single letter may have thousands
  /// of combining marks.
  func shortened(toColumns limit: Int) -> String {
    if utf8.count <= limit { return self }
    var columns = 0
    var bytes = 0
    var end = startIndex
    for index in indices {
      columns += self[index].columns
      bytes += self[index].utf8.count
      if columns > limit || bytes > 64 * limit {
        var kept = self[..<end]
        while kept.last == " " { kept.removeLast() }
        return kept + "…"
      }
      if columns < limit { end = self.index(after: index) }
    }
    return self
  }

  /// The text in lines of at most this many columns, broken between words.
  func broken(toColumns limit: Int) -> String {
    if columns <= limit { return self }
    let words = split(separator: " ").map { String($0) }
    return words.filled(toColumns: limit, separator: " ").joined(separator: "\n")
  }

  /// The text, padded with spaces to a number of characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension [String] {
  /// The texts in lines of at most this many columns.
  func filled(toColumns limit: Int, separator: String) -> [String] {
    reduce(into: []) { lines, text in
      let longer = lines.last.map { $0 + separator + text }
      if let longer, longer.columns <= limit {
        lines[lines.count - 1] = longer
      } else {
        lines.append(text)
      }
    }
  }
}

extension Unicode.Scalar {
  /// How many columns a terminal gives to this scalar, as `wcwidth` of glibc says.
  fileprivate var columns: Int {
    switch value {
    case 0x20...0x7E: 1
    // Vowels and final consonants of Hangul join the consonant before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
    // The soft hyphen, and signs that enclose the letters after them.
    case 0xAD, 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: 1
    // Wide and fullwidth characters, by the blocks of EastAsianWidth.txt (Unicode standard annex
    // 11, version 16).
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
      0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D8F, 0x1AFF0...0x1B2FF,
      0x1D300...0x1D376, 0x1F200...0x1F2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD:
      2
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: 0
      default: 1
      }
    }
  }
}
