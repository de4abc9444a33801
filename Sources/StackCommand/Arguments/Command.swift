// How a command is declared: all that is said of it, how its words are parsed, and what it does.

/// A command.
///
/// Each is declared in a file of its own in `Commands`; help, suggestions and messages read the declaration.
/// Nothing in a declaration is put together before somebody asks for it: a command that runs is declared
/// first, and its help is of no interest then.
struct Command {
  /// What a command does once its words have been parsed.
  typealias Action = (Session) throws(CommandError) -> Void

  /// Its name, which stands in the list of commands.
  var name = ""
  let group: Group
  /// What stands behind the name.
  var operands = ""
  /// What may stand there instead, to another end.
  var otherOperands: String?
  /// What is offered there at Tab.
  var offers: Offer = .nothing
  /// What the command does, in one line.
  let summary: String
  /// The text of its help page: what it does, with an example. Lines that are indented are to be typed.
  let help: () -> String
  /// The options that it has besides those of every command.
  var options: () -> [Option] = { [] }
  /// Whether the words behind it are a text, at whose first word options end.
  var takesText = false
  /// What people type out of habit from other programs, with spaces between the words.
  var habits = ""
  /// What one would do with the current task, behind "there is no task to".
  var verb = "show"
  /// What it is called when it is done, behind which may follow what went wrong then.
  var participle = "done"
  /// Whether it may change the queue, so that a failure has to say that it didn't.
  var changesQueue = false
  /// Whether these words behind it ask for one of the stacks, so that its name has to be one.
  var needsQueue: (Arguments) -> Bool = { _ in true }
  /// What must stand behind the name, if anything must.
  var neededOperand: NeededOperand?
  /// Parses the words behind the name. This asks neither the terminal nor the file system.
  let parse: (Arguments) throws(CommandError) -> Action

  /// What a command is for, by which the help puts it where people look for it.
  enum Group: String, CaseIterable {
    case everyDay = "Every day"
    case lookAfterIt = "Look after it"
    case attachAndSend = "Attach and send"
    case severalMachines = "Several machines"
    case scriptsAndShells = "Scripts and shells"
  }

  /// What a command can't do without.
  struct NeededOperand {
    /// What it is called in words.
    let name: String
    /// The command with such an operand.
    let example: String
  }
}

extension Command {
  /// The name with what stands behind it.
  var synopsis: String { operands.isEmpty ? name : "\(name) \(operands)" }

  /// Whether it does something with the current task and never with another.
  var isAboutCurrentTask: Bool { operands.isEmpty && verb != "show" }

  /// Whether more than one word may stand behind it.
  var takesSeveralOperands: Bool { otherOperands != nil || operands.contains("…") }

  /// For a command with nothing to parse: there must be no words behind it.
  static func withoutOperands(
    _ action: @escaping Action
  ) -> (Arguments) throws(CommandError) -> Action {
    { (arguments) throws(CommandError) in
      try arguments.expectNoOperands()
      return action
    }
  }
}
