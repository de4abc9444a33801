// What is a URL, and which ones another machine can open.

extension String {
  /// The scheme of a URL, in lower case; `nil` if the text doesn't begin with a scheme and a colon,
  /// and so isn't a URL.
  package var urlScheme: String? {
    guard let colon = utf8.firstIndex(of: .colon), utf8.first?.isLetter == true,
      utf8[..<colon].allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
    else { return nil }
    return String(decoding: utf8[..<colon].map { $0.isLetter ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether another machine can reach this, and any program can use it: it has a web scheme, no
  /// space, and nothing that could control a terminal.
  var isWebAddress: Bool {
    beginsLikeWebAddress && !utf8.contains(.space) && !isUnsafeToShow
  }

  /// Whether this begins with `http://` or `https://`.
  var beginsLikeWebAddress: Bool {
    guard let scheme = urlScheme, scheme == "http" || scheme == "https" else { return false }
    return utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
  }
}
