// A process that may not open what it wants, as under Landlock or AppArmor or without free descriptors, does
// what it was asked to or fails; it never does something else.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    .enabled(if: Need.strace != nil, Need.straceReason))
  struct ConfinementTests {
    private static let errors = TestExtent.sample(["EMFILE", "EACCES", "EIO", "EINTR"], 2)
    /// Which of its calls of open(2) fail: the first few, one at a time, and all of them.
    private static let opens = TestExtent.sample((1...6).map(String.init) + ["1+"], 3)

    /// How many files are opened before the program begins: libraries, in a debug build.
    private static let openedBefore: Int = {
      let home = Home(in: Home.memory)
      let calls = (try? home.trace(home.program.path, ["path"]).trace.calls) ?? []
      return calls.prefix(calls.count - calls.behindTheStart.count).count { $0.action == "open" }
    }()

    /// What stands behind `when=`. A call that is interrupted for ever is one that never ends.
    private static func occasions(_ opens: String, _ error: String) -> String {
      guard opens == "1+" else { return "\((Int(opens) ?? 0) + openedBefore)" }
      return error == "EINTR" ? "\(1 + openedBefore)..\(50 + openedBefore)" : "\(1 + openedBefore)+"
    }

    /// Runs `stack` where opening files fails.
    private func run(
      _ arguments: [String], in home: Home, input: Data? = nil, error: String, opens: String
    ) throws -> Finished {
      let when = Self.occasions(opens, error)
      let calls = SystemCall.names("open")
      let options = ["-e", "trace=\(calls)", "-e", "inject=\(calls):error=\(error):when=\(when)"]
      return try home.run(
        try #require(Need.strace), ["-o", "/dev/null"] + options + ["--", home.program.path] + arguments,
        input: input)
    }

    @Test(arguments: errors, opens) func pushAddsOrFails(_ error: String, _ opens: String) throws {
      let home = Home(in: Home.memory)
      try home.writeQueue(Scenario.text)
      let finished = try run(["push", "Five"], in: home, error: error, opens: opens)
      try expectDoneOrRefused(finished, home, isDone: try home.titles() == ["One", "Two", "Three", "Five"])
    }

    @Test(arguments: errors, opens) func doneCompletesOrFails(_ error: String, _ opens: String) throws {
      let home = Home(in: Home.memory)
      try home.writeQueue(Scenario.text)
      let finished = try run(["done"], in: home, error: error, opens: opens)
      try expectDoneOrRefused(finished, home, isDone: try home.titles("completed") == ["Zero", "One"])
    }

    @Test(arguments: errors, opens) func countCountsOrFails(_ error: String, _ opens: String) throws {
      let home = Home(in: Home.memory)
      try home.writeQueue(Scenario.text)
      let finished = try run(["count"], in: home, error: error, opens: opens)
      #expect(finished.status == 0 ? finished.output == "3\n" : finished.output.isEmpty)
      #expect(home.queueText() == Scenario.text)
    }

    /// Wrong usage stays wrong usage.
    @Test(arguments: errors) func aCommandThatDoesNotExist(_ error: String) throws {
      let home = Home(in: Home.memory)
      try home.writeQueue(Scenario.text)
      let finished = try run(["nonsense"], in: home, error: error, opens: "1")
      #expect(finished.status == 64 || finished.status == 74)
      #expect(finished.output.isEmpty)
    }

    /// A task that went to somebody who could not take it is still here.
    @Test(arguments: errors, opens) func sendingToAConfinedReceiver(_ error: String, _ opens: String) throws {
      let when = Self.occasions(opens, error)
      let calls = SystemCall.names("open")
      let home = Home(["STACK_SSH": "./ssh", "USER": "robin"], in: Home.memory)
      try home.setUp(Scenario(name: "", arguments: []))
      try home.script(
        "confined",
        """
        HOME="$PWD/far" exec strace -o /dev/null -e 'trace=\(calls)' \\
          -e 'inject=\(calls):error=\(error):when=\(when)' "$@"
        """)
      try home.shell(
        #"printf '#!/bin/sh\nuntil [ "$1" = stack ]; do shift; done; exec confined "$@"\n' >ssh"#)
      let finished = try home.stack("send", "sam@desk.example")
      let far = home.url("far/.config/stack/stack.json")
      let isThere = (try? String(contentsOf: far, encoding: .utf8))?.contains("\"One\"") == true
      if finished.status == 0 {
        #expect(isThere, "what was said to be sent has arrived")
        #expect(try home.titles() == ["Two", "Three"])
      } else {
        #expect(home.queueText() == Scenario.text)
        #expect(finished.output.isEmpty)
        #expect(finished.errors.hasPrefix("stack: "))
      }
    }

    private func expectDoneOrRefused(_ finished: Finished, _ home: Home, isDone: Bool) throws {
      if finished.status == 0 {
        #expect(isDone, "what was said to be done is done")
        #expect(finished.errors.isEmpty)
      } else if finished.errors.contains(", but ") {
        // The change was made, and then something failed.
        #expect(isDone)
        #expect(finished.status == 74)
      } else {
        #expect(home.queueText() == Scenario.text)
        #expect(finished.output.isEmpty)
        #expect(finished.errors.hasPrefix("stack: "))
      }
    }
  }
#endif
