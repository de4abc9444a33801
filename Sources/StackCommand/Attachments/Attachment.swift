// An attachment of a task: a URL, or the path of a file.

import Stack

/// An attachment as it is in the queue's file.
struct Attachment {
  let text: String

  var isURL: Bool { text.urlScheme != nil }

  /// Whether this can be passed to another program as an argument, which a NUL would end.
  var isPassable: Bool { !text.utf8.contains(0) }

  /// Whether this is the path of a file that doesn't exist.
  var isMissing: Bool { !isURL && !(isPassable && (try? FileSystem.exists(Pathname(unchecked: text))) == true) }

  /// The address that a terminal can open: for a file, a `file` URL with the name of this machine (RFC 8089).
  var address: String {
    isURL
      ? text.percentEncoded(except: "-._~/:?#[]@!$&'()*+,;=%")
      : "file://" + System.hostName.percentEncoded(except: "-._~") + text.percentEncoded(except: "-._~/")
  }
}

extension String {
  /// The text with percent escapes (RFC 3986, section 2.1) for all bytes except ASCII letters, digits, and these.
  fileprivate func percentEncoded(except plain: String) -> String {
    var encoded: [UInt8] = []
    for byte in utf8 {
      if byte.isLetter || byte.isDigit || plain.utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 0x0F)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
