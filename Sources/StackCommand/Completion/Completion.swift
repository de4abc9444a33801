import Stack

/// The candidates for Tab, found from the declarations of the commands and the words before the
/// cursor.
struct Completion {
  /// The words before the cursor, as far as they are valid.
  private let arguments = Arguments()
  private let directories: StackDirectories

  /// Returns a line for each candidate: its text, a tab, and its description. The line `files` or
  /// `hosts`, without a tab, tells the shell to offer its own, and `titles` to offer candidates
  /// that don't begin with the typed word, too. After an invalid word there are no candidates.
  ///
  /// - Parameter words: The words after the program's name, without quotes. The cursor is at the
  ///   last one.
  static func text(for words: ArraySlice<String>, in directories: StackDirectories) -> String {
    let completion = Completion(directories: directories)
    let isRead = (try? completion.arguments.read(words.dropLast())) != nil
    guard isRead || completion.arguments.missingValue != nil else { return "" }
    return completion.lines(at: words.last ?? "").map { $0 + "\n" }.joined()
  }

  private func lines(at typed: String) -> [String] {
    if let offer = arguments.missingValue { return lines(for: offer, typed) }
    if arguments.mayBeOption, typed.beginsExactly(with: "-") {
      let (name, value) = Option.parts(of: typed)
      guard let value else {
        // Options are filtered here, by the typed prefix; the shell filters all other candidates in
        // its own way.
        return arguments.options.flatMap { option in option.names.map { ($0, option.summary) } }
          .filter { $0.0.beginsExactly(with: typed) }.compactMap(line)
      }
      // A candidate is a whole word, so it includes the text before the value.
      let start = name.beginsExactly(with: "--") ? name + "=" : name
      return arguments.option(named: name).map { lines(for: $0.offers, value, after: start) } ?? []
    }
    guard let command = arguments.command else { return lines(for: .commands, typed) }
    guard arguments.operands.count < command.operands.limit else { return [] }
    return lines(for: command.offers, typed)
  }

  private func lines(for offer: Offer, _ typed: String, after start: String = "") -> [String] {
    if offer == .files { return ["files"] }
    let lines = candidates(for: offer, typed).compactMap { candidate in
      // It would be taken for an option.
      candidate.text.beginsExactly(with: "-")
        ? nil : line(start + candidate.text, candidate.summary)
    }
    if offer == .waitingTitles { return ["titles"] + lines }
    return offer == .hosts && !typed.beginsExactly(with: ":") ? lines + ["hosts"] : lines
  }

  private func candidates(for offer: Offer, _ typed: String) -> [(text: String, summary: String)] {
    switch offer {
    case .nothing, .files: []
    case .commands: Command.all.map { ($0.name, $0.summary) }
    case .helpSubjects:
      candidates(for: .commands, typed) + HelpTopic.allCases.map { ($0.rawValue, $0.summary) }
    case .shells: Shell.allCases.map { ($0.rawValue, $0.summary) }
    case .times: When.Word.candidates(.ahead).map { (String($0), "") }
    case .pastTimes: When.Word.candidates(.back).map { (String($0), "") }
    case .waitingTitles: waitingTitles(typed).map { ($0, "") }
    // The whole title as one candidate.
    case .currentTitle: arguments.operands.isEmpty ? [(front?.title ?? "", "")] : []
    case .stacks: stacks.map { ($0.text, "") }
    case .attachments:
      AttachmentName.names(of: attachments, isAbsolute: typed.beginsExactly(with: "/")).map {
        ($0, "")
      }
    case .attachmentNumbers: attachments.enumerated().map { (String($0 + 1), $1) }
    case .hosts: recipients(typed).map { ($0, "") }
    }
  }

  /// A candidate as a line, with an escaped description; `nil` if the text itself could control the
  /// terminal.
  private func line(_ text: String, _ summary: String) -> String? {
    text.isEmpty || text.isUnsafeToShow ? nil : "\(text)\t\(summary.visible)"
  }

  /// The current task of the chosen stack; `nil` if it can't be read.
  private var front: QueuedTask? { (try? queue?.front())?.task }

  /// The titles that `top` would find. After the words before the cursor, it is the rest of those
  /// that begin with them.
  private func waitingTitles(_ typed: String) -> [String] {
    let start = arguments.operands.map { $0 + " " }.joined()
    return ((try? queue?.waitingTitles(matching: start + typed)) ?? [])
      .filter { $0.beginsExactly(with: start) }.map {
        String(Substring($0.utf8.dropFirst(start.utf8.count)))
      }
  }

  private var stacks: [StackName] { (try? TaskQueue.names(in: directories)) ?? [] }

  /// The hosts, and the other stacks of this user, which begin with a colon.
  private func recipients(_ typed: String) -> [String] {
    let isOwn = typed.beginsExactly(with: ":")
    let others = isOwn || typed.isEmpty ? stacks.filter { $0 != session?.stackName } : []
    return others.map { ":" + $0.text } + (isOwn ? [] : KnownHosts.names(typed))
  }

  private var session: Session? { try? Session(arguments, in: directories) }

  /// The chosen stack.
  private var queue: TaskQueue? { try? session?.queue() }

  private var attachments: [String] { front?.attachments ?? [] }
}
