// From the words on the command line to a command.

import Stack

/// Reads the words of a command line, after the Utility Syntax Guidelines of POSIX (12.2), with the long
/// options that people know from GNU programs.
struct ArgumentParser {
  private var words: ArraySlice<String>
  private var name: CommandName?
  private var queueName: String?
  private var showsJSON = false
  private var wantsHelp = false
  private var wantsVersion = false
  private var inFront = false
  private var all = false
  private var withExtent = false
  private var leavingPrompt = false
  private var columns = 40
  private var attachments: [String] = []

  private init(_ words: [String]) {
    self.words = words[...]
  }

  /// Understands a command line.
  ///
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - defaultQueue: The value of `STACK_QUEUE`.
  static func parse(_ arguments: [[UInt8]], defaultQueue: [UInt8]?) throws(CommandError) -> Invocation {
    var words: [String] = []
    for (index, bytes) in arguments.enumerated() {
      guard let word = String(exactly: bytes) else { throw .argumentNotUTF8(position: index + 1) }
      words.append(word)
    }
    var parser = ArgumentParser(words)
    let command = try parser.command()
    return Invocation(
      name: parser.name, command: command, queue: try parser.queue(default: defaultQueue),
      showsJSON: parser.showsJSON)
  }

  private mutating func command() throws(CommandError) -> Command {
    _ = try readOptions()
    // A `--` before the command says nothing of the text behind it.
    isTextEnforced = false
    if wantsVersion { return .version }
    guard let word = words.popFirst() else { return wantsHelp ? .help(nil) : .show }
    guard let name = CommandName(rawValue: word) else {
      throw .unknownCommand(word, rest: Array(words))
    }
    self.name = name
    let operands = try readOperands(of: name)
    return wantsHelp ? .help(name) : try command(name, operands)
  }

  private func command(_ name: CommandName, _ operands: [String]) throws(CommandError) -> Command {
    switch name {
    case .push:
      return .push(try text(operands), attachments: try Attachment.resolved(attachments), inFront: inFront)
    case .edit:
      return .edit(try rewording(operands))
    case .attach:
      if operands.isEmpty { throw .missingOperand(.attach) }
      return .attach(try Attachment.resolved(operands))
    case .detach:
      return .detach(operands)
    case .open:
      guard let word = try single(operands) else { return .open(nil) }
      guard let number = Int(word), number > 0 else {
        throw .notANumber(word, what: "the attachment to open")
      }
      return .open(number)
    case .send:
      guard let word = try single(operands) else { throw .missingOperand(.send) }
      return .send(try recipient(word))
    case .initialize:
      guard let word = try single(operands) else { throw .missingOperand(.initialize) }
      guard let shell = Shell(rawValue: word) else { throw .unknownShell(word) }
      return .initialize(shell, leavingPrompt: leavingPrompt)
    case .help:
      guard let word = try single(operands) else { return .help(nil) }
      guard let subject = CommandName(rawValue: word) else { throw .unknownSubject(word) }
      return .help(subject)
    case .done, .skip, .drop, .undo, .redo, .receive, .count, .prompt, .path:
      if let word = operands.first { throw .unexpectedArgument(word, to: name) }
      return bareCommand(name)
    }
  }

  private func bareCommand(_ name: CommandName) -> Command {
    switch name {
    case .done: .done
    case .skip: .skip
    case .drop: .drop
    case .undo: .undo
    case .redo: .redo
    case .receive: .receive
    case .count: .count
    case .prompt: .prompt(columns: columns, withExtent: withExtent)
    default: .path
    }
  }

  // MARK: Words

  /// Reads the words after a command. Options end at the first word of a text, else at `--`.
  private mutating func readOperands(of name: CommandName) throws(CommandError) -> [String] {
    var operands: [String] = []
    while true {
      if try readOptions() { return operands + words }
      guard let word = words.popFirst() else { return operands }
      operands.append(word)
      if name == .push || name == .edit { return operands + words }
    }
  }

  /// Reads options as far as they go.
  ///
  /// - Returns: Whether `--` has ended them.
  private mutating func readOptions() throws(CommandError) -> Bool {
    while let word = words.first, word.hasPrefix("-"), word != "-" {
      words.removeFirst()
      if word == "--" {
        isTextEnforced = true
        return true
      }
      if word.hasPrefix("--") {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        try readOption(String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil)
      } else {
        let value = word.dropFirst(2)
        try readOption(String(word.prefix(2)), value: value.isEmpty ? nil : String(value))
      }
    }
    return false
  }

