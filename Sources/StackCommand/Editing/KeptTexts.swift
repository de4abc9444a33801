// Where the texts are that users edit: in a directory `editing.XXXXXX` while the command runs, and
// in one called `edited.XXXXXX` if the text is kept and the user was told so.

import Stack

enum KeptTexts {
  private static let edited = "editing."
  private static let kept = "edited."
  private static let days = 30

  /// Creates a directory for a text, which is locked until this process ends. Removes those of
  /// texts that were kept long ago.
  static func createDirectory(in session: Session) throws(CommandError) -> LockedDirectory {
    let state = try session.attempt(queue: session.directories.state())
    return try attempt(system: createDirectory(below: state))
  }

  private static func createDirectory(below state: Pathname) throws(FileError) -> LockedDirectory {
    _ = try PathWalk.ownDirectory(state, creatingMissing: true)
    for name in [edited, kept] {
      FileSystem.removeDirectories(prefix: state.appending(name), olderThanDays: days)
    }
    let path = try FileSystem.createTemporaryDirectory(prefix: state.appending(edited))
    return try LockedDirectory(path)
  }

  /// Renames the directory of a text of which the user is told now. Returns its path.
  static func keep(_ directory: Pathname) -> Pathname {
    let name = directory.name.bytes.dropFirst(edited.utf8.count)
    let path = directory.directory.appending(Pathname((Array(kept.utf8) + name)[...]))
    let isRenamed = (try? FileSystem.rename(directory, to: path)) != nil
    return isRenamed ? path : directory
  }

  /// Mentions at a terminal, once, the texts whose commands were killed, for example because the
  /// window was closed.
  static func mentionForgotten(in directories: StackDirectories) {
    guard StandardError.isTerminal, let state = try? directories.state() else { return }
    for directory in FileSystem.directories(prefix: state.appending(edited)) {
      // A locked one is being edited, and one that can't be locked may be.
      if (try? LockedDirectory(directory)) == nil { continue }
      StandardError.printNote(
        "A text was being edited when its window was closed. It is in \(keep(directory)).")
    }
  }
}
