// The choice between three values, which every part of merging makes.

/// Which side's value something has.
enum Choice {
  case ours
  case theirs
  /// Both changed it, each in another way: both are needed.
  case both

  /// What only one side changed is as that side has it, and what both changed alike is that.
  init<Value: Equatable>(base: Value, ours: Value, theirs: Value) {
    if ours == theirs || theirs == base {
      self = .ours
    } else {
      self = ours == base ? .theirs : .both
    }
  }
}
