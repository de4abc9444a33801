import Stack

/// The user's editor: the one that `VISUAL` or `EDITOR` names, else the system's.
struct Editor {
  private static let variables = ["VISUAL", "EDITOR"]
  /// Debian's choice of an editor, and the one that POSIX requires.
  private static let standard = ["editor", "vi"]

  /// - Throws: If no editor is chosen, and the terminal can't show the system's.
  init() throws(CommandError) {
    if System.firstVariable(Self.variables) == nil, !TerminalFeatures.areUsable {
      throw CommandError(
        .usage, "this terminal can't show vi, and no other editor is set; nothing was changed",
        "to set one", command: "export EDITOR=nano")
    }
  }

  /// Opens a file in the editor, and waits until it has ended.
  func run(on path: Pathname) throws(FileError) -> ChildStatus {
    try Child.run(chosenBy: Self.variables, else: Self.standard, with: [path.bytes])
  }
}
