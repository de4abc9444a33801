// Addresses of repositories: words of the command line, and how messages name them.

import CSystem
import Stack

extension String {
  /// The address of a repository that a word of the command line means. A relative path becomes an
  /// absolute one.
  func repositoryURL() throws(CommandError) -> String {
    let invalid = CommandError(
      .usage, "invalid repository '\(self)'",
      "use a URL or a path, as in: \(Program.name) sync sam@desk.example:stack.git")
    if isEmpty || isUnsafeToShow || beginsExactly(with: "-") { throw invalid }
    // As git decides it: a colon before the first slash follows a host.
    let start = unicodeScalars.prefix { $0 != "/" }
    if start.isEmpty || start.contains(":") { return self }
    let here = try StackCommand.attempt(system: FileSystem.realPath(of: Pathname(unchecked: ".")))
    let path = here.appending(self)
    guard let url = String(exactly: path.bytes[...]), !url.isUnsafeToShow else { throw invalid }
    let isWord = start.count == unicodeScalars.count
    if isWord, try !StackCommand.attempt(system: FileSystem.exists(path)) {
      throw CommandError(
        .usage, "there is no repository '\(url)'",
        .init(text: "to see with which one you sync", command: "\(Program.name) sync"),
        .init(text: "to leave it", command: "\(Program.name) sync --forget"))
    }
    return url
  }

  /// The address without the user's name and password for a web server.
  var withoutPassword: String {
    let parts = utf8.split(separator: .slash, maxSplits: 3, omittingEmptySubsequences: false)
    guard beginsExactly(with: "http"), parts.count > 2,
      let at = parts[2].lastIndex(of: UInt8(ascii: "@"))
    else { return self }
    let host = parts[2][at...].dropFirst()
    let rest = parts.dropFirst(3).first.map { "/\(Substring($0))" } ?? ""
    return "\(Substring(parts[0]))//\(Substring(host))\(rest)"
  }
}
