/// The declaration of a command: its name, its operands and options, and its action.
///
/// Each command is declared once, in the directory `Commands`. Parsing, help, suggestions, messages
/// and completion are all based on the declaration. The explanation on its help page is in
/// `Help/Texts/commands.txt`, that on the manual page is in `manual.mdoc` there, and its names in
/// other programs are in `suggestions.txt`.
struct Command {
  /// The code of a command. It validates its arguments before it opens the queue.
  typealias Action = @Sendable (Session) throws(CommandError) -> Void

  /// Set by the list of commands, like the group.
  var name = ""
  var group = Group.scriptsAndShells
  var operands = Operands.none
  /// The candidates for the operands.
  var offers: Offer = .nothing
  /// A few words about the command, for lists.
  let summary: String
  /// The options in addition to those of every command.
  var options: @Sendable () -> [Option] = { [] }
  /// The verb in "there is no task to …".
  var verb = "show"
  /// The past participle of what it does to the queue, for "…, but it could not be shown"; `nil` if
  /// it only reads.
  var participle: String?
  /// Whether the command prints a task, or several.
  var printsTask = true
  /// Whether the command with these arguments uses a stack, whose name must be valid then.
  var needsQueue: @Sendable (Arguments) -> Bool = { _ in true }
  /// The operand that is required, in words, and an example of the command with it.
  var requiredOperand: (name: String, example: String)?
  let action: Action
}

extension Command {
  /// The name and the operands of each use.
  var synopses: [String] { operands.synopses.map { $0.isEmpty ? name : "\(name) \($0)" } }

  /// The command as a user can type it with these operands.
  func typed(with words: [String]) -> String {
    let operands = operands.areText ? words.asTypedText : words.quotedForShell
    return words.isEmpty ? name : "\(name) \(operands)"
  }

  /// Whether the command always acts on the current task, so that an operand is likely to mean
  /// another task.
  var isAboutCurrentTask: Bool { operands.limit == 0 && verb != "show" }
}
