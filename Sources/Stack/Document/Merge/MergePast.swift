/// The knowledge about the past of two copies of a stack, which decides which of two values is the older one.
enum MergePast {
  /// The common ancestor.
  case ancestor(MergeInput)
  /// What commands on this machine did.
  case commands(LocalKnowledge)

  var base: MergeInput? { if case .ancestor(let base) = self { base } else { nil } }

  /// What identifies a task that both sides have and a common ancestor doesn't have; `nil` if nothing does.
  func identity(of element: MergeInput.Element) -> SemanticHash? {
    if case .commands(let knowledge) = self { knowledge.identity(of: element) } else { nil }
  }
}

/// The same knowledge about one task, or about the members at the top level.
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

  /// Which of the items that only one side's list under a key has were removed; `nil` if that can't be told.
  func removed(_ items: [SemanticHash], from key: SemanticHash) -> Set<SemanticHash>? {
    switch self {
    case .ancestor(let object, _):
      guard let old = MergeList(object, key).map({ Set($0.items) }) else { return nil }
      return Set(items.filter { old.contains($0) })
    case .commands(let knowledge, let task): return Set(items.filter { knowledge.hasRemoved($0, from: key, of: task) })
    }
  }

  /// Whether lists are always united, because it is known of each item whether it was removed, but not of whole lists.
  var knowsItems: Bool { if case .commands = self { true } else { false } }
}
