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
    @Test(arguments: ProgramBuild.pairs, ["sound", "broken"])
    func filesOfAllKindsAreReadAndChangedTheSame(_: [ProgramBuild], kind: String) throws {
      let directory = Need.file("StackTests/Cases/\(kind)")
      let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
      try #require(names.count > 50)
      for name in names {
        try expectSame(
          """
          for command in "" "prompt --extent --max 9" --json count "push Ä" done "edit Other" undo redo; do
            stack $command; echo "[$?]"
          done
          """, queue: Data(contentsOf: URL(filePath: "\(directory)/\(name)")), "\(name)")
      }
    }
  }
#endif
