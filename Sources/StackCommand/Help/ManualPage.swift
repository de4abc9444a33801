/// The manual page, in mdoc(7): a text with placeholders, which are filled from the declarations of
/// the commands.
enum ManualPage {
  /// The page, to be read with `man -l -`.
  static var text: String {
    String(decoding: PackageResources.manual_mdoc, as: UTF8.self).namingProgram
      .split(separator: "\n", omittingEmptySubsequences: false).map { line in
        switch line {
        case "@HEADING": ".Dd \(Program.date)\n.Dt \(Program.name.uppercased()) 1"
        case "@COMMANDS": Command.all.map(item).joined(separator: "\n")
        case "@TOPICS": HelpTopic.allCases.map(subsection).joined(separator: "\n")
        case "@OPTIONS": list(of: Option.general)
        case "@OPTIONS-ALONE": list(of: Option.beforeCommand)
        default: String(line)
        }
      }.joined(separator: "\n")
  }

  private static func subsection(_ topic: HelpTopic) -> String {
    ".Ss \(topic.rawValue): \(topic.summary)\n\(Mdoc.paragraphs(topic.text))"
  }

  private static func item(_ command: Command) -> String {
    let lines = command.operands.synopses.map { operands in
      ".It Ic \(command.name)" + (operands.isEmpty ? "" : " Ar \(Mdoc.escaped(operands[...]))")
    }
    let options = command.options()
    return
      (lines + [Mdoc.paragraphs(HelpText.lines(of: command.name).joined(separator: "\n"))]
      + (options.isEmpty ? [] : [list(of: options)]))
      .joined(separator: "\n")
  }

  private static func list(of options: [Option]) -> String {
    let items = options.map { option in
      let value = option.value.map { " Ar \($0)" } ?? ""
      let names = option.names.map { Mdoc.flag($0) + value }.joined(separator: " , ")
      let summary = option.summary.prefix(1).uppercased() + option.summary.dropFirst()
      return ".It \(names)\n\(Mdoc.paragraphs("\(summary)\(option.details)."))\n"
    }
    return ".Bl -tag -width Ds\n" + items.joined() + ".El"
  }
}
