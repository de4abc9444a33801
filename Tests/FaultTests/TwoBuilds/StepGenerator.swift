// Random steps: commands with titles from all of Unicode, bytes that are no text, and files of all sorts.

import Foundation
import TestSupport

/// Makes steps that follow from a seed.
struct StepGenerator {
  private var random: SplitMix64
  private let texts: [[UInt8]]

  static let queueFile = ".config/stack/stack.json"

  /// Makes a generator.
  ///
  /// - Parameter texts: Texts of queue files, sound and broken.
  init(seed: UInt64, texts: [[UInt8]]) {
    random = SplitMix64(seed: seed)
    self.texts = texts
  }

  /// The steps of one session, which begins in an empty home.
  mutating func session() -> [Step] {
    var steps: [Step] = [.write(Array("notes\n".utf8), to: "notes.txt")]
    if !random.once(in: 4) { steps.append(.write(queueText(), to: Self.queueFile)) }
    for path in ["base.json", "theirs.json"] where random.once(in: 2) {
      steps.append(.write(queueText(), to: path))
    }
    for _ in 0..<(3 + random.below(10)) { steps.append(step()) }
    return steps
  }

  private mutating func step() -> Step {
    switch random.below(16) {
    case 0: .copy(Self.queueFile, to: random.pick(["base.json", "theirs.json", "ours.json"]))
    case 1: .write(queueText(), to: random.pick([Self.queueFile, "theirs.json"]))
    case 2:
      .replace(
        random.pick(["title", "One", "\n", " ", "}", "é", "\"version\": 1"]),
        by: random.pick(["title", "Two", "\r\n", "  ", "}", "e\u{301}", "\"version\": 1, \"own\": [1, 2]"]),
        in: random.pick([Self.queueFile, "theirs.json"]))
    default: .run(run())
    }
  }

  // MARK: Runs

  private mutating func run() -> Run {
    var run = Run(arguments: arguments())
    if run.arguments.first.map({ ["push", "receive"].map { Array($0.utf8) }.contains($0) }) == true
      || random.once(in: 10)
    {
      run.input = input()
    }
    run.variables = [
      "STACK_SSH": Array("./ssh".utf8), "STACK_OPENER": Array("ls -d".utf8),
      "EDITOR": Array(
        "sed -i -e \(random.pick(["s/a/b/", "1d", "$!d", "s/^1/3/", "/One/d", "s/ / \\\\t/"]))".utf8),
    ]
    run.variables["USER"] = .some(Array("robin".utf8))
    if random.once(in: 10) {
      let (name, values): (String, [[UInt8]?]) = random.pick([
        ("HOME", [nil, [], Array("relative".utf8), Array("@HOME@/none".utf8)]),
        ("XDG_CONFIG_HOME", [[], Array("relative".utf8), Array("@HOME@/configuration".utf8)]),
        ("XDG_STATE_HOME", [[], Array("@HOME@/state".utf8), Array("@HOME@/notes.txt".utf8)]),
        ("STACK_QUEUE", [[], Array("work".utf8), Array("../up".utf8), [0xFF], Array("é".utf8)]),
        ("TERM", [nil, Array("dumb".utf8)]),
        ("NO_COLOR", [Array("1".utf8)]),
        ("EDITOR", [nil, Array("false".utf8), Array("true".utf8), Array("none-such".utf8)]),
        ("PATH", [nil, [], Array("/nowhere".utf8)]),
        ("LANG", [nil, Array("C".utf8), Array("de_DE.ISO-8859-1".utf8)]),
      ])
      run.variables[name] = random.pick(values)
    }
    if random.once(in: 12) {
      run.name = random.pick(
        ["todo", "/usr/bin/t-1", "-stack", "./st ack", "", "stäck", "a/b/", "-"].map { Array($0.utf8) } + [
          bytes()
        ])
    }
    run.streams = random.pick([.files, .files, .errorsToTerminal, .bothToTerminal])
    return run
  }

  private mutating func arguments() -> [[UInt8]] {
    var words = command()
    if random.once(in: 12) { words.insert(Array("--json".utf8), at: 0) }
    if random.once(in: 20) { words.append(Array("--json".utf8)) }
    if random.once(in: 15) {
      words = option("-s", random.pick(["work", "", "a.b", "-x", "é", ".."])) + words
    }
    if random.once(in: 15) { words.insert(bytes(), at: random.below(words.count + 1)) }
    return words
  }

