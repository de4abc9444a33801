// After a kill or a power cut at any moment of `stack sync`, the next syncs go on, and nothing is
// lost, reopened or doubled.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms, .needsStrace, .enabled(if: Program.exists("git"), "needs git"))
struct SyncCrashTests {
  @Test(arguments: SyncedPair.commands) func syncsGoOnAfterAKill(command: String) throws {
    let pair = try SyncedPair(command)
    for call in TestExtent.sample(pair.calls, 3) { try pair.expectGoesOn(afterKillAt: call) }
  }

  /// How ext4 writes: by default, or the metadata without the data.
  @Test(
    .enabled(if: MountedDisk.isAvailableWithJournal, "needs to mount an image"),
    arguments: SyncedPair.commands,
    TestExtent.sample(["data=ordered", "data=writeback,nodelalloc"], 1))
  func syncsGoOnAfterAPowerCut(command: String, options: String) throws {
    let pair = try SyncedPair(command, on: .withJournal(), options)
    for call in TestExtent.sample(pair.calls, 2) { try pair.expectGoesOn(afterKillAt: call) }
    // No process of git makes more calls that change files.
    for number in TestExtent.sample(Array(1...7), 1) {
      try pair.expectGoesOn(afterKillAtCallOfGit: number)
    }
  }

  /// What a repository has in common with the file must not be on the disk before the file.
  @Test func aFileThatAnotherProgramWroteIsSyncedBeforeItIsTheCommonText() throws {
    let home = Home()
    try home.shell(
      """
      git init -q --bare origin; stack push One; stack sync origin
      mkdir -p desk/.config; cp -r .config/stack desk/.config
      """)
    let (finished, trace) = try home.trace(
      "/bin/sh", ["-c", "HOME=~/desk exec '\(home.program.path)' sync ~/origin"])
    #expect(finished.output == "One\n")
    func first(_ actions: Set<String>, _ path: String) throws -> Int {
      try #require(
        trace.calls.firstIndex { actions.contains($0.action) && $0.text.contains(path) })
    }
    let path = "<\(home.directory.path)/desk/.config/stack/stack.json>"
    let synced = try first(["fsync", "fdatasync"], path)
    #expect(try synced < first(["rename"], "+common.json"))
  }

  @Test(.enabled(if: MountedDisk.isAvailableWithJournal, "needs to mount an image"))
  func theDiskLosesWhatWasNotSynced() throws {
    let disk = try MountedDisk.withJournal()
    try disk.save()
    try disk.restore("data=ordered")
    try Home().shell("cd '\(disk.directory.path)'; echo 1 >one; sync one; echo 2 >two")
    try disk.cutPower()
    #expect(try Home().shell("ls '\(disk.directory.path)'").output == "lost+found\none\n")
  }
}

/// Two machines, `laptop` and `desk`, that exchange stacks through the repositories `origin` and
/// `shared`. A sync of the laptop is to be interrupted.
private struct SyncedPair {
  /// The syncs that are interrupted: a usual one, that of a machine that has never synced, and one
  /// that shares a stack.
  static let commands = ["sync", "sync origin", "-s house sync shared"]

  private let command: String
  private let home = Home()
  /// Where the laptop's home is.
  private let disk: MountedDisk?
  private let options: String
  private let laptop: String
  /// The system calls of the sync that change files, or start git.
  private(set) var calls: [SystemCall] = []
  /// What the machines have after undisturbed syncs.
  private var expected: [[String]] = []

