import Stack

/// A command line, parsed according to POSIX's Utility Syntax Guidelines (12.2) and with the long
/// options of GNU.
///
/// Parsing uses no file and no terminal. It ends at the first word that is invalid; messages and
/// completion use what was parsed so far. (A class, because copying a structure would be the
/// largest part of the time that it takes to show the task.)
final class Arguments {
  /// Makes the declaration of the command; `nil` until its name has been read.
  private(set) var declaration: (() -> Command)?
  /// The words after the command that aren't options.
  private(set) var operands: [String] = []
  /// Whether there was a `--` after the command, so that even a lone `-` is text.
  private(set) var sawDoubleDash = false
  /// Whether the next word is an option if it begins with `-`. Options end at `--`, and at the
  /// first word of a text.
  private(set) var mayBeOption = true
  /// The candidates for the value of the last option, if that value is missing.
  private(set) var missingValue: Offer?
  /// The long names of the given options, with their values, or with empty strings if they have
  /// none.
  private var given: [(option: String, value: String)] = []
  /// The index in `given` of an option whose value has all further words.
  private var openValue: Int?

  /// The command, if its name has been read.
  var command: Command? { declaration?() }

  /// The options that are accepted here: the general ones, and those of the command or, before it,
  /// those that need none.
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
      } else if let openValue {
        given[openValue].value += " \(word)"
      } else if let declaration {
        operands.append(word)
        // A lone `-` stands for standard input, and isn't the first word of a text.
        if mayBeOption, word != "-" { mayBeOption = !declaration().operands.areText }
      } else if has(.version) {
        return
      } else {
        declaration = Command.declaration(of: word) ?? Command.hidden(word, words)
        if declaration == nil {
          throw unknownCommand(word, Array(words))
        }
        // A `--` before the command has no effect on the text after it.
        sawDoubleDash = false
        mayBeOption = true
      }
    }
  }

  private func readOption(_ word: String, _ words: inout ArraySlice<String>) throws(CommandError) {
    let (name, attached) = Option.parts(of: word)
    guard let option = option(named: name) else { throw unknownOption(name, [word] + words) }
    if option.value == nil {
      if attached != nil { throw CommandError(.usage, "\(name) takes no value") }
      return given.append((option.long, ""))
    }
    guard let value = attached ?? words.popFirst() else {
      missingValue = option.offers
      throw CommandError(.usage, "\(name) requires a value")
    }
    if option.takesAllWords { openValue = given.count }
    given.append((option.long, value))
  }

  /// Checks that the command has neither too many operands nor too few, and no option that does
  /// nothing.
  func validate(for command: Command) throws(CommandError) {
    if !command.printsTask, has(.json) { throw useless(.json, of: command) }
    if !command.needsQueue(self), has(.stack) { throw useless(.stack, of: command) }
    let count = operands.count
    if count > 0, command.options().contains(where: { $0.excludesOperands && has($0) }) {
      throw unexpected(operands[0])
    }
    if command.operands.allows(count) { return }
    if count == 0 { throw missingOperand }
    let limit = command.operands.limit
    throw count > limit ? unexpected(operands[limit]) : wrongNumber(of: command)
  }
}

// MARK: - Options and operands

extension Arguments {
  /// The accepted option with this name.
  func option(named name: String) -> Option? { options.first { $0.names.contains(name) } }

  /// The values of an option, in their order. Inlined, because a prompt checks several options and
  /// rarely has any.
  @inline(__always) func values(of option: @autoclosure () -> Option) -> [String] {
    given.isEmpty ? [] : values(of: option().long)
  }

  private func values(of name: String) -> [String] {
    given.filter { $0.option == name }.map { $0.value }
  }

  /// Whether an option was the last one, so that its value is right before the operands.
  func endsWith(_ option: Option) -> Bool { given.last?.option == option.long }

  /// Whether an option was given.
  @inline(__always) func has(_ option: @autoclosure () -> Option) -> Bool {
    !given.isEmpty && !values(of: option()).isEmpty
  }

  /// A number of at least 1 from an operand or a value; `nil` for `nil`. The message begins with
  /// `subject`.
  static func number(_ text: String?, of subject: String) throws(CommandError) -> Int? {
    guard let text else { return nil }
    guard let number = Int(text), number > 0 else {
      throw CommandError(.usage, "\(subject) must be a number of at least 1, not '\(text)'")
    }
    return number
  }

  /// The operands as one line of text: a title or a note.
  func title() throws(CommandError) -> TaskTitle {
    if operands == ["-"], !sawDoubleDash { throw readsNoInput }
    // In the usual build, `joined` would take 100,000 instructions for its metadata.
    let text = operands.dropFirst().reduce(operands.first ?? "") { "\($0) \($1)" }
    return try attempt(TaskTitle(text), or: invalidText)
  }

  /// The beginning of every command line for the same queue.
  var stack: String { Program.command(for: values(of: .stack).last.flatMap { StackName($0) }) }
}
