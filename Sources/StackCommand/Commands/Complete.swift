// `stack complete`, which the shells' scripts run at Tab. Help and completion don't list it.

extension Command {
  /// The declaration of `complete`, which isn't in the list of commands, if the words are a
  /// script's: `complete SHELL -- WORD…`. A user who types `complete` means `done`.
  static func hidden(_ name: String, _ words: ArraySlice<String>) -> (() -> Command)? {
    guard name == "complete", let shell = words.first, Shell(rawValue: shell) != nil,
      words.dropFirst().first == "--"
    else { return nil }
    return { complete }
  }

  private static let complete = Command(
    operands: .text("SHELL -- WORD…"), summary: "print the completions",
    needsQueue: { _ in false }
  ) { (session) throws(CommandError) in
    try session.write(
      Completion.text(for: session.arguments.operands.dropFirst(2), in: session.directories))
  }
}
