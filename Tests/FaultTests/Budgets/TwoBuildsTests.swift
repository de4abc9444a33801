// Compares the small build with the usual one: the same sessions and files give the same output,
// statuses and files. (Other tests, which run with either build, check what the output and the
// files should be.)

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForPrograms) struct TwoBuildsTests {
    private func expectSame(
      _ script: String, queue text: Data? = nil, _ circumstances: Comment? = nil
    ) throws {
      let results = try ProgramBuild.all.map { try $0.run(script, queue: text) }
      for result in results.dropFirst() { #expect(result == results[0], circumstances) }
    }

    @Test(arguments: ProgramBuild.pairs, TestExtent.seeds(2, all: 10))
    func randomSessionsDoTheSame(_: [ProgramBuild], seed: UInt64) throws {
      var user = RandomUser(seed: seed, words: RandomUser.awkwardWords)
      let actions = (0..<40).map { _ in user.nextAction(tasks: 3).command + "; echo \"[$?]\"" }
      try expectSame(actions.joined(separator: "\n"), "STACK_SEED=\(seed)")
    }

    /// The builds have different C libraries, which compute local times.
    @Test(
      arguments: ProgramBuild.pairs,
      [
        "UTC", "Europe/Berlin", ":America/New_York", "Asia/Kolkata", "Australia/Lord_Howe",
        "America/Sao_Paulo", "EST5EDT", "CET-1CEST,M3.5.0,M10.5.0/3", "<+0330>-3:30",
        "Pacific/Apia",
      ])
    func sixtyCommandsDoTheSameInTheTimeZone(_: [ProgramBuild], zone: String) throws {
      let dates = ["2026-01-15T23:30:00Z", "2026-07-15T23:30:00Z", "2026-10-25T00:59:59Z"]
      let ended = dates.map { #"{"title": "x", "completed": "\#($0)"}"# }
      try expectSame(
        """
        export TZ='\(zone)'
        for month in 01 04 07 10; do
          export STACK_NOW=2027-$month-02T09:30:00Z
          for when in 90m tomorrow 'monday 9:00' 'dec 1' 2w 23:59; do
            stack push "$month $when"; stack snooze "$when"
            grep -o '"until": "[^"]*"' .config/stack/stack.json | tr -d ':T-'
          done
          stack log; stack log --since 2026-07-16; stack count
        done
        """, queue: Data("{\"completed\": [\(ended.joined(separator: ", "))]}".utf8))
    }

    @Test(arguments: ProgramBuild.pairs) func helpAndScriptsAreTheSame(_: [ProgramBuild]) throws {
      try expectSame(
        """
        stack; stack help; stack help --man; stack path; stack -V; stack nonsense; stack init
        for command in $(stack help | sed -n 's/^  stack \\([a-z]*\\) .*/\\1/p'); do
          stack help $command; stack $command --nonsense; stack init $command
        done
        for shell in bash zsh fish elvish xonsh posix; do stack init $shell; done
        """)
    }

    /// With the files of StackTests/CaseTests.
    @Test(arguments: ProgramBuild.pairs)
    func filesOfAllKindsAreReadAndChangedTheSame(_: [ProgramBuild]) throws {
      let directory = Need.file("StackTests/Cases/sound")
      let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
      let sound = try names.map { ($0, try Data(contentsOf: URL(filePath: "\(directory)/\($0)"))) }
      let all = sound + BrokenFile.all.map { ($0.name, $0.data) }
      try #require(all.count > 200)
      for (name, data) in all {
        try expectSame(
          """
          for command in "" "prompt --extent --max 9" --json count "push Ä" done "edit Other" undo redo; do
            stack $command; echo "[$?]"
          done
          """, queue: data, "\(name)")
      }
    }
  }
#endif
