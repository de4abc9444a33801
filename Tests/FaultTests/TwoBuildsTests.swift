// The small build against the usual one: the same sessions and files make the same output, statuses and files.
// (That each does what it should is what the other tests show, which run with either.)

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite struct TwoBuildsTests {
    /// Types a script into a shell, and looks at all that is there afterwards.
    private func sight(
      of script: String, with build: ProgramBuild, queue text: Data?
    ) throws -> (finished: Finished, files: [String]) {
      let home = Home(
        ["STACK_SSH": "cat >/dev/null; echo received 1.1.0 stack;:", "VISUAL": "rearrange", "USER": "pat"],
        program: build.program)
      try home.script("rearrange", Action.rearranger)
      if let text { try home.write(text, to: ".config/stack/stack.json") }
      let finished = try home.shell(script)
      func seen(_ text: String) -> String {
        // The folder of a text that is edited has a name by chance.
        text.replacingOccurrences(of: home.folder.path, with: "~").dated.replacingOccurrences(
          of: #"editing\.\w{6}"#, with: "editing.CHANCE", options: .regularExpression)
      }
      let paths = home.files(below: ".").filter { !$0.hasPrefix(".bin") }
      let files = try paths.map { path in
        let text = String(decoding: try Data(contentsOf: home.url(path)), as: UTF8.self)
        // In the names of versions, dates have no hyphens.
        let name = seen(path).replacingOccurrences(
          of: #"\d{8}T[\d.]+Z"#, with: "DATE", options: .regularExpression)
        return name.replacingOccurrences(of: home.folder.path.dropFirst(), with: "HOME") + ": " + seen(text)
      }
      let said = (output: seen(finished.output), errors: seen(finished.errors))
      return (Finished(status: finished.status, output: said.output, errors: said.errors), files.sorted())
    }

    private func expectAlike(
      _ script: String, queue text: Data? = nil, _ circumstances: Comment? = nil
    ) throws {
      let sights = try ProgramBuild.all.map { try sight(of: script, with: $0, queue: text) }
      for sight in sights.dropFirst() {
        #expect(sight.finished == sights[0].finished, circumstances)
        #expect(sight.files == sights[0].files, circumstances)
      }
    }

    @Test(arguments: ProgramBuild.pairs, TestExtent.seeds(2, all: 10))
    func sessions(_: [ProgramBuild], seed: UInt64) throws {
      var user = RandomUser(seed: seed, words: RandomUser.awkwardWords)
      let actions = (0..<40).map { _ in user.nextAction(tasks: 3).command + "; echo \"[$?]\"" }
      try expectAlike(actions.joined(separator: "\n"), "STACK_SEED=\(seed)")
    }

    @Test(arguments: ProgramBuild.pairs) func helpAndScripts(_: [ProgramBuild]) throws {
      try expectAlike(
        """
        stack; stack help; stack help --man; stack path; stack -V; stack nonsense; stack init
        for command in $(stack help | sed -n 's/^  stack \\([a-z]*\\) .*/\\1/p'); do
          stack help $command; stack $command --nonsense; stack init $command
        done
        for shell in bash zsh fish elvish xonsh posix; do stack init $shell; done
        """)
    }

    /// The cases of the tests of the JSON reader, sound and broken: shown and changed.
    @Test(arguments: ProgramBuild.pairs, ["sound", "broken"])
    func filesOfAllKinds(_: [ProgramBuild], kind: String) throws {
      let folder = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../StackTests/Cases/\(kind)").standardizedFileURL
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      try #require(names.count > 50)
      for name in names {
        try expectAlike(
          """
          for command in "" "prompt --extent --max 9" --json count "push Ä" done "edit Other" undo redo; do
            stack $command; echo "[$?]"
          done
          """, queue: Data(contentsOf: folder.appendingPathComponent(name)), "\(name)")
      }
    }
  }
#endif
