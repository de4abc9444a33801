// Random sessions of a user, from a seed. Tests of the module apply them to a queue; others type
// them into a shell.

/// A user's action.
public enum Action: Sendable {
  /// A line of a rearranged queue.
  public enum Line: Equatable, Sendable {
    /// The task with this index, unchanged.
    case task(Int)
    case reworded(Int, String)
    case new(String)
  }

  case push([String], inFront: Bool, attachments: [String])
  case done, drop, skip
  case send(to: String)
  case edit(String)
  case note(String)
  case rearrange([Line])
  case attach([String])
  /// Detaches these, or all.
  case detach([String]?)
  /// Snoozes the current task until this date.
  case snooze(String)
  /// Brings the task with this index to the front.
  case top(Int)
  case undo, redo
}

extension Action {
  /// A program for `VISUAL` that rearranges the queue as `$LINES` says, which the command of
  /// `rearrange` sets.
  public static let rearranger = #"""
    awk '
      /^[0-9]+\t/ { task[$1] = $0; next }
      { rest = rest $0 "\n" }
      END {
        count = split(ENVIRON["LINES"], lines, "\n")
        for (place = 1; place <= count; place++) {
          if (lines[place] ~ /^[0-9]+$/) { if (lines[place] in task) print task[lines[place]] }
          else print substr(lines[place], 2)
        }
        printf "%s", rest
      }' FS='\t' "$1" >"$1~" && cat "$1~" >"$1" && rm "$1~"
    """#

  /// The command line for the action, if the waiting tasks have these titles.
  public func command(for titles: [String]) -> String {
    if case .top(let index) = self {
      "stack top -- \(Self.quoted([titles[index]]))"
    } else {
      command
    }
  }

  private static func quoted(_ words: [String]) -> String {
    words.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }.joined(separator: " ")
  }

  /// The command line for an action that doesn't depend on the tasks.
  public var command: String {
    let quoted = Self.quoted
    switch self {
    case .push(let titles, let inFront, let attachments):
      let options = (inFront ? " --top" : "") + attachments.map { " -a " + quoted([$0]) }.joined()
      if titles.count == 1 { return "stack push\(options) -- " + quoted(titles) }
      return "printf '%s\\n' \(quoted(titles)) | stack push\(options) -"
    case .done: return "stack done"
    case .drop: return "stack drop"
    case .skip: return "stack skip"
    case .send(let host): return "stack send " + quoted([host])
    case .edit(let title): return "stack edit -- " + quoted([title])
    case .note(let line): return "stack note -- " + quoted([line])
    case .rearrange(let lines):
      let order = lines.map { line in
        switch line {
        case .task(let index): "\(index + 1)"
        case .reworded(let index, let title): "=\(index + 1)\t\(title)"
        case .new(let title): "+\(title)"
        }
      }
      return "LINES=\(quoted([order.joined(separator: "\n")])) stack edit --all"
    case .attach(let items): return "stack attach -- " + quoted(items)
    case .detach(let items): return "stack detach " + quoted(items.map { ["--"] + $0 } ?? [])
    // Only a day and a time, without the seconds.
    case .snooze(let date): return "stack snooze \(date.prefix(10)) \(date.dropFirst(11).prefix(5))"
    case .top: preconditionFailure("the command depends on the titles")
    case .undo: return "stack undo"
    case .redo: return "stack redo"
    }
  }
}

/// A user who chooses actions at random.
public struct RandomUser: Sendable {
  /// The source of the choices.
  public var random: SplitMix64
  private let words: [String]
  private var titles = 0
  /// Whether the user also snoozes tasks, and brings others to the front.
  public var snoozes = false

  /// Words that look like JSON, contain terminal escapes, or aren't ASCII.
  public static let awkwardWords = [
    "Write", "\"that\"", "C:\\x", "naïve", "日本語", "👩‍👩‍👧", "\u{202E}", "\u{1B}[31m", "]}", ",",
    "{\"title\":",
  ]

  /// - Parameter words: The words of titles; each title also gets a unique number.
  public init(seed: UInt64, words: [String] = ["task"]) {
    random = SplitMix64(seed: seed)
    self.words = words
  }

  /// A title that wasn't used before.
  public mutating func newTitle() -> String {
    titles += 1
    return "\(random.pick(words)) \(titles)"
  }

  /// The next action, for a queue with this many tasks.
  public mutating func nextAction(tasks count: Int) -> Action {
    if snoozes, count > 0, random.once(in: 4) {
      // Dates far away, so that a task sleeps, or has woken, all the time.
      let year = random.pick(["2001", "2002", "2998", "2999"])
      return random.once(in: 3) ? .top(random.below(count)) : .snooze("\(year)-01-01T00:00:00Z")
    }
    return switch count == 0 ? 0 : random.below(22) {
    case 0...3:
      .push(
        (0...random.below(3)).map { _ in newTitle() }, inFront: random.once(in: 3),
        attachments: random.once(in: 4) ? attachments() : [])
    case 4...6: .done
    case 7: .drop
    case 8: .send(to: "sam@desk.example")
    case 9, 10: .skip
    case 11, 12: .edit(newTitle())
    case 13: .attach(attachments())
    case 14: .detach(random.once(in: 3) ? nil : attachments())
    case 15, 16: .rearrange(lines(count))
    case 17, 18: .undo
    case 19, 20: .note(random.pick([newTitle(), "Again"]))
    default: .redo
    }
  }

  private mutating func attachments() -> [String] {
    (0...random.below(2)).map { _ in "https://example.org/\"\(random.below(4))\\" }
  }

  private mutating func lines(_ count: Int) -> [Action.Line] {
    var kept = Array(0..<count)
    switch random.below(3) {
    case 0: kept.shuffle(using: &random)
    case 1: kept.append(kept.remove(at: random.below(count)))
    default: break
    }
    if random.once(in: 2) { kept.removeAll { _ in random.once(in: 3) } }
    return kept.flatMap { index -> [Action.Line] in
      let line: Action.Line = random.once(in: 4) ? .reworded(index, newTitle()) : .task(index)
      return random.once(in: 5) ? [.new(newTitle()), line] : [line]
    }
  }
}
