// The small build against the usual one: the same arguments, files and input make the same output, status and
// files, to the byte.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    .enabled(if: Need.release, Need.releaseReason),
    .enabled(if: ProgramBuild.small != nil, Need.smallReason))
  struct TwoBuildsTests {
    /// `STACK_COMPARE_COUNT`: how many random runs there are at least.
    private static let count = number("STACK_COMPARE_COUNT") ?? 400
    /// `STACK_COMPARE_SEED`: from which number on they are made.
    private static let seed = number("STACK_COMPARE_SEED") ?? 1

    private static func number(_ name: String) -> Int? {
      ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }

    private static let commands = [
      "push", "done", "skip", "drop", "edit", "undo", "redo", "attach", "detach", "open", "send", "receive",
      "merge", "count", "prompt", "init", "path", "help",
    ]

    @Test func helpAndScriptsAreTheSame() throws {
      var steps: [Step] = [
        .stack(), .stack("help"), .stack("--help"), .stack("-h"), .stack("--version"), .stack("-V"),
        .stack("help", "--man"), .stack("help", "nonsense"), .stack("init"), .stack("path"),
      ]
      for command in Self.commands {
        steps += [
          .stack("help", command), .stack(command, "--help"), .stack("--json", command, "--nonsense"),
        ]
      }
      for shell in ["bash", "zsh", "fish", "posix", "tcsh"] {
        steps += [.stack("init", shell), .stack("init", shell, "--no-prompt")]
      }
      var called = Run(arguments: [Array("help".utf8), Array("--man".utf8)])
      called.name = Array("todo.exe".utf8)
      steps.append(.run(called))
      called.streams = .bothToTerminal
      let statuses = try expectAlike(steps + [.run(called)])
      #expect(statuses.contains(0) && statuses.contains(64))
    }

    /// The cases of the tests of the JSON reader, sound and broken: shown, changed, merged, undone.
    @Test(arguments: ["sound", "broken"]) func casesOfTheReaderAreTakenAlike(_ kind: String) throws {
      let cases = try Self.cases(kind)
      try #require(cases.count > 50)
      let base = Array(Scenario.text.utf8)
      var statuses: Set<Int32> = []
      for (name, text) in cases {
        statuses.formUnion(
          try expectAlike(
            [
              .write(text, to: StepGenerator.queueFile), .stack(), .stack("prompt", "--extent", "--max", "9"),
              .stack("--json"), .stack("count"), .stack("push", "Call Sam"), .stack("push", "--top", "Ä"),
              .stack("done"), .stack("edit", "Reworded"), .stack("undo"), .stack("undo"), .stack("undo"),
              .stack("redo"), .write(base, to: "base.json"), .write(text, to: "theirs.json"),
              .write(base, to: "ours.json"), .stack("merge", "base.json", "ours.json", "theirs.json"),
              .write(base, to: StepGenerator.queueFile), .stack("merge", "theirs.json"), .stack("undo"),
            ], name))
        if statuses.contains(-1) { break }
      }
      #expect(statuses.contains(kind == "sound" ? 0 : 65))
    }

    @Test func randomSessionsGoAlike() throws {
      let texts = try Self.cases("sound").map(\.text) + Self.cases("broken").map(\.text)
      var statuses: Set<Int32> = []
      var runs = 0
      var number = Self.seed
      while runs < Self.count {
        var generator = StepGenerator(seed: UInt64(bitPattern: Int64(number)), texts: texts)
        let steps = generator.session()
        statuses.formUnion(try expectAlike(steps, "STACK_COMPARE_SEED=\(number)"))
        if statuses.contains(-1) { break }
        for case .run in steps { runs += 1 }
        number += 1
      }
      // Not all were refused.
      if Self.count >= 400 { #expect(statuses.isSuperset(of: [0, 1, 64, 65])) }
    }

    /// What isn't alike is seen: a comparison that finds nothing says nothing otherwise.
    @Test(arguments: [
      (Step.stack("push", "One"), Step.stack("push", "Two")),
      (.stack("prompt"), .stack("prompt", "--extent")),
      (.stack("nonsense"), .stack("nonsence")), (.stack("done"), .stack("count")),
      (.write([0xFF], to: "file"), .write([0xFE], to: "file")),
    ])
    func differencesAreSeen(_ one: Step, _ two: Step) throws {
      let build = try #require(ProgramBuild.small)
      let homes = [try SteppedHome(of: build), try SteppedHome(of: build)]
      _ = try homes.map { try $0.take(.stack("push", "Zero")) }
      #expect(try homes[0].take(one) != homes[1].take(two))
    }

    // MARK: Details

    private static func cases(_ kind: String) throws -> [(name: String, text: [UInt8])] {
      let folder = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../StackTests/Cases/\(kind)").standardizedFileURL
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
        ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))))
      }
    }

    /// Takes the same steps with both builds.
    ///
    /// - Returns: The statuses seen; with -1, if there was a difference.
    private func expectAlike(_ steps: [Step], _ circumstances: String = "") throws -> Set<Int32> {
      var statuses: Set<Int32> = []
      var difference: String?
      for attempt in 1...20 {
        statuses = []
        let start = SteppedHome.now
        difference = try firstDifference(steps, &statuses)
        // Dates are whole seconds, and merging looks at them. What was begun in one second and ended in
        // another may differ for that reason alone; what does so time and again doesn't.
        if difference == nil || SteppedHome.now == start || attempt == 20 { break }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        usleep(UInt32((1_000_000_000 - now.tv_nsec) / 1000))
      }
      if let difference {
        Issue.record("\(circumstances): \(difference)")
        statuses.insert(-1)
      }
      return statuses
    }

    private func firstDifference(_ steps: [Step], _ statuses: inout Set<Int32>) throws -> String? {
      let builds = [try #require(ProgramBuild.underTest), try #require(ProgramBuild.small)]
      let homes = try builds.map(SteppedHome.init)
      for (index, step) in steps.enumerated() {
        let sights = try homes.map { try $0.take(step) }
        if case .run = step { statuses.insert(sights[0].status) }
        let differences = sights[0].differences(from: sights[1])
        guard differences.isEmpty else {
          let before = steps[..<index].map(\.description).joined(separator: "\n")
          return "after\n\(before)\nthen\n\(step)\n\(differences.joined(separator: "\n"))"
        }
      }
      return nil
    }
  }
#endif
