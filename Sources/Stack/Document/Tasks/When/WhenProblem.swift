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
  private func problem(_ sentence: String, _ advice: String, isTime: Bool = false) -> When.Problem {
    // Even `feb 29`, the rarest day, is before the year 10000 when it is advised.
    let mayAdvise = direction == .back || Timestamp.date(ofDay: today).year < 9990
    return When.Problem(sentence: sentence, advice: mayAdvise ? advice : nil, isTime: isTime)
  }

  // MARK: Words in the form of a time

  var tooFar: When.Problem {
    problem("\(quoted) is after the year 9999", "use an earlier time", isTime: true)
  }

  /// A moment that isn't after now, or isn't before it while looking back.
  func missed(isToday: Bool, minutes: Int?) -> When.Problem {
    let (verdict, advice) =
      switch (direction, isToday, minutes) {
      case (.back, _, _): ("is still ahead", "use a time that has passed")
      case (.ahead, false, _): ("has passed", "use a later day")
      case (.ahead, true, nil): ("alone is now", "add a time, or use 'tomorrow'")
      case (.ahead, true, let minutes?):
        ("has passed", "use a later time, or 'tomorrow \(Self.clock(minutes))'")
      }
    return problem("\(text) \(verdict)", advice, isTime: true)
  }

  // MARK: Other words

  /// Known words that mean nothing together.
  var meaningless: When.Problem { problem("\(quoted) isn't a time", examples) }

  var noSuchDay: When.Problem { problem("there is no day \(quoted)", examples) }

  var zero: When.Problem {
    problem("\(quoted) has a duration of 0", "use a number of at least 1")
  }

  func unknown(at index: Int) -> When.Problem {
    let correction = correction(at: index).map { "did you mean '\($0)'?" }
    return problem("unknown time '\(Self.shortened(words[index]))'", correction ?? examples)
  }

  /// A number alone.
  func incomplete(_ number: Int) -> When.Problem {
    let uses = [":00", "m", "h", "d"].map { "\(number)\($0)" }.filter { use in
      (try? When.moment(use, direction, now: now, in: zone)) != nil
    }
    if uses.isEmpty || number == WhenToken.limit { return meaningless }
    return When.Problem(
      sentence: "\(quoted) what? use \(Self.list(uses))", advice: nil, isTime: false)
  }

  /// A date such as `12/1`, in which some people write the month first and others the day.
  func ambiguous(_ word: Substring, _ one: Int, _ other: Int) -> When.Problem {
    let days = one == other ? [(one, other)] : [(one, other), (other, one)]
    let readings = days.filter { month, day in
      (1...12).contains(month) && (1...Timestamp.daysInMonth(2000, month)).contains(day)
    }.map { month, day in
      let name = WhenWord.text(of: .month(month))
      return (
        day: "\(day) \(name.prefix(1).uppercased())\(name.dropFirst())",
        use: "'\(name.prefix(3)) \(day)'"
      )
    }
    let use = "use \(Self.list(readings.map { $0.use }))"
    switch readings.count {
    case 0: return noSuchDay
    case 1: return problem("unknown date '\(word)'", use)
    default: return problem("'\(word)' could be \(Self.list(readings.map { $0.day }))", use)
    }
  }

  /// The words on one line.
  private var text: String { Self.shortened(words.joined(separator: " ")[...]) }

  private var quoted: String { "'\(text)'" }

  private var examples: String {
    let day = direction == .ahead ? "tomorrow" : "yesterday"
    return "use one such as \(Self.list(["2h", day, "monday 9:00", "dec 1"]))"
  }

  private static func clock(_ minutes: Int) -> String {
    "\(minutes / 60):" + String(decoding: (minutes % 60).padded(to: 2), as: UTF8.self)
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
