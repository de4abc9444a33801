// Several texts as one.

extension [String] {
  /// The texts one behind the other, with a separator between them.
  ///
  /// A loop, because the standard library's own, which is made for any collection, costs a prompt's worth of
  /// instructions.
  func joined(separator: String) -> String {
    var text = ""
    var isFirst = true
    for element in self {
      if !isFirst { text += separator }
      text += element
      isFirst = false
    }
    return text
  }
}
