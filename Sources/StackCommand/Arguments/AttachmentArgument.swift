// An attachment as it is named on the command line: a URL, a file by any path, or its number.

import Stack

enum AttachmentArgument {
  /// The words as attachments: URLs as they are, files by absolute path.
  ///
  /// - Throws: If a file doesn't exist, or a URL has a character that could drive a terminal.
  static func resolved(_ items: [String]) throws(CommandError) -> [String] {
    var resolved: [String] = []
    for item in items {
      if Attachment(text: item).isURL {
        if item.isUnsafeToShow { throw .unsafeURL(item) }
        resolved.append(item)
        continue
      }
      guard try attempt(FileSystem.exists(Pathname(unchecked: item)), or: CommandError.system) else {
        throw .missingFile(item)
      }
      resolved.append(try absolutePath(item))
    }
    return resolved
  }

  /// The attachments of a task that the words name. Their files needn't exist. A number is that of an attachment,
  /// unless a file of that name is attached.
  static func named(_ words: [String], among attachments: [String]) throws(CommandError) -> [String] {
    let attached = attachments.asBytes
    // Completion offers a relative path even if its directory is gone.
    let offered = names(of: attachments, isAbsolute: false)
    return try words.map { (word) throws(CommandError) in
      let path = (try? absolutePath(word)) ?? word
      if let known = [word, path].first(where: { attached.contains(Array($0.utf8)) }) { return known }
      if let index = offered.firstIndex(where: { $0.isExactly(word) }) { return attachments[index] }
      guard let number = Int(word), number > 0 else { return path }
      if number > attachments.count { throw .noSuchAttachment(number, count: attachments.count) }
      return attachments[number - 1]
    }
  }

  /// How attachments can be named: files below the current directory by their relative paths, unless an absolute path
  /// is typed.
  static func names(of attachments: [String], isAbsolute: Bool) -> [String] {
    guard !isAbsolute, let directory = try? FileSystem.realPath(of: Pathname(unchecked: ".")) else {
      return attachments
    }
    let start = "\(directory)/"
    return attachments.map { text in
      let isHere = text.beginsExactly(with: start)
      let name = isHere ? String(Substring(text.utf8.dropFirst(start.utf8.count))) : text
      // So that it is neither an option nor, unquoted by the shell, someone's home.
      return ["-", "~"].contains(where: name.beginsExactly) ? "./" + name : name
    }
  }

  /// The absolute path of a file whose directory must exist.
  private static func absolutePath(_ item: String) throws(CommandError) -> String {
    let given = Pathname(unchecked: item)
    let isDirectory = [".", ".."].contains(given.name.description) || item.hasSuffix("/")
    // If the last component is a link, the link itself is attached.
    let directory = try attempt(
      FileSystem.realPath(of: isDirectory ? given : given.directory), or: CommandError.system)
    let path = isDirectory ? directory : directory.appending(given.name)
    guard let text = String(exactly: path.bytes[...]) else { throw .pathNotUTF8(path) }
    return text
  }
}
