// From the words on the command line to what is asked for.

import Stack

/// The words of a command line, read after the Utility Syntax Guidelines of POSIX (12.2), with the long
/// options that people know from GNU programs.
///
/// Reading them is all there is to it: no file and no terminal is asked. What can't be read ends it, and up to there
/// all is known: messages and completion go by that. (A class, for copies of it would cost showing most.)
final class Arguments {
  /// Declares the command, as soon as its name has been read.
  private(set) var declaration: (() -> Command)?
  /// The words behind the command that are no options.
  private(set) var operands: [String] = []
  /// Whether `--` stood before the text, so that a lone `-` is text too.
  private(set) var isTextEnforced = false
  /// Whether the next word is an option if it looks like one. Options end at the first word of a text, else at `--`.
  private(set) var mayBeOption = true
  /// What is offered for the value of the option at the end, if that value is missing.
  private(set) var missingValue: Offer?
  /// The options that were given, each by its long name.
  private var given: [(option: String, value: String?)] = []

  /// The command, where it is known.
  var command: Command? { declaration?() }

  /// The options that may be given: behind a command its own, before one those that need none.
  var options: [Option] { (declaration?().options() ?? Option.beforeCommand) + Option.general }

  /// Reads the words behind the program's name.
  func read(_ words: ArraySlice<String>) throws(CommandError) {
    var words = words
    while let word = words.popFirst() {
      if mayBeOption, word == "--" {
        isTextEnforced = true
        mayBeOption = false
      } else if mayBeOption, word.beginsExactly(with: "-"), word != "-" {
        try readOption(word, &words)
      } else if let declaration {
        operands.append(word)
        if mayBeOption { mayBeOption = !declaration().takesText }
      } else if has(.version) {
        return
      } else {
        declaration = Command.declaration(of: word) ?? Command.hidden(word, words)
        if declaration == nil { throw .unknownCommand(word, rest: Array(words)) }
        // A `--` before the command says nothing of the text behind it.
        isTextEnforced = false
        mayBeOption = true
      }
    }
  }

  private func readOption(_ word: String, _ words: inout ArraySlice<String>) throws(CommandError) {
    let (name, attached) = Option.parts(of: word)
    guard let option = option(named: name) else { throw .unknownOption(name) }
    if option.value == nil {
      if attached != nil { throw .unwantedValue(of: name) }
      return given.append((option.long, nil))
    }
    guard let value = attached ?? words.popFirst() else {
      missingValue = option.offers
      throw .missingValue(of: name)
    }
    given.append((option.long, value))
  }

  /// Fails where there are more operands than the command takes, or none where it needs one.
  func judgeOperands(of command: Command) throws(CommandError) {
    if operands.isEmpty, command.needsOperand { throw .missingOperand }
    if operands.isEmpty { return }
    let isAlone = command.options().contains { $0.leavesNoOperand && has($0) }
    let limit = isAlone ? 0 : command.operandLimit
    if operands.count > limit { throw .unexpectedArgument(operands[limit]) }
  }
}

// MARK: - What is asked for

extension Arguments {
  /// The option of a name that may be given.
  func option(named name: String) -> Option? { options.first { $0.long == name || $0.short == name } }

  /// Whether an option without a value was given. Inlined, because a prompt asks for several and rarely has any.
  @inline(__always) func has(_ option: @autoclosure () -> Option) -> Bool {
    !given.isEmpty && isGiven(option().long)
  }

  private func isGiven(_ name: String) -> Bool { given.contains { $0.option == name } }

  /// The values of an option, in the order in which they were given.
  func values(of option: @autoclosure () -> Option) -> [String] {
    given.compactMap { $0.option == option().long ? $0.value : nil }
  }

  /// The last value of an option.
  @inline(__always) func value(of option: @autoclosure () -> Option) -> String? {
    given.isEmpty ? nil : values(of: option()).last
  }

  /// A number from 1 on, as an operand or a value; `nil` if there is none.
  ///
  /// - Parameter subject: What the number is of, for the message.
  static func number(_ text: String?, of subject: String) throws(CommandError) -> Int? {
    guard let text else { return nil }
    guard let number = Int(text), number > 0 else { throw .notANumber(text, subject: subject) }
    return number
  }

  /// The operands as the title of a task.
  func title() throws(CommandError) -> TaskTitle {
    try attempt(TaskTitle(operands.joined(separator: " ")), or: CommandError.invalidText)
  }

  /// The queue that is chosen.
  ///
  /// - Parameter variable: The value of `STACK_QUEUE`.
  func queueName(default variable: [UInt8]?) throws(CommandError) -> QueueName {
    if let text = value(of: .stack) {
      guard let name = QueueName(text) else { throw .invalidQueueName(text, source: "given with -s") }
      return name
    }
    guard let variable, !variable.isEmpty, !has(.version), !has(.help),
      declaration?().needsQueue(self) ?? true
    else { return .standard }
    let text = String(decoding: variable, as: UTF8.self)
    guard let name = QueueName(text) else { throw .invalidQueueName(text, source: "in STACK_QUEUE") }
    return name
  }

  /// The words that begin every command line for the same queue.
  var stack: String {
    guard let name = value(of: .stack), QueueName(name) != nil else { return Program.name }
    return "\(Program.name) -s \(name)"
  }
}
