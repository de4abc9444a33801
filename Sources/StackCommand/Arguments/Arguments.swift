// The parser of the command line.

import Stack

/// A command line, parsed according to POSIX's Utility Syntax Guidelines (12.2) and with the long options of GNU
/// programs.
///
/// Parsing uses no file and no terminal. It ends at the first word that is invalid; what was parsed so far remains
/// available to messages and completion. (A class, because copying it would be the largest part of the cost of
/// showing.)
final class Arguments {
  /// Makes the declaration of the command; `nil` until its name has been read.
  private(set) var declaration: (() -> Command)?
  /// The words after the command that aren't options.
  private(set) var operands: [String] = []
  /// Whether there was a `--` after the command, so that even a lone `-` is text.
  private(set) var sawDoubleDash = false
  /// Whether the next word is an option if it begins with `-`. Options end at `--`, and at the first word of a text.
  private(set) var mayBeOption = true
  /// What completion offers for the value of the last option, if that value is missing.
  private(set) var missingValue: Offer?
  /// The options that were given, by their long names.
  private var given: [(option: String, value: String?)] = []

  /// The command, if its name has been read.
  var command: Command? { declaration?() }

  /// The options that are accepted here: after a command its own, before it those that need no command.
  var options: [Option] { (declaration?().options() ?? Option.beforeCommand) + Option.general }

  /// Parses the words after the program's name.
  func read(_ words: ArraySlice<String>) throws(CommandError) {
    var words = words
    while let word = words.popFirst() {
      if mayBeOption, word == "--" {
        sawDoubleDash = true
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
        // A `--` before the command has no effect on the text after it.
        sawDoubleDash = false
        mayBeOption = true
      }
    }
  }

  private func readOption(_ word: String, _ words: inout ArraySlice<String>) throws(CommandError) {
    let (name, attached) = Option.parts(of: word)
    guard let option = option(named: name) else { throw .unknownOption(name, word, rest: Array(words)) }
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

  /// Checks that the command has neither too many operands nor too few.
  func validateOperandCount(of command: Command) throws(CommandError) {
    if operands.isEmpty, command.needsOperand { throw .missingOperand }
    if operands.isEmpty { return }
    let isAlone = command.options().contains { $0.excludesOperands && has($0) }
    let limit = isAlone ? 0 : command.operandLimit
    if operands.count > limit { throw .unexpectedArgument(operands[limit]) }
  }
}

// MARK: - Options and operands

extension Arguments {
  /// The accepted option that has a name.
  func option(named name: String) -> Option? { options.first { $0.names.contains(name) } }

  /// Whether an option was given. Inlined, because a prompt asks for several and rarely has any.
  @inline(__always) func has(_ option: @autoclosure () -> Option) -> Bool {
    !given.isEmpty && isGiven(option().long)
  }

  private func isGiven(_ name: String) -> Bool { given.contains { $0.option == name } }

  /// The values of an option, in the order in which they were given.
  func values(of option: @autoclosure () -> Option) -> [String] {
    given.compactMap { $0.option == option().long ? $0.value : nil }
  }

  private func lastValue(of name: String) -> String? { given.last { $0.option == name }?.value }

  /// The last value of an option.
  @inline(__always) func value(of option: @autoclosure () -> Option) -> String? {
    given.isEmpty ? nil : lastValue(of: option().long)
  }

  /// A number of at least 1 from an operand or a value; `nil` for `nil`.
  ///
  /// - Parameter subject: What the number is for, as the beginning of the message.
  static func number(_ text: String?, of subject: String) throws(CommandError) -> Int? {
    guard let text else { return nil }
    guard let number = Int(text), number > 0 else { throw .notANumber(text, subject: subject) }
    return number
  }

  /// The operands as one line of text: a title or a note.
  func title() throws(CommandError) -> TaskTitle {
    try attempt(TaskTitle(operands.joined(separator: " ")), or: CommandError.invalidText)
  }

  /// The name of the chosen queue.
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

  /// The beginning of every command line for the same queue.
  var stack: String {
    guard let name = value(of: .stack), QueueName(name) != nil else { return Program.name }
    return "\(Program.name) -s \(name)"
  }
}
