// `stack merge`: merges another copy into this stack, or two copies with their common ancestor as git's merge driver.

import Stack

extension Command {
  static let merge = Command(
    operands: "FILE",
    otherOperands: "BASE OURS THEIRS",
    offers: .files,
    summary: "merge another copy of this stack",
    help: """
      Merge another copy of this stack into it, such as a conflict copy of
      Syncthing or Dropbox. It is one change, and undo takes it back. A conflict
      copy next to the stack, once everything in it is merged, moves to the
      versions kept for undo; any other FILE stays as it is.

        cd ~/.config/stack
        § merge stack.sync-conflict-20261121-153000-ABCDEFG.json

      With three files it merges OURS and THEIRS, which both changed since BASE,
      into OURS, as a merge driver for git. How to set up git, Syncthing and other
      programs is in: § help sync

      If both copies changed:

      - A task that either side ended is ended, once, with the other side's changes.
      - New tasks of both sides are kept, each side's in its order.
      - Tasks are in the order of the side that rearranged them; if both did, OURS.
      - If both sides reworded a task, both wordings are kept, one after the other.
      - If both sides changed the same custom top-level key, OURS wins. The key is
        named, and with three files the exit status is 1, so git keeps the conflict.

      For FILE the common ancestor isn't known. A value counts as old if a command
      on this machine replaced it, as the versions kept for undo show; anything else
      in FILE is merged. So an older copy of your own brings nothing back. If it
      isn't clear which wording is newer, both are kept.
      """,
    habits: "sync pull join combine",
    effect: .changes(participle: "merged"),
    needsQueue: { $0.operands.count != 3 },
    requiredOperand: (name: "a file", example: "merge copy.json")
  ) { (session) throws(CommandError) in
    let words = session.arguments.operands
    let files = words.map { Pathname(unchecked: $0) }
    switch files.count {
    case 1: try mergeCopy(files[0], session)
    case 3:
      let conflicts = try session.attempt(
        queue: TaskQueue.merge(base: files[0], ours: files[1], theirs: files[2]))
      if conflicts.isEmpty { return }
      // The status makes git keep the conflict for the user.
      let keys = conflicts.map { "\"\($0.key)\"" }.joined(separator: ", ")
      throw CommandError(.nothingToDo, "both sides changed \(keys); kept ours, please review")
    default: throw session.arguments.unexpectedOperand(words[files.count == 2 ? 1 : 3])
    }
  }
}

private func mergeCopy(_ file: Pathname, _ session: Session) throws(CommandError) {
  let merging = try session.attempt(queue: session.queue().merge(file))
  for conflict in merging.conflicts {
    let theirs = conflict.theirs.map { "has \($0)" } ?? "doesn't have it"
    StandardError.printError(
      CommandError(
        .nothingToDo, "both sides changed \"\(conflict.key)\"; kept yours, the copy \(theirs)"))
  }
  guard merging.change.isChanged else {
    return try session.finishUnchanged(
      merging.conflicts.isEmpty
        ? "Nothing new in the copy; you can delete it. Still on:"
        : "Nothing else is new in the copy. Still on:",
      merging.change.front)
  }
  let end =
    merging.copy.map { "The copy is kept as \($0.description.visible)." }
    ?? (merging.conflicts.isEmpty
      ? "You can delete the copy now." : "Please review it before you delete the copy.")
  StandardError.printNote("Merged. \(end)")
  try session.finish("Now on:", merging.change.front)
}
