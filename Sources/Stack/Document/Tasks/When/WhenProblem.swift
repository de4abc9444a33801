extension When {
  /// Why words can't be used as a time, in a sentence for the person who typed them.
  package struct Problem: Error, Equatable {
    /// What is wrong with the words.
    package let sentence: String
    /// What to do, if the sentence doesn't say it already. It is never a time that would be refused
    /// itself.
    package let advice: String?
    /// Whether the words are in the form of a time, whatever the time is now.
    package let isTime: Bool
  }
}

extension When.Request {
  /// What is wrong with the words, unless the subject is something else.
  func problem(
    _ verdict: String, _ advice: String?, of subject: String? = nil, isTime: Bool = false
  ) -> When.Problem {
    // Even `feb 29`, the rarest day, is before the year 10000 when it is advised.
    let mayAdvise = direction == .back || Timestamp.date(ofDay: today).year < 9990
    return When.Problem(
      sentence: (subject ?? "'\(text)'") + " \(verdict)", advice: mayAdvise ? advice : nil,
      isTime: isTime)
  }

  // MARK: Words in the form of a time

  /// A moment that isn't after now, or isn't before it while looking back.
  func missed(_ reader: When.Reader, isToday: Bool, _ seconds: Int?) -> When.Problem {
    let (verdict, advice) =
      switch (isToday, seconds) {
      case _ where reader.isBack: ("is still ahead", "use a time that has passed")
      case (false, _): ("has passed", "use a later day")
      case (true, let seconds?):
        ("has passed", "use a later time, or 'tomorrow \(When.Time.text(seconds))'")
      case (true, nil) where reader.relation == .this:
        (
          "is today",
          "add a time, or use '\(words.map { $0 == "this" ? "next" : $0 }.joined(separator: " "))'"
        )
      case (true, nil) where !reader.weekdays.isEmpty: ("is today", "add a time")
      case (true, nil): ("alone is now", "add a time, or use 'tomorrow'")
      }
    return problem(verdict, advice, of: text, isTime: true)
  }

  /// A weekday and a date that isn't one.
  func disagreement(_ day: Int) -> When.Problem {
    let date = Timestamp.date(ofDay: day)
    return problem(
      "is a \(Weekday(ofDay: day).name)", "use the date alone",
      of: When.text(date.year, date.month, date.day), isTime: true)
  }

  // MARK: Other words

  func outside(_ part: When.PartOfDay, _ time: When.Time) -> When.Problem {
    let isEarly = part == .morning && time.isEitherHalf
    return problem(
      "isn't in the \(part.rawValue)",
      isEarly ? "use \(When.Time.text(time.seconds - When.Time.halfDay))" : nil,
      of: "'\(time.text)'")
  }

  /// Words with several meanings, and how to write each.
  func ambiguous(_ text: String, _ readings: [String]) -> When.Problem {
    problem(
      "could be \(Self.list(readings.map { "'\($0)'" }))", "use one of them", of: "'\(text)'")
  }

  /// Known words that mean nothing together.
  var meaningless: When.Problem { problem("isn't a time", examples) }

  var noSuchDay: When.Problem { problem("'\(text)'", examples, of: "there is no day") }

  func unknown(at index: Int) -> When.Problem {
    let word = words[index].lowercased()
    let corrections = corrections(at: index).map { "'\($0.text)'" }
    var advice = corrections.isEmpty ? examples : "did you mean \(Self.list(corrections))?"
    if direction == .ahead, ["later", "eod", "end", "someday"].contains(word) {
      advice = "use \(Self.list(accepted(["tonight", "midnight", "2h"])))"
    }
    return problem("'\(Self.shortened(words[index]))'", advice, of: "unknown time")
  }

  /// The nearest known words for an unknown one with which the words mean a moment: one for each
  /// meaning.
  private func corrections(at index: Int) -> [When.Word] {
    if words.count > When.wordLimit { return [] }
    var corrected = self
    for other in words.indices.dropFirst(index + 1) where tokens(at: other) == nil {
      guard let word = nearest(other).flatMap({ $0 }).first else { return [] }
      corrected.words[other] = word.text
    }
    return nearest(index).lazy.map { words in
      var found: [When.Word] = []
      for word in words where !found.contains(where: { $0.token == word.token }) {
        corrected.words[index] = word.text
        if (try? corrected.moment()) != nil { found.append(word) }
      }
      return found
    }.first { !$0.isEmpty } ?? []
  }

  /// The words that differ by one letter from a mistyped one, and those that differ by two.
  private func nearest(_ index: Int) -> [[When.Word]] {
    let typed = words[index].lowercased()[...]
    return (1...(typed.utf8.count < 7 ? 1 : 2)).map { When.Word.near(typed, distance: $0) }
  }

  /// A number alone.
  func incomplete(_ number: Int) -> When.Problem {
    let typed = words.last.map { String($0) } ?? ""
    var uses = ["at \(typed)"]
    if typed.utf8.count > 2 {
      uses = [When.Time.text((number / 100 * 60 + number % 100) * 60), "\(number)-01-01"]
    }
    if typed.utf8.first != UInt8(ascii: "0") { uses += ["m", "h", "d"].map { typed + $0 } }
    uses = accepted(uses)
    if uses.isEmpty || number == When.Token.limit { return meaningless }
    return problem("what? use \(Self.list(uses))", nil)
  }

  /// Those that mean a moment.
  private func accepted(_ uses: [String]) -> [String] {
    uses.filter { (try? When.moment($0, direction, now: now, in: zone)) != nil }
  }

  /// The words on one line.
  var text: String { Self.shortened(words.joined(separator: " ")[...]) }

  private var examples: String {
    let day = direction == .ahead ? "tomorrow" : "yesterday"
    return "use one such as \(Self.list(["2h", day, "monday 9:00", "dec 1"]))"
  }

  private static func list(_ items: [String]) -> String {
    items.dropLast().joined(separator: ", ") + (items.count > 1 ? " or " : "")
      + (items.last ?? "")
  }

  private static func shortened(_ text: Substring) -> String {
    let start = text.unicodeScalars.prefix(60)
    return String(start) + (start.endIndex == text.endIndex ? "" : "…")
  }
}

extension When {
  /// A date, as the words say it best.
  static func text(_ year: Int?, _ month: Int, _ day: Int) -> String {
    "\(Month.allCases[month - 1].rawValue.prefix(3)) \(day)" + (year.map { " \($0)" } ?? "")
  }
}
