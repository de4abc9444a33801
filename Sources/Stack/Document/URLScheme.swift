// The definition of a URL among attachments.

extension String {
  /// The scheme of a URL, in lower case; `nil` if the text doesn't begin with a scheme and a colon (RFC 3986, section
  /// 3.1), and so isn't a URL.
  package var urlScheme: String? {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = utf8[..<colon]
    guard let first = scheme.first, first.isLetter,
      scheme.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
    else { return nil }
    return String(decoding: scheme.map { $0.isLetter ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
