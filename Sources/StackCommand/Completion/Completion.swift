// What fits at Tab: found by the declarations of the commands, from the words before the cursor.

import Stack

extension Arguments {
  /// Answers with a line for each candidate, its text and behind a tab what it is. A line without a tab names
  /// what the shell has to offer itself: `files` or `hosts`. Behind what can't be read, nothing fits.
  ///
  /// - Parameter words: What stands behind the program's name, without quotes. At the last one is the cursor.
  static func completion(of words: ArraySlice<String>) -> String {
    let arguments = Arguments()
    let isRead = (try? arguments.read(words.dropLast())) != nil
    guard isRead || arguments.missingValue != nil else { return "" }
    return arguments.lines(at: words.last ?? "").map { $0 + "\n" }.joined()
  }

  private func lines(at typed: String) -> [String] {
    if let offer = missingValue { return lines(for: offer, typed) }
    if mayBeOption, typed.beginsExactly(with: "-") {
      let (name, value) = Option.parts(of: typed)
      guard let value else {
        // The shell chooses among all else in its own way; but of options only what is typed counts.
        return options.flatMap { option in option.names.map { ($0, option.summary) } }
          .filter { $0.0.beginsExactly(with: typed) }.compactMap(line)
      }
      // What stands before the value belongs to the word.
      let start = name.beginsExactly(with: "--") ? name + "=" : name
      return option(named: name).map { lines(for: $0.offers, value, behind: start) } ?? []
    }
    guard let command else { return lines(for: .commands, typed) }
    return operands.count < command.operandLimit ? lines(for: command.offers, typed) : []
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
    case .helpSubjects:
      candidates(for: .commands, typed) + HelpTopic.allCases.map { ($0.rawValue, $0.summary) }
    case .shells: Shell.allCases.map { ($0.rawValue, $0.summary) }
    // None that is like an option.
    case .days: [("today", ""), ("yesterday", "")]
    // A single candidate for the whole text, which options would end.
    case .currentTitle:
      operands.isEmpty ? [(front?.title ?? "", "")].filter { !$0.0.beginsExactly(with: "-") } : []
    case .stacks:
      ((try? QueueDirectories().queueNames()) ?? []).map { ($0.text, "") }.filter {
        !$0.0.beginsExactly(with: "-")
      }
    case .attachments:
      AttachmentArgument.names(of: attachments, isAbsolute: typed.beginsExactly(with: "/")).map { ($0, "") }
    case .attachmentNumbers: attachments.enumerated().map { (String($0 + 1), $1) }
    case .hosts: KnownHosts.names(typed).map { ($0, "") }
    }
  }

  /// A candidate as a line, if its text can be shown as it is: neither it nor what it is drives the terminal.
  private func line(_ text: String, _ summary: String) -> String? {
    text.isEmpty || text.isUnsafeToShow ? nil : "\(text)\t\(summary.visible)"
  }

  /// The current task of the chosen stack; `nil` if it can't be read.
  private var front: QueuedTask? {
    let session = try? Session(self, in: QueueDirectories())
    return (try? session?.queue().front())?.task
  }

  private var attachments: [String] { front?.attachments ?? [] }
}

/// What may stand in a place of the command line, as commands and options declare it.
enum Offer {
  /// Words of one's own, for which there is nothing to offer.
  case nothing
  case commands
  /// Commands and topics.
  case helpSubjects
  case shells
  case stacks
  /// Days of the log.
  case days
  /// The title of the current task.
  case currentTitle
  /// What is attached to the current task, as it can be named.
  case attachments
  /// What is attached to the current task, by its numbers.
  case attachmentNumbers
  /// Other machines, as ssh knows them.
  case hosts
  /// The files that the shell itself offers.
  case files
}
