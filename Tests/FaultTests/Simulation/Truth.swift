// What really happened to each task: the changes that people made, and which of them each copy of a
// file knows.

/// The changes that a copy of a file knows, for each token.
typealias Knowledge = [String: Set<Int>]

extension Knowledge {
  func union(_ other: Knowledge) -> Knowledge { merging(other) { $0.union($1) } }
  func subtracting(_ other: Knowledge) -> Knowledge {
    var rest = self
    for (token, events) in other { rest[token]?.subtract(events) }
    return rest.filter { !$0.value.isEmpty }
  }
}

/// A task in one of the stacks. A task that was sent to the other stack is another task there.
struct Place: Hashable {
  let token: String
  let stack: Int
}

/// Everything that people did to the tasks, on all machines.
struct Truth {
  enum Status: Hashable {
    case open, finished, sent
    /// A person deleted the task, or undid that it was added.
    case deleted
    /// It left this stack for another one, by undoing a command that had brought it here.
    case takenBack

    init(_ status: TaskFile.Status) {
      self =
        switch status {
        case .open: .open
        case .finished: .finished
        case .sent: .sent
        }
    }

    var isEnded: Bool { self == .finished || self == .sent }
    var isGone: Bool { self == .deleted || self == .takenBack }
  }

  /// What changed a file.
  enum Cause: Equatable {
    case command(String)
    /// `undo` or `redo` of a command.
    case reversal(of: String)
    case hand
  }

  /// A change of a task.
  struct Event {
    let status: Status
    /// Whether the status was another one before.
    let isTransition: Bool
    /// Whether nothing but `until` was changed, which an ended task doesn't have.
    let isSnooze: Bool
    /// What was changed; nothing if the task is new.
    let aspects: Set<TaskFile.Aspect>
    /// The changes of this task that were known to its author.
    let known: Set<Int>
  }

  /// Circumstances in which less is certain about a task.
  struct Traits: OptionSet {
    let rawValue: Int

    /// It came into this stack more than once.
    static let repeated = Traits(rawValue: 1)
    /// Without six digits in `added`, its title is a part of its identity.
    static let imprecise = Traits(rawValue: 2)
    /// There were two of it, and a person ended one of them.
    static let partlyEnded = Traits(rawValue: 4)
    /// Two wordings of it were kept.
    static let forked = Traits(rawValue: 8)
    /// It got a value again that it had had before.
    static let reverted = Traits(rawValue: 16)
    /// The same, in a way that the history of the machine that had replaced the value can't know.
    static let revertedElsewhere = Traits(rawValue: 32)
    /// A merge without a common ancestor left it ended, because it didn't know that it had been
    /// reopened.
    static let disputed = Traits(rawValue: 64)
    /// A person removed it from a file by hand, perhaps by restoring an older text.
    static let erased = Traits(rawValue: 128)
    /// Two machines sent it here, and each gave it an `added`.
    static let sentTwice = Traits(rawValue: 256)
    /// Somebody removed it, by hand or by undoing that it came.
    static let removed = Traits(rawValue: 512)
  }

  private var events: [Event] = []
  private(set) var traits: [Place: Traits] = [:]
  /// The titles, notes and attachments that somebody gave a task, and nobody replaced or removed.
  private(set) var values: [Place: Set<String>] = [:]
  private var removedValues: [Place: Set<String>] = [:]
  /// What was changed again, by somebody who knew of the change before.
  private(set) var changedAgain: [Place: Set<TaskFile.Aspect>] = [:]
  /// For each state of a task, the machines on which a change replaced it.
  private var replaced: [Place: [String: Set<Int>]] = [:]

  mutating func add(_ trait: Traits, to place: Place) { traits[place, default: []].insert(trait) }

  /// Learns what somebody changed in a file. Returns the tasks that were changed.
  @discardableResult
  mutating func observe(
    _ stack: Int, on machine: Int, _ before: TaskFile, _ after: TaskFile, by cause: Cause,
    otherStack: TaskFile, _ knowledge: inout Knowledge
  ) -> Set<String> {
    let changed = before.tokens.union(after.tokens).filter {
      before.state(of: $0) != after.state(of: $0)
    }
    for token in changed.sorted() {
      let place = Place(token: token, stack: stack)
      let known = knowledge[token] ?? []
      let old = before.status(of: token).map(Status.init)
      let new =
        after.status(of: token).map(Status.init)
        ?? (cause.takesBack(token, from: otherStack) ? .takenBack : .deleted)
      if values[place] != nil, cause.isArrival, !otherStack[token].allSatisfy(\.isPrecise) {
        // A task without a precise `added` gets another one from each machine that sends it.
        add(.sentTwice, to: place)
      }
      if new.isGone { add(.removed, to: place) }
      observeValues(place, before.values(of: token), after.values(of: token))
      observeTraits(place, on: machine, before, after, by: cause, isKnown: !known.isEmpty)
      let aspects = known.isEmpty ? [] : before.differences(of: token, to: after)
      observeAgain(aspects, known, place)
      knowledge[token] = known.union([events.count])
      events.append(
        Event(
          status: new, isTransition: old != new,
          isSnooze: before.state(of: token, withUntil: false)
            == after.state(of: token, withUntil: false), aspects: aspects,
          known: known))
    }
    return changed
  }

