// Which words of the command line can be attached: files, and URLs.

import Stack

extension Session {
  /// The words as attachments: files by absolute path, URLs as they are. A file may have a name
  /// that looks like a URL.
  ///
  /// - Throws: If a file doesn't exist, or a URL has an unsafe character.
  func attachments(_ words: [String]) throws(CommandError) -> [String] {
    try words.map { AttachmentName.expanded($0) }.map { (word) throws(CommandError) in
      if try StackCommand.attempt(system: FileSystem.exists(Pathname(unchecked: word))) {
        return try AttachmentName.absolutePath(word)
      }
      if Attachment(text: word).isURL {
        guard word.isUnsafeToShow else { return word }
        throw CommandError(
          .usage,
          "the URL '\(word)' has a character that could control a terminal; nothing was changed")
      }
      let problem = "there is no file '\(word)' to attach; nothing was changed"
      // Without a scheme, a web address such as example.org/agenda is a path.
      let host = word.prefix { $0 != "/" }
      let isLikeAddress = !word.beginsExactly(with: ".") && host != word && host.contains(".")
      guard isLikeAddress || word.beginsExactly(with: "www.") else {
        throw CommandError(.usage, problem)
      }
      let address = ["https://" + word].asTyped
      let isNew = arguments.command?.name == "push"
      let command =
        isNew ? "push -a \(address) \(arguments.operands.asTypedText)" : "attach \(address)"
      throw CommandError(
        .usage, problem, "for a web page", command: "\(arguments.stack) \(command)")
    }
  }
}
