// `stack snooze` and `stack top`: put the current task aside, and bring a waiting one to the front.

import Stack

extension Command {
  static let snooze = Command(
    operands: .anyNumber("WHEN…"), offers: .times,
    summary: "put the current task aside until WHEN",
    verb: "snooze", participle: "snoozed",
    requiredOperand: (name: "a time", example: "snooze monday 9:00")
  ) { (session) throws(CommandError) in
    let words = session.arguments.operands
    let until =
      try words.isEmpty ? askForMoment(session) : session.moment(words.joined(separator: " "))
    let change = try session.attempt(queue: session.queue().snooze(until: until))
    try session.finish(change) {
      "Snoozed until \(until.localMoment): \($0)"
    }
  }

  static let top = Command(
    operands: .text("WORDS…"), offers: .waitingTitles,
    summary: "bring a waiting or snoozed task to the front",
    verb: "bring to the front",
    participle: "brought to the front",
    requiredOperand: (name: "words of a title", example: "top Call Sam")
  ) { (session) throws(CommandError) in
    let words = session.arguments.operands.joined(separator: " ")
    if words.isBlank { throw session.arguments.missingOperand }
    let change = try session.attempt(queue: session.queue().bringToFront(matching: words))
    try session.finish(change, unchanged: "This is the current task already. Still on:") {
      "Brought to the front: \($0)"
    }
  }
}

/// Asks the user until when to put the current task aside, again after each answer that isn't a
/// time.
private func askForMoment(_ session: Session) throws(CommandError) -> Timestamp {
  try session.arguments.requireTerminal()
  _ = try session.attempt(queue: session.queue().taskToChange())
  while true {
    var question = Question("Until when? ")
    let answer = try question.ask()
    if answer.isBlank { throw .cancelled("no time was given") }
    do throws(CommandError) {
      return try session.moment(answer)
    } catch {
      StandardError.printError(error)
    }
  }
}
