// `stack merge`: merges another copy into this stack, or two copies with their common ancestor as git's merge driver.

import Stack

extension Command {
  static let merge = Command(
    operands: "FILE", otherOperands: "BASE OURS THEIRS", offers: .files, summary: "merge another copy of this stack",
    otherNames: "sync pull join combine", participle: "merged", needsQueue: { $0.operands.count != 3 },
    requiredOperand: (name: "a file", example: "merge copy.json")
  ) { (session) throws(CommandError) in
    let words = session.arguments.operands
    let files = words.map { Pathname(unchecked: $0) }
    switch files.count {
    case 1: try mergeCopy(files[0], session)
    case 3:
      let conflicts = try session.attempt(queue: TaskQueue.merge(base: files[0], ours: files[1], theirs: files[2]))
      if conflicts.isEmpty { return }
      // The status makes git keep the conflict for the user.
      let keys = conflicts.map { "\"\($0.key)\"" }.joined(separator: ", ")
      throw CommandError(.nothingToDo, "both sides changed \(keys); kept ours, please review")
    default: throw session.arguments.unexpected(words[1])
    }
  }
}

private func mergeCopy(_ file: Pathname, _ session: Session) throws(CommandError) {
  let merging = try session.attempt(queue: session.queue().merge(file))
  for conflict in merging.conflicts {
    let theirs = conflict.theirs.map { "has \($0)" } ?? "doesn't have it"
    StandardError.printError(
      CommandError(.nothingToDo, "both sides changed \"\(conflict.key)\"; kept yours, the copy \(theirs)"))
  }
  let isInFull = merging.conflicts.isEmpty
  let unchanged = isInFull ? "Nothing new in the copy; you can delete it." : "Nothing else is new in the copy."
  let end =
    merging.copy.map { "The copy is kept as \($0.description.visible)." }
    ?? (isInFull ? "You can delete the copy now." : "Please review it before you delete the copy.")
  try session.finish(merging.change, unchanged: "\(unchanged) Still on:") { _ in "Merged. \(end)\nNow on:" }
}
