// A command that is killed, wherever that happens, leaves the file as before or as after.

import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: Need.release, Need.releaseReason),
  .enabled(if: Need.strace != nil, Need.straceReason))
struct KilledAnywhereTests {
  @Test(arguments: Scenario.all) func killed(_ scenario: Scenario) throws {
    let stage = try Stage(scenario)
    // The program begins when execve has ended.
    let points = stage.calls.filter { $0.name != "execve" }
    for call in points {
      let circumstances: Comment = "\(scenario.name), killed at \(call)"
      let finished = try stage.run(.killed, at: call)
      #expect(finished.status == 128 + SIGKILL, circumstances)
      let isChanged = stage.isChanged(circumstances)
      // What was said to be done is done.
      if !finished.output.isEmpty || call.text.hasPrefix("write(1<") { #expect(isChanged, circumstances) }
      if scenario.name == "send", isChanged {
        #expect(
          try String(contentsOf: stage.home.url("far/.config/stack/stack.json"), encoding: .utf8).contains(
            "Two"))
      }
      let killed = try stage.snapshot()
      stage.expectKept(killed, circumstances)
      try stage.expectGoesOn(circumstances)
      try killed.restore()
      try stage.expectUndoes(circumstances)
    }
    print("killed at \(points.count) system calls: \(scenario.name)")
  }
}
