// The declaration of a command.

/// A command: its name, its operands and options, its help, and its action.
///
/// Each command is declared once, in a file of its own in `Commands`. Parsing, help, the manual page, suggestions,
/// messages and completion are all based on the declaration.
struct Command {
  /// What a command does. It validates its arguments before it opens the queue.
  typealias Action = @Sendable (Session) throws(CommandError) -> Void

  /// The name and the group are set by the list of commands.
  var name = ""
  var group = Group.scriptsAndShells
  /// The synopsis of the operands. Optional ones are in brackets, repeatable ones are followed by `…`.
  var operands = ""
  /// The operands of another use of the command.
  var otherOperands: String?
  /// What completion offers for the operands.
  var offers: Offer = .nothing
  /// What the command does, in a few words.
  let summary: String
  /// The text of the help page: what the command does, with an example. Indented lines are to be typed; `§` is the name
  /// of the program.
  let help: String
  /// The options in addition to those of every command.
  var options: @Sendable () -> [Option] = { [] }
  /// Whether the operands are a text, at whose first word options end.
  var takesText = false
  /// Names that the command has in other programs, separated by spaces.
  var habits = ""
  /// What the command does with the current task, for "there is no task to …".
  var verb = "show"
  /// What has been done, for "…, but it could not be shown". Only for commands that can change the queue.
  var participle: String?
  /// Whether the command with these arguments uses a stack, whose name must be valid then.
  var needsQueue: @Sendable (Arguments) -> Bool = { _ in true }
  /// The operand that is required, in words, and an example of the command with it.
  var requiredOperand: (name: String, example: String)?
  let action: Action

  /// The purpose of a command, by which the help groups them.
  enum Group: String, CaseIterable {
    case everyDay = "Every day"
    case manage = "Manage"
    case attachAndSend = "Attach and send"
    case severalMachines = "Several machines"
    case scriptsAndShells = "Scripts and shells"
  }
}

extension Command {
  /// The name and the operands.
  var synopsis: String { operands.isEmpty ? name : "\(name) \(operands)" }

  /// The help text with the program's name.
  var explanation: String { help.namingProgram }

  /// Whether the command always acts on the current task, so that an operand is likely to mean another task.
  var isAboutCurrentTask: Bool { operands.isEmpty && verb != "show" }

  /// Whether an operand is required.
  var needsOperand: Bool { !operands.isEmpty && !operands.beginsExactly(with: "[") }

  /// The largest number of operands.
  var operandLimit: Int {
    if operands.isEmpty { return 0 }
    return otherOperands != nil || operands.contains("…") ? .max : 1
  }
}
