// What a person names on the command line as an attachment: a URL, or a file by any path that leads there.

import Stack

enum AttachmentArgument {
  /// What is named, as it is kept: URLs as they are, files by absolute path.
  ///
  /// - Throws: If one of the files isn't there, or one of the URLs has a character that could drive a terminal.
  static func resolved(_ items: [String]) throws(CommandError) -> [String] {
    var resolved: [String] = []
    for item in items {
      if Attachment(text: item).isURL {
        if item.isUnsafeToShow { throw .unsafeURL(item) }
        resolved.append(item)
        continue
      }
      guard try attempt(system: FileSystem.exists(FilePath(item))) else { throw .missingFile(item) }
      resolved.append(try absolutePath(item))
    }
    return resolved
  }

  /// What is named, as it stands among the attachments of a task; the file may be gone.
  static func named(_ items: [String], among attachments: [String]) -> [String] {
    let attached = attachments.asBytes
    // As Tab offers them: the folder may be gone too.
    let offered = names(of: attachments, isAbsolute: false).map { Array($0.utf8) }
    return items.map { item in
      let path = try? absolutePath(item)
      let known = [item, path ?? item].first { attached.contains(Array($0.utf8)) }
      return known ?? offered.firstIndex(of: Array(item.utf8)).map { attachments[$0] } ?? path ?? item
    }
  }

  /// How attachments can be named: a file in the folder where one is, unless a path from the root is typed, by
  /// its path from here.
  static func names(of attachments: [String], isAbsolute: Bool) -> [String] {
    guard !isAbsolute, let folder = try? FileSystem.realPath(of: FilePath(".")) else { return attachments }
    let start = "\(folder)/"
    return attachments.map { text in
      let isHere = text.beginsExactly(with: start)
      let name = isHere ? String(Substring(text.utf8.dropFirst(start.utf8.count))) : text
      // It is no option, and nobody's home, as which shells leave it unquoted.
      return ["-", "~"].contains(where: name.beginsExactly) ? "./" + name : name
    }
  }

  /// The absolute path of a file, whose folder must be there.
  private static func absolutePath(_ item: String) throws(CommandError) -> String {
    let given = FilePath(item)
    let isFolder = [".", ".."].contains(given.name.description) || item.hasSuffix("/")
    // The last part may be a link, and then it is the link that is meant.
    let folder = try attempt(system: FileSystem.realPath(of: isFolder ? given : given.folder))
    let path = isFolder ? folder : folder.appending(given.name)
    guard let text = String(exactly: path.bytes[...]) else { throw .pathNotUTF8(path) }
    return text
  }
}
