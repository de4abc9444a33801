// File systems without modes, owners, locks, hard links or the syncing of folders: what can be done
// without is done without, and what can't is told.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.needsStrace)
  struct PoorFileSystemTests {
    private let home = Home(in: Home.memory)
    private static let commands = TestExtent.sample(["push Five", "done", "skip", "undo", "redo"], 2)
    private static let notOffered = TestExtent.sample(["EPERM", "ENOSYS", "EOPNOTSUPP", "EINVAL"], 1)

    init() throws {
      try home.writeQueue(Scenario.text)
      chmod(home.queueFile().path, 0o640)
      for arguments in [["skip"], ["skip"], ["undo"]] {
        #expect(try home.run(home.program.path, arguments).status == 0)
      }
    }

    /// Runs `stack` where a system call fails: always, or some times.
    private func run(
      _ arguments: String, failing call: String, _ error: String, when: String = "1+"
    ) throws -> Finished {
      let calls = SystemCall.names(call)
      return try home.shell(
        """
        exec strace -o trace -e 'trace=\(calls)' -e 'inject=\(calls):error=\(error):when=\(when)' \
          -- stack \(arguments)
        """)
    }

    /// Neither modes nor owners are worth refusing a change.
    @Test(arguments: ["fchmod", "fchown"], notOffered)
    func withoutModesAndOwners(_ call: String, _ error: String) throws {
      if Need.isRoot { chown(home.queueFile().path, 12345, 23456) }
      for command in Self.commands {
        let before = home.queueText()
        let finished = try run(command, failing: call, error)
        #expect(finished.status == 0, "\(command): \(finished.errors)")
        #expect(finished.errors.isEmpty)
        #expect(home.queueText() != before, "\(command)")
      }
      #expect(home.files(below: ".config") == ["stack/stack.json"])
    }

    /// A mode that can't be set is never wider than it was.
    @Test func withoutModesAFileStaysPrivate() throws {
      chmod(home.queueFile().path, 0o600)
      #expect(
        try home.shell("umask 0; strace -o /dev/null -e trace=fchmod -e inject=fchmod:error=EPERM stack skip")
          .status == 0)
      #expect(try home.shell("stat -c %a .config/stack/stack.json").output == "600\n")
    }

    /// Without locks nothing can be changed safely.
    @Test(
      arguments: TestExtent.sample(["ENOLCK", "ENOSYS", "EOPNOTSUPP"], 1),
      [(true, "1+"), (true, "2"), (false, "1+")])
    func withoutLocks(_ error: String, _ file: (isThere: Bool, calls: String)) throws {
      if !file.isThere { try home.shell("rm -r .config .local") }
      let before = home.queueText()
      let finished = try run("push Five", failing: "flock", error, when: file.calls)
      let trace = try String(contentsOf: home.url("trace"), encoding: .utf8)
      #expect(trace.contains("(INJECTED)"), "the file is locked too, where there is one")
      #expect(finished.status == 74)
      #expect(finished.output.isEmpty)
      #expect(finished.errors.hasPrefix("stack: cannot lock \(home.folder.path)/.config/stack/"))
      #expect(finished.errors.hasSuffix("nothing was changed\n"), "\(finished.errors)")
      #expect(home.queueText() == before)
      #expect(home.files(below: ".config") == (file.isThere ? ["stack/stack.json"] : []))
    }
  }
#endif
