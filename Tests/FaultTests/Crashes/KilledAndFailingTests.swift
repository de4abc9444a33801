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
    let deciding: Set = ["fsync", "rename", "link", "unlink"]
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
      prepared.isAncestorUnknown = isReadingHistory(call, in: prepared) && error != "EINTR"
      // A directory that can't be read can still be entered, if nothing has to be synced in it.
      let isEntered = error == "EACCES" && call.text.contains("O_DIRECTORY") && finished.status == 0
      if isEntered || isHidden(call, error, in: prepared) {
        #expect(finished.status == 0 && finished.errors.isEmpty, prepared.circumstances)
        #expect(prepared.isChanged(), prepared.circumstances)
      } else {
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
    "access", "close", "fchmod", "fchown", "flock", "fstat", "fsync", "ftruncate", "getdents64",
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
    return call.name == "fsync" && !call.text.contains(".new>")
      ? ["EINVAL", "EOPNOTSUPP", "ENOSYS", "EPERM"] : []
  }

  /// The errors that are injected. (Nothing interrupts lseek, which doesn't wait.)
  private static func errors(_ call: SystemCall) -> [String] {
    let isInterrupted = TestExtent.isAll ? call.name != "lseek" : call.name == "fsync"
    return (TestExtent.isAll ? reasons.keys.sorted() : ["EIO"]) + (isInterrupted ? ["EINTR"] : [])
      + TestExtent.sample(missingFeature(call), 1)
  }

  /// The calls on the sandbox's files and on standard output.
  private static func points(_ prepared: PreparedScenario) -> [SystemCall] {
    let points = prepared.calls.filter { call in
      let text = call.text.replacing(/AT_FDCWD<[^>]*>/, with: "")
      let isNameless = text.contains(#/^[a-z0-9]+\([0-9]+</tmp/\#/#)
      let places = ["\"theirs.json\"", "\"base.json\""] + prepared.sandbox.directories
      // An injected failure leaves the file open, and so its lock held, unlike close(2).
      let isUnlocking =
        call.action == "close" && call.text.contains("/stack.json>)")
        && prepared.scenario.arguments == ["redo"]
      return actions.contains(call.action) && !isUnlocking
        && (text.hasPrefix("write(1<") || isNameless || places.contains { text.contains($0) })
    }
    let found = Set(points.map(\.name))
    #expect(found.isSuperset(of: ["flock", "fsync"]) && points.count > 10, "the trace was parsed")
    return points
  }

  // MARK: Expectations

  /// Whether the command succeeds in spite of this failure.
  private func isHidden(_ call: SystemCall, _ error: String, in prepared: PreparedScenario) -> Bool
  {
    if error == "EINTR" || Self.missingFeature(call).contains(error) { return true }
    if isReadingHistory(call, in: prepared) || isListingExtras(call, in: prepared)
      || isLookingAfterChange(call, in: prepared)
    {
      return true
    }
    // Files that an editor has left are removed as far as possible.
    let isDirectory = call.text.contains(/O_DIRECTORY|editing\.\w+>/)
    if isDirectory, call.text.contains("/editing.") { return true }
    // As root, the command looks up who owns the directory of the queues, which doesn't matter to
    // git's merge driver.
    if prepared.scenario.isDriver, call.text.contains("AT_FDCWD"),
      call.text.contains("AT_SYMLINK_NOFOLLOW")
    {
      return true
    }
    return switch call.action {
    // Another user may still be setting the mode of the lock's file, so opening it is tried again.
    case "open":
      error == "EACCES" && call.text.contains(/"\.\w+\.json\.new"/)
    // Everything that matters was synced before.
    case "close": true
    // The edited text has been read; the next command reuses the lock's file.
    case "unlink", "rmdir": call.text.contains("/editing.") || call.text.contains(".new\"")
    // How far the other machine has read, and what it said, matters only if sending failed.
    case "lseek": call.text.contains("</tmp/#") && !call.text.contains("SEEK_SET")
    case "stat": call.text.contains("</tmp/#") || isReleasingLock(call, in: prepared)
    // realpath(3) checks that the part before `..` is a directory.
    case "readlink":
      prepared.scenario.place == .symbolicLink && call.text.contains("/.config/stack\"")
    default: false
    }
  }

  /// Whether the lock's file is looked at here to remove it only if it is still the command's own.
  private func isReleasingLock(_ call: SystemCall, in prepared: PreparedScenario) -> Bool {
    let next = prepared.calls.drop { !call.isSame($0) }.first {
      $0.action != "stat"
    }
    return [call, next].allSatisfy { $0?.text.contains(".json.new") == true }
      && next?.action == "unlink"
  }

  /// Whether a merge reads an entry of the history here to learn what commands did; one that can't
  /// be read is skipped. A `stat` of a path only finds out how much is kept.
  private func isReadingHistory(_ call: SystemCall, in prepared: PreparedScenario) -> Bool {
    if prepared.scenario.arguments.first != "merge" { return false }
    let isEntry = call.text.contains(#/[/"][0-9]{6}-[0-9T]+Z-/#)
    let isSize = call.action == "stat" && call.text.contains(#/(json|none|change)", /#)
    return isEntry && !isSize && !call.text.contains("-merge.")
  }

  /// Whether a directory besides the history is listed here, to remove what killed writers or
  /// editors left, or to mention conflict copies. A command does without that.
  private func isListingExtras(_ call: SystemCall, in prepared: PreparedScenario) -> Bool {
    let calls = prepared.calls
    guard let index = calls.firstIndex(where: call.isSame) else {
      return false
    }
    // The directory that is listed next may be opened for that alone.
    let isAlone = call.text.contains("/.local/state/stack\"")
    let last = isAlone ? calls.index(after: index) : index
    guard let begin = calls[...last].lastIndex(where: { $0.action == "open" && $0.paths == ["."] }),
      calls[begin].resultPath?.hasSuffix(".json") == false
    else { return false }
    return begin >= index
      || !calls[begin..<index].contains {
        $0.action == "close" && $0.number(0) == calls[begin].result
      }
  }

  /// Whether the change was made and marked before, and the command only looks here: after the undo
  /// that removed the file, for what it says about the missing file; and after the redo of a merge,
  /// for the copy that it would move into the history again. A copy that can't be read stays.
  private func isLookingAfterChange(_ call: SystemCall, in prepared: PreparedScenario) -> Bool {
    let calls = prepared.calls
    guard let index = calls.firstIndex(where: call.isSame),
      calls[..<index].contains(where: { $0.text.contains(".made\", O_RDWR|O_CREAT") }),
      ["open", "stat", "getdents64", "pread64", "readlink"].contains(call.action),
      !call.text.contains("O_CREAT")
    else { return false }
    if prepared.removesFile {
      return calls[..<index].contains {
        $0.action == "unlink" && $0.text.contains("/stack>, \".stack.json.new\"")
      }
    }
    let isWalk = call.action == "open" && call.text.contains("O_DIRECTORY")
    return prepared.scenario.arguments == ["redo"]
      && prepared.scenario.history.contains(Scenario.mergeOfConflictCopy)
      && (isWalk || call.text.contains("/.config/stack/stack.sync-conflict-1.json>")
        || call.paths == ["stack.sync-conflict-1.json"])
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
    let saysItIsNot =
      sentence.contains("nothing was changed") || sentence.contains("it is still here too: ")
    let isChanged = prepared.isChanged()
    #expect(saysItIsDone == isChanged && saysItIsNot != isChanged, circumstances)
  }
}
