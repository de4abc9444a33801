/// Which side's value a merge takes (<doc:Merging#One-rule-for-three-values>).
enum ThreeWayChoice: Equatable {
  case ours
  case theirs
  /// Both sides changed it differently.
  case conflict
  /// A value that combines both; `nil` if nothing is left of it.
  case combined([UInt8]?)

  /// A change on one side wins, and so does the same change on both.
  init<Value: Equatable>(base: Value, ours: Value, theirs: Value) {
    if ours == theirs || theirs == base {
      self = .ours
    } else {
      self = ours == base ? .theirs : .conflict
    }
  }
}
