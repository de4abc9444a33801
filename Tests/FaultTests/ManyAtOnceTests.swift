// Many processes change one queue at the same time: nothing is lost, nothing comes twice, nobody gives up.

import Foundation
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Need.release, Need.releaseReason))
struct ManyAtOnceTests {
  private static let pushers = 64
  private static let each = 50

  /// Readers that run until the file `over` appears, and write down whatever is wrong.
  private static let readers = """
    for reader in 1 2; do
      (
        last=0
        until [ -e over ]; do
          stack >shown.$reader || echo "status $? of stack"
          count=$(stack count) || echo "status $? of stack count"
          if [ -z "$shrinks" ] && [ "$count" -lt "$last" ]; then echo "$count after $last"; fi
          last=$count
        done
      ) >wrong.$reader 2>&1 &
      echo $! >>readers
    done
    """

  /// Waits for the writers, then ends the readers.
  private static let end = """
    for writer in $writers; do wait $writer || echo "a writer failed"; done
    touch over
    wait
    cat wrong.*
    """

  @Test func pushing() throws {
    let home = Home(in: Home.memory)
    let finished = try home.shell(
      """
      \(Self.readers)
      for pusher in {1..\(Self.pushers)}; do
        (for task in {1..\(Self.each)}; do stack push "$pusher:$task" >/dev/null || exit 1; done) &
        writers="$writers $!"
      done
      \(Self.end)
      """)
    #expect(finished == Finished(status: 0, output: "", errors: ""))
    let titles = try home.titles()
    #expect(titles.count == Self.pushers * Self.each)
    expectAllInOrder(titles)
    expectNoStrays(home)
  }

  @Test func pushingAndFinishing() throws {
    let home = Home(in: Home.memory)
    let finished = try home.shell(
      """
      shrinks=yes
      \(Self.readers)
      for pusher in {1..\(Self.pushers)}; do
        (for task in {1..\(Self.each)}; do stack push "$pusher:$task" >/dev/null || exit 1; done) &
        writers="$writers $!"
      done
      for finisher in {1..16}; do
        # Where there is no task at that moment, it is no error of the queue.
        (for task in {1..100}; do stack done >/dev/null 2>&1 || [ $? = 1 ] || exit 1; done) &
        writers="$writers $!"
      done
      \(Self.end)
      """)
    #expect(finished == Finished(status: 0, output: "", errors: ""))
    let (waiting, completed) = (try home.titles(), try home.titles("completed"))
    #expect(waiting.count + completed.count == Self.pushers * Self.each)
    // First in, first out: what was completed came before what waits.
    expectAllInOrder(completed + waiting)
    expectNoStrays(home)
  }

  /// All kinds of changes at the same time; then all the way back, and all the way forth.
  @Test func everything() throws {
    let home = Home(in: Home.memory)
    try home.writeQueue(Scenario.text)
    let finished = try home.shell(
      """
      shrinks=yes
      \(Self.readers)
      for writer in {1..16}; do
        (
          for round in {1..10}; do
            for command in "push $writer:$round" skip undo redo "push --top top" "edit reworded" undo "attach a:b" drop done; do
              # Where there is nothing to act on at that moment, it is no error of the queue.
              stack $command >/dev/null 2>>said || [ $? = 1 ] || exit 1
            done
          done
        ) &
        writers="$writers $!"
      done
      \(Self.end)
      grep -v -e 'there is nothing to' -e 'there is no task to' said
      stack push Last >/dev/null
      cp .config/stack/stack.json last
      until [ "$(stack undo 2>&1 >/dev/null)" = "stack: there is nothing to undo" ]; do
        stack count >/dev/null || exit
        undone=$((undone + 1))
      done
      while stack redo >/dev/null 2>&1; do redone=$((redone + 1)); done
      cmp .config/stack/stack.json last
      [ "$undone" = "$redone" ] || echo "$undone undone, $redone redone"
      """)
    #expect(finished == Finished(status: 0, output: "", errors: ""))
    expectNoStrays(home)
  }

  /// Every task is there once, and those of one process in the order in which it pushed them.
  private func expectAllInOrder(_ titles: [String]) {
    var tasks: [String: [Int]] = [:]
    for title in titles {
      let parts = title.split(separator: ":")
      tasks[String(parts[0]), default: []].append(Int(parts[1]) ?? 0)
    }
    #expect(tasks.count == Self.pushers)
    for (pusher, numbers) in tasks { #expect(numbers == Array(1...Self.each), "pusher \(pusher)") }
  }

  private func expectNoStrays(_ home: Home) {
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    let kept = home.files(below: ".local/state/stack")
    #expect(kept.filter { $0.hasSuffix(".json") || $0.hasSuffix(".none") }.count <= 64)
    // What the changes were stands beside the versions; that of the oldest may outlive it by one change.
    #expect(kept.filter { $0.hasSuffix(".change") }.count <= 65)
    #expect(kept.allSatisfy { $0.hasSuffix(".json") || $0.hasSuffix(".none") || $0.hasSuffix(".change") })
  }
}

/// One process holds the lock and doesn't go on.
///
/// (One test after another: a stopped process may hold what Foundation gave it of other processes.)
@Suite(
  .serialized, .enabled(if: Need.release, Need.releaseReason),
  .enabled(if: Need.strace != nil, Need.straceReason))
struct StuckTests {
  /// A command that was stopped in the middle of its change.
  private final class StoppedCommand {
    let running: Running
    private let home: Home

    /// Stops it before it takes the place of the file, or at another system call.
    init(_ home: Home, _ arguments: String..., at call: String = "fsync") throws {
      self.home = home
      running = try home.startStack(arguments, .stopped, at: call, number: 1)
      try waitUntil { (try? home.traceLog.contains("stopped by SIGSTOP")) == true }
    }

