// A command that is killed, wherever that happens, leaves the file as before or as after; and a system call that fails,
// whichever it is, is retried, done without, or told of in a sentence that says which of the two the file is.

import Foundation
import TestSupport
import Testing

@Suite(.needsStrace)
struct KilledAndFailingTests {
  /// The system calls that can fail on files.
  private static let actions: Set = [
    "access", "close", "fchmod", "fchown", "flock", "fstat", "fsync", "ftruncate", "getdents64", "link",
    "lseek", "mkdir", "open", "pread64", "read", "readlink", "rename", "rmdir", "stat", "unlink", "write",
  ]

  @Test(arguments: Scenario.explored) func killed(_ scenario: Scenario) throws {
    let stage = try Stage(scenario)
    // For the name of a temporary folder the C library asks for as many random numbers as chance wants, the heap grows
    // from where chance puts it, and a child is waited for as often as it takes; the next call finds everything as it
    // was. The first of a child is none.
    let points = stage.calls.filter {
      !["getrandom", "brk", "poll", "wait4", "fork begins"].contains($0.name)
    }
    #expect(points.contains { $0.name == "flock" } && points.count > 10, "the calls were taken apart")
    let explored = Stage.explored(points)
    for (index, call) in explored.enumerated() {
      let circumstances: Comment = "\(scenario.name), killed at \(call)"
      let finished = try stage.run("signal=SIGKILL", at: call)
      #expect(finished.status == 128 + SIGKILL, circumstances)
      let isChanged = stage.isChanged(circumstances)
      // What was said to be done is done.
      if !finished.output.isEmpty || call.text.hasPrefix("write(1<") { #expect(isChanged, circumstances) }
      if scenario.name == "send", isChanged {
        #expect(try stage.home.shell("cat far/.config/stack/stack.json").output.contains("Two"))
      }
      let killed = try stage.site.snapshot()
      stage.expectKept(killed, circumstances)
      if Stage.goesOn(index) { try stage.expectGoesOn(circumstances) }
      if Stage.goesBack(index) {
        try killed.restore()
        try stage.expectUndoes(circumstances)
        if !isChanged { try stage.expectTriesAgain(from: killed, circumstances) }
      }
    }
    print("killed at \(explored.count) of \(points.count) system calls: \(scenario.name)")
  }

  @Test(arguments: Scenario.explored) func failing(_ scenario: Scenario) throws {
    let stage = try Stage(scenario)
    let points = Self.points(stage)
    let explored = Stage.explored(points)
    let faults = explored.flatMap { call in Self.errors(call).map { (call, $0) } }
    for (index, (call, error)) in faults.enumerated() {
      let circumstances: Comment = "\(scenario.name), \(error) at \(call)"
      let finished = try stage.run("error=\(error)", at: call)
      stage.isPastUnknown = isLookingForPast(call, on: stage) && error != "EINTR"
      if isInvisible(call, error, on: stage) {
        #expect(finished.status == 0, circumstances)
        #expect(finished.errors.isEmpty, circumstances)
        #expect(stage.isChanged(circumstances), circumstances)
      } else {
        expectHonest(finished, error, on: stage, circumstances)
      }
      if !leavesLock(call) { try stage.expectNoStrays(circumstances) }
      let failed = try stage.site.snapshot()
      stage.expectKept(failed, circumstances)
      // What is left behind is the same whatever the reason was, and whichever the thing that isn't offered.
      if error == "EIO" || Self.doneWithout(call).contains(error) {
        let isChanged = stage.isChanged(circumstances)
        if Stage.goesOn(index) { try stage.expectGoesOn(circumstances) }
        if !isChanged, Stage.goesBack(index) { try stage.expectTriesAgain(from: failed, circumstances) }
      }
    }
    print("failed at \(explored.count) of \(points.count) system calls: \(scenario.name)")
  }

  // MARK: Details

  /// What the system says of each error.
  private static let reasons = [
    "ENOSPC": "No space left on device", "EIO": "Input/output error", "EACCES": "Permission denied",
    "EDQUOT": "Disk quota exceeded",
  ]

  /// Some file systems have no hard links, or none from here to there, or no way to sync a folder.
  private static func doneWithout(_ call: SystemCall) -> [String] {
    if call.action == "link" { return ["EPERM", "EXDEV", "EOPNOTSUPP", "EMLINK", "ENOSYS"] }
    return call.name == "fsync" && !call.text.contains(".new>")
      ? ["EINVAL", "EOPNOTSUPP", "ENOSYS", "EPERM"] : []
  }

  /// With what a call fails. (Nothing interrupts lseek, which waits for nothing.)
  private static func errors(_ call: SystemCall) -> [String] {
    (TestExtent.isAll ? reasons.keys.sorted() : ["EIO"]) + (call.name == "lseek" ? [] : ["EINTR"])
      + TestExtent.sample(doneWithout(call), 1)
  }

  /// The calls that are about the files of the test, and about standard output.
  private static func points(_ stage: Stage) -> [SystemCall] {
    let points = stage.calls.filter { call in
      let text = call.text.replacingOccurrences(of: "AT_FDCWD<[^>]*>", with: "", options: .regularExpression)
      let isNameless = text.range(of: "^[a-z0-9]+\\([0-9]+</tmp/#", options: .regularExpression) != nil
      return actions.contains(call.action)
        && (text.hasPrefix("write(1<") || isNameless || text.contains("\"theirs.json\"")
          || text.contains("\"base.json\"") || stage.site.folders.contains { text.contains($0) })
    }
    // What takes none of them apart, finds nothing.
    let found = Set(points.map(\.name))
    #expect(found.isSuperset(of: ["flock", "fsync"]) && points.count > 10, "\(stage.scenario.name)")
    return points
  }

  /// Whether it makes no difference when this call fails.
  private func isInvisible(_ call: SystemCall, _ error: String, on stage: Stage) -> Bool {
    if error == "EINTR" || Self.doneWithout(call).contains(error) { return true }
    if isLookingForPast(call, on: stage) { return true }
    return switch call.action {
    case "open":
      // Another user's may not be ready yet for those who share its group, and is tried again.
      error == "EACCES" && call.text.contains(".json.new\"")
    case "close":
      // What matters was synced before.
      true
    case "unlink", "rmdir":
      // The text that was edited has been taken, and what is left of a lock is taken over by the next.
      call.text.contains("/editing.") || call.text.contains(".new\"")
    case "lseek", "stat":
      // How far the other machine has read, and what it said, matters only where sending failed.
      call.text.contains("</tmp/#") && !call.text.contains("SEEK_SET")
    case "readlink":
      // Before `..`, realpath(3) goes by whether it is a folder.
      stage.scenario.place == .link && call.text.contains("/.config/stack\"")
    default: false
    }
  }

  /// Whether a merge reads a kept version or its record here to learn what commands did; one that can't be read is
  /// passed over. A call with a version's path alone finds out whether it is the current file, or how much is kept.
  private func isLookingForPast(_ call: SystemCall, on stage: Stage) -> Bool {
    if stage.scenario.arguments.first != "merge" { return false }
    if call.text.contains(".change") {
      return call.text.contains("O_RDONLY") || call.action.hasPrefix("pread")
        || call.action == "read" || call.action == "stat" && call.text.contains(".change>")
    }
    return call.text.contains("-before-") && !call.text.contains("-before-merge")
      && !(call.action == "stat" && call.text.contains(".json\""))
  }

  /// Whether the lock's file may stay when this call fails, because it is not known then who holds the lock.
  private func leavesLock(_ call: SystemCall) -> Bool {
    switch call.action {
    case "unlink", "rmdir": true
    case "flock", "stat": call.text.contains(".new")
    default: false
    }
  }

  /// There is one sentence, with the path and the reason, and it says whether the file was changed.
  private func expectHonest(_ finished: Finished, _ error: String, on stage: Stage, _ circumstances: Comment)
  {
    let sentence = finished.errors
    #expect(finished.status == 74, circumstances)
    #expect(finished.output.isEmpty, circumstances)
    #expect(
      sentence.hasPrefix("stack: ") && sentence.firstIndex(of: "\n") == sentence.indices.last, circumstances)
    #expect(sentence.contains(Self.reasons[error] ?? error), circumstances)
    #expect(
      (stage.site.folders + ["standard output", "a temporary file"] + stage.scenario.relativePaths).contains {
        sentence.contains($0)
      },
      "\(sentence) \(circumstances)")
    let saysItIsDone = sentence.range(of: "^stack: [a-z ]+, but ", options: .regularExpression) != nil
    let saysItIsNot = sentence.contains("nothing was changed") || sentence.contains("it is still here too: ")
    #expect(stage.isChanged(circumstances) ? saysItIsDone : saysItIsNot, "\(sentence) \(circumstances)")
    #expect(saysItIsDone != saysItIsNot, "\(sentence) \(circumstances)")
  }
}
