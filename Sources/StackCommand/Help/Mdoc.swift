// Texts in the language mdoc(7), in which manual pages are written.

enum Mdoc {
  /// Paragraphs with blank lines between them: of running text, of indented lines, which are kept as they are, and of
  /// items, which begin with a hyphen.
  static func paragraphs(_ text: String) -> String {
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false).split { $0.isEmpty }
    var page: [String] = []
    for lines in paragraphs {
      if lines.first?.hasPrefix("- ") == true {
        let items = lines.map { ($0.hasPrefix("- ") ? ".It\n" : "") + escaped($0.dropFirst(2)) }
        page += [".Bl -bullet -compact"] + items + [".El"]
      } else if lines.first?.hasPrefix("  ") == true {
        let examples = lines.map { escaped($0.dropFirst(2), isText: false) }
        page += [".Bd -literal -offset 2n"] + examples + [".Ed"]
      } else {
        page += (page.isEmpty ? [] : [".Pp"]) + lines.map { escaped($0) }
      }
    }
    return page.joined(separator: "\n")
  }

  /// A list whose items are told apart by a word.
  static func list(_ items: [(macros: String, text: String)]) -> String {
    ".Bl -tag -width Ds\n" + items.map { ".It \($0.macros)\n\(paragraphs($0.text))\n" }.joined() + ".El"
  }

  /// The name of an option, as the arguments of a macro.
  static func flag(_ name: String) -> String {
    (name.beginsExactly(with: "--") ? "Fl Fl " : "Fl ") + name.drop { $0 == "-" }
  }

  /// A line with nothing in it that mdoc would take for its own.
  ///
  /// In running text, a line ends after each punctuation mark: mdoc sets sentences apart by lines, and wants short
  /// ones.
  static func escaped(_ line: Substring, isText: Bool = true) -> String {
    var text = ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\\": text += "\\e"
      // A hyphen may be set as another character; what is to be typed must stay what it is.
      case "-": text += "\\-"
      case ".", "'": text += text.isEmpty ? "\\&\(scalar)" : "\(scalar)"
      case " " where isText && ".!?,;:".contains(text.last ?? " "): text += "\n"
      case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
      default: text += "\\[u" + String(scalar.value, radix: 16, uppercase: true) + "]"
      }
    }
    return text
  }
}