  private func option(_ name: String, _ value: String) -> [[UInt8]] { [Array(name.utf8), Array(value.utf8)] }

  private mutating func command() -> [[UInt8]] {
    let words: [String]
    switch random.below(34) {
    case 0...2: words = []
    case 3...5: words = ["prompt"] + random.pick([[], ["--extent"], ["--max"], ["--max=0"], ["--max=x"]])
    case 6...8: words = ["prompt", "--max", "\(random.below(40))"]
    case 9...12: words = ["push"] + titles()
    case 13: words = ["push", "--top"] + titles()
    case 14: words = ["push", "-a", attachment(), "--attach=\(attachment())"] + titles()
    case 15: words = ["push", "-"]
    case 16:
      words = random.pick([["push"], ["push", "--"], ["push", "--", "-"], ["push", "--", "--help"]])
    case 17, 18: words = ["done"]
    case 19: words = ["skip"]
    case 20: words = ["drop"]
    case 21: words = ["edit"] + titles()
    case 22: words = random.pick([["edit"], ["edit", "--all"]])
    case 23: words = ["attach", attachment(), attachment()]
    case 24: words = random.pick([["detach"], ["detach", attachment()]])
    case 25, 26: words = ["undo"]
    case 27: words = ["redo"]
    case 28: words = ["count"]
    case 29: words = ["receive"]
    case 30: words = ["merge", random.pick(["theirs.json", "base.json", "none.json", ".", Self.queueFile])]
    case 31: words = ["merge", "base.json", "ours.json", "theirs.json"]
    case 32:
      words = random.pick([
        ["open"], ["open", "1"], ["open", "x"], ["send", "host"], ["send", "-x"], ["path"],
      ])
    default: return wrongUsage()
    }
    return words.map { Array($0.utf8) }
  }

  private mutating func wrongUsage() -> [[UInt8]] {
    let word = random.pick([
      "add", "pop", "complete", "list", "next", "show", "log", "psuh", "dnoe", "edti", "--hlep", "-x",
      "--max",
      "done now", "count", "help", "init", "undo", "merge", "attach", "send", "path", "-sx", "--stack=", "",
      "--version=1", "-hV", "prompt",
    ])
    let more = random.pick(["", "x", "--top", "--all", "tcsh", "-", "--", "done", "\u{1B}[31m", "e\u{301}"])
    return ([word] + (random.once(in: 2) ? [more] : [])).map { Array($0.utf8) }
  }

  private mutating func attachment() -> String {
    random.pick([
      "notes.txt", "none.txt", "https://example.org/\(random.below(3))", "./notes.txt", "@HOME@/notes.txt",
      "",
      "https:", "mailto:\(title())", ".", "a\nb",
    ])
  }

  private mutating func input() -> [UInt8] {
    switch random.below(6) {
    case 0: bytes()
    case 1:
      Array("{\"title\": \"\(title())\", \"from\": \"robin\", \"added\": \"2001-01-01T10:00:00Z\"}".utf8)
    case 2: queueText()
    default:
      Array((0..<random.below(6)).map { _ in title() }.joined(separator: random.pick(["\n", "\r\n"])).utf8)
    }
  }

  // MARK: Texts

  private mutating func titles() -> [String] { (0...random.below(3)).map { _ in title() } }

  /// A title; where it is short, two of them are sometimes the same.
  private mutating func title() -> String {
    if random.once(in: 3) { return random.pick(["One", "Two", "Call Sam", "Write the report", "a", "é"]) }
    return (0...random.below(12)).map { _ in cluster() }.joined()
  }

