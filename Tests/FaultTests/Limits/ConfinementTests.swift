// A process that can't open files (under Landlock or AppArmor, or without free descriptors) makes
// its change or none.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForPrograms, .needsStrace) struct ConfinementTests {
    private static let errors = ["EMFILE", "EACCES", "EIO", "EINTR"]
    /// The calls of open(2) that fail: one of the first few, or all from the first one on (`1+`).
    private static let opens = TestExtent.sample((1...6).map(String.init) + ["1+"], 2)

    /// The number of files that are opened before the program's own code runs.
    private static let openedBefore: Int = {
      let home = Home()
      let calls = (try? home.trace(home.program.path, ["path"]).trace.calls) ?? []
      return calls.prefix(calls.count - calls.afterStart.count).count { $0.action == "open" }
    }()

    /// The beginning of a line of shell whose command can't open files.
    private func confined(_ error: String, _ opens: String) -> String {
      let first = (Int(opens) ?? 1) + Self.openedBefore
      // A call that is always interrupted never ends, so only 50 are.
      let all = error == "EINTR" ? "\(first)..\(first + 49)" : "\(first)+"
      return Home.strace("error=\(error)", at: "open", opens == "1+" ? all : "\(first)")
    }

    @Test(arguments: errors, opens) func aFailingOpenMeansTheWholeChangeOrNone(
      _ error: String, _ opens: String
    ) throws {
      for (command, output, tasks) in [
        ("push Five", "One\n", ["One", "Two", "Three", "Five"]),
        ("done", "Two\n", ["Two", "Three"]),
        ("count", "3\n", ["One", "Two", "Three"]), ("nonsense", "", []),
      ] {
        let home = Home()
        try home.writeQueue(Scenario.text)
        let finished = try home.shell("\(confined(error, opens)) stack \(command)")
        let circumstances: Comment = "\(command): \(finished.status) \(finished.errors)"
        if finished.status == 0 || finished.errors.contains(", but ") {
          #expect(
            finished == Finished(output: output) || finished.status == 74,
            circumstances)
          #expect(try home.titles() == tasks, circumstances)
        } else {
          #expect(
            finished.status == 74 || command == "nonsense" && finished.status == 64, circumstances)
          #expect(finished.output.isEmpty && finished.errors.hasPrefix("stack: "))
          #expect(home.queueText() == Scenario.text)
        }
      }
    }

    @Test(arguments: errors, opens)
    func aTaskIsOnOneOfTwoMachinesIfTheReceiverIsConfined(_ error: String, _ opens: String) throws {
      let home = try Sandbox(Scenario("send sam@desk.example")).home
      try home.script("confined", #"HOME="$PWD/far" \#(confined(error, opens)) "$@""#)
      try home.shell(#"sed -i 's/HOME=.* exec/exec confined/' ssh"#)
      let finished = try home.stack("send", "sam@desk.example")
      if finished.status == 0 {
        #expect(try home.shell("cat far/.config/stack/stack.json").output.contains("\"One\""))
        #expect(try home.titles() == ["Two", "Three"])
      } else {
        #expect(home.queueText() == Scenario.text)
        #expect(finished.output.isEmpty && finished.errors.hasPrefix("stack: "))
      }
    }
  }
#endif