  init(_ command: String, on disk: MountedDisk? = nil, _ options: String = "") throws {
    self.command = command
    self.disk = disk
    self.options = options
    laptop = (disk?.directory ?? home.directory).appendingPathComponent("laptop").path
    try home.script("laptop", #"HOME='\#(laptop)' exec stack "$@""#)
    try home.script("desk", #"HOME=~/desk exec stack "$@""#)
    let isFirst = command.hasSuffix("origin")
    let prepared = try home.shell(
      """
      set -e; mkdir start '\(laptop)' desk; git init -q --bare -b stack origin
      git init -q --bare shared
      { desk push One; desk push Two; desk -s house push Milk; desk sync origin
      \(isFirst ? "" : "laptop sync origin; laptop done; laptop -s house done")
      laptop push Three; laptop push Four; laptop done; laptop -s house push Bread
      desk drop; desk push Five; desk edit Reworded; desk -s work push Six; desk sync; } >/dev/null
      cp -a origin shared desk start; \(disk == nil ? "cp -a laptop start" : "")
      """)
    #expect(prepared.status == 0, "\(prepared)")
    try disk?.save()
    try reset()
    let (finished, trace) = try home.trace("/bin/sh", ["-c", syncOfTheLaptop])
    #expect(finished.status == 0, "\(finished)")
    let actions: Set = [
      "write", "ftruncate", "rename", "link", "unlink", "mkdir", "rmdir", "fsync", "fdatasync",
      "fchmod", "clone", "clone3", "vfork", "fork",
    ]
    calls = trace.calls.filter { $0.process == trace.firstProcess }.afterStart.filter {
      actions.contains($0.action) || $0.action == "open" && $0.text.contains("O_CREAT")
    }
    #expect(calls.count > 30, "the trace was parsed")
    try goOn("an undisturbed sync")
    expected = try tasks(in: laptop)
  }

  /// The shell that runs this is traced and killed alike, because its calls are counted as well.
  private var syncOfTheLaptop: String { "HOME='\(laptop)' exec stack \(command)" }

  /// Goes back to the moment before the sync.
  private func reset() throws {
    try disk?.restore(options)
    try home.shell(
      "rm -rf origin shared desk; \(disk == nil ? "rm -rf laptop;" : "") cp -a start/. .")
  }

  /// Syncs both machines twice, and expects that they have the same stacks.
  private func goOn(_ circumstances: Comment) throws {
    let result = try home.shell(
      "for m in laptop desk laptop desk; do $m \(command) && $m sync || exit; done")
    #expect(result.status == 0, circumstances)
    if result.status != 0 { Issue.record("\(result.errors)") }
    #expect(try tasks(in: laptop) == tasks(in: home.url("desk").path), circumstances)
  }

  /// The tasks of each stack.
  private func tasks(in directory: String) throws -> [[String]] {
    try ["stack", "house", "work"].map { name in
      try TaskFile(
        String(contentsOfFile: "\(directory)/.config/stack/\(name).json", encoding: .utf8)
      ).tasks
    }
  }

  /// Kills the sync at a system call, and lets the power fail if there is a disk.
  func expectGoesOn(afterKillAt call: SystemCall) throws {
    let strace = Home.strace("signal=SIGKILL", at: call.name, "\(call.number)")
    let status = try expectGoesOn(
      "killed at \(call)", after: "\(strace) /bin/sh -c \"\(syncOfTheLaptop)\"")
    // Chance decides about a write or two, so one of the last calls may not be reached.
    #expect([0, 128 + SIGKILL].contains(status), "killed at \(call)")
  }

  /// The same at a system call of git or of its children.
  func expectGoesOn(afterKillAtCallOfGit number: Int) throws {
    let names =
      "?fsync,?link,?linkat,?rename,?renameat,?renameat2,?unlink,?unlinkat,?mkdir,?mkdirat"
    try home.script(
      "git",
      """
      strace -f -qq -o /dev/null -e trace=\(names) -e inject=\(names):signal=SIGKILL:when=\(number) \
        \(Program.path(of: "git") ?? "git") "$@"
      status=$?; [ $status -ge 128 ] && kill -9 $PPID; exit $status
      """)
    _ = try expectGoesOn("killed at call \(number) of git", after: "stack \(command); rm .bin/git")
  }

  /// Returns the exit status of the script that interrupts the sync.
  private func expectGoesOn(_ fault: String, after script: String) throws -> Int32 {
    let circumstances: Comment = "\(command), \(options), \(fault)"
    try reset()
    let killed = try home.shell("(export HOME='\(laptop)'; \(script))")
    if disk != nil {
      // The disk is copied block by block, so git has to have ended.
      let waiting = try home.shell(
        """
        for attempt in {1..400}; do
          grep -qsa 'git-di[r]=\(laptop)' /proc/[0-9]*/cmdline || exit 0
          sleep 0.05
        done
        exit 1
        """)
      #expect(waiting.status == 0, circumstances)
      try disk?.cutPower()
    }
    try goOn(circumstances)
    #expect(try tasks(in: laptop) == expected, circumstances)
    return killed.status
  }
}
