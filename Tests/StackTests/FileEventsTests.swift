// Which events of the kernel are a reason to look again.

import Foundation
import TestSupport
import Testing

@testable import Stack

@Suite struct FileEventsTests {
  @Test func theEndOfAWatchIsNoReasonToLookAgain() throws {
    let home = Home()
    try home.writeQueue("{}")
    let queue = FileEvents.makeQueue()
    defer { close(queue) }
    let watch = FileEvents.watch(
      Pathname(unchecked: home.queueFile().path), isRegular: true, in: queue)
    try home.shell("echo >>.config/stack/stack.json")
    #expect(FileEvents.drain(queue), "the file has changed")
    FileEvents.remove(watch, from: queue)
    #expect(!FileEvents.drain(queue))
  }
}
