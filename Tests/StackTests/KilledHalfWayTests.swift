// Recovery from a power cut that no order of lost writes in FaultTests shows.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct KilledHalfWayTests {
  private let home = Home()

  /// A power cut can bring back a version that `undo` restored and removed, until the next command has synced its own.
  @Test func aRestoredVersionBeforeADiscardedOneIsRemoved() throws {
    let texts = try home.push("a", "b", "c")
    try home.leavingWhatGoes { _ = try home.queue().undo() }
    try FileManager.default.linkItem(
      at: home.queueFile(),
      to: home.historyDirectory.appendingPathComponent(
        Version(number: 5, time: .now, role: .undo, command: "done").fileName))
    try home.expectUndo(to: [texts[0]], isAll: false)
    try home.expectRedo(to: [texts[1], texts[2]])
  }
}

extension Home {
  /// Restores the version that `body` removes.
  fileprivate func leavingWhatGoes(_ body: () throws -> Void) throws {
    let before = try versions().map { ($0, try Data(contentsOf: url($0))) }
    try body()
    let after = versions()
    let gone = before.filter { !after.contains($0.0) }
    #expect(gone.count == 1)
    for (path, content) in gone { try content.write(to: url(path)) }
  }
}
