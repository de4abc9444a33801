// File systems without modes, owners, times, locks, hard links or the syncing of folders: what can be done
// without is done without, and what can't is told.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    .enabled(if: Need.strace != nil, Need.straceReason))
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

    /// Runs `stack` where a system call fails: always, or some times, and where it is about some folders alone.
    private func run(
      _ arguments: String, failing call: String, _ error: String, at paths: [String] = [], when: String = "1+"
    ) throws -> Finished {
      let places = paths.map { "-P '\(home.folder.path)/\($0)'" }.joined(separator: " ")
      let calls = SystemCall.names(call)
      return try home.shell(
        """
        exec strace -o trace \(places) -e 'trace=\(calls)' -e 'inject=\(calls):error=\(error):when=\(when)' \
          -- stack \(arguments)
        """)
    }

    private var isInjected: Bool {
      get throws { try String(contentsOf: home.url("trace"), encoding: .utf8).contains("(INJECTED)") }
    }

    /// Runs some commands so, which make their changes all the same and say nothing of it.
    private func expectDoneWithout(_ call: String, _ error: String, at paths: [String] = []) throws {
      for command in Self.commands {
        let before = home.queueText()
        #expect(try run(command, failing: call, error, at: paths).errors == "", "\(command)")
        #expect(home.queueText() != before, "\(command)")
        #expect(try isInjected || paths.isEmpty)
      }
      #expect(home.files(below: ".config") == ["stack/stack.json"])
    }

    /// Neither modes nor owners nor times are worth refusing a change.
    @Test(arguments: ["fchmod", "fchown", "utimensat"], notOffered)
    func withoutModesOwnersAndTimes(_ call: String, _ error: String) throws {
      if Need.isRoot { chown(home.queueFile().path, 12345, 23456) }
      try expectDoneWithout(call, error)
    }

    /// A mode that can't be set is never wider than it was.
    @Test func withoutModesAFileStaysPrivate() throws {
      chmod(home.queueFile().path, 0o600)
      #expect(
        try home.shell("umask 0; strace -o /dev/null -e trace=fchmod -e inject=fchmod:error=EPERM stack skip")
          .status == 0)
      #expect(try home.shell("stat -c %a .config/stack/stack.json").output == "600\n")
    }

    @Test(arguments: TestExtent.sample(["EPERM", "EXDEV", "EOPNOTSUPP", "ENOSYS", "EMLINK"], 2))
    func withoutHardLinks(_ error: String) throws {
      for command in ["push Five", "done", "skip"] {
        let before = home.queueText()
        for (command, isBack) in [(command, false), ("undo", true), ("redo", false), ("undo", true)] {
          let finished = try run(command, failing: "link", error)
          #expect(finished.status == 0, "\(command): \(finished.errors)")
          #expect((home.queueText() == before) == isBack, "\(command)")
        }
      }
    }

    @Test(arguments: notOffered)
    func withoutTheSyncOfFolders(_ error: String) throws {
      let folders = try home.shell("find .config .local -type d").output.split(separator: "\n")
      #expect(folders.count > 4)
      try expectDoneWithout("fsync", error, at: folders.map(String.init))
    }

    /// A sync that fails for another reason has failed.
    @Test(arguments: TestExtent.sample(["EIO", "ENOSPC", "EDQUOT"], 1), 1...8)
    func aSyncThatFails(_ error: String, number: Int) throws {
      let before = home.queueText()
      let finished = try run("push Five", failing: "fsync", error, when: "\(number)")
      guard try isInjected else {
        #expect(number > 2, "the text and its folder are synced")
        return
      }
      #expect(finished.status == 74)
      #expect(finished.output.isEmpty)
      #expect(finished.errors.hasPrefix("stack: "))
      #expect(finished.errors.contains("cannot sync "), "\(finished.errors)")
      let isDone = finished.errors.hasPrefix("stack: added, but ")
      #expect(try home.titles().contains("Five") == isDone)
      if !isDone { #expect(home.queueText() == before) }
      #expect(home.files(below: ".config") == ["stack/stack.json"])
    }

    /// Without locks nothing can be changed safely.
    @Test(
      arguments: TestExtent.sample(["ENOLCK", "ENOSYS", "EOPNOTSUPP"], 1),
      [(true, "1+"), (true, "2"), (false, "1+")])
    func withoutLocks(_ error: String, _ file: (isThere: Bool, calls: String)) throws {
      if !file.isThere { try home.shell("rm -r .config .local") }
      let before = home.queueText()
      let finished = try run("push Five", failing: "flock", error, when: file.calls)
      #expect(try isInjected, "the file is locked too, where there is one")
      #expect(finished.status == 74)
      #expect(finished.output.isEmpty)
      #expect(finished.errors.hasPrefix("stack: cannot lock \(home.folder.path)/.config/stack/"))
      #expect(finished.errors.hasSuffix("nothing was changed\n"), "\(finished.errors)")
      #expect(home.queueText() == before)
      #expect(home.files(below: ".config") == (file.isThere ? ["stack/stack.json"] : []))
    }

    /// While somebody waits for it, the end of a child is not missed because a signal came.
    @Test(arguments: ["edit", "send sam@desk.example"], ["wait4", "waitid"])
    func waitingForAProgramIsInterrupted(_ command: String, _ call: String) throws {
      let home = try Home(for: .nothing)
      let before = home.queueText()
      let finished = try home.shell(
        """
        exec strace -o trace -e trace=wait4,waitid -e inject=\(call):error=EINTR:when=1..3 -- stack \(command)
        """)
      let calls = try String(contentsOf: home.url("trace"), encoding: .utf8)
      #expect(calls.contains("wait4(") || calls.contains("waitid("), "it waits for the program")
      #expect(finished.status == 0, "\(finished.errors)")
      #expect(finished.errors.isEmpty)
      #expect(home.queueText() != before)
    }
  }
#endif
