// Performance budgets that need no clock: instructions, system calls, memory, size, and how the
// program is linked. The usual build and the small one have budgets of their own.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForPrograms) struct PerformanceBudgetTests {
    @Test(.needsValgrind, arguments: ProgramBuild.all, [["prompt"], [], ["--json"]])
    func showingTakesAsManyInstructionsForAMillionTasksAsForTen(
      build: ProgramBuild, arguments: [String]
    ) throws {
      let few = try instructions(of: build, arguments, tasks: 10)
      for count in [100_000, 1_000_000] {
        let many = try instructions(of: build, arguments, tasks: count)
        #expect(
          abs(many - few) * 100 <= few, "\(few) instructions for 10 tasks, \(many) for \(count)")
      }
    }

    // The budgets are those of x86-64.
    #if arch(x86_64)
      @Test(
        .needsValgrind, arguments: ProgramBuild.usualOnes, [([], 162_000), (["prompt"], 172_000)])
      func theUsualBuildShowsWithinItsInstructions(build: ProgramBuild, budget: ([String], Int))
        throws
      {
        #expect(try instructions(of: build, budget.0, tasks: 10) <= budget.1)
      }

      @Test(
        .needsValgrind, arguments: ProgramBuild.smallOnes, [([], 35_000), (["prompt"], 38_000)])
      func theSmallBuildShowsWithinItsInstructions(build: ProgramBuild, budget: ([String], Int))
        throws
      {
        #expect(try instructions(of: build, budget.0, tasks: 10) <= budget.1)
      }
    #endif

    /// Its time is about twice that of a push, half of which is the system's.
    @Test(.needsValgrind, arguments: ProgramBuild.usualOnes)
    func aSearchTakesAtMostSixTimesTheInstructionsOfAPush(build: ProgramBuild) throws {
      let push = try instructions(of: build, ["push", "Call Sam"], tasks: 100_000)
      let search = try instructions(of: build, ["top", "task", "50000"], tasks: 100_000)
      #expect(search <= 6 * push, "\(search) instructions, \(push) for a push")
    }

    /// The history keeps at most 128 entries. The next change removes the oldest one.
    @Test(.needsValgrind, .needsStrace, arguments: ProgramBuild.usualOnes)
    func pushingWithAFullHistoryStaysWithinItsInstructionsAndCalls(build: ProgramBuild) throws {
      let home = try home(of: build, tasks: 10)
      let skips = "for n in {1..128}; do stack skip || exit; done >/dev/null"
      #expect(try home.shell(skips).status == 0)
      #expect(home.files(below: ".local").filter { $0.hasSuffix(".change") }.count == 128)
      let push = ["push", "Call Sam"]
      let calls = try home.trace(build.program.path, push).trace.calls.afterStart
      #expect(calls.count <= 125)
      #if arch(x86_64)
        #expect(try home.instructions([build.program.path] + push) <= 2_600_000)
      #endif
    }

    @Test(.needsStrace, arguments: ProgramBuild.all, [[], ["prompt"]])
    func showingMakesNoUnnecessarySystemCalls(build: ProgramBuild, arguments: [String]) throws {
      let home = try home(of: build, tasks: 1_000_000)
      let calls = try home.trace(build.program.path, arguments).trace.calls.afterStart
      // The small build seeds its hashing when it looks up the command's name; the usual build does
      // so at the start.
      #expect(calls.count <= (build.isSmall ? 10 : 9), "\(calls.map(\.name))")
      // Only the first part of the file is read.
      let read = try #require(calls.first { $0.name == "pread64" })
      #expect(read.arguments.last == "0" && (read.result ?? 0) <= 16 * 1024)
    }

    /// (The usual build reads /proc; see ConfinementTests for failures.)
    @Test(
      .needsStrace,
      arguments: ProgramBuild.all,
      [[], ["prompt"], ["push", "Call Sam"], ["done"], ["undo"], ["count"]])
    func noCommandStartsAThreadOrAProcess(build: ProgramBuild, command: [String]) throws {
      let home = try home(of: build, tasks: 10)
      try home.stack("push", "Something to undo")
      let calls = try home.trace(build.program.path, command).trace.calls
      let names = calls.afterStart.map(\.name)
      #expect(names.contains("exit_group"))
      #expect(!names.contains { ["clone", "clone3", "fork", "vfork", "execve"].contains($0) })
      let opened = calls.filter { $0.action == "open" }.compactMap(\.paths.first)
      #expect(opened.contains { $0.contains("stack.json") })
      if build.isSmall { #expect(!opened.contains { $0.hasPrefix("/proc") }, "\(opened)") }
    }

    @Test(.needsRoot, arguments: ProgramBuild.smallOnes)
    func theSmallBuildWorksInAnEmptyRoot(build: ProgramBuild) throws {
      let home = Home(program: build.program)
      try home.shell("mkdir root && cp \"$(readlink -f ~/.bin/stack)\" root/stack")
      for (words, shown) in [
        ("push One", "One\n"), ("push Two", "One\n"), ("", "One\n"), ("done", "Two\n"),
        ("undo", "One\n"),
        ("count", "2\n"), ("redo", "Two\n"), ("prompt", "Two\n"),
        ("path", "/.config/stack/stack.json\n"), ("done", ""),
      ] {
        let finished = try home.shell(
          "PATH=$PATH:/usr/sbin:/sbin; exec env -i HOME=/ \"$(command -v chroot)\" root /stack \(words)"
        )
        #expect(finished == Finished(output: shown), "\(words)")
      }
      let show = "grep -c completed root/.config/stack/stack.json; ls -A root"
      #expect(try home.shell(show).output == "3\n.config\n.local\nstack\n")
    }

    /// The file has 75 MB; the limit includes the program's own code.
    @Test(arguments: ProgramBuild.all, ["push 'Call Sam'", "done", "undo", "count", "top 999999"])
    func aChangeNeedsThreeTimesTheFileInMemory(build: ProgramBuild, command: String) throws {
      let home = try home(of: build, tasks: 1_000_000)
      try home.stack("push", "--top", "Something to undo")
      let finished = try home.shell("ulimit -v \(250 * 1024) && stack \(command)")
      #expect(finished.status == 0 && finished.output.hasSuffix("\n"), "\(finished.errors)")
    }

    @Test(.enabled(if: Program.exists("file"), "needs file(1)"), arguments: ProgramBuild.all)
    func theProgramIsLinkedStatically(build: ProgramBuild) throws {
      let program = build.program.resolvingSymlinksInPath().path
      #expect(
        try Home().run("/usr/bin/env", ["file", program]).output.contains("statically linked"))
    }

    @Test(arguments: ProgramBuild.smallOnes) func theSmallBuildHasLessThan1600Kilobytes(
      build: ProgramBuild
    ) throws {
      #expect(try Data(contentsOf: build.program).count < 1_600_000)
    }

    /// A home with a queue; `HOME` has its path or an alias of it.
    private func home(of build: ProgramBuild, tasks count: Int, alias: String? = nil) throws -> Home
    {
      let home = Home(alias.map { ["HOME": $0] } ?? [:], program: build.program)
      try home.writeQueue(StackFile.text(tasks: count))
      return home
    }

    /// How many instructions a build, or another program, takes.
    private func instructions(
      of build: ProgramBuild, _ arguments: [String], tasks: Int
    ) throws -> Int {
      // Each byte of a path costs instructions, and real homes have shorter paths than those of
      // tests.
      let alias = "/tmp/stack-\(UUID().uuidString.prefix(6))"
      let home = try home(of: build, tasks: tasks, alias: alias)
      try FileManager.default.createSymbolicLink(
        atPath: alias, withDestinationPath: home.directory.path)
      defer { try? FileManager.default.removeItem(atPath: alias) }
      return try home.instructions([build.program.path] + arguments)
    }
  }
#endif
