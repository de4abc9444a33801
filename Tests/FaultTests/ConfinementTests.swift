// A process that may not open what it wants, as under Landlock or AppArmor or without free descriptors, does
// what it was asked to or fails; it never does something else.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.needsStrace)
  struct ConfinementTests {
    private static let errors = TestExtent.sample(["EMFILE", "EACCES", "EIO", "EINTR"], 2)
    /// Which of its calls of open(2) fail: the first few, one at a time, and all of them.
    private static let opens = TestExtent.sample((1...6).map(String.init) + ["1+"], 3)

    /// How many files are opened before the program begins: libraries, in a debug build.
    private static let openedBefore: Int = {
      let home = Home()
      let calls = (try? home.trace(home.program.path, ["path"]).trace.calls) ?? []
      return calls.prefix(calls.count - calls.behindTheStart.count).count { $0.action == "open" }
    }()

    /// The beginning of a line of shell, behind which a program can't open files.
    private func confined(_ error: String, _ opens: String) -> String {
      let first = (Int(opens) ?? 1) + Self.openedBefore
      // A call that is interrupted for ever is one that never ends.
      let all = error == "EINTR" ? "\(first)..\(first + 49)" : "\(first)+"
      return Home.strace("error=\(error)", at: "open", opens == "1+" ? all : "\(first)")
    }

    /// Each command does what it is asked to, or leaves all as it is; and wrong usage stays wrong usage.
    @Test(arguments: errors, opens) func commandsDoItOrFail(_ error: String, _ opens: String) throws {
      for (command, output, tasks) in [
        ("push Five", "One\n", ["One", "Two", "Three", "Five"]), ("done", "Two\n", ["Two", "Three"]),
        ("count", "3\n", ["One", "Two", "Three"]), ("nonsense", "", []),
      ] {
        let home = Home()
        try home.writeQueue(Scenario.text)
        let finished = try home.shell("\(confined(error, opens)) stack \(command)")
        let circumstances: Comment = "\(command): \(finished.status) \(finished.errors)"
        if finished.status == 0 || finished.errors.contains(", but ") {
          // Where something failed, that was when the change was made.
          let isSilent = finished == Finished(status: 0, output: output, errors: "")
          #expect(isSilent || finished.status == 74, circumstances)
          #expect(try home.titles() == tasks, circumstances)
        } else {
          #expect(finished.status == 74 || command == "nonsense" && finished.status == 64, circumstances)
          #expect(finished.output.isEmpty)
          #expect(finished.errors.hasPrefix("stack: "))
          #expect(home.queueText() == Scenario.text)
        }
      }
    }

    /// A task that went to somebody who could not take it is still here.
    @Test(arguments: errors, opens) func sendingToAConfinedReceiver(_ error: String, _ opens: String) throws {
      let home = try Site(.nothing).home
      try home.script("confined", "HOME=\"$PWD/far\" \(confined(error, opens)) \"$@\"")
      try home.shell(#"sed -i 's/HOME=.* exec/exec confined/' ssh"#)
      let finished = try home.stack("send", "sam@desk.example")
      if finished.status == 0 {
        let there = try home.shell("cat far/.config/stack/stack.json").output
        #expect(there.contains("\"One\""), "what was said to be sent has arrived")
        #expect(try home.titles() == ["Two", "Three"])
      } else {
        #expect(home.queueText() == Scenario.text)
        #expect(finished.output.isEmpty)
        #expect(finished.errors.hasPrefix("stack: "))
      }
    }
  }
#endif
