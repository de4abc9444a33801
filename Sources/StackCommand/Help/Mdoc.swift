/// Texts in mdoc(7), the markup of manual pages.
enum Mdoc {
  /// Paragraphs, separated by blank lines. Each is running text, indented lines (kept as they are),
  /// or a list of items that begin with a hyphen.
  static func paragraphs(_ text: String) -> String {
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false).split {
      $0.isEmpty
    }
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

  /// The name of an option, as the arguments of a macro.
  static func flag(_ name: String) -> String {
    (name.beginsExactly(with: "--") ? "Fl Fl " : "Fl ") + name.drop { $0 == "-" }
  }

  /// A line with escapes for the characters that mdoc would interpret.
  ///
  /// In running text, a line ends after each punctuation mark, because mdoc recognises the end of a
  /// sentence at the end of a line, and requires short lines.
  static func escaped(_ line: Substring, isText: Bool = true) -> String {
    var text = ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\\": text += "\\e"
      // An unescaped hyphen may be printed as another character, which can't be copied into a
      // command line.
      case "-": text += "\\-"
      // At the beginning of a line, it would be a macro.
      case ".", "'": text += (text.last ?? "\n") == "\n" ? "\\&\(scalar)" : "\(scalar)"
      case " " where isText && ".!?,;:".contains(text.last ?? " "): text += "\n"
      case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
      default: text += "\\[u" + String(scalar.value, radix: 16, uppercase: true) + "]"
      }
    }
    return text
  }
}
