// `stack merge`: takes in what another copy of this stack has, or merges two copies as git's merge driver.

import Stack

extension Command {
  static let merge = Command(
    operands: "FILE",
    otherOperands: "BASE OURS THEIRS",
    offers: .files,
    summary: "take in another copy of this stack",
    help: """
      Take in what another copy of this stack has, such as a conflict copy of
      Syncthing. It is one change, and undo takes it out again. A conflict copy
      beside the queue, once it is taken in whole, moves to what is kept for undo;
      any other FILE stays as it is.

        § merge ~/.config/stack/stack.sync-conflict-20261121-153000-ABCDEFG.json

      With three files it merges two copies that go back to a third into OURS,
      as git's merge driver. Set it up with two lines, where the stacks are:

        echo '*.json merge=stack' >> .gitattributes
        git config merge.stack.driver '§ merge %O %A %B'

      Every clone needs the second line. In one without it git merges the file as
      text: mostly it reports a conflict, but it may also leave a task both open
      and ended. A file with a conflict in it is refused. Merge it with:

        git checkout --merge stack.json
        git add stack.json

      When both copies changed since they were one:

      - A task that either side ended is ended, once, with what the other changed.
      - New tasks of both are there, each side's in its order.
      - Tasks stand as in the copy that rearranged them; if both did, as in OURS.
      - Of a task that both reworded, both wordings stand, one behind the other.
      - Of a key of your own at the top that both changed to different ends, OURS
        stays. The key is named, and git keeps the file as a conflict (status 1).

      For FILE the common past is looked for among the versions kept for undo. If
      none fits, a task that one side reworded stands twice, and one whose done
      was taken back on one side is done. A FILE that is an older version of the
      queue changes nothing.
      """,
    habits: "sync pull join combine",
    participle: "merged",
    needsQueue: { $0.operands.count != 3 },
    requiredOperand: (name: "a file", example: "merge copy.json")
  ) { (session) throws(CommandError) in
    let words = session.arguments.operands
    let files = words.map { FilePath($0) }
    switch files.count {
    case 1: try takeIn(files[0], session)
    case 3:
      let conflicts = try attempt(queue: TaskQueue.merge(base: files[0], ours: files[1], theirs: files[2]))
      if !conflicts.isEmpty { throw .bothChanged(conflicts) }
    default: throw .unexpectedArgument(words[files.count == 2 ? 1 : 3])
    }
  }
}

private func takeIn(_ file: FilePath, _ session: Session) throws(CommandError) {
  let merging = try attempt(queue: session.queue().merge(file))
  for conflict in merging.conflicts {
    StandardError.printError(
      "both sides changed \"\(conflict.key)\"; yours stayed, "
        + (conflict.theirs.map { "and in the copy it is \($0)" } ?? "and the copy has it no more"))
  }
  guard merging.isChanged else {
    return try session.finishUnchanged(
      merging.conflicts.isEmpty
        ? "Nothing new there; the copy may be deleted. Still on:" : "Nothing else is new there. Still on:",
      merging.front)
  }
  let end =
    merging.copy.map { "The copy is kept as \($0.description.visible)." }
    ?? (merging.conflicts.isEmpty ? "The copy may be deleted now." : "Look at it before you delete the copy.")
  StandardError.printNote("Merged. \(end)")
  try session.finish("Now on:", merging.front)
}
