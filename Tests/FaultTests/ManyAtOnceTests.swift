// Many processes change one queue at the same time: nothing is lost, nothing comes twice, nobody gives up.

import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct ManyAtOnceTests {
  private static let pushers = TestExtent.isAll ? 64 : 6
  private static let each = TestExtent.isAll ? 50 : 3

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

  /// Pushing alone, or with others that finish tasks meanwhile.
  @Test(arguments: [0, TestExtent.isAll ? 16 : 3]) func pushingAndFinishing(finishers: Int) throws {
    let home = Home()
    let finished = try home.shell(
      """
      shrinks=\(finishers > 0 ? "yes" : "")
      \(Self.readers)
      for pusher in {1..\(Self.pushers)}; do
        (for task in {1..\(Self.each)}; do stack push "$pusher:$task" >/dev/null || exit 1; done) &
        writers="$writers $!"
      done
      for ((finisher = 0; finisher < \(finishers); finisher++)); do
        # Where there is no task at that moment, it is no error of the queue.
        (for task in {1..\(TestExtent.isAll ? 100 : 4)}; do stack done >/dev/null 2>&1 || [ $? = 1 ] || exit 1; done) &
        writers="$writers $!"
      done
      \(Self.end)
      """)
    #expect(finished == Finished(status: 0, output: "", errors: ""))
    let (waiting, completed) = (try home.titles(), try home.titles("completed"))
    #expect(waiting.count + completed.count == Self.pushers * Self.each)
    #expect(finishers > 0 || completed.isEmpty)
    // First in, first out: what was completed came before what waits.
    expectAllInOrder(completed + waiting)
    expectNoStrays(home)
  }

  /// All kinds of changes at the same time; then all the way back, and all the way forth.
  @Test func everything() throws {
    let home = Home()
    try home.writeQueue(Scenario.text)
    let finished = try home.shell(
      """
      shrinks=yes
      \(Self.readers)
      for writer in {1..\(TestExtent.isAll ? 16 : 3)}; do
        (
          for round in {1..\(TestExtent.isAll ? 10 : 1)}; do
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
