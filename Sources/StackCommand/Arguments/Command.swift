// How a command is declared: all that is said of it, and what it does.

/// Each is declared in a file of its own in `Commands`; help, suggestions and messages read the declaration, and
/// the words behind its name are read by it.
struct Command {
  /// What a command does. It judges its arguments before it looks at the queue.
  typealias Action = @Sendable (Session) throws(CommandError) -> Void

  /// Its name, which stands in the list of commands, as its group does.
  var name = ""
  var group = Group.scriptsAndShells
  /// What stands behind the name: in brackets what may be missing, with `…` what may be there several times.
  var operands = ""
  /// What may stand there instead, to another end.
  var otherOperands: String?
  /// What is offered there at Tab.
  var offers: Offer = .nothing
  /// What the command does, in one line.
  let summary: String
  /// The text of its help page: what it does, with an example. Lines that are indented are to be typed; `§` stands
  /// for the program's name.
  let help: String
  /// The options that it has besides those of every command.
  var options: @Sendable () -> [Option] = { [] }
  /// Whether the words behind it are a text, at whose first word options end.
  var takesText = false
  /// What people type out of habit from other programs, with spaces between the words.
  var habits = ""
  /// What one would do with the current task, behind "there is no task to".
  var verb = "show"
  /// What is done then, behind which may follow what went wrong; only of a command that may change the queue.
  var participle: String?
  /// Whether these words behind it ask for one of the stacks, so that its name has to be one.
  var needsQueue: @Sendable (Arguments) -> Bool = { _ in true }
  /// What must stand behind the name, in words, and the command with such an operand.
  var needed: (name: String, example: String)?
  let action: Action

  /// What a command is for, by which the help puts it where people look for it.
  enum Group: String, CaseIterable {
    case everyDay = "Every day"
    case lookAfterIt = "Look after it"
    case attachAndSend = "Attach and send"
    case severalMachines = "Several machines"
    case scriptsAndShells = "Scripts and shells"
  }
}

extension Command {
  /// The name with what stands behind it.
  var synopsis: String { operands.isEmpty ? name : "\(name) \(operands)" }

  /// The text of its help page.
  var explanation: String { help.namingProgram }

  /// Whether it does something with the current task and never with another.
  var isAboutCurrentTask: Bool { operands.isEmpty && verb != "show" }

  /// Whether something must stand behind it.
  var needsOperand: Bool { !operands.isEmpty && !operands.beginsExactly(with: "[") }

  /// How many words may stand behind it.
  var operandLimit: Int {
    if operands.isEmpty { return 0 }
    return otherOperands != nil || operands.contains("…") ? .max : 1
  }
}
