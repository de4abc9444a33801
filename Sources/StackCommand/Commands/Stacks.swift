// `stack stacks`: lists the names of the user's stacks, and deletes or renames one.

import Stack

private let deleteOption = Option(
  long: "--delete", value: "NAME", offers: .stacks, summary: "delete a stack",
  details: ", with its finished tasks")
private let renameOption = Option(
  long: "--rename", value: "OLD NEW", offers: .stacks, summary: "rename a stack")

extension Command {
  static let stacks = Command(
    summary: "list the names of your stacks", options: { [deleteOption, renameOption] },
    printsTask: false, needsQueue: { $0.has(deleteOption) || $0.has(renameOption) }
  ) { (session) throws(CommandError) in
    let deleted = session.arguments.values(of: deleteOption).last
    if let names = session.arguments.values(of: renameOption).last?.split(separator: " ") {
      if deleted != nil || names.count != 2 {
        throw CommandError(
          .usage, "--rename takes two names, as in: \(Program.name) stacks --rename work job")
      }
      return try rename(String(names[0]), String(names[1]), session)
    }
    if let deleted { return try delete(deleted, session) }
    let stacks = try session.attempt(queue: TaskQueue.names(in: session.directories))
    try session.write(stacks.map { $0.text + "\n" }.joined())
  }
}

private func delete(_ name: String, _ session: Session) throws(CommandError) {
  let (queue, contents) = try existing(name, "--delete", session)
  _ = try session.attempt(queue: queue.removeAll())
  let undo = "\(Program.command(for: StackName(name))) undo brings it back"
  try finish("Deleted: \(name) (\(contents)); \(undo)", queue, session)
}

/// In this order, a command that is killed loses nothing, and goes on when it is typed again.
private func rename(_ old: String, _ new: String, _ session: Session) throws(CommandError) {
  let (oldQueue, contents) = try existing(old, "--rename", session)
  let name = try StackName(new, from: "after --rename")
  try refuseShared(name, session)
  let queue = try session.attempt(queue: TaskQueue(name, in: session.directories))
  let title = "\(old) → \(new)"
  try session.attempt(queue: queue.addAll(of: oldQueue, as: title))
  try attempt(oldQueue.removeAll(in: queue, as: title)) { (error: QueueError) in
    CommandError(.tryAgain, "\(error); '\(old)' has the tasks, too, so try again")
  }
  try finish("Renamed: \(title) (\(contents))", oldQueue, session)
}

/// The stack that an option deletes or renames, and what is in it, in words.
private func existing(_ text: String, _ option: String, _ session: Session)
  throws(CommandError) -> (queue: TaskQueue, contents: String)
{
  let name = try StackName(text, from: "after \(option)")
  try session.refuseFileName(name, "\(Program.name) stacks \(option) ")
  try refuseShared(name, session)
  let queue = try session.attempt(queue: TaskQueue(name, in: session.directories))
  let (open, ended) = try session.attempt(queue: queue.entryCounts())
  if (open, ended) == (0, 0) {
    throw CommandError(.usage, "there is no stack '\(text)'; nothing was changed")
  }
  let file = queue.realPath
  if file.name != queue.path.name,
    (try? FileSystem.realPath(of: queue.path.directory)) == file.directory
  {
    throw CommandError(
      .usage, "'\(text)' is a link to \(file.name), another stack's file; nothing was changed")
  }
  return (queue, "\(open) open, \(ended) finished")
}

/// Requires that nobody else has a stack: they would lose it, or get the tasks of another one.
private func refuseShared(_ name: StackName, _ session: Session) throws(CommandError) {
  let directory = try session.attempt(queue: session.directories.sync())
  let connection = Connection(name, in: directory)
  if try connection.url() == nil { return }
  throw CommandError(
    .usage, "'\(name.text)' is shared; nothing was changed", "to share it no longer",
    command: "\(Connection.command(for: name)) --forget")
}

/// Acknowledges a change of another stack, and shows the current task.
private func finish(_ acknowledgement: String, _ queue: TaskQueue, _ session: Session)
  throws(CommandError)
{
  let isSynced = (try? queue.syncedCommits())?.isEmpty == false
  let others = "\nOther machines follow when they sync, but keep there what was changed there."
  let front = try session.attempt(queue: session.queue().front())
  try session.finish(acknowledgement + (isSynced ? others : ""), front)
}
