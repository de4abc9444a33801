// File systems without modes, owners or locks, and those that report sizes late or wrongly: a
// change works without the features that aren't necessary, and a message names the missing one
// otherwise.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForPrograms, .needsStrace) struct FileSystemTests {
    private let home = Home()
    private static let commands = ["push Five", "done", "skip", "undo", "redo"]

    init() throws {
      try home.writeQueue(Scenario.text)
      chmod(home.queueFile().path, 0o640)
      #expect(try home.shell("stack skip && stack skip && stack undo").status == 0)
    }

    @Test(
      arguments: ["fchmod", "fchown"],
      ["EPERM", "ENOSYS", "EOPNOTSUPP", "EINVAL"])
    func aChangeWorksWithoutModesAndOwners(_ call: String, _ error: String) throws {
      if Need.isRoot { chown(home.queueFile().path, 0, 23456) }
      for command in Self.commands {
        let before = home.queueText()
        let finished = try home.shell("\(Home.strace("error=\(error)", at: call)) stack \(command)")
        #expect(finished.status == 0 && finished.errors.isEmpty, "\(command): \(finished.errors)")
        #expect(home.queueText() != before, "\(command)")
      }
      #expect(home.files(below: ".config") == ["stack/stack.json"])
    }

    /// A mode that can't be set is never wider than it was.
    @Test func withoutModesAFileStaysPrivate() throws {
      chmod(home.queueFile().path, 0o600)
      let withoutModes = Home.strace("error=EPERM", at: "fchmod")
      #expect(try home.shell("umask 0; \(withoutModes) stack skip").status == 0)
      #expect(try home.shell("stat -c %a .config/stack/stack.json").output == "600\n")
    }

    @Test(
      arguments: ["ENOLCK", "ENOSYS", "EOPNOTSUPP"], [true, false])
    func withoutLocksNothingIsChanged(_ error: String, hasFile: Bool) throws {
      if !hasFile { try home.shell("rm -r .config .local") }
      let before = home.queueText()
      let withoutLocks = Home.strace("error=\(error)", at: "flock", "1+")
      try home.shell("\(withoutLocks) stack push Five").expectFailure(
        "cannot lock \(home.directory.path)/.config/stack/", "; nothing was changed\n")
      #expect(try home.text(of: "trace").contains("(INJECTED)"))
      home.expectQueue(before)
    }

    /// A file that seems to end at the first read, the second one, and so on, because another
    /// program shortens it or the file system is wrong: nothing crashes, and the message says
    /// truthfully whether the change was made.
    @Test(
      arguments: [
        ("push Five", 12), ("done", 12), ("undo", 12), ("edit --all", 6), ("edit", 6),
        ("edit Reworded", 6),
        ("send robin@desk", 6), ("log", 6), ("skip", 6), ("count", 6), ("prompt", 6),
      ])
    func aFileThatEndsEarlyLosesNothing(_ command: String, reads: Int) throws {
      try home.writeQueue(StackFile.text(tasks: TestExtent.isAll ? 4_000 : 300))
      #expect(try home.stack("done").status == 0)
      let text = try #require(home.queueText())
      for number in TestExtent.sample(Array(1...reads), 3) {
        let readingNothing = Home.strace("retval=0", at: "pread64", "\(number)+")
        let finished = try home.shell(
          "EDITOR=true STACK_SSH=false \(readingNothing) stack \(command)")
        let circumstances: Comment = "\(number): \(finished.errors)"
        #expect(finished.status < 128, circumstances)
        if home.queueText() == text { continue }
        #expect(finished.status == 0 || finished.errors.contains(", but "), circumstances)
        #expect(!finished.errors.contains("nothing was changed"), circumstances)
        #expect(try home.stack("undo").status == 0 || command == "undo", circumstances)
        try text.write(to: home.queueFile(), atomically: false, encoding: .utf8)
      }
    }

    /// POSIX permits that one read returns fewer bytes than there are, such as on network file
    /// systems. Another writer may have just removed the lock's file.
    @Test(arguments: [
      ("stack", "$PWD/.config/stack/stack.json", "pread64:retval=0:when=1"),
      ("stack prompt", "$PWD/.config/stack/stack.json", "pread64:retval=0:when=1"),
      ("stack push Five", ".stack.json.new", "open,openat:error=ENOENT:when=1..3"),
    ])
    func aShortReadOrAMissingLockFileIsTriedAgain(
      _ command: String, _ path: String, _ fault: String
    ) throws {
      let finished = try home.shell("strace -o trace -P \(path) -e inject=\(fault) -- \(command)")
      #expect(finished == Finished(output: "Two\n"))
      #expect(try home.text(of: "trace").contains("INJECTED"))
    }

    /// Another program replaces the lock's file or the new text before that takes the place of the
    /// file.
    @Test(arguments: [".stack.json.new", ".stack.json.*.json.new"])
    func aNewTextThatWasReplacedIsNotUsed(_ name: String) throws {
      let before = home.queueText()
      let finished = try home.shell(
        """
        (\(Home.strace("delay_enter=1s", at: "fsync", "1")) stack push Five) & cd .config/stack
        until [ -s \(name) ] || ! kill -0 $!; do sleep 0.01; done; echo other >new; mv new \(name); wait $!
        """)
      #expect(finished.status == 75 && home.queueText() == before, "\(finished.errors)")
    }

    /// After the text before the change was kept, and before the file is replaced. The change
    /// couldn't be undone there.
    @Test func nothingIsChangedIfTheHistoryIsMovedMeanwhile() throws {
      let before = home.queueText()
      let finished = try home.shell(
        """
        (\(Home.strace("delay_exit=1s", at: "link")) stack push Five) & cd .local/state/stack"$PWD"/.config/stack
        until ls stack.json/000004-*.json || ! kill -0 $!; do sleep 0.01; done >/dev/null 2>&1
        mv stack.json moved; wait $!; result=$?; mv moved stack.json; exit $result
        """)
      #expect(finished.status == 75 && home.queueText() == before, "\(finished.errors)")
      #expect(!home.files(below: ".local").contains { $0.contains("/000004-") })
      #expect(try home.stack("undo").status == 0 && home.queueText() != before)
    }

    /// No other file can replace it.
    @Test func aFileThatIsMountedByItselfIsLeftAlone() throws {
      let before = home.queueText()
      try home.shell("\(Home.strace("error=EBUSY", at: "rename")) stack push Five").expectFailure(
        "mount its directory instead", "; nothing was changed\n")
      home.expectQueue(before)
      #expect(try home.stack("undo").status == 0)
    }

    /// `stack` and `STACK` are one stack with one history, wherever the history is.
    @Test(.enabled(if: MountedDisk.isAvailableIgnoringCase, "needs to mount a disk ignoring case"))
    func aStackIsItsFileWhereCaseIsIgnored() throws {
      let disk = try MountedDisk.ignoringCase()
      let home = Home(["XDG_CONFIG_HOME": disk.directory.appendingPathComponent("a").path])
      #expect(try home.shell("mkdir -p $XDG_CONFIG_HOME; stack push A; stack push B").status == 0)
      try home.shell("stack send :STACK").expectFailure(
        "the task is already in the stack 'stack'", status: 64)
      #expect(try home.stack("-s", "Stack", "done") == Finished(output: "B\n"))
      #expect(try home.stack("undo") == Finished(output: "A\n"))
      #expect(try home.stack("-s", "STACK", "redo") == Finished(output: "B\n"))
      #expect(try home.stack("stacks") == Finished(output: "stack\n"))
      #expect(
        try home.shell("ls .local/state/stack$XDG_CONFIG_HOME/stack").output == "stack.json\n")
    }

    /// For a while after a link, gocryptfs reports the size of the encrypted file.
    @Test(.enabled(if: MountedDisk.isAvailableEncrypted, "needs gocryptfs, and to mount it"))
    func aSizeThatIsReportedLateLosesNothing() throws {
      let disk = try MountedDisk.encrypted()
      let home = Home(in: disk.directory)
      for number in 1...4 { #expect(try home.stack("push", "\(number)").status == 0) }
      #expect(try home.stack("done") == Finished(output: "2\n"))
      #expect(try home.stack("undo") == Finished(output: "1\n"))
      // Its locks don't always exclude other writers. They notice that, and say that nothing was
      // changed.
      let writers =
        "for n in {1..20}; do (until stack push \"more $n\"; do :; done) >/dev/null 2>&1 & done; wait"
      #expect(try home.shell(writers).status == 0)
      #expect(try home.stack("count").output == "24\n")
    }

    /// A FUSE file system causes no events. Nothing else changes in the directories above this one.
    @Test(.needsBindfs, .needsMountNamespace) func watchingSeesAChangeThatTheKernelDoesNotReport()
      throws
    {
      let finished = try home.shell(
        """
        unshare -m bash -c '
        mount -t tmpfs none /mnt && cd /mnt && mkdir store d && bindfs store d </dev/null >/dev/null 2>&1 || exit
        export HOME=$PWD/d; stack push One; touch lines; stack prompt --watch >lines & until grep -q One lines; do sleep 0.05; done
        sed -i s/One/Two/ store/.config/stack/stack.json
        for _ in {1..100}; do grep Two lines && break; sleep 0.1; done; kill $!; umount -l d'
        """)
      #expect(finished == Finished(output: "One\nTwo\n"))
    }
  }

  @Suite(
    .waitsForPrograms, .enabled(if: MountedDisk.isAvailableWithJournal, "needs to mount an image"))
  struct SlowDiskTests {
    /// The waiting writers leave the system time for the work that they wait for.
    @Test func manyWritersUnderLoadAllFinish() throws {
      let (writers, load) = TestExtent.isAll ? (75, 4) : (30, 1)
      let disk = try MountedDisk.withJournal()
      let home = Home(in: disk.directory)
      let script = """
        for n in {1..\(load)}; do (while :; do :; done) >/dev/null 2>&1 & load+=" $!"; done
        for n in {1..\(writers)}; do stack push "$n" >/dev/null & pids+=" $!"; done
        for p in $pids; do wait $p || echo $?; done
        kill -KILL $load
        """
      #expect(try home.start("/bin/bash", ["-c", script]).wait(seconds: 300) == Finished())
      #expect(try home.stack("count").output == "\(writers)\n")
    }
  }
#endif
