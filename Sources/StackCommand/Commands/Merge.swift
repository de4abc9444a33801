// `stack merge`: takes in what another copy of this stack has, or merges two copies as git's merge driver.

import Stack

extension Command {
  static func merge() -> Command {
    Command(
      group: .severalMachines,
      operands: "FILE",
      otherOperands: "BASE OURS THEIRS",
      summary: "take in another copy of this stack",
      help: {
        """
        Take in what another copy of this stack has, such as a conflict copy of
        Syncthing. FILE stays as it is; undo takes it out again.

          \(Program.name) merge ~/.config/stack/stack.sync-conflict-20261121-153000-ABCDEFG.json

        With three files it merges two copies that go back to a third into OURS,
        as git's merge driver. Set it up with two lines, where the stacks are:

          echo '*.json merge=stack' >> .gitattributes
          git config merge.stack.driver '\(Program.name) merge %O %A %B'

        On a conflict that is there already, run it with:

          git checkout --merge stack.json
        """
      },
      habits: "sync pull join combine",
      participle: "merged",
      changesQueue: true,
      needsQueue: { $0.operands.count != 3 },
      neededOperand: NeededOperand(name: "a file", example: "merge copy.json"),
      parse: parseMerge)
  }
}

private func parseMerge(_ arguments: Arguments) throws(CommandError) -> Command.Action {
  let files = arguments.operands
  switch files.count {
  case 0:
    throw .missingOperand
  case 1:
    return { (session) throws(CommandError) in try takeIn(FilePath(files[0]), session) }
  case 3:
    return { (_) throws(CommandError) in
      let conflicts = try attempt(
        queue: TaskQueue.merge(base: FilePath(files[0]), ours: FilePath(files[1]), theirs: FilePath(files[2])))
      if !conflicts.isEmpty { throw .bothChanged(conflicts) }
    }
  default:
    throw .unexpectedArgument(files[files.count == 2 ? 1 : 3])
  }
}

private func takeIn(_ file: FilePath, _ session: Session) throws(CommandError) {
  let merging = try attempt(queue: session.queue().merge(file))
  for conflict in merging.conflicts {
    StandardError.report(
      "both sides changed \"\(conflict.key)\"; yours stayed, "
        + (conflict.theirs.map { "and in the copy it is \($0)" } ?? "and the copy has it no more"))
  }
  guard merging.isChanged else {
    return try session.finishUnchanged(
      merging.conflicts.isEmpty ? "Nothing new there. Still on:" : "Nothing else is new there. Still on:",
      merging.front)
  }
  let end =
    merging.copy.map { "The copy is kept as \($0.description.visible)." }
    ?? (merging.conflicts.isEmpty ? "The copy may be deleted now." : "Look at it before you delete the copy.")
  StandardError.tell("Merged. \(end)")
  try session.finish("Now on:", merging.front)
}
