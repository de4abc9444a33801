import Stack

/// The machines that the user's ssh configuration names.
enum KnownHosts {
  /// The names after `Host` that aren't patterns, each with the `user@` of `typed` in front, if
  /// there is one.
  static func names(_ typed: String) -> [String] {
    let user = typed.utf8.lastIndex(of: UInt8(ascii: "@")).map { String(typed[...$0]) } ?? ""
    guard let home = System.environmentVariable("HOME") else { return [] }
    let path = Pathname(home[...]).appending(".ssh/config")
    // A file of more than a MiB isn't a configuration that a person wrote.
    guard let file = try? OpenFile(path, for: .reading), let status = try? file.status(),
      status.isRegular, status.size <= 1 << 20, let bytes = try? file.bytes()
    else { return [] }
    return TextLines(bytes).flatMap { names(in: $0) }.map { user + $0 }
  }

  /// The names in a line `Host NAME…` or `Host=NAME…`.
  private static func names(in line: ArraySlice<UInt8>) -> [String] {
    let words = line.split { " \t=\"".utf8.contains($0) }
    guard let key = words.first, String(decoding: key, as: UTF8.self).lowercased() == "host" else {
      return []
    }
    return words.dropFirst().filter {
      $0.first != .hyphen && $0.allSatisfy { $0.isPlain }
    }
    .map { String(decoding: $0, as: UTF8.self) }
  }
}
