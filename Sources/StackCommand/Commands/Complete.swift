// `stack complete`: what the shells' scripts run at Tab. It isn't listed, because it is for them alone.

import Stack

extension Command {
  /// The declaration, if a script called it: `complete SHELL -- WORD…`. The word alone is a user's, who means `done`.
  static func hidden(_ name: String, _ words: ArraySlice<String>) -> (() -> Command)? {
    guard name == "complete", let shell = words.first, Shell(rawValue: shell) != nil,
      words.dropFirst().first == "--"
    else { return nil }
    return { complete }
  }

  private static let complete = Command(
    operands: "SHELL -- WORD…",
    summary: "print the completions",
    help: "",
    takesText: true,
    needsQueue: { _ in false }
  ) { (session) throws(CommandError) in
    try session.write(Arguments.completion(of: session.arguments.operands.dropFirst(2)))
  }
}