  /// Whether `--` stood before the text, so that a lone `-` is text too.
  private var isTextEnforced = false

  private mutating func readOption(_ word: String, value: String?) throws(CommandError) {
    guard let option = Option(word, of: name) else { throw .unknownOption(word, of: name) }
    if value != nil, !option.takesValue { throw .unwantedValue(of: word) }
    switch option {
    case .stack: queueName = try self.value(value, of: word)
    case .attach: attachments.append(try self.value(value, of: word))
    case .max:
      let number = try self.value(value, of: word)
      guard let columns = Int(number), columns > 0 else { throw .notANumber(number, what: word) }
      self.columns = columns
    case .help: wantsHelp = true
    case .json: showsJSON = true
    case .version: wantsVersion = true
    case .top: inFront = true
    case .all: all = true
    case .extent: withExtent = true
    case .noPrompt: leavingPrompt = true
    }
  }

  private mutating func value(_ value: String?, of option: String) throws(CommandError) -> String {
    guard let value = value ?? words.popFirst() else { throw .missingValue(of: option) }
    return value
  }

  // MARK: What the words say

  private func text(_ operands: [String]) throws(CommandError) -> Command.Text {
    if operands.isEmpty {
      guard !isTextEnforced, System.isInteractive else { throw .missingOperand(.push) }
      return .question
    }
    if operands == ["-"], !isTextEnforced { return .standardInput }
    return .title(try title(operands))
  }

  private func rewording(_ operands: [String]) throws(CommandError) -> Command.Rewording {
    if all {
      if let word = operands.first { throw .unexpectedArgument(word, to: .edit) }
      return .editorWithAll
    }
    if operands.isEmpty {
      if isTextEnforced { throw .unfitText(.empty) }
      return .editor
    }
    return .title(try title(operands))
  }

  private func title(_ words: [String]) throws(CommandError) -> TaskTitle {
    do throws(TaskTitle.Problem) {
      return try TaskTitle(words.joined(separator: " "))
    } catch {
      throw .unfitText(error)
    }
  }

  private func single(_ operands: [String]) throws(CommandError) -> String? {
    if operands.count > 1, let name { throw .unexpectedArgument(operands[1], to: name) }
    return operands.first
  }

  private func recipient(_ word: String) throws(CommandError) -> Recipient {
    var host = word[...]
    var queue: QueueName?
    // An IPv6 address has colons of its own; with a name behind it, it stands in brackets.
    let bracket = word.lastIndex(of: "]")
    let colon = word.lastIndex(of: ":")
    if let colon, bracket.map({ $0 < colon }) ?? (word.firstIndex(of: ":") == colon) {
      host = word[..<colon]
      let name = String(word[word.index(after: colon)...])
      guard let valid = QueueName(name) else { throw .unfitQueueName(name, source: "after \(host):") }
      queue = valid
    }
    let machineStart = host.lastIndex(of: "@").map(host.index(after:)) ?? host.startIndex
    let user = host[..<machineStart]
    var machine = host[machineStart...]
    // The brackets are for people; ssh doesn't know them.
    if machine.hasPrefix("["), machine.hasSuffix("]") { machine = machine.dropFirst().dropLast() }
    // ssh would take it for an option, and options can run commands.
    if user.hasPrefix("-") || machine.hasPrefix("-") || machine.isEmpty
      || word.unicodeScalars.contains(where: { $0.isUnsafeToShow || $0 == " " })
    {
      throw .unfitHost(word)
    }
    return Recipient(host: String(user + machine), queue: queue, text: word)
  }

  private func queue(default variable: [UInt8]?) throws(CommandError) -> QueueName {
    if let queueName {
      guard let name = QueueName(queueName) else { throw .unfitQueueName(queueName, source: "given with -s") }
      return name
    }
    guard let variable, !variable.isEmpty else { return .standard }
    let text = String(decoding: variable, as: UTF8.self)
    guard let name = QueueName(text) else { throw .unfitQueueName(text, source: "in STACK_QUEUE") }
    return name
  }
}

extension System {
  /// Whether a person can be asked.
  fileprivate static var isInteractive: Bool { OpenFile.standardInput.isTerminal }
}
