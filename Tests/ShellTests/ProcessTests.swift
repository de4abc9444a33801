// A prompt starts no process unless the file has changed.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

#if os(Linux)
  @Suite(.needs("strace"), .saysWhatIsMissing)
  struct ProcessTests {
    /// Without a file, with a small one, and with one too large to be read whole at each prompt.
    @Test(arguments: Shell.withCompletion) func nothingIsStartedWhileNothingChanges(_ shell: Shell)
      throws
    {
      let home = Home()
      let others = (0..<5000).map { ", {\"title\": \"Task \($0)\"}" }.joined(separator: "\n")
      let large =
        "{\"mine\": \"\(String(repeating: "日", count: 300))\", \"tasks\": [{\"title\": \"Task\"}\(others)]}"
      let log = home.url("calls").path
      let tracer = [
        try #require(Program.path(of: "strace")), "-f", "--seccomp-bpf", "-e", "trace=process",
        "-o", log,
      ]
      let command = tracer + [try shell.program()] + shell.arguments
      let shell = try InteractiveShell(shell, in: home, command: command)
      let files = [nil, #"{"tasks": [{"title": "Task"}]}"#, large]
      for (number, text) in files.enumerated() {
        if let text { try home.writeQueue(text) }
        // The next prompts may still have to read the new file.
        for _ in 1...3 { _ = try shell.prompt() }
        // Marks the beginning and the end in the log.
        _ = try shell.prompt(after: "sh -c : the-first-\(number)")
        for _ in 1...5 { _ = try shell.prompt() }
        _ = try shell.prompt(after: "sh -c : the-last-\(number)")
      }
      #expect(shell.exit() != nil)

      let calls = try home.text(of: "calls").split(separator: "\n")
      func start(_ mark: String) throws -> Int {
        try #require(calls.firstIndex { $0.contains("execve(") && $0.contains(mark) })
      }
      for number in files.indices {
        let started = try calls[start("the-first-\(number)")..<start("the-last-\(number)")].filter {
          call in
          ["clone(", "clone3(", "fork(", "vfork("].contains { call.contains(" \($0)") }
            && !call.contains("CLONE_THREAD")
        }
        // The last of them is the command that marks the end.
        #expect(started.count - 1 == 0, "file \(number)")
      }
    }
  }
#endif
