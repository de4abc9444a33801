// A command that is killed, wherever that happens, leaves the file as before or as after.

import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: Need.strace != nil, Need.straceReason))
struct KilledAnywhereTests {
  @Test(arguments: Scenario.explored) func killed(_ scenario: Scenario) throws {
    let stage = try Stage(scenario)
    // For the name of a temporary folder the C library asks for as many random numbers as chance wants, and a child
    // is waited for as often as it takes; the next call finds everything as it was. The first of a child is none.
    let points = stage.calls.filter { !["getrandom", "poll", "wait4", "fork begins"].contains($0.name) }
    #expect(points.contains { $0.name == "flock" } && points.count > 10, "the calls were taken apart")
    for call in Stage.explored(points) {
      let circumstances: Comment = "\(scenario.name), killed at \(call)"
      let finished = try stage.run(.killed, at: call)
      #expect(finished.status == 128 + SIGKILL, circumstances)
      let isChanged = stage.isChanged(circumstances)
      // What was said to be done is done.
      if !finished.output.isEmpty || call.text.hasPrefix("write(1<") { #expect(isChanged, circumstances) }
      if scenario.name == "send", isChanged {
        #expect(try stage.home.shell("cat far/.config/stack/stack.json").output.contains("Two"))
      }
      let killed = try stage.snapshot()
      stage.expectKept(killed, circumstances)
      try stage.expectGoesOn(circumstances)
      try killed.restore()
      try stage.expectUndoes(circumstances)
      if !isChanged { try stage.expectTriesAgain(from: killed, circumstances) }
    }
    print("killed at \(points.count) system calls: \(scenario.name)")
  }
}
