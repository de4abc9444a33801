// What can be held of the figures without a clock: instructions, system calls, memory, size, and how the
// program is built. The usual build and the small one have figures of their own.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite struct FigureTests {
    // MARK: Instructions

    @Test(.needsValgrind, arguments: ProgramBuild.all, [["prompt"], [], ["--json"]])
    func showingCostsTheSameHoweverLongTheQueueIs(build: ProgramBuild, arguments: [String]) throws {
      let few = try instructions(of: build, arguments, tasks: 10)
      for count in [100_000, 1_000_000] {
        let many = try instructions(of: build, arguments, tasks: count)
        #expect(abs(many - few) * 100 <= few, "\(few) instructions for 10 tasks, \(many) for \(count)")
      }
    }

    // The figures are those of x86-64; other processors have other instructions.
    #if arch(x86_64)
      @Test(.needsValgrind, arguments: ProgramBuild.usualOnes, [([], 167_000), (["prompt"], 208_000)])
      func theUsualBuildShowsWithFewInstructions(build: ProgramBuild, limit: ([String], Int)) throws {
        let count = try instructions(of: build, limit.0, tasks: 10)
        // Root asks first in whose place it is called.
        #expect(count <= limit.1 + (geteuid() == 0 ? 6000 : 0))
      }
    #endif

    /// What is added to the least that it takes: to a C program that validates nothing and decodes nothing.
    @Test(.needsValgrind, arguments: ProgramBuild.smallOnes, [[], ["prompt"]])
    func theSmallBuildShowsWithHardlyMoreThanCNeeds(build: ProgramBuild, arguments: [String]) throws {
      let floor = try instructionsOfFloor()
      let count = try instructions(of: build, arguments, tasks: 10)
      #expect(count <= floor + 45_000, "\(count) instructions, and \(floor) in C")
    }

    // MARK: System calls

    @Test(.needsStrace, arguments: ProgramBuild.all, [[], ["prompt"]])
    func showingTakesNoMoreSystemCallsThanItMust(build: ProgramBuild, arguments: [String]) throws {
      let home = try home(of: build, tasks: 1_000_000)
      let calls = try home.trace(build.program.path, arguments).trace.calls.behindTheStart
      // The small build seeds the standard library's hashing here, where a command's name is looked up. In the
      // usual one that lies in the runtime's start.
      var names = calls.map(\.name).filter { !build.isSmall || $0 != "getrandom" }
      // Everybody asks who they are, and root, at once behind it, whose the folders are.
      let asked = try #require(names.firstIndex(of: "geteuid"))
      let end = names[(asked + 1)...].firstIndex { geteuid() != 0 || $0 != "newfstatat" }
      names.removeSubrange(asked..<(end ?? names.endIndex))
      #expect(
        names == [
          // No signal for a closed pipe or a file that is too large; is this a terminal?
          "rt_sigaction", "rt_sigaction", "ioctl",
          // The task.
          "openat", "pread64", "close", "write",
          "exit_group",
        ])
      // The first part of the file alone is read.
      let read = try #require(calls.first { $0.name == "pread64" })
      #expect(read.arguments.last == "0", "from the first byte on")
      #expect((read.result ?? 0) <= 16 * 1024)
    }

    // MARK: Processes, and what lies under /proc

    /// No thread and no process is started, and the small build opens nothing that tells of processes. (That the C
    /// library asks for the name of the program, by `readlink`, is no opening, and needs no answer.)
    @Test(.needsStrace, arguments: ProgramBuild.all, Self.commands)
    func noProcessMatters(build: ProgramBuild, command: [String]) throws {
      let home = try home(of: build, tasks: 10)
      try home.stack("push", "Something to undo")
      let calls = try home.trace(build.program.path, command).trace.calls
      let names = calls.behindTheStart.map(\.name)
      #expect(names.contains("exit_group"))
      #expect(!names.contains { ["clone", "clone3", "fork", "vfork", "execve"].contains($0) })
      let opened = openings(calls)
      #expect(opened.contains { $0.contains("stack.json") })
      if build.isSmall { #expect(!opened.contains { $0.hasPrefix("/proc") }, "\(opened)") }
    }

    @Test(.needsStrace, arguments: ProgramBuild.usualOnes, Self.commands)
    func inTheUsualBuildNothingDependsOnThem(build: ProgramBuild, command: [String]) throws {
      func run(failing error: String?) throws -> (finished: Finished, queue: String?) {
        let home = try home(of: build, tasks: 10)
        try home.stack("push", "Something to undo")
        var options = ["-o", "faults", "-e", "trace=?open,openat"]
        let calls = try home.trace(build.program.path, ["path"]).trace.calls
        let paths = Set(openings(calls).filter { $0.hasPrefix("/proc") })
        if let error, !paths.isEmpty {
          options += ["-qq", "-e", "inject=?open,openat:error=\(error)"] + paths.flatMap { ["-P", $0] }
        }
        let finished = try home.run(try #require(Need.strace), options + [build.program.path] + command)
        let faults = try String(contentsOf: home.url("faults"), encoding: .utf8)
        #expect(error == nil || paths.isEmpty || faults.contains("INJECTED"))
        // With `-P`, strace says to which process's file the name leads.
        let errors = finished.errors.split(separator: "\n").filter { !$0.contains("resolved into") }
        let result = Finished(
          status: finished.status, output: finished.output, errors: errors.joined(separator: "\n"))
        return (result, home.queueText()?.withoutDates)
      }
      let usual = try run(failing: nil)
      #expect(usual.finished.status == 0)
      for error in ["ENOENT", "EACCES", "EMFILE", "EIO"] {
        #expect(try run(failing: error) == usual, "\(error)")
      }
    }

    // MARK: What it needs

    /// Three of the four are open from the start.
    @Test(arguments: ProgramBuild.all, ["", "prompt", "count", "--json"])
    func oneFileMoreThanTheStandardOnesIsEnoughToShow(build: ProgramBuild, command: String) throws {
      let home = try home(of: build, tasks: 10)
      let finished = try home.shell("ulimit -n 4 && exec stack \(command)")
      #expect(finished == (try home.shell("stack \(command)")))
      #expect(finished.status == 0)
      #expect(finished.errors.isEmpty)
    }

    @Test(.needsRoot, arguments: ProgramBuild.smallOnes)
    func theSmallBuildWorksWhereThereIsNothingElse(build: ProgramBuild) throws {
      let home = Home(program: build.program)
      try home.shell("mkdir root && cp \"$(readlink -f ~/.bin/stack)\" root/stack")
      func alone(_ words: String) throws -> Finished {
        try home.shell(
          "PATH=$PATH:/usr/sbin:/sbin; exec env -i HOME=/ \"$(command -v chroot)\" root /stack \(words)")
      }
      for (words, shown) in [
        ("push One", "One"), ("push Two", "One"), ("", "One"), ("done", "Two"), ("undo", "One"),
        ("count", "2"), ("redo", "Two"), ("prompt", "Two"), ("path", "/.config/stack/stack.json"),
        ("done", nil),
      ] {
        let finished = try alone(words)
        #expect(finished.status == 0)
        #expect(finished.output == (shown.map { $0 + "\n" } ?? ""), "\(words)")
        #expect(finished.errors.isEmpty)
      }
      let titles = try home.shell("grep -c completed root/.config/stack/stack.json; ls -A root")
      #expect(titles.output == "3\n.config\n.local\nstack\n")
    }

    /// The file of a million tasks has 75 MB, and a change takes three times that at most. The program's own code is part
    /// of the memory that it gets here.
    @Test(arguments: ProgramBuild.all, ["push 'Call Sam'", "done", "undo", "count"])
    func memoryIsAtMostThreeTimesTheFile(build: ProgramBuild, command: String) throws {
      let home = try home(of: build, tasks: 1_000_000)
      try home.stack("push", "--top", "Something to undo")
      let finished = try home.shell("ulimit -v \(250 * 1024) && stack \(command)")
      #expect(finished.status == 0, "\(finished.errors)")
      #expect(finished.output.hasSuffix("\n"))
    }

    @Test(
      .enabled(if: Program.exists("file"), "file tells how a program was linked"), arguments: ProgramBuild.all
    )
    func theProgramNeedsNoLibraries(build: ProgramBuild) throws {
      let program = build.program.resolvingSymlinksInPath().path
      let finished = try Home().run("/usr/bin/env", ["file", program])
      #expect(finished.output.contains("statically linked"))
    }

    @Test(arguments: ProgramBuild.smallOnes)
    func theSmallBuildIsSmall(build: ProgramBuild) throws {
      let program = build.program.resolvingSymlinksInPath().path
      let size = try #require(try FileManager.default.attributesOfItem(atPath: program)[.size] as? Int)
      #expect(size < 2_000_000)
    }

    // MARK: Details

    private static let commands = [[], ["prompt"], ["push", "Call Sam"], ["done"], ["undo"], ["count"]]

    /// A home with a queue of so many tasks.
    ///
    /// - Parameter alias: The path by which programs know the home, if that isn't its own.
    private func home(of build: ProgramBuild, tasks count: Int, alias: String? = nil) throws -> Home {
      let home = Home(alias.map { ["HOME": $0] } ?? [:], program: build.program)
      try home.writeQueue(StackFile.text(tasks: count))
      return home
    }

    /// How many instructions it takes to show with so many tasks; with another program, if that is named.
    private func instructions(
      of build: ProgramBuild, _ arguments: [String], tasks: Int, program: String? = nil
    ) throws -> Int {
      // Each byte of a path costs something, and people's homes have shorter ones than those of tests.
      let alias = "/tmp/stack-\(UUID().uuidString.prefix(6))"
      let home = try home(of: build, tasks: tasks, alias: alias)
      try FileManager.default.createSymbolicLink(atPath: alias, withDestinationPath: home.folder.path)
      defer { try? FileManager.default.removeItem(atPath: alias) }
      return try home.instructions([program ?? build.program.path] + arguments)
    }

    /// How many instructions a C program takes that prints the first title, and does nothing else.
    private func instructionsOfFloor() throws -> Int {
      // As it was measured, for where there is no compiler.
      guard Program.exists("cc") else { return 37_000 }
      let source = URL(fileURLWithPath: #filePath).appendingPathComponent("../../Benchmarks/floor.c")
      let home = Home()
      let compiled = try home.run(
        "/usr/bin/env", ["cc", "-O2", "-static", "-s", "-o", "floor", source.standardizedFileURL.path])
      try #require(compiled.status == 0, "\(compiled.errors)")
      return try instructions(of: ProgramBuild.all[0], [], tasks: 10, program: home.url("floor").path)
    }

    /// The paths that are opened, from the very first system call on.
    private func openings(_ calls: [SystemCall]) -> [String] {
      calls.filter { $0.action == "open" }.compactMap(\.paths.first)
    }
  }
#endif