  private mutating func cluster() -> String {
    func text(_ scalars: [UInt32]) -> String {
      String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    }
    func from(_ range: ClosedRange<UInt32>) -> UInt32 {
      range.lowerBound + UInt32(random.below(range.count))
    }
    switch random.below(16) {
    case 0: return random.pick(["👩‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "🇩🇪", "🇩", "3️⃣", "❤️", "❤", "👍🏿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🧑‍🤝‍🧑"])
    // Emoji joined as nobody has joined them.
    case 1:
      return text([from(0x1F300...0x1FAFF), 0x200D, from(0x2600...0x27BF), 0xFE0F, from(0x1F3FB...0x1F3FF)])
    // Combining marks, after something and after nothing.
    case 2: return "e" + text((0...random.below(5)).map { _ in from(0x300...0x36F) })
    case 3:
      return text([from(0x300...0x36F), from(0x1AB0...0x1AFF), from(0x20D0...0x20F0), from(0xFE00...0xFE0F)])
    // Scripts whose characters are put together: Indic, Thai, Korean.
    case 4: return random.pick(["क्षि", "க்ஷ", "กำ", "ন্দ্র", "각", "ᄀᆨ", "ᄀ", "ᆨ"])
    case 5: return text([from(0x900...0xDFF), from(0x900...0xDFF), 0x94D, from(0x1100...0x11FF)])
    // Wide ones, and halves.
    case 6: return text([from(0x4E00...0x9FFF), from(0xFF01...0xFFEE), from(0x3041...0x30FF)])
    case 7: return text([from(0x20000...0x2FFFF)])
    // What turns the direction.
    case 8:
      return text([random.pick([0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069])])
    case 9: return text([random.pick([0x200E, 0x200F, 0x61C]), from(0x5D0...0x5EA), from(0x627...0x64A)])
    // What drives terminals, and what breaks lines.
    case 10: return text([from(0x80...0x9F)])
    case 11: return text([from(1...0x1F)])
    case 12:
      return random.pick([
        "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{200B}", "\u{A0}", "\u{AD}",
      ])
    // Anything at all, also what no version of Unicode knows yet.
    case 13: return text([from(0xA0...0x10FFFF), from(0xA0...0xFFFF)])
    default: return random.pick(["a", "Z", " ", "  ", "\"", "\\", "/", "-", "{", "]", ",", "$20", "?", "'"])
    }
  }

  /// A few bytes, few of which are text.
  private mutating func bytes() -> [UInt8] {
    (0...random.below(8)).flatMap { _ -> [UInt8] in
      random.once(in: 3)
        ? random.pick([
          [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xC3],
          [0xF0, 0x9F, 0x98],
        ]) : [UInt8(1 + random.below(255))]
    }
  }

  private mutating func queueText() -> [UInt8] {
    var text = random.once(in: 2) ? random.pick(texts) : generatedText()
    guard random.once(in: 5), !text.isEmpty else { return text }
    for _ in 0...random.below(3) {
      let position = random.below(text.count)
      switch random.below(4) {
      case 0: text[position] = UInt8(random.below(256))
      case 1: text.insert(contentsOf: bytes(), at: position)
      case 2: text.removeSubrange(position..<min(text.count, position + 1 + random.below(4)))
      default: text.append(contentsOf: text[position..<min(text.count, position + 20)])
      }
      if text.isEmpty { break }
    }
    return text
  }

  private mutating func generatedText() -> [UInt8] {
    func quoted(_ text: String) -> String {
      let escaped = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case ..<" ": "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
        default: "\(scalar)"
        }
      }
      return "\"\(escaped.joined())\""
    }
    func tasks(_ ending: String?) -> String {
      (0..<random.below(10)).map { _ in
        var members = ["\"title\": \(random.once(in: 12) ? #""\ud83d \u0000\u202e""# : quoted(title()))"]
        if !random.once(in: 4) { members.append("\"added\": \"2001-01-0\(1 + random.below(9))T10:00:00Z\"") }
        if random.once(in: 4) {
          members.append("\"attachments\": [\"https://example.org/\(random.below(3))\"]")
        }
        if random.once(in: 4) { members.append("\"priority\": \(random.below(3))") }
        if let ending { members.append("\"\(ending)\": \"2001-02-0\(1 + random.below(9))T10:00:00Z\"") }
        return "    {\(members.joined(separator: ", "))}"
      }.joined(separator: ",\n")
    }
    let text = """
      {
        "version": 1,
        "tasks": [
      \(tasks(nil))
        ],
        "completed": [
      \(tasks(random.pick(["completed", "dropped", "sent"])))
        ]
      }

      """
    return Array(text.utf8)
  }
}
