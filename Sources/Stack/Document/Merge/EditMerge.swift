// A person's edit of the queue, while another program changed it: a three-way merge whose base is
// the tasks at the start, and theirs those tasks with the edit. <doc:Merging#Merging-an-edit> has
// the rules.

extension Document {
  /// Merges an edit of the `tasks` at the start into this document of the file as it is now.
  /// Returns the merge.
  mutating func mergeEdit(
    of tasks: [QueuedTask], _ arrangement: [TaskQueue.Arrangement], at now: Timestamp,
    of path: Pathname
  ) throws(QueueError) -> Merge {
    let list = tasks.map { $0.text }.joined(separator: ",\n".utf8)
    let base = try Document(
      Array("{\"tasks\": [\n".utf8) + list + Array("\n], \"completed\": []}".utf8), of: path)
    var edited = base
    try edited.rearrange(tasks, arrangement, notIn: self, at: now)
    let theirs = edited.patch.applied(to: base.text) ?? []
    let merge = Merge(
      base: MergeInput(base), ours: MergeInput(self),
      theirs: MergeInput(try Document(theirs, of: path)), isEdit: true)
    wholePatch = merge.patch
    return merge
  }
}
