import Stack

/// An attachment of a task as it is in the queue's file: a URL, or the path of a file.
struct Attachment {
  let text: String

  var isURL: Bool { text.urlScheme != nil }

  /// Whether this can be passed to another program as an argument, which a NUL would end.
  var isPassable: Bool { !text.utf8.contains(0) }

  /// Whether this is the path of a file that doesn't exist.
  var isMissing: Bool {
    !isURL && !(isPassable && (try? FileSystem.exists(Pathname(unchecked: text))) == true)
  }

  /// The address that a terminal can open: for a file, a `file` URL with the name of this machine
  /// (RFC 8089).
  var address: String {
    isURL
      ? text.percentEncoded(except: "~:/?#[]@!$&'()*+,;=%")
      : "file://" + System.hostName.percentEncoded(except: "~") + text.percentEncoded(except: "~/")
  }
}

extension String {
  /// The text with percent escapes (RFC 3986, section 2.1) for all bytes except plain ones and
  /// these.
  fileprivate func percentEncoded(except others: String) -> String {
    let encoded = utf8.flatMap { byte in
      byte.isPlain || others.utf8.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 0x0F)]
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