  private mutating func observeValues(_ place: Place, _ old: Set<String>, _ new: Set<String>) {
    removedValues[place, default: []].formUnion(old.subtracting(new))
    values[place] = (values[place] ?? []).union(new).subtracting(removedValues[place] ?? [])
  }

  private mutating func observeAgain(
    _ aspects: Set<TaskFile.Aspect>, _ known: Set<Int>, _ place: Place
  ) {
    let before = known.reduce(into: Set()) { $0.formUnion(events[$1].aspects) }
    // Who removes a task changes all of it.
    let again = aspects.contains(.presence) ? before : before.intersection(aspects)
    changedAgain[place, default: []].formUnion(again)
    if aspects.contains(.presence), !again.isEmpty {
      changedAgain[place, default: []].insert(.presence)
    }
  }

  private mutating func observeTraits(
    _ place: Place, on machine: Int, _ before: TaskFile, _ after: TaskFile, by cause: Cause,
    isKnown: Bool
  ) {
    let old = before[place.token]
    let new = after[place.token]
    if !old.isEmpty ? new.count > old.count : isKnown && cause.isArrival {
      add(.repeated, to: place)
    }
    if new.contains(where: { !$0.isPrecise }) { add(.imprecise, to: place) }
    if old.filter({ $0.status == .open }).count > 1,
      new.filter({ $0.status == .open }).count < old.filter({ $0.status == .open }).count
    {
      add(.partlyEnded, to: place)
    }
    if cause == .hand, new.count < old.count, !new.contains(where: { $0.status == .open }) {
      add(.erased, to: place)
    }
    let state = after.state(of: place.token)
    if let machines = replaced[place]?[state] {
      add(.reverted, to: place)
      if cause == .hand || machines != [machine] { add(.revertedElsewhere, to: place) }
    }
    if isKnown {
      replaced[place, default: [:]][before.state(of: place.token), default: []].insert(machine)
    }
  }

  // MARK: What follows from the changes

  /// What the file says; a missing task counts as deleted.
  func status(of token: String, in file: TaskFile) -> Status {
    file.status(of: token).map(Status.init) ?? .deleted
  }

  /// The statuses that no later change replaced.
  func statuses(_ known: Set<Int>) -> Set<Status> {
    Set(newest(known.filter { events[$0].isTransition }).map { events[$0].status })
  }

  private func newest(_ known: Set<Int>) -> Set<Int> {
    known.reduce(into: known) { $0.subtract(events[$1].known) }
  }

  /// What became of a task that was deleted.
  enum Deletion {
    /// Its deletion knew all changes.
    case last
    /// It was changed by somebody who didn't know of the deletion.
    case contested
    case unclear
  }

  /// What became of a task if all newest statuses are deletions.
  func deletion(_ known: Set<Int>) -> Deletion {
    let deletions = newest(known.filter { events[$0].isTransition })
    let others = known.filter { !events[$0].status.isGone }
    if others.contains(where: { other in
      !events[other].isSnooze
        && deletions.allSatisfy { !events[$0].known.contains(other) }
    }) {
      return .contested
    }
    let allKnow = others.allSatisfy { other in
      deletions.allSatisfy { events[$0].known.contains(other) }
    }
    return allKnow ? .last : .unclear
  }
}

extension Truth.Cause {
  var isReversal: Bool { if case .reversal = self { true } else { false } }

  /// Whether the command adds tasks from elsewhere.
  fileprivate var isArrival: Bool {
    [.command("receive"), .command("send"), .command("push")].contains(self)
  }

  /// Whether the change undoes that a task came from another stack.
  fileprivate func takesBack(_ token: String, from otherStack: TaskFile) -> Bool {
    guard case .reversal(let command) = self else { return false }
    return command == "receive" || command == "send"
      ? otherStack.status(of: token) != nil : otherStack.status(of: token) == .open
  }
}
