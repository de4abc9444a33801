// What is known about the past of two copies: it decides which of two values is the older one.

/// What is known about the past of two copies of a stack.
enum MergePast {
  /// The common ancestor.
  case ancestor(MergeInput)
  /// What commands on this machine did.
  case commands(LocalKnowledge)

  /// The common ancestor, if it is known.
  var base: MergeInput? {
    if case .ancestor(let base) = self { base } else { nil }
  }
}

/// What is known about the past of one task, or of the members at the top level.
enum ObjectPast {
  /// The object in the common ancestor, and how the task had ended there.
  case ancestor(MergeObject?, ending: SemanticHash = .none)
  /// What commands on this machine did to a task.
  case commands(LocalKnowledge, task: SemanticHash)

  /// The older one of two different values under a key; `nil` if that isn't known.
  func base(of key: SemanticHash, _ ours: SemanticHash, _ theirs: SemanticHash) -> SemanticHash? {
    switch self {
    case .ancestor(let object, _): object?.meaning(key) ?? SemanticHash.none
    case .commands(let knowledge, let task): knowledge.older(task, key, ours, theirs)
    }
  }

  /// The older one of two different endings.
  func ending(_ ours: SemanticHash, _ theirs: SemanticHash) -> SemanticHash? {
    switch self {
    case .ancestor(_, let ending): ending
    case .commands(let knowledge, let task):
      knowledge.older(task, LocalKnowledge.Aspect.ending, ours, theirs)
    }
  }

  /// Which of the items that only one side's list under a key has were removed; `nil` if that can't be told.
  func removed(_ items: Set<SemanticHash>, from key: SemanticHash) -> Set<SemanticHash>? {
    switch self {
    case .ancestor(let object, _): MergeList(object, key).map { items.intersection($0.items) }
    case .commands(let knowledge, let task):
      items.filter { knowledge.hasRemoved($0, from: key, of: task) }
    }
  }

  /// Whether lists are always united, because it is known of each item whether it was removed, but not of whole lists.
  var knowsItems: Bool {
    if case .commands = self { true } else { false }
  }
}