    deinit {
      signal(SIGKILL)
    }

    /// The number of the process that strace has started.
    private var process: pid_t? {
      get throws {
        let path = "/proc/\(running.processIdentifier)/task/\(running.processIdentifier)/children"
        let children = try String(contentsOfFile: path, encoding: .utf8)
        return children.split(separator: " ").first.flatMap { pid_t($0) }
      }
    }

    func signal(_ number: Int32) {
      if let process = try? process { kill(process, number) }
    }
  }

  private let home = Home()

  init() throws {
    try home.writeQueue(Scenario.text)
    try home.stack("skip")
  }

  @Test func stopped() throws {
    let before = home.queueText()
    let holder = try StoppedCommand(home, "push", "Five")
    let start = DispatchTime.now()
    let other = try home.stack("push", "Six")
    // A lower bound alone, which no busy machine can break.
    #expect(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds >= 5_000_000_000)
    let path = home.queueFile().path
    let sentence =
      "stack: \(path) has been locked by another program for 5 seconds; nothing was changed, try again\n"
    #expect(other == Finished(status: 75, output: "", errors: sentence))
    #expect(home.queueText() == before)
    // Who only looks doesn't wait.
    #expect(try home.stack() == Finished(status: 0, output: "Two\n", errors: ""))
    holder.signal(SIGCONT)
    #expect(try holder.running.wait() == Finished(status: 0, output: "Two\n", errors: ""))
    #expect(try home.titles() == ["Two", "Three", "One", "Five"])
  }

  @Test func killed() throws {
    let holder = try StoppedCommand(home, "push", "Five")
    let waiter = try home.start(home.program.path, ["push", "Six"])
    try waitUntil { try isWaiting(waiter) }
    holder.signal(SIGKILL)
    #expect(try waiter.wait() == Finished(status: 0, output: "Two\n", errors: ""))
    #expect(try home.titles() == ["Two", "Three", "One", "Six"])
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  /// The lock is held until the versions are in order too.
  @Test func stoppedAfterTheChange() throws {
    let before = home.queueText()
    try home.stack("push", "Five")
    let holder = try StoppedCommand(home, "undo", at: "unlink")
    #expect(home.queueText() == before)
    let waiter = try home.start(home.program.path, ["push", "Six"])
    try waitUntil { try isWaiting(waiter) }
    #expect(home.queueText() == before)
    holder.signal(SIGCONT)
    #expect(try holder.running.wait().status == 0)
    #expect(try waiter.wait() == Finished(status: 0, output: "Two\n", errors: ""))
    #expect(try home.stack("undo").status == 0)
    #expect(home.queueText() == before)
  }

  /// Who changes the file by hand doesn't wait for a lock, and is not overwritten.
  @Test(arguments: [true, false]) func changedByHand(hasFile: Bool) throws {
    if !hasFile { try home.shell("rm -r .config .local") }
    let holder = try StoppedCommand(home, "push", "Five")
    let text = Scenario.text.replacingOccurrences(of: "One", with: "Uno")
    try home.writeQueue(text)
    holder.signal(SIGCONT)
    let finished = try holder.running.wait()
    #expect(finished.status == 75)
    #expect(finished.output.isEmpty)
    let sentence =
      "stack: \(home.queueFile().path) was changed by another program at this moment; nothing was changed"
    #expect(finished.errors.hasPrefix(sentence))
    #expect(home.queueText() == text)
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  /// Where the change is that there is no file any more, what somebody has just written isn't removed.
  @Test(arguments: [true, false]) func changedByHandBeforeItIsRemoved(inPlace: Bool) throws {
    try home.shell("rm -r .config .local")
    try home.stack("push", "One")
    // It has read the file, and looks for the version that it is to bring back.
    let holder = try StoppedCommand(home, "undo", at: "getdents64")
    let text = Scenario.text.replacingOccurrences(of: "One", with: "Uno")
    if !inPlace { try home.shell("rm .config/stack/stack.json") }
    try home.writeQueue(text)
    holder.signal(SIGCONT)
    let finished = try holder.running.wait()
    // What was written into the file that it has open is seen before anything is decided: of the push nothing
    // is left there to take back.
    #expect(finished.status == (inPlace ? 1 : 75))
    #expect(
      finished.errors.contains(
        inPlace ? "what push did was changed since" : "was changed by another program at this moment"))
    #expect(home.queueText() == text)
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  /// As long as the file changes, others are busy and not stuck, and it is worth waiting.
  @Test func busy() throws {
    let holder = try StoppedCommand(home, "push", "Five")
    let waiter = try home.start(home.program.path, ["push", "Six"])
    try waitUntil { try isWaiting(waiter) }
    for _ in 0..<16 {
      usleep(500_000)
      utimes(home.queueFile().path, nil)
    }
    holder.signal(SIGKILL)
    #expect(try waiter.wait() == Finished(status: 0, output: "Two\n", errors: ""))
    #expect(try home.titles() == ["Two", "Three", "One", "Six"])
  }

  /// Whether a process waits: it is asleep, however often one looks.
  private func isWaiting(_ running: Running) throws -> Bool {
    for _ in 0..<20 {
      let status = try String(contentsOfFile: "/proc/\(running.processIdentifier)/stat", encoding: .utf8)
      // What follows the name of the program, which is in parentheses.
      guard status.split(separator: ")").last?.hasPrefix(" S") == true else { return false }
      usleep(5000)
    }
    return true
  }
}

/// Waits until something is so.
private func waitUntil(_ condition: () throws -> Bool) throws {
  for _ in 0..<3000 {
    if try condition() { return }
    usleep(10_000)
  }
  Issue.record("what was waited for didn't come")
}
