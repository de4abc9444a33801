/// The parts of a task that have a value of their own.
enum Aspect: Hashable {
  /// The whole element of the list.
  case element
  /// How the task ended.
  case ending
  /// The value under a key.
  case member(JSONDigest)
  /// An item of the list under a key.
  case item(JSONDigest)
}

/// The knowledge about the past of a task, or of the members at the top level: which of two values
/// is the older one.
enum Past {
  /// The object in the common ancestor, and how the task had ended there.
  case ancestor(MemberList?, ending: JSONDigest?)
  /// What commands on this machine did to a task.
  case commands(LocalKnowledge, task: JSONDigest)

  /// Which side's value an aspect gets.
  func choice(of aspect: Aspect, ours: JSONDigest?, theirs: JSONDigest?) -> ThreeWayChoice {
    switch (self, aspect) {
    case (.commands(let knowledge, let task), _):
      knowledge.choice(task, aspect, ours: ours, theirs: theirs)
    case (.ancestor(let object, _), .member(let key)):
      ThreeWayChoice(base: object?.digest(key), ours: ours, theirs: theirs)
    case (.ancestor(_, let ending), _):
      ThreeWayChoice(base: ending, ours: ours, theirs: theirs)
    }
  }
}
