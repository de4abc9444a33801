// `stack complete`: what the scripts for shells ask at Tab. It is for nobody else, and so it isn't listed.

import Stack

extension Command {
  /// The declaration, if the words are a script's: `complete SHELL -- WORD…`. By itself, the word is one that
  /// people type out of habit.
  static func hidden(_ name: String, _ words: ArraySlice<String>) -> (() -> Command)? {
    guard name == "complete", let shell = words.first, Shell(rawValue: shell) != nil,
      words.dropFirst().first == "--"
    else { return nil }
    return { complete }
  }

  private static let complete = Command(
    operands: "SHELL -- WORD…",
    summary: "say what fits at the cursor",
    help: "",
    takesText: true,
    needsQueue: { _ in false }
  ) { (session) throws(CommandError) in
    try session.write(Arguments.completion(of: session.arguments.operands.dropFirst(2)))
  }
}
