// From the words on the command line to what is to be done.

import Stack

/// The words of a command line, read after the Utility Syntax Guidelines of POSIX (12.2), with the long
/// options that people know from GNU programs.
///
/// Reading them is all there is to it: no file and no terminal is asked.
struct Arguments {
  /// The command's declaration, as soon as its name has been read.
  private var command: (() -> Command)?
  /// The words behind the command that are no options.
  private(set) var operands: [String] = []
  /// Whether `--` stood before the text, so that a lone `-` is text too.
  private(set) var isTextEnforced = false
  /// The options that were given, each by its long name, with its value behind `=` if it takes one.
  private var given: [String] = []
  private var words: ArraySlice<String> = []

  /// What messages need to know of the words, as far as they have been read.
  var context: CommandError.Context {
    CommandError.Context(command: command?(), queueOption: queueOption)
  }

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - defaultQueue: The value of `STACK_QUEUE`.
  mutating func parse(
    _ arguments: [[UInt8]], defaultQueue: [UInt8]?
  ) throws(CommandError) -> Invocation {
    var words: [String] = []
    for bytes in arguments {
      // What is only looked at, to complete it, may be anything.
      guard let word = String(exactly: bytes) ?? (words.first == "complete" ? "" : nil) else {
        throw .argumentNotUTF8(position: words.count + 1)
      }
      words.append(word)
    }
    self.words = words[...]
    let action = try action()
    return Invocation(
      action: action, queueName: try queueName(default: defaultQueue), queueOption: queueOption,
      showsJSON: has(.json))
  }

  private mutating func action() throws(CommandError) -> Command.Action {
    _ = try readOptions()
    // A `--` before the command says nothing of the text behind it.
    isTextEnforced = false
    if has(.version) { return HelpText.showVersion }
    if has(.help), words.isEmpty { return HelpText.showOverview }
    guard let word = words.popFirst() else { return Show.perform }
    guard let declaration = Command.declaration(of: word) ?? Command.hidden(word, words) else {
      throw .unknownCommand(word, rest: Array(words))
    }
    self.command = declaration
    let command = declaration()
    try readOperands(areText: command.takesText)
    return has(.help) ? HelpText.showPage(of: command) : try command.parse(self)
  }

  // MARK: Words

  /// Reads the words after a command. Options end at the first word of a text, else at `--`.
  private mutating func readOperands(areText: Bool) throws(CommandError) {
    while true {
      let isTheRestOperands = try readOptions()
      guard !isTheRestOperands, let word = words.popFirst() else { break }
      operands.append(word)
      if areText { break }
    }
    operands += words
  }

  /// Reads options as far as they go.
  ///
  /// - Returns: Whether `--` has ended them.
  private mutating func readOptions() throws(CommandError) -> Bool {
    while let word = words.first, word.beginsExactly(with: "-"), word != "-" {
      words.removeFirst()
      if word == "--" {
        isTextEnforced = true
        return true
      }
      let (name, value) = Option.parts(of: word)
      try readOption(name, value: value)
    }
    return false
  }

  private mutating func readOption(_ word: String, value: String?) throws(CommandError) {
    let candidates = Option.offered(by: command?())
    guard let option = candidates.first(where: { $0.long == word || $0.short == word }) else {
      throw .unknownOption(word)
    }
    guard option.value != nil else {
      if value != nil { throw .unwantedValue(of: word) }
      return given.append(option.long)
    }
    guard let value = value ?? words.popFirst() else { throw .missingValue(of: word) }
    given.append("\(option.long)=\(value)")
  }

  private var queueOption: String {
    guard let name = values(of: .stack).last, QueueName(name) != nil else { return "" }
    return " -s \(name)"
  }

  /// Whether one of the stacks is asked for at all.
  private var needsQueue: Bool {
    if has(.version) || has(.help) { return false }
    return command?().needsQueue(self) ?? true
  }

  private func queueName(default variable: [UInt8]?) throws(CommandError) -> QueueName {
    if let text = values(of: .stack).last {
      guard let name = QueueName(text) else { throw .invalidQueueName(text, source: "given with -s") }
      return name
    }
    guard let variable, !variable.isEmpty, needsQueue else { return .standard }
    let text = String(decoding: variable, as: UTF8.self)
    guard let name = QueueName(text) else { throw .invalidQueueName(text, source: "in STACK_QUEUE") }
    return name
  }
}

// MARK: - What commands ask for

extension Arguments {
  /// Whether an option without a value was given.
  func has(_ option: @autoclosure () -> Option) -> Bool {
    !given.isEmpty && given.contains(option().long)
  }

  /// The values of an option, in the order in which they were given.
  func values(of option: @autoclosure () -> Option) -> [String] {
    if given.isEmpty { return [] }
    let start = option().long + "="
    return given.filter { $0.beginsExactly(with: start) }
      .map { $0.droppingFirst(bytes: start.utf8.count) }
  }

  /// The last value of an option, which is a number from 1 on; `nil` if it wasn't given.
  func number(of option: @autoclosure () -> Option) throws(CommandError) -> Int? {
    guard let text = values(of: option()).last else { return nil }
    return try Self.number(text, of: option().long)
  }

  /// Fails where there are operands.
  func expectNoOperands() throws(CommandError) {
    if let word = operands.first { throw .unexpectedArgument(word) }
  }

  /// The only operand, `nil` where there is none.
  func singleOperand() throws(CommandError) -> String? {
    if operands.count > 1 { throw .unexpectedArgument(operands[1]) }
    return operands.first
  }

  /// The only operand, which must be there.
  func neededOperand() throws(CommandError) -> String {
    guard let operand = try singleOperand() else { throw .missingOperand }
    return operand
  }

  /// The operands as the title of a task.
  func title() throws(CommandError) -> TaskTitle {
    do throws(TaskTitle.Problem) {
      return try TaskTitle(operands.joined(separator: " "))
    } catch {
      throw .invalidText(error)
    }
  }

  /// The options of the command in which its text ends, so that they were taken as text.
  var optionsInText: ArraySlice<String> {
    guard !isTextEnforced, let command = command?(), command.takesText else { return [] }
    let candidates = command.options() + Option.general
    func isOption(_ word: String, withValue: Bool) -> Bool {
      candidates.contains { ($0.value != nil) == withValue && $0.names.contains(word) }
    }
    var text = operands[...]
    while text.count > 1 {
      let last = text[text.endIndex - 1]
      let name = last.prefix { $0 != "=" }
      if isOption(String(name), withValue: name.utf8.count < last.utf8.count) {
        text.removeLast()
      } else if text.count > 2, isOption(text[text.endIndex - 2], withValue: true) {
        text.removeLast(2)
      } else {
        break
      }
    }
    return operands[text.endIndex...]
  }

  /// A number from 1 on.
  ///
  /// - Parameter subject: What the number is of, for the message.
  static func number(_ text: String, of subject: String) throws(CommandError) -> Int {
    guard let number = Int(text), number > 0 else { throw .notANumber(text, subject: subject) }
    return number
  }
}
