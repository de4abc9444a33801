// What fits at Tab: found by the declarations of the commands, from the words before the cursor.

import Stack

/// A command line as far as it goes to the cursor, where it may be wrong or not finished.
struct Completion {
  private var command: Command?
  /// Whether the word in the command's place is none.
  private var isLost = false
  private var operandCount = 0
  /// Whether an option may stand at the cursor.
  private var mayBeOption = true
  /// The option whose value comes next.
  private var pending: Option?
  private var queueName: String?

  /// Answers with a line for each candidate, its text and behind a tab what it is. A line without a tab names
  /// what the shell has to offer itself: `files` or `hosts`.
  ///
  /// - Parameter words: What stands behind the program's name, without quotes. At the last one is the cursor.
  static func answer(to words: [String]) -> String {
    var completion = Completion()
    for word in words.dropLast() { completion.read(word) }
    return completion.lines(at: words.last ?? "").reduce(into: "") { $0 += $1 + "\n" }
  }

  // MARK: Before the cursor

  private var options: [Option] { Option.offered(by: command) }

  private mutating func read(_ word: String) {
    if let option = pending {
      take(word, of: option)
      pending = nil
    } else if mayBeOption, word == "--" {
      mayBeOption = false
    } else if mayBeOption, word.beginsExactly(with: "-"), word != "-" {
      let (name, value) = Option.parts(of: word)
      guard let option = options.first(where: { $0.names.contains(name) }), option.value != nil else {
        return
      }
      if let value { take(value, of: option) } else { pending = option }
    } else if let command {
      operandCount += 1
      if command.takesText { mayBeOption = false }
    } else {
      command = Command.declaration(of: word)?()
      isLost = command == nil
      mayBeOption = true
    }
  }

  private mutating func take(_ value: String, of option: Option) {
    if option == .stack { queueName = value }
  }

  // MARK: At the cursor

  private func lines(at typed: String) -> [String] {
    if isLost { return [] }
    if let pending { return lines(for: pending.offers, typed) }
    if mayBeOption, typed.beginsExactly(with: "-") {
      let (name, value) = Option.parts(of: typed)
      guard let value else {
        // The shell chooses among all else in its own way; but of options only what is typed counts.
        return options.flatMap { option in option.names.map { ($0, option.summary) } }
          .filter { $0.0.beginsExactly(with: typed) }.compactMap(line)
      }
      guard let option = options.first(where: { $0.names.contains(name) }) else { return [] }
      // What stands before the value belongs to the word.
      let isLong = name.beginsExactly(with: "--")
      return lines(for: option.offers, value, behind: isLong ? name + "=" : name)
    }
    guard let command else { return lines(for: .commands, typed) }
    return operandCount == 0 || command.takesSeveralOperands ? lines(for: command.offers, typed) : []
  }

  private func lines(for offer: Offer, _ typed: String, behind start: String = "") -> [String] {
    if case .files = offer { return ["files"] }
    let lines = candidates(for: offer, typed).compactMap { line(start + $0.text, $0.summary) }
    if case .hosts = offer { return lines + ["hosts"] }
    return lines
  }

  private func candidates(for offer: Offer, _ typed: String) -> [(text: String, summary: String)] {
    switch offer {
    case .nothing, .files: []
    case .commands: Command.all.map { ($0.name, $0.summary) }
    case .shells: Shell.allCases.map { ($0.rawValue, $0.summary) }
    // None that is like an option.
    case .stacks: Folders().queueNames().map { ($0.text, "") }.filter { !$0.0.beginsExactly(with: "-") }
    case .attachments:
      AttachmentArgument.names(of: attachments, isAbsolute: typed.beginsExactly(with: "/")).map { ($0, "") }
    case .attachmentNumbers: attachments.enumerated().map { (String($0 + 1), $1) }
    case .hosts: KnownHosts.names(typed).map { ($0, "") }
    }
  }

  /// A candidate as a line, if its text can be shown as it is: neither it nor what it is drives the terminal.
  private func line(_ text: String, _ summary: String) -> String? {
    text.isEmpty || text.unicodeScalars.contains { $0.isUnsafeToShow } ? nil : "\(text)\t\(summary.visible)"
  }

  /// What is attached to the current task of the stack that is chosen; nothing where it can't be read.
  private var attachments: [String] {
    let variable = System.environmentVariable("STACK_QUEUE") ?? []
    let standard = variable.isEmpty ? QueueName.standard.text : String(decoding: variable, as: UTF8.self)
    guard let name = QueueName(queueName ?? standard), let queue = try? TaskQueue(name, in: Folders()) else {
      return []
    }
    return (try? queue.front())?.task?.attachments ?? []
  }
}
