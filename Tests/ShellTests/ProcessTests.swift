// A prompt that has nothing new to tell costs no process.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

#if os(Linux)
  @Suite(
    .enabled(if: Program.exists("strace"), "strace tells which processes are started"), .saysWhatIsMissing)
  struct ProcessTests {
    /// What the queue's file is.
    enum File: CaseIterable {
      case missing
      case small
      /// Too large to be read whole at each prompt.
      case large
    }

    @Test(arguments: Shell.withCompletion, File.allCases)
    func nothingIsStartedWhileNothingChanges(_ shell: Shell, _ file: File) throws {
      let home = Home()
      if file == .small { try home.writeTasks("Task") }
      if file == .large {
        let others = (0..<5000).map { ", {\"title\": \"Task \($0)\"}" }.joined(separator: "\n")
        let own = String(repeating: "日", count: 300)
        try home.writeQueue("{\"mine\": \"\(own)\", \"tasks\": [{\"title\": \"Task\"}\(others)]}")
      }
      let log = home.url("calls").path
      let tracer = [try #require(Program.path(of: "strace")), "-f", "-e", "trace=process", "-o", log]
      let command = tracer + [try shell.program()] + shell.arguments
      let shell = try InteractiveShell(shell, in: home, command: command)
      // What came before, the next prompt may still have to look at.
      for _ in 1...3 { _ = try shell.prompt() }
      // These two can be found again.
      _ = try shell.prompt(after: "sh -c : the-first")
      for _ in 1...9 { _ = try shell.prompt() }
      _ = try shell.prompt(after: "sh -c : the-last")
      #expect(shell.exit() != nil)

      let calls = try String(contentsOf: home.url("calls"), encoding: .utf8).split(separator: "\n")
      func start(_ mark: String) throws -> Int {
        try #require(calls.firstIndex { $0.contains("execve(") && $0.contains(mark) })
      }
      let started = try calls[start("the-first")..<start("the-last")].filter { call in
        ["clone(", "clone3(", "fork(", "vfork("].contains { call.contains(" \($0)") }
          && !call.contains("CLONE_THREAD")
      }
      // The last of them is the command that marks the end.
      #expect(started.count - 1 == 0)
    }
  }
#endif
