// `push -` gives many tasks one second, and nobody keeps a person from writing one title twice: twins stay two.

import Foundation
import TestSupport
import Testing

@Suite struct MergeTwinsTests {
  private static let twin = #"{"title": "Call Sam", "added": "2026-11-21T10:00:00Z"}"#

  /// A home with three copies of a queue with so many twins: `base`, `ours` and `theirs`.
  private func home(twins count: Int) throws -> Home {
    let home = Home()
    let tasks = Array(repeating: Self.twin, count: count).joined(separator: ",\n")
    for name in ["base", "ours", "theirs"] {
      try home.writeQueue("{\"tasks\": [\n\(tasks)\n]}", name)
    }
    return home
  }

  @Test func twinsThatNobodyTouchedStayTwo() throws {
    try session(
      """
      $ cd .config/stack
      $ stack -s ours push Buy milk && stack -s theirs push Feed the cat
      Call Sam
      Call Sam
      $ stack merge base.json ours.json theirs.json && stack -s ours count
      4
      $ grep -c 'Call Sam' ours.json
      2
      """, in: home(twins: 2))
  }

  @Test func oneOfTheTwinsIsDone() throws {
    try session(
      """
      $ cd .config/stack
      $ stack -s ours push Buy milk && stack -s theirs done
      Call Sam
      Call Sam
      $ stack merge base.json ours.json theirs.json && stack -s ours count
      2
      $ grep 'Call Sam' ours.json | grep -c completed
      1
      $ grep 'Call Sam' ours.json | grep -vc completed
      1
      """, in: home(twins: 2))
  }

  /// A twin that came on one side is one more.
  @Test func aTwinIsAdded() throws {
    let home = try home(twins: 1)
    try home.writeQueue("{\"tasks\": [\n\(Self.twin),\n\(Self.twin)\n]}", "theirs")
    try session(
      """
      $ cd .config/stack
      $ stack -s ours push Buy milk
      Call Sam
      $ stack merge base.json ours.json theirs.json && stack -s ours count
      3
      """, in: home)
  }

  /// Also where no common past is known.
  @Test func withoutABase() throws {
    try session(
      """
      $ cd .config/stack && stack -s theirs push Feed the cat
      Call Sam
      $ stack -s ours merge theirs.json && stack -s ours count
      Call Sam
      3
      """, in: home(twins: 2))
  }
}
