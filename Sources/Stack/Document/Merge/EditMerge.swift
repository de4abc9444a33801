// A person's edit of the queue, while another program changed it: a three-way merge whose base is
// the tasks at the start, and theirs those tasks with the edit. <doc:Merging#Merging-an-edit> has
// the rules.

extension Document {
  /// Merges an edit of the `tasks` at the start with this document of the file as it is now.
  func mergingEdit(
    of tasks: [QueuedTask], _ arrangement: [TaskQueue.Arrangement], at now: Timestamp,
    of path: Pathname
  ) throws(QueueError) -> Merge {
    let list = tasks.map { $0.text }.joined(separator: ",\n".utf8)
    let base = try Document(
      Array("{\"tasks\": [\n".utf8) + list + Array("\n], \"completed\": []}".utf8), of: path)
    let edit = try base.rearranging(tasks, arrangement, notIn: self, at: now)
    let theirs = edit.applied(to: base.text) ?? []
    return Merge(
      base: MergeInput(base), ours: MergeInput(self),
      theirs: MergeInput(try Document(theirs, of: path)), isEdit: true)
  }
}
