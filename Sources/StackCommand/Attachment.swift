// What can be attached to a task: a file, by its absolute path, or a URL.

import Stack

/// Something that is attached to a task, as it stands in the file.
struct Attachment {
  let text: String

  /// Whether this is a URL: it begins with a scheme (RFC 3986, section 3.1).
  var isURL: Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    guard let first = scheme.first, first.isLetter else { return false }
    return scheme.allSatisfy { $0.isLetter || $0.isDigit || [0x2B, 0x2D, 0x2E].contains($0) }
  }

  /// Whether it is a file that isn't there any more.
  var isMissing: Bool { !isURL && (try? FileSystem.exists(FilePath(text))) != true }

  /// The address that a terminal can open: for a file, a `file` URL with the name of this machine
  /// (RFC 8089), with all that isn't plain as percent escapes (RFC 3986, section 2.1).
  var address: String {
    if isURL { return percentEncoded(text, keeping: Self.urlCharacters) }
    return "file://" + System.hostName + percentEncoded(text, keeping: Self.pathCharacters)
  }

  private static let pathCharacters = Array("-._~/".utf8)
  private static let urlCharacters = Array("-._~/:?#[]@!$&'()*+,;=%".utf8)

  /// What a person named on the command line, as it is kept: URLs as they are, files by absolute path.
  ///
  /// - Throws: If one of the files isn't there.
  static func resolved(_ items: [String]) throws(CommandError) -> [String] {
    var resolved: [String] = []
    for item in items {
      guard !Attachment(text: item).isURL else {
        resolved.append(item)
        continue
      }
      guard try isThere(item) else { throw .missingFile("'\(item)'") }
      resolved.append(try absolutePath(item))
    }
    return resolved
  }

  /// What a person named, as it stands among the attachments of a task; the file may be gone.
  static func named(_ items: [String], among attachments: [String]) -> [String] {
    items.map { item in
      if ExactTexts(attachments).contains(item) { return item }
      return (try? absolutePath(item)) ?? item
    }
  }

  private static func isThere(_ item: String) throws(CommandError) -> Bool {
    do throws(SystemError) {
      return try FileSystem.exists(FilePath(item))
    } catch {
      throw .unreachableFile(error)
    }
  }

  /// The absolute path of a file, whose folder must be there.
  private static func absolutePath(_ item: String) throws(CommandError) -> String {
    let path: FilePath
    do throws(SystemError) {
      let given = FilePath(item)
      let isFolder = [".", ".."].contains(given.name.description) || item.hasSuffix("/")
      // The last part may be a link, and then it is the link that is meant.
      path =
        try isFolder
        ? FileSystem.realPath(of: given) : FileSystem.realPath(of: given.folder).appending(given.name)
    } catch {
      throw .unreachableFile(error)
    }
    guard let text = String(exactly: path.bytes) else { throw .pathNotUTF8("'\(path)'") }
    return text
  }

  private func percentEncoded(_ text: String, keeping plain: [UInt8]) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if byte.isLetter || byte.isDigit || plain.contains(byte) {
        encoded.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += Array(("%" + (digits.utf8.count < 2 ? "0" : "") + digits).utf8)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
