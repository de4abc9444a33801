// Many processes change one queue at the same time: no task is lost or duplicated, and no command
// fails.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct ManyAtOnceTests {
  private static let pusherCount = TestExtent.isAll ? 64 : 6
  private static let tasksEach = TestExtent.isAll ? 50 : 3

  private let home = Home()

  /// Runs writers and readers at the same time, and then a script. Expects that nothing goes wrong.
  private func run(_ writers: String, isShrinking: Bool, then end: String = "") throws {
    let finished = try home.shell(
      "set -- \"$(cat)\" \(isShrinking); . '\(Need.script("many-at-once.bash"))'\n\(end)",
      input: Data(writers.utf8))
    #expect(finished.output.isEmpty && finished.errors.isEmpty, "\(finished)")
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    let kept = home.files(below: ".local/state/stack")
    let records = kept.filter { $0.hasSuffix(".change") }
    let versions = kept.filter { $0.hasSuffix(".json") || $0.hasSuffix(".none") }
    let marks = kept.filter { $0.hasSuffix(".made") }
    #expect(versions.count <= 128 && records.count == versions.count)
    #expect(marks.count == versions.count && kept.count == 3 * versions.count)
  }

  @Test(arguments: [0, TestExtent.isAll ? 16 : 3])
  func everyPushedTaskIsThereOnceAndInOrder(finisherCount: Int) throws {
    try run(
      """
      for pusher in {1..\(Self.pusherCount)}; do
        (for task in {1..\(Self.tasksEach)}; do stack push "$pusher:$task" >/dev/null || exit 1; done) &
        writers="$writers $!"
      done
      for ((finisher = 0; finisher < \(finisherCount); finisher++)); do
        (for task in {1..\(TestExtent.isAll ? 100 : 4)}; do try done; done) &
        writers="$writers $!"
      done
      """, isShrinking: finisherCount > 0)
    let waiting = try home.titles()
    let completed = try home.titles("completed")
    #expect(waiting.count + completed.count == Self.pusherCount * Self.tasksEach)
    #expect(finisherCount > 0 || completed.isEmpty)
    // First in, first out: the completed tasks came before those that are waiting.
    var tasks: [Substring: [Int]] = [:]
    for title in completed + waiting {
      let parts = title.split(separator: ":")
      tasks[parts[0], default: []].append(Int(parts[1]) ?? 0)
    }
    #expect(tasks.count == Self.pusherCount)
    for (pusher, numbers) in tasks {
      #expect(numbers == Array(1...Self.tasksEach), "pusher \(pusher)")
    }
  }

  /// Each waits its turn, and none is refused because of another one.
  @Test(arguments: ["redo", "redo undo redo skip", "redo 'push P' 'push P' undo"])
  func manyCommandsAtOnceRedoInTurn(_ commands: String) throws {
    let count = TestExtent.isAll ? 16 : 8
    try run(
      """
      set -- \(commands)
      for n in {1..\(count)}; do stack push "$n" >/dev/null; done
      for n in {1..\(count)}; do stack undo >/dev/null; done
      for n in {1..\(count)}; do
        (try $1) &
        writers="$writers $!"
        set -- "${@:2}" "$1"
      done
      """, isShrinking: true,
      then: commands == "redo" ? "[ $(stack count) = \(count) ] || echo a redo is missing" : "")
  }

  @Test func changesOfAllKindsCanBeUndoneAndRedone() throws {
    try home.writeQueue(Scenario.text)
    try run(
      """
      for writer in {1..\(TestExtent.isAll ? 16 : 3)}; do
        (
          for round in {1..\(TestExtent.isAll ? 10 : 1)}; do
            for command in "push $writer:$round" skip undo redo "push --top top" "edit reworded" undo "attach a:b" drop done
            do try $command; done
          done
        ) &
        writers="$writers $!"
      done
      """, isShrinking: true,
      then: """
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
  }
}
