// Texts in the language mdoc(7), in which manual pages are written.

enum Mdoc {
  /// Paragraphs of running text, with blank lines between them, and indented lines, which stand as they are, and lists,
  /// whose items begin with a hyphen.
  static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    var isDisplay = false
    var isList = false
    var isNewParagraph = false
    func endLine() {
      if !line.isEmpty { lines.append(line) }
      line = ""
    }
    for source in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if source.hasPrefix("- ") {
        endLine()
        if !isList { lines.append(".Bl -bullet -compact") }
        isList = true
        isNewParagraph = false
        lines.append(".It")
      }
      if source.isEmpty, isList {
        endLine()
        isList = false
        lines.append(".El")
      }
      if source.hasPrefix("  "), !isList {
        endLine()
        if !isDisplay { lines.append(".Bd -literal -offset indent") }
        isDisplay = true
        lines.append(escaped(String(source.dropFirst(2))))
        continue
      }
      if isDisplay {
        lines.append(".Ed")
        isDisplay = false
      }
      if source.isEmpty { isNewParagraph = !lines.isEmpty || !line.isEmpty }
      for word in source.dropFirst(isList && source.hasPrefix("- ") ? 2 : 0).split(separator: " ") {
        if isNewParagraph {
          endLine()
          lines.append(".Pp")
          isNewParagraph = false
        }
        let word = escaped(String(word))
        if line.utf8.count + 1 + word.utf8.count > 78 { endLine() }
        line += line.isEmpty ? word : " \(word)"
        // A new sentence begins on a new line, so that the page can set it apart.
        if ".!?".contains(word.last ?? " ") { endLine() }
      }
    }
    endLine()
    if isList { lines.append(".El") }
    if isDisplay { lines.append(".Ed") }
    return lines
  }

  /// Operands as the arguments of a macro, such as `Oo Ar TEXT ... | Fl Oc` for `[TEXT…|-]`.
  static func operands(_ text: String) -> String {
    var macros: [String] = []
    var word = ""
    var isJoined = false
    func endWord() {
      if word.isEmpty { return }
      macros.append((isJoined ? "Ns " : "") + "Ar " + word)
      isJoined = true
      word = ""
    }
    for character in text {
      switch character {
      case "[":
        endWord()
        macros.append(isJoined ? "Ns Oo" : "Oo")
        isJoined = false
      case "]":
        endWord()
        macros.append("Oc")
      case "|":
        endWord()
        macros.append("|")
        isJoined = false
      case " ":
        endWord()
        isJoined = false
      case "…": word += " ..."
      case "-": macros.append("Fl")
      case ":":
        endWord()
        macros.append("\\&: Ns")
        isJoined = false
      default: word.append(character)
      }
    }
    endWord()
    return macros.joined(separator: " ")
  }

  /// An option as the arguments of a macro.
  static func flag(_ name: String) -> String {
    name.beginsExactly(with: "--")
      ? "Fl Fl \(name.droppingFirst(bytes: 2))" : "Fl \(name.droppingFirst(bytes: 1))"
  }

  /// A line of text with nothing in it that mdoc would take for its own.
  static func escaped(_ line: String) -> String {
    var text = ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\\": text += "\\e"
      // A hyphen may be set as another character; what is to be typed must stay what it is.
      case "-": text += "\\-"
      case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
      default: text += "\\[u" + String(scalar.value, radix: 16, uppercase: true) + "]"
      }
    }
    return text.beginsExactly(with: ".") || text.beginsExactly(with: "'") ? "\\&" + text : text
  }
}
