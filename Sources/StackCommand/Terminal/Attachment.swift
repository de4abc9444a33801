// What is attached to a task: a file, by its absolute path, or a URL.

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

  /// Whether another program can be given this as it is: a zero would end it halfway.
  var isPassable: Bool { !text.utf8.contains(0) }

  /// Whether it is a file that isn't there any more.
  var isMissing: Bool { !isURL && !(isPassable && (try? FileSystem.exists(FilePath(text))) == true) }

  /// The address that a terminal can open: for a file, a `file` URL with the name of this machine
  /// (RFC 8089), with all that isn't plain as percent escapes (RFC 3986, section 2.1).
  var address: String {
    let plain = (isURL ? "-._~/:?#[]@!$&'()*+,;=%" : "-._~/").utf8
    var address = Array((isURL ? "" : "file://" + System.hostName).utf8)
    for byte in text.utf8 {
      if byte.isLetter || byte.isDigit || plain.contains(byte) {
        address.append(byte)
      } else {
        address += [UInt8(ascii: "%"), hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 0x0F)]
      }
    }
    return String(decoding: address, as: UTF8.self)
  }
}
