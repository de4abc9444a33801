// The help topics. Their texts, and those of commands with a long page, are files in `Texts`.

/// A topic that concerns several commands, or other programs.
enum HelpTopic: String, CaseIterable {
  case sync, bars, ssh, recipes

  /// One line about the topic.
  var summary: String { content.summary }

  /// The text, written like the help of a command.
  var text: String { content.file.helpText.namingProgram + "\n" }

  private var content: (summary: String, file: [UInt8]) {
    switch self {
    case .sync: ("keep one stack on several machines", PackageResources.sync_txt)
    case .bars: ("status bars, tmux and editors", PackageResources.bars_txt)
    case .ssh: ("a phone and other machines", PackageResources.ssh_txt)
    case .recipes: ("cron, at, direnv, imports, hotkeys", PackageResources.recipes_txt)
    }
  }
}

extension [UInt8] {
  /// The text of a file in `Texts`, without the line break at its end.
  var helpText: String { String(decoding: dropLast(), as: UTF8.self) }
}

extension String {
  /// The text with the program's name for each `§`.
  var namingProgram: String {
    split(separator: "§", omittingEmptySubsequences: false).joined(separator: Program.name)
  }
}
