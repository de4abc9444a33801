// A process that is stopped while it holds the lock, and programs that change the file without the
// lock.

import Foundation
import TestSupport
import Testing

/// One test runs after another, and none yields its thread: a stopped process may hold descriptors
/// that it inherited, and then the processes of other tests seem not to end.
@Suite(.waitsForPrograms, .serialized, .needsStrace) struct LockContentionTests {
  /// A command that was stopped in the middle of its change.
  private final class StoppedCommand {
    let running: Running

    /// Stops it before it takes the place of the file, or at another system call.
    init(_ home: Home, _ command: String, at call: String = "fsync", _ number: Int = 1) throws {
      let stopped = Home.strace("signal=SIGSTOP", at: call, "\(number)")
      running = try home.start("/bin/bash", ["-c", "\(stopped) stack \(command)"])
      try home.wait(for: "stopped by SIGSTOP", in: "trace")
    }

    deinit { signal(SIGKILL) }

    /// Sends a signal to the process that strace has started.
    func signal(_ number: Int32) {
      let path = "/proc/\(running.processIdentifier)/task/\(running.processIdentifier)/children"
      let children = try? String(contentsOfFile: path, encoding: .utf8)
      if let child = children?.split(separator: " ").first.flatMap({ pid_t($0) }) {
        kill(child, number)
      }
    }
  }

  private static let copy = "stack.sync-conflict-1.json"
  private let home = Home()

  init() throws {
    try home.writeQueue(Scenario.text)
    try home.stack("skip")
  }

  @Test(arguments: [SIGCONT, SIGKILL]) func waitingEndsWhenTheHolderGoesOnOrIsKilled(_ end: Int32)
    throws
  {
    let before = home.queueText()
    let holder = try StoppedCommand(home, "push Five")
    let waiter = try waiter()
    let shown = Finished(output: "Two\n")
    #expect(try home.stack() == shown)
    #expect(home.queueText() == before)
    holder.signal(end)
    if end == SIGCONT { #expect(try holder.running.wait() == shown) }
    #expect(try waiter.wait() == shown)
    #expect(
      try home.titles() == ["Two", "Three", "One"] + (end == SIGCONT ? ["Five", "Six"] : ["Six"]))
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  /// The fourth fsync(2) comes after the rename; the change isn't marked as made yet.
  @Test func theLockIsHeldUntilTheHistoryIsComplete() throws {
    let before = home.queueText()
    try home.stack("push", "Five")
    let holder = try StoppedCommand(home, "undo", at: "fsync", 4)
    #expect(home.queueText() == before)
    let waiter = try waiter()
    #expect(home.queueText() == before)
    holder.signal(SIGCONT)
    #expect(try holder.running.wait().status == 0)
    #expect(try waiter.wait() == Finished(output: "Two\n"))
    #expect(try home.stack("undo").status == 0)
    #expect(home.queueText() == before)
  }

  /// Before the rename nothing is changed then, and after it the sentence says that the change was
  /// made.
  @Test(arguments: [
    (1, 75, "has just been changed by another program; nothing was changed"),
    (4, 74, "stack: undone, but cannot find again "),
  ])
  func aDirectoryThatIsMovedDuringTheChangeIsNoticed(
    _ sync: Int, _ status: Int32, _ words: String
  ) throws {
    try home.stack("push", "Five")
    let before = home.queueText()
    let holder = try StoppedCommand(home, "undo", at: "fsync", sync)
    try home.shell("mv .config/stack .config/away; mkdir .config/stack")
    holder.signal(SIGCONT)
    try holder.running.wait().expectFailure(words, status: status)
    #expect(home.files(below: ".config") == ["away/stack.json"])
    #expect(try (home.text(of: ".config/away/stack.json") == before) == (status == 75))
  }

  /// The command replaces the file, creates the first one, or removes it; in the last row, the file
  /// is created again.
  @Test(arguments: [
    ("", "push Five", "fsync", ""), ("rm -r .config .local", "push Five", "fsync", ""),
    ("rm -r .config .local; stack push One", "undo", "getdents64", ""),
    ("rm -r .config .local; stack push One", "undo", "getdents64", "rm .config/stack/stack.json"),
  ])
  func aChangeByHandIsNotOverwritten(
    _ start: String, _ command: String, _ call: String, _ removal: String
  ) throws {
    try home.shell(start)
    let history = home.files(below: ".local")
    let holder = try StoppedCommand(home, command, at: call)
    try home.shell(removal)
    let text = Scenario.text.replacingOccurrences(of: "One", with: "Uno")
    try home.writeQueue(text)
    holder.signal(SIGCONT)
    try holder.running.wait().expectFailure(
      "stack: \(home.queueFile().path) has just been changed by another program; nothing was changed",
      status: 75)
    home.expectQueue(text)
    // Entries of failed commands would push others out of the history.
    #expect(home.files(below: ".local") == history)
  }

  @Test func aModeThatChangesMeanwhileStays() throws {
    let holder = try StoppedCommand(home, "push Five")
    try home.shell("chmod 640 .config/stack/stack.json")
    holder.signal(SIGCONT)
    try holder.running.wait().expectFailure("nothing was changed", status: 75)
    #expect(try home.shell("stat -c %a .config/stack/stack.json").output == "640\n")
  }

  @Test func aConflictCopyThatChangesMeanwhileStays() throws {
    let copy = ".config/stack/\(Self.copy)"
    try home.write(Scenario.theirs, to: copy)
    let holder = try StoppedCommand(home, "merge \(copy)")
    try home.shell("echo '{}' >\(copy)")
    holder.signal(SIGCONT)
    #expect(try holder.running.wait().status == 0)
    #expect(try home.text(of: copy) == "{}\n")
  }

  /// A `push` that waits: it has found the lock taken.
  private func waiter() throws -> Running {
    let waiter = try home.start(
      "/bin/bash", ["-c", "exec strace -o waiter -e trace=flock -- stack push Six"])
    try home.wait(for: "EAGAIN", in: "waiter")
    return waiter
  }
}

extension Home {
  /// Waits until a file contains this text.
  fileprivate func wait(for text: String, in file: String) throws {
    for _ in 0..<3000 {
      if (try? self.text(of: file).contains(text)) == true { return }
      usleep(10_000)
    }
    Issue.record("what was waited for didn't come")
  }
}
