// A command that is killed at any system call leaves the file as before or as after. If a system
// call fails, the command retries it, does without it, or says in one sentence whether the file was
// changed.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms, .needsStrace) struct KilledAndFailingTests {
  @Test(arguments: Scenario.exploredByKilling)
  func aKilledCommandLeavesTheFileAsBeforeOrAfter(_ scenario: Scenario) throws {
    let prepared = try PreparedScenario(scenario)
    // Chance decides how often these are called (random numbers for a temporary name, the start of
    // the heap, waiting for a child), so a number doesn't identify one of them in the next run.
    let points = prepared.calls.filter {
      !["getrandom", "brk", "poll", "wait4", "fork begins"].contains($0.name)
    }
    #expect(points.contains { $0.name == "flock" } && points.count > 10, "the trace was parsed")
    let deciding = PreparedScenario.deciding.union(["unlink"])
    for (index, call) in PreparedScenario.explored(points, deciding: deciding).enumerated() {
      let finished = try prepared.run(injecting: "signal=SIGKILL", at: call)
      #expect(finished.status == 128 + SIGKILL, prepared.circumstances)
      let isChanged = prepared.isChanged()
      // A change that was acknowledged has been made.
      if !finished.output.isEmpty || call.text.hasPrefix("write(1<") {
        #expect(isChanged, prepared.circumstances)
      }
      if let recipient = scenario.recipient, isChanged {
        #expect(
          try prepared.home.shell("cat \(recipient)").output.contains("Two"), prepared.circumstances
        )
      }
      let killed = try prepared.sandbox.snapshot()
      prepared.expectNothingLost(in: killed)
      if PreparedScenario.testsGoingOn(index) { try prepared.expectGoesOn() }
      if PreparedScenario.testsGoingBack(index) {
        try killed.restore()
        try prepared.expectUndoes()
        if !isChanged { try prepared.expectWorksAgain(from: killed) }
      }
    }
  }

  @Test(arguments: Scenario.explored)
  func aFailureIsHiddenOrReportedTruthfully(_ scenario: Scenario) throws {
    let prepared = try PreparedScenario(scenario)
    let faults = PreparedScenario.explored(Self.points(prepared)).flatMap { call in
      Self.errors(call).map { (call, $0) }
    }
    for (index, (call, error)) in faults.enumerated() {
      let finished = try prepared.run(injecting: "error=\(error)", at: call)
      // A merge does without an entry of the history that can't be read.
      prepared.isAncestorUnknown = scenario.arguments.first == "merge" && error != "EINTR"
      let isHidden = finished.status == 0
      if isHidden {
        #expect(finished.errors.isEmpty && !mustBeReported(call, error), prepared.circumstances)
        #expect(prepared.isChanged(), prepared.circumstances)
      } else {
        #expect(!mustBeHidden(call, error), prepared.circumstances)
        expectTruthful(finished, error, in: prepared)
      }
      if !leavesLock(call) { try prepared.expectNoStrays() }
      let failed = try prepared.sandbox.snapshot()
      prepared.expectNothingLost(in: failed)
      // The state after a failure doesn't depend on the reason, except for missing features.
      if error == "EIO" || Self.missingFeature(call).contains(error) {
        let isChanged = prepared.isChanged()
        if PreparedScenario.testsGoingOn(index) { try prepared.expectGoesOn() }
        if !isChanged, PreparedScenario.testsGoingBack(index) {
          try prepared.expectWorksAgain(from: failed)
        }
      }
    }
  }

  // MARK: Faults

  /// The system calls that can fail on files.
  private static let actions: Set = [
    "access", "close", "fchmod", "fchown", "fdatasync", "flock", "fstat", "fsync", "ftruncate",
    "getdents64",
    "link",
    "lseek", "mkdir", "open", "pread64", "read", "readlink", "rename", "rmdir", "stat", "unlink",
    "write",
  ]

  /// The text of each error.
  private static let reasons = [
    "ENOSPC": "No space left on device", "EIO": "Input/output error", "EACCES": "Permission denied",
    "EDQUOT": "Disk quota exceeded",
  ]

  /// The errors that mean that a file system lacks a feature: hard links (to this place), or
  /// syncing a directory.
  private static func missingFeature(_ call: SystemCall) -> [String] {
    if call.action == "link" { return ["EPERM", "EXDEV", "EOPNOTSUPP", "EMLINK", "ENOSYS"] }
    return isSync(call) && !call.text.contains(".new>")
      ? ["EINVAL", "EOPNOTSUPP", "ENOSYS", "EPERM"] : []
  }

  private static func isSync(_ call: SystemCall) -> Bool {
    ["fsync", "fdatasync"].contains(call.name)
  }

  /// The errors that are injected. (Nothing interrupts lseek, which doesn't wait.)
  private static func errors(_ call: SystemCall) -> [String] {
    let isInterrupted = TestExtent.isAll ? call.name != "lseek" : isSync(call)
    return (TestExtent.isAll ? reasons.keys.sorted() : ["EIO"]) + (isInterrupted ? ["EINTR"] : [])
      + TestExtent.sample(missingFeature(call), 1)
  }

  /// The calls on the sandbox's files and on standard output.
  private static func points(_ prepared: PreparedScenario) -> [SystemCall] {
    let currentDirectory = /AT_FDCWD<[^>]*>/
    let temporaryFile = #/^[a-z0-9]+\([0-9]+</tmp/\#/#
    let places = ["\"theirs.json\"", "\"base.json\""] + prepared.sandbox.directories
    let points = prepared.calls.filter { call in
      guard actions.contains(call.action) else { return false }
      let text = call.text.replacing(currentDirectory, with: "")
      let isNameless = text.contains(temporaryFile)
      // An injected failure leaves the file open, and so its lock held, unlike close(2).
      let isUnlocking =
        call.action == "close" && call.text.contains("/stack.json>)")
        && prepared.scenario.arguments == ["redo"]
      return !isUnlocking
        && (text.hasPrefix("write(1<") || isNameless || places.contains { text.contains($0) })
    }
    let found = Set(points.map(\.name))
    #expect(found.isSuperset(of: ["flock", "fsync"]) && points.count > 10, "the trace was parsed")
    return points
  }

  // MARK: Expectations

  /// Whether the command must not succeed after this failure, because the change may not be on the
  /// disk, or its acknowledgement not have been read. (It may do without everything else, as long
  /// as it makes the change.)
  private func mustBeReported(_ call: SystemCall, _ error: String) -> Bool {
    // Files that an editor has left, and what the other machine has said, are only looked at.
    let isOfChange = !call.text.contains("/editing.") && !call.text.contains("</tmp/#")
    return isOfChange && ["fsync", "fdatasync", "rename", "write"].contains(call.action)
      && !mustBeHidden(call, error)
  }

  /// Whether the command must succeed in spite of this failure: it tries again, or does without a
  /// feature.
  private func mustBeHidden(_ call: SystemCall, _ error: String) -> Bool {
    error == "EINTR" || Self.missingFeature(call).contains(error) || call.action == "close"
  }

  /// Whether the lock's file may stay after this failure: it can't be removed, or it is unknown who
  /// holds the lock.
  private func leavesLock(_ call: SystemCall) -> Bool {
    switch call.action {
    case "unlink", "rmdir": true
    case "flock", "stat": call.text.contains(".new")
    default: false
    }
  }

  /// One sentence has the path and the reason, and says truthfully whether the file was changed.
  private func expectTruthful(_ finished: Finished, _ error: String, in prepared: PreparedScenario)
  {
    let sentence = finished.errors
    let circumstances: Comment = "\(sentence) \(prepared.circumstances)"
    #expect(finished.status == 74 && finished.output.isEmpty, circumstances)
    #expect(
      sentence.hasPrefix("stack: ") && sentence.firstIndex(of: "\n") == sentence.indices.last,
      circumstances)
    #expect(sentence.contains(Self.reasons[error] ?? error), circumstances)
    // The directories above the file are synced too, up to the root.
    let parents = prepared.sandbox.directories.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().path
    }
    let places =
      parents + ["standard output", "a temporary file"] + prepared.scenario.relativePaths
    #expect(places.contains { sentence.contains($0) }, circumstances)
    let saysItIsDone = sentence.contains(#/^stack: [a-z ]+, but /#)
    let saysItIsNot = ["nothing was changed", "it is still here too: ", "; the task stays here"]
      .contains { sentence.contains($0) }
    let isChanged = prepared.isChanged()
    #expect(saysItIsDone == isChanged && saysItIsNot != isChanged, circumstances)
  }
}
