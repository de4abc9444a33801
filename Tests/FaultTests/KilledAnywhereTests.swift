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
        #expect(
          try String(contentsOf: stage.home.url("far/.config/stack/stack.json"), encoding: .utf8).contains(
            "Two"))
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

  /// What a kill can't show, and a power failure would: the text is on the disk before it takes the place of
  /// the other, and that it did so is on the disk before anybody hears of it.
  @Test(arguments: Scenario.explored) func onTheDisk(_ scenario: Scenario) throws {
    let stage = try Stage(scenario)
    let file = stage.home.queueFile().resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent().path
    let text = "\(folder)/.\(file.lastPathComponent).new"
    let steps = stage.calls.compactMap { call in
      switch call.action {
      case "write" where call.text.contains("<\(text)>"): "write"
      case "fsync" where call.text.contains("<\(text)>"): "sync"
      case "rename" where call.paths == [text, file.path]: "replace"
      case "unlink" where call.paths == [file.path]: "remove"
      case "fsync" where call.text.contains("<\(folder)>"): "sync folder"
      case "write" where call.text.hasPrefix("write(1<"): "show"
      default: nil
      }
    }
    let change =
      stage.after == nil ? ["remove", "sync folder"] : ["write", "sync", "replace", "sync folder"]
    #expect(steps == change + (stage.output.isEmpty ? [] : ["show"]))
  }
}
