// Text as it may be shown: nothing in it drives the terminal.

import Stack

extension String {
  /// The text with what could drive a terminal, or turn the text around it, as visible escapes such as
  /// `\u{1B}`.
  var visible: String {
    guard isUnsafeToShow else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      let number = String(scalar.value, radix: 16, uppercase: true)
      text += scalar.isUnsafeToShow ? "\\u{\(number)}" : String(scalar)
    }
  }
}
