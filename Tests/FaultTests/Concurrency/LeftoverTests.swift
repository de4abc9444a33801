// What killed writers leave next to the file, and what is only named like that.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForTime) struct LeftoverTests {
    private static let newText = ".stack.json.0123456789ABCDEF.json.new"
    private let home = Home()

    init() throws { try home.writeQueue(Scenario.text) }

    /// Runs a script in the directory of the queue, and returns the names that it has after a push.
    private func namesAfterPush(_ script: String) throws -> [String] {
      try home.shell("cd .config/stack; new=\(Self.newText) lock=.stack.json.new; \(script)")
      #expect(try home.stack("push", "Five") == Finished(output: "One\n"))
      #expect(try home.titles().last == "Five")
      return try home.shell("ls -A .config/stack").output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
      "echo torn >$new; printf $new >$lock",
      "printf $new >$lock",
      // A release before 1.3 wrote the new text into the lock's file.
      "echo torn >$lock",
      // The lock was removed alone.
      "echo torn >$new; touch -d '61 minutes ago' $new",
    ])
    func theNextChangeRemovesWhatAKilledWriterLeft(_ script: String) throws {
      #expect(try namesAfterPush(script) == ["stack.json"])
    }

    @Test(arguments: [
      // A writer on another mount may still need it.
      ("echo torn >$new", newText),
      ("mkdir $new; printf $new >$lock", newText),
      ("ln -s stack.json $new; printf $new >$lock", newText),
      ("mkdir $new; touch -d '61 minutes ago' $new", newText),
      ("echo >diary; printf diary >$lock", "diary"),
      ("echo >${new}x; printf ${new}x >$lock", newText + "x"),
      ("mkdir d; echo >d/$new; printf d/$new >$lock", "d"),
      (
        "new=.work${new#.stack}; echo >$new; printf $new >$lock",
        ".work.json.0123456789ABCDEF.json.new"
      ),
      (
        "new=${new/A/G}; echo >$new; touch -d '2 hours ago' $new",
        ".stack.json.0123456789GBCDEF.json.new"
      ),
    ])
    func otherFilesStay(_ script: String, _ name: String) throws {
      #expect(try namesAfterPush(script).sorted() == [name, "stack.json"].sorted())
    }

    /// On another mount, where locks aren't shared, its writer may be alive.
    @Test func anUnlockedFileIsNotTakenOverAtOnce() throws {
      let finished = try home.shell(
        """
        touch .config/stack/.stack.json.new; start=$(date +%s%N); stack push Five
        echo $((($(date +%s%N) - start) / 1000000 >= 100))
        """)
      // A lower bound alone, which holds on a busy machine too.
      #expect(finished == Finished(output: "One\n1\n"))
    }

    /// The lock that it gets then is of a file that has no name any more.
    @Test(.needsStrace) func aWriterWhoseFileWasTakenOverBeforeItWasLockedTriesAgain() throws {
      let delayed = Home.strace("delay_enter=1s", at: "flock", "1")
      let finished = try home.shell(
        "(\(delayed) stack push Five) & sleep 0.3; stack push Six; wait $!; echo $?")
      #expect(finished == Finished(output: "One\nOne\n0\n"))
      #expect(try home.titles().suffix(2) == ["Six", "Five"])
    }

    @Test(.needsStrace) func aNewTextThatWasRemovedBeforeTheRenameChangesNothing() throws {
      let fault = Home.strace("error=ENOENT", at: "rename", "1")
      try home.shell("\(fault) stack push Five").expectFailure(
        "has just been changed by another program; nothing was changed", status: 75)
      home.expectQueue(Scenario.text)
      #expect(try home.stack("undo").status == 1)
    }

    /// Its lock has a longer name, and its new text an even longer one.
    @Test func theFileMayHaveTheLongestName() throws {
      let name = String(repeating: "n", count: 250)
      let finished = try home.shell(
        """
        mv .config/stack/stack.json \(name); ln -s ../../\(name) .config/stack/stack.json
        stack push Five && stack done && stack undo && ls -A | grep -c nnn
        """)
      #expect(finished == Finished(output: "One\nTwo\nOne\n1\n"))
    }

    /// A lock on one mount doesn't exclude the writers on the other. Up to 3 percent of the tasks
    /// may be lost in the last instant before a rename.
    @Test(.needsBindfs, .needsMountNamespace) func writersOnTwoMountsDestroyNothing() throws {
      let script = Need.script("two-mounts.bash")
      let finished = try home.shell("unshare -m bash '\(script)' \(TestExtent.isAll ? 20 : 12)")
      let lines = finished.output.split(separator: "\n")
      #expect(finished.status == 0 && lines.count == 2 && lines.last == "stack.json", "\(finished)")
      let counts = lines.first?.split(separator: " ").compactMap { Int($0) } ?? []
      #expect(counts.count == 2 && counts[0] >= 60 && counts[1] * 100 <= counts[0] * 3, "\(counts)")
    }

    /// The other writer on the second mount replaces the lock file of a writer that is paused.
    @Test(.needsStrace, .needsBindfs, .needsMountNamespace)
    func aWriterWhoseLockWasTakenOverChangesNothing() throws {
      let finished = try home.shell("unshare -m bash '\(Need.script("lock-taken-over.bash"))'")
      #expect(finished.status == 0)
      #expect(finished.output == "First\nstatus 75\n2\n2\nstack.json\n")
      #expect(finished.errors.contains("nothing was changed"), "\(finished.errors)")
    }

    /// A writer on the second mount can't see that the killed one held the lock.
    @Test(.needsStrace, .needsBindfs, .needsMountNamespace)
    func aWriterThatWasKilledOnOneMountLeavesTheFileToThoseOnTheOther() throws {
      let script = Need.script("killed-on-two-mounts.bash")
      let finished = try home.shell("unshare -m bash '\(script)' \(TestExtent.isAll ? 1 : 40)")
      let killedCount = finished.output.split(separator: "\n").last.flatMap { Int($0) } ?? 0
      #expect(finished.status == 0 && finished.output == "\(killedCount)\n", "\(finished)")
      #expect(killedCount >= 3)
    }
  }
#endif
