// `stack send` through a real OpenSSH server on the loopback address, from one home to another.

import Foundation
import TestSupport
import Testing

@Suite(
  .serialized,
  .enabled(if: SecureShellServer.isInstalled, "needs ssh and sshd (the package openssh-server)"))
struct SendBySSHTests {
  private static let host = SecureShellServer.host

  /// Two machines with a task on each, and what reaches the one from the other.
  private struct Machines {
    let here: Home
    let there: Home
    let server: SecureShellServer

    init(path: String? = nil, keyOptions: String = "restrict", options: String = "") throws {
      there = Home()
      server = try SecureShellServer(to: there, path: path, keyOptions: keyOptions)
      here = Home(["STACK_SSH": server.command + options, "USER": "pat"])
      try there.stack("push", "Sam's own task")
      try here.stack("push", "Write the report")
      try here.stack("push", "Next")
    }

    /// Sends, expects that it fails for this reason, and that the task is here and not there.
    func expectFailure(_ sentence: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let before = (here.queueText(), there.queueText())
      let result = try here.stack("send", host)
      #expect(result.status == 69 && result.output == "", sourceLocation: sourceLocation)
      #expect(result.errors.hasPrefix("stack: "), sourceLocation: sourceLocation)
      #expect(result.errors.contains(sentence), sourceLocation: sourceLocation)
      #expect(result.errors.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
      #expect((here.queueText(), there.queueText()) == before, sourceLocation: sourceLocation)
    }

    /// Sends once more, and expects that the task is there once, and not here.
    func expectSuccess(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let result = try here.stack("send", host)
      #expect(result == Finished(status: 0, output: "Next\n", errors: ""), sourceLocation: sourceLocation)
      #expect(try here.titles() == ["Next"], sourceLocation: sourceLocation)
      #expect(try here.titles("completed") == ["Write the report"], sourceLocation: sourceLocation)
      #expect(try there.titles() == ["Sam's own task", "Write the report"], sourceLocation: sourceLocation)
    }
  }

  @Test func aTaskArrivesWhole() throws {
    let machines = try Machines()
    try machines.expectSuccess()
    let sent = try #require(machines.here.queueText())
    #expect(sent.contains(#", "to": "\#(Self.host)"}"#))
    let arrived = try machines.there.shell("stack done >/dev/null; stack --json; hostname").output
      .split(separator: "\n")
    try #require(arrived.count == 2)
    #expect(arrived[0].hasPrefix(#"{"title": "Write the report", "added": "20"#))
    #expect(arrived[0].hasSuffix(#"Z", "from": "pat@\#(arrived[1])"}"#))
  }

  @Test func hostileTitlesAndOwnKeysArriveInOrder() throws {
    let machines = try Machines(keyOptions: #"command="stack receive",restrict"#)
    let tasks = [
      #"{"title": "$(touch pwned) `id` ; 'quoted' \"twice\" \\ %s !! \u001b[2J\u202e", "energy": {"low": [true, 1.50]}}"#,
      #"{"mine": "ü \ud83d\ude00 \u0000", "title": "日本語のタスク", "attachments": ["/etc/hosts", "https://example.org/"]}"#,
      #"{"title": "-oProxyCommand=touch pwned", "due": "2027-01-01T00:00:00Z", "": []}"#,
      #"{"title": "\#(String(repeating: "long ", count: 12_000))", "end": "here"}"#,
    ]
    try machines.here.writeQueue("{\"tasks\": [\(tasks.joined(separator: ",\n"))]}")
    let titles = try machines.here.titles()
    for _ in tasks { #expect(try machines.here.stack("send", Self.host).status == 0) }
    #expect(try machines.here.titles() == [])
    let trimmed = titles.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(try machines.there.titles() == ["Sam's own task"] + trimmed)
    let text = try #require(machines.there.queueText())
    #expect(text.contains(#"", "energy": {"low": [true, 1.50]}, "from": "pat@"#))
    #expect(text.contains(#"{"mine": "ü \ud83d\ude00 \u0000", "title": "日本語のタスク", "attachments": ["https:"#))
    #expect(!text.contains("/etc/hosts"))
    #expect(text.contains(#"", "due": "2027-01-01T00:00:00Z", "": [], "from": "pat@"#))
    #expect(text.contains(#"long", "end": "here", "from": "pat@"#))
    for home in [machines.here, machines.there] {
      #expect(!FileManager.default.fileExists(atPath: home.url("pwned").path))
    }
  }

  /// `command="stack receive",restrict` in `authorized_keys` lets someone send, and do nothing else.
  @Test func whoMaySendMayDoNothingElse() throws {
    let machines = try Machines(keyOptions: #"command="stack receive",restrict"#)
    let there = machines.there
    let before = there.queueText()
    for attempt in ["stack", "cat .config/stack/stack.json", "'stack done; stack drop'", "", "-t stack"] {
      let result = try machines.here.shell("\(machines.server.command) \(Self.host) \(attempt) </dev/null")
      #expect(!result.output.contains("Sam") && !result.errors.contains("Sam"), "\(attempt)")
      #expect(there.queueText() == before, "\(attempt)")
    }
    // The name of a stack is one of the things that such a person doesn't choose.
    #expect(try machines.here.stack("send", "\(Self.host):work").output == "Next\n")
    let titles = try there.titles()
    #expect(titles == ["Sam's own task", "Write the report"])
    #expect(there.queueText("work") == nil)
    #expect(try machines.here.shell("yes | \(machines.server.command) \(Self.host)").status == 65)
  }

  /// In a terminal there, the end of the task would never come.
  @Test func aConfigurationThatWantsATerminal() throws {
    try Machines(keyOptions: "", options: " -o RequestTTY=force").expectSuccess()
  }

  // MARK: What goes wrong

  /// ssh goes into the background, with the task or without, and its answer may come in time or too late: what left
  /// this stack is in the other one.
  @Test func aConfigurationThatGoesIntoTheBackground() throws {
    let machines = try Machines(options: " -o ForkAfterAuthentication=yes")
    let result = try machines.here.stack("send", Self.host)
    if result.status == 0 {
      #expect(try machines.there.titles() == ["Sam's own task", "Write the report"])
    } else {
      #expect(result.status == 69 && result.errors.hasPrefix("stack: \(Self.host) did not "))
      #expect(try machines.here.titles() == ["Write the report", "Next"])
    }
  }

  @Test func nobodyIsReached() throws {
    let machines = try Machines()
    try machines.server.stop()
    try machines.expectFailure("\(Self.host) could not be reached: ")
    try machines.server.useStrangersKey()
    try machines.expectFailure("reached: \(NSUserName())@127.0.0.1: Permission denied (publickey); the task")
    try machines.server.start()
    try machines.server.forgetHost()
    try machines.expectFailure("could not be reached: Host key verification failed; the task stays here")
    let result = try machines.here.stack("send", "elsewhere.invalid")
    #expect(result.status == 69 && result.errors.hasPrefix("stack: elsewhere.invalid could not be reached: "))
  }

  /// The one case in which the task is in both places, and the sentence says so.
  @Test func theConnectionDiesAfterTheTaskWasTaken() throws {
    let machines = try Machines(keyOptions: #"command="stack receive; kill -9 $PPID""#)
    let result = try machines.here.stack("send", Self.host)
    #expect(result.status == 69)
    #expect(result.errors.hasSuffix("; the task may have arrived there, and it stays here too\n"))
    #expect(try machines.here.titles() == ["Write the report", "Next"])
    #expect(try machines.there.titles() == ["Sam's own task", "Write the report"])
  }
}
