/// The declaration of an option on the command line.
struct Option: Equatable {
  /// The name with one letter, if there is one.
  var short: String?
  /// The long name.
  let long: String
  /// The name of the value; `nil` for an option without a value. If it ends in `…`, or has several
  /// words, all further words that aren't options belong to it.
  var value: String?
  /// The candidates for the value.
  var offers: Offer = .nothing
  /// A few words about the option.
  let summary: String
  /// More text for the help, after the summary.
  var details = ""
  /// Whether the list of all commands mentions the option, because people forget it.
  var isInOverview = false
  /// Whether the option allows no operands.
  var excludesOperands = false

  /// The names, the short one first.
  var names: [String] { short.map { [$0, long] } ?? [long] }

  /// Whether all further words belong to the value.
  var takesAllWords: Bool { value?.unicodeScalars.contains { $0 == "…" || $0 == " " } == true }

  /// The option as it is typed, with each of its names.
  var synopsis: String {
    names.map { name in value.map { "\(name) \($0)" } ?? name }.joined(separator: ", ")
  }
}

extension Option {
  /// Splits a word that begins with a dash into the name of an option and the value in the same
  /// word.
  static func parts(of word: String) -> (name: String, value: String?) {
    // By scalars, so that a combining mark at the beginning of a value belongs to the value.
    let scalars = word.unicodeScalars
    guard word.beginsExactly(with: "--") else {
      let value = scalars.dropFirst(2)
      return (String(scalars.prefix(2)), value.isEmpty ? nil : String(value))
    }
    guard let equals = scalars.firstIndex(of: "=") else { return (word, nil) }
    return (String(scalars[..<equals]), String(scalars[equals...].dropFirst()))
  }
}
