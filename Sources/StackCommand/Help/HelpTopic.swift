/// A help topic, which concerns several commands, or other programs. Its text is a file in `Texts`.
enum HelpTopic: String, CaseIterable {
  case machines, bars, ssh, recipes

  /// One line about the topic.
  var summary: String { content.summary }

  /// The text, written like the help of a command.
  var text: String { String(decoding: content.file, as: UTF8.self).namingProgram }

  /// All topics with their summaries.
  static var list: String {
    allCases.map { "  \($0.rawValue.padded(to: 9))\($0.summary)" }.joined(separator: "\n")
  }

  private var content: (summary: String, file: [UInt8]) {
    switch self {
    case .machines: ("stacks in dotfiles, Syncthing, Dropbox", PackageResources.machines_txt)
    case .bars: ("status bars, tmux and editors", PackageResources.bars_txt)
    case .ssh: ("a phone and other machines", PackageResources.ssh_txt)
    case .recipes: ("cron, direnv, imports, hotkeys", PackageResources.recipes_txt)
    }
  }
}

extension String {
  /// The text with the program's name for each `§`.
  var namingProgram: String {
    split(separator: "§", omittingEmptySubsequences: false).joined(separator: Program.name)
  }
}
