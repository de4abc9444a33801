// What can be held of the figures without a clock: instructions, system calls, memory, and how the program
// is built.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    .enabled(if: Program.release != nil, "figures are those of the release build: set STACK_BINARY"),
    .timeLimit(.minutes(10)))
  struct FigureTests {
    @Test(
      .enabled(if: Program.exists("valgrind"), "valgrind counts the instructions"),
      arguments: [["prompt"], [], ["--json"]])
    func showingCostsTheSameHoweverLongTheQueueIs(arguments: [String]) throws {
      let few = try instructions(of: arguments, tasks: 10)
      let many = try instructions(of: arguments, tasks: 1_000_000)
      #expect(abs(many - few) * 100 <= few, "\(few) instructions for 10 tasks, \(many) for a million")
    }

    @Test(.enabled(if: Program.exists("strace"), "strace tells the system calls"))
    func showingTakesNoMoreSystemCallsThanItMust() throws {
      let calls = try systemCalls(in: home(tasks: 1_000_000), [])
      #expect(
        calls.map(\.name) == [
          // No signal for a closed pipe or a file that is too large; is this a terminal?
          "rt_sigaction", "rt_sigaction", "ioctl",
          // The task.
          "openat", "pread64", "close", "write",
          "exit_group",
        ])
    }

    @Test(
      .enabled(if: Program.exists("strace"), "strace tells the system calls"),
      arguments: [[], ["prompt"]])
    func showingReadsOnlyTheFirstPartOfTheFile(arguments: [String]) throws {
      let calls = try systemCalls(in: home(tasks: 1_000_000), arguments)
      let reads = calls.filter { $0.name.contains("read") }
      #expect(reads.count == 1)
      #expect(reads.allSatisfy { $0.line.hasSuffix(", 0) = \($0.result)") }, "from the first byte on")
      #expect(reads.reduce(0) { $0 + $1.result } <= 16 * 1024)
    }

    @Test(
      .enabled(if: Program.exists("strace"), "strace tells the system calls"),
      arguments: [[], ["prompt"], ["push", "Call Sam"], ["done"], ["undo"]])
    func noThreadAndNoProcessIsStarted(arguments: [String]) throws {
      let home = try home(tasks: 10)
      try home.stack("push", "Something to undo")
      let names = try systemCalls(in: home, arguments).map(\.name)
      #expect(names.contains("exit_group"))
      #expect(!names.contains { ["clone", "clone3", "fork", "vfork", "execve"].contains($0) })
    }

    /// The file of a million tasks has 75 MB. The program's own code is part of the memory that it gets here.
    @Test(arguments: ["push 'Call Sam'", "done", "undo", "count"])
    func memoryDoesNotGrowWithTheQueue(command: String) throws {
      let home = try home(tasks: 1_000_000)
      try home.stack("push", "--top", "Something to undo")
      let finished = try home.shell("ulimit -v \(16 * 1024) && stack \(command)")
      #expect(finished.status == 0, "\(finished.errors)")
      #expect(finished.output.hasSuffix("\n"))
    }

    @Test(.enabled(if: Program.exists("file"), "file tells how a program was linked"))
    func theProgramNeedsNoLibraries() throws {
      let program = Program.underTest.resolvingSymlinksInPath().path
      let finished = try Home().run("/usr/bin/env", ["file", program])
      #expect(finished.output.contains("statically linked"))
    }

    // MARK: Details

    /// A home with a queue of so many tasks.
    private func home(tasks count: Int) throws -> Home {
      let home = Home()
      let added = "2026-11-21T10:00:00Z"
      let tasks = (1...count).map { "    {\"title\": \"Task \($0)\", \"added\": \"\(added)\"}" }
      try home.writeQueue(
        """
        {
          "version": 1,
          "tasks": [
        \(tasks.joined(separator: ",\n"))
          ],
          "completed": [
          ]
        }

        """)
      return home
    }

    private func instructions(of arguments: [String], tasks: Int) throws -> Int {
      let finished = try home(tasks: tasks).run(
        "/usr/bin/env",
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", Program.underTest.path] + arguments
      )
      #expect(finished.output.contains("Task 1"))
      let counts = finished.errors.components(separatedBy: "Collected :").dropFirst()
      return try #require(counts.first.flatMap { Int($0.prefix { $0 != "\n" }.trimming(" ")) })
    }

    private struct SystemCall {
      let line: String

      var name: String { String(line.prefix { $0 != "(" }) }
      var result: Int { Int(line.components(separatedBy: " = ").last ?? "") ?? -1 }
    }

    /// The system calls that a command makes from its own first one on, which is to ignore closed pipes.
    /// Those before it are the start of Swift's runtime and of the C library.
    private func systemCalls(in home: Home, _ arguments: [String]) throws -> [SystemCall] {
      try home.run("/usr/bin/env", ["strace", "-f", "-o", "calls", Program.underTest.path] + arguments)
      let log = try String(contentsOf: home.url("calls"), encoding: .utf8)
      let lines = log.split(separator: "\n").map { line in
        // With -f, each line begins with the number of the process.
        String(line.drop { $0 != " " }.drop { $0 == " " })
      }
      let first = try #require(lines.firstIndex { $0.hasPrefix("rt_sigaction(SIGPIPE") })
      return lines[first...].filter { !$0.hasPrefix("+++") }.map(SystemCall.init)
    }
  }

  extension StringProtocol {
    fileprivate func trimming(_ characters: String) -> String {
      trimmingCharacters(in: CharacterSet(charactersIn: characters))
    }
  }
#endif
