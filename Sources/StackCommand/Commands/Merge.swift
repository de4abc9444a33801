// `stack merge`: merges other copies into this stack, or two copies with their common ancestor as
// git's merge driver.

import Stack

extension Command {
  static let merge = Command(
    operands: .either(.optional("FILE"), .all(["BASE", "OURS", "THEIRS"])), offers: .files,
    summary: "merge other copies of this stack",
    participle: "merged",
    needsQueue: { $0.operands.count != 3 }
  ) { (session) throws(CommandError) in
    let files = session.arguments.operands.map { Pathname(unchecked: $0) }
    switch files.count {
    case 0: try mergeConflictCopies(session)
    case 1:
      let merging = try session.attempt(queue: session.queue().merge(files[0]))
      let summary = summarize(merging, of: files[0])
      try session.finish(merging.change, unchanged: summary) { _ in summary }
    default:
      let (conflicts, droppedValues) = try session.attempt(
        queue: TaskQueue.mergeFiles(base: files[0], ours: files[1], theirs: files[2]))
      report(droppedValues)
      if conflicts.isEmpty { return }
      // The status makes git keep the conflict for the user.
      let keys = conflicts.map { "\"\($0.key)\"" }.joined(separator: ", ")
      throw CommandError(.nothingToDo, "both sides changed \(keys); kept ours, please review")
    }
  }
}

/// Merges all conflict copies next to the file, each as a change of its own. The status is that of
/// the first copy that can't be merged.
private func mergeConflictCopies(_ session: Session) throws(CommandError) {
  let queue = try session.attempt(queue: session.queue())
  let copies = try session.attempt(queue: queue.conflictCopies())
  if copies.isEmpty {
    throw CommandError(.nothingToDo, "there is no conflict copy next to \(queue.path)")
  }
  var failures: [CommandError] = []
  var front: QueueFront?
  for copy in copies {
    do throws(CommandError) {
      let merging = try session.attempt(queue: queue.merge(copy))
      StandardError.printNote(summarize(merging, of: copy))
      front = merging.change.front
    } catch {
      // The same error twice is about the queue, such as its lock, and not about a copy.
      if error.problem == failures.last?.problem { break }
      failures.append(error)
    }
  }
  if let front { try session.show(front, afterChange: true) }
  try failures.throwAll()
}

/// Prints what a person should review. Returns what became of the copy.
private func summarize(_ merging: TaskQueue.Merging, of copy: Pathname) -> String {
  report(merging, of: "the copy")
  let name = copy.description.visible
  if !merging.change.isChanged, let kept = merging.copy {
    return "Nothing new in \(name). It is kept as \(kept.description.visible)."
  }
  if !merging.change.isChanged {
    let other = merging.conflicts.isEmpty ? "" : "else is "
    return "Nothing \(other)new in \(name)."
  }
  guard let kept = merging.copy else { return "Merged \(name)." }
  return "Merged. The copy is kept as \(kept.description.visible)."
}
