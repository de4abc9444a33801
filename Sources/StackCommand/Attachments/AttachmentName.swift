import Stack

/// Attachments as they are named on the command line: a URL, a file by any path, or a number.
enum AttachmentName {
  /// A word with the home directory instead of a `~` that the shell hasn't expanded, as in
  /// `--attach=~/notes.txt`.
  static func expanded(_ word: String) -> String {
    guard word.beginsExactly(with: "~/"), let home = System.firstVariable(["HOME"]) else {
      return word
    }
    return String(decoding: home, as: UTF8.self) + word.dropFirst()
  }

  /// Those attachments of a task that `words` name. Their files needn't exist. A number is that of
  /// an attachment, unless a file of that name is attached.
  static func attachments(_ words: [String], among attached: [String]) throws(CommandError)
    -> [String]
  {
    let known = attached.asBytes
    // A relative path from completion must match even if its directory is gone.
    let offered = names(of: attached, isAbsolute: false)
    return try words.map { expanded($0) }.map { (word) throws(CommandError) in
      let path = (try? absolutePath(word)) ?? word
      if let item = [word, path].first(where: { known.contains(Array($0.utf8)) }) { return item }
      if let index = offered.firstIndex(where: { $0.isExactly(word) }) { return attached[index] }
      guard Int(word) != nil,
        let number = try Arguments.number(word, of: "the attachment to detach")
      else { return path }
      return try attachment(number, of: attached)
    }
  }

  /// The attachment with a number, counted from 1.
  static func attachment(_ number: Int, of attached: [String]) throws(CommandError) -> String {
    if number <= attached.count { return attached[number - 1] }
    throw CommandError(
      .nothingToDo, "there is no attachment \(number); the current task has \(attached.count)")
  }

  /// How attachments can be named: files below the current directory by their relative paths,
  /// unless an absolute path is typed.
  static func names(of attached: [String], isAbsolute: Bool) -> [String] {
    guard !isAbsolute, let directory = try? FileSystem.realPath(of: Pathname(unchecked: ".")) else {
      return attached
    }
    let start = "\(directory)/"
    return attached.map { text in
      let isHere = text.beginsExactly(with: start)
      let name = isHere ? String(Substring(text.utf8.dropFirst(start.utf8.count))) : text
      // Otherwise it would be an option, or the shell would expand it to a home directory.
      return ["-", "~"].contains(where: name.beginsExactly) ? "./" + name : name
    }
  }

  /// The absolute path of a file whose directory must exist.
  static func absolutePath(_ text: String) throws(CommandError) -> String {
    let given = Pathname(unchecked: text)
    let isDirectory = [".", ".."].contains(given.name.description) || text.hasSuffix("/")
    // If the last component is a link, the link itself is attached.
    let directory = try attempt(
      system: FileSystem.realPath(of: isDirectory ? given : given.directory))
    let path = isDirectory ? directory : directory.appending(given.name)
    if let text = String(exactly: path.bytes[...]) { return text }
    throw CommandError(
      .usage, "the path '\(path)' is not UTF-8 and can't be saved",
      "rename the file or attach a link to it")
  }
}
