// `stack send` through a real OpenSSH server on the loopback address, from one home to another.

import Foundation
import TestSupport
import Testing

@Suite(
  .waitsForPrograms,
  .enabled(if: SecureShellServer.isInstalled, "needs ssh and sshd (the package openssh-server)"))
struct SendBySSHTests {
  private static let host = SecureShellServer.host

  /// Two machines with tasks, and the ssh server of one of them.
  private struct Machines {
    let here: Home
    let there: Home
    let server: SecureShellServer

    init(keyOptions: String = "restrict", options: String = "") throws {
      there = Home()
      server = try SecureShellServer(to: there, keyOptions: keyOptions)
      here = Home(["STACK_SSH": server.command + options, "USER": "pat"])
      try there.stack("push", "Sam's own task")
      try here.shell("stack push Write the report; stack push Next")
    }

    /// Expects that sending fails for this reason, and that neither queue changes.
    func expectFailure(_ sentence: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
      let before = (here.queueText(), there.queueText())
      let result = try here.stack("send", host)
      #expect(result.status == 69 && result.output == "", sourceLocation: sourceLocation)
      #expect(result.errors.contains(sentence), sourceLocation: sourceLocation)
      #expect(result.errors.contains("\nstack: "), sourceLocation: sourceLocation)
      #expect((here.queueText(), there.queueText()) == before, sourceLocation: sourceLocation)
    }

    /// Expects that sending moves the task.
    func expectSuccess(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let result = try here.stack("send", host)
      #expect(result == Finished(output: "Next\n"), sourceLocation: sourceLocation)
      #expect(try here.titles() == ["Next"], sourceLocation: sourceLocation)
      #expect(try here.titles("completed") == ["Write the report"], sourceLocation: sourceLocation)
      #expect(
        try there.titles() == ["Sam's own task", "Write the report"], sourceLocation: sourceLocation
      )
    }
  }

  @Test func aTaskArrivesWithItsSender() throws {
    let machines = try Machines()
    try machines.expectSuccess()
    try session(
      """
      $ stack log --json
      {"title": "Write the report", "added": "DATE", "sent": "DATE", "to": "\(Self.host)"}
      """, in: machines.here)
    try session(
      """
      $ stack done --json | sed "s/$(hostname)/laptop/"
      {"title": "Write the report", "added": "DATE", "from": "pat@laptop"}
      """, in: machines.there)
  }

  /// With `command="stack receive",restrict` in `authorized_keys`.
  @Test func aRestrictedKeyAllowsOnlySending() throws {
    let machines = try Machines(keyOptions: #"command="stack receive",restrict"#)
    let there = machines.there
    let before = there.queueText()
    for attempt in [
      "stack", "cat .config/stack/stack.json", "'stack done; stack drop'", "", "-t stack",
    ] {
      let result = try machines.here.shell(
        "\(machines.server.command) \(Self.host) \(attempt) </dev/null")
      #expect(!result.output.contains("Sam") && !result.errors.contains("Sam"), "\(attempt)")
      #expect(there.queueText() == before, "\(attempt)")
    }
    // Such a key doesn't choose the stack either.
    #expect(try machines.here.stack("send", "\(Self.host):work").output == "Next\n")
    #expect(try there.titles() == ["Sam's own task", "Write the report"])
    #expect(there.queueText("work") == nil)
    #expect(try machines.here.shell("yes | \(machines.server.command) \(Self.host)").status == 65)
  }

  /// At a terminal, `receive` would wait for the end of the input.
  @Test func aConfigurationThatRequestsATerminalMakesNoDifference() throws {
    try Machines(keyOptions: "", options: " -o RequestTTY=force").expectSuccess()
  }

  /// ssh goes into the background before or after it has read the task, and its answer may come too
  /// late.
  @Test func aTaskThatLeavesIsThereIfSSHGoesIntoTheBackground() throws {
    let machines = try Machines(options: " -o ForkAfterAuthentication=yes")
    let result = try machines.here.stack("send", Self.host)
    if result.status == 0 {
      #expect(try machines.there.titles() == ["Sam's own task", "Write the report"])
    } else {
      #expect(result.status == 69 && result.errors.contains("stack: \(Self.host) did not "))
      #expect(try machines.here.titles() == ["Write the report", "Next"])
    }
  }

  @Test func sshPrintsItsReasonItself() throws {
    let machines = try Machines()
    try machines.server.stop()
    try machines.expectFailure("Connection refused")
    try machines.server.useStrangersKey()
    try machines.expectFailure("\(NSUserName())@127.0.0.1: Permission denied (publickey).")
    try machines.server.start()
    try machines.server.forgetHost()
    try machines.expectFailure("Host key verification failed.")
    let result = try machines.here.stack("send", "elsewhere.invalid")
    #expect(result.status == 69)
    #expect(
      result.errors.hasSuffix(
        "stack: elsewhere.invalid could not be reached; the task stays here\n"))
  }

  /// The one case in which the task is in both queues.
  @Test func aConnectionThatIsLostAfterReceivingIsReported() throws {
    let machines = try Machines(keyOptions: #"command="stack receive; kill -9 $PPID""#)
    let result = try machines.here.stack("send", Self.host)
    #expect(result.status == 69)
    #expect(result.errors.hasSuffix("; the task stays here, but may have arrived there, too\n"))
    #expect(try machines.here.titles() == ["Write the report", "Next"])
    #expect(try machines.there.titles() == ["Sam's own task", "Write the report"])
  }
}
