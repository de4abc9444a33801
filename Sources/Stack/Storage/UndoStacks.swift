/// The changes that `undo` and `redo` can reverse, the next one last.
struct UndoStacks {
  let undo: [Entry]
  let redo: [Entry]

  /// Computes both stacks from all entries of a history, the oldest first
  /// (<doc:UndoHistory#What-can-be-undone>).
  init(_ entries: [Entry]) {
    var undo: [Entry] = []
    var redo: [Entry] = []
    for entry in entries {
      let number = entry.reversed?.number
      switch (entry.kind, entry.reversed?.way) {
      case (.arrival, _), (.repair, _), (.sync, _): break
      case (.change, _), (_, nil):
        undo.append(entry)
        redo = []
      case (.reversal, .undo):
        undo.removeEntry(number)
        redo.append(entry)
      case (.reversal, .redo):
        redo.removeEntry(number)
        undo.append(entry)
      case (.reversal, .skip): undo.removeEntry(number)
      }
    }
    self.undo = undo
    self.redo = redo
  }
}

extension [Entry] {
  /// Removes the last entry with a number, if there is one.
  fileprivate mutating func removeEntry(_ number: Int?) {
    if let index = lastIndex(where: { $0.number == number }) { remove(at: index) }
  }
}
