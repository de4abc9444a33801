/// The knowledge about the past of a task, or of the members at the top level: which of two values is the older one.
enum ObjectPast {
  /// The object in the common ancestor, and how the task had ended there.
  case ancestor(MergeObject?, ending: SemanticHash = .absent)
  /// What commands on this machine did to a task.
  case commands(LocalKnowledge, task: SemanticHash)

  /// Which side's value a key gets, or which side's ending the task gets.
  func choice(of aspect: SemanticHash, ours: SemanticHash, theirs: SemanticHash) -> ThreeWayChoice {
    if ours == theirs { return .ours }
    let older: SemanticHash? =
      switch self {
      case .ancestor(_, let ending) where aspect == LocalKnowledge.Aspect.ending: ending
      case .ancestor(let object, _): object?.meaning(aspect) ?? .absent
      case .commands(let knowledge, let task): knowledge.older(task, aspect, ours, theirs)
      }
    return ThreeWayChoice(base: older, ours: ours, theirs: theirs)
  }

  /// Those of `items` that were removed from the list under a key; `nil` if that isn't known. Each of `items` must be
  /// in one side's list only.
  func removed(_ items: Set<SemanticHash>, from key: SemanticHash) -> Set<SemanticHash>? {
    switch self {
    case .ancestor(let object, _): MergeList(object, key).map { items.intersection($0.items) }
    case .commands(let knowledge, let task): items.filter { knowledge.hasRemoved($0, from: key, of: task) }
    }
  }

  /// Whether it is known which items were removed from a list, but not which of two whole lists is older. Then lists
  /// are always united.
  var knowsItems: Bool { if case .commands = self { true } else { false } }
}
