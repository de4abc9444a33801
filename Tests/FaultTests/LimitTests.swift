// Small stacks, endless input, long histories and odd time zones: limits that are met without a crash.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite struct LimitTests {
    private let home = Home(in: Home.memory)

    // MARK: Nesting

    /// With little room for calls, as deep as it goes; and one deeper is told.
    @Test(
      arguments: TestExtent.isAll ? ["unlimited", "256"] : ["256"],
      [
        ("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]"),
      ])
    func nestedAsDeepAsItGoes(stackSize: String, brackets: (String, String)) throws {
      for (depth, status) in [(512, 0), (513, 65), (200_000, 65)] {
        // The outermost object counts too.
        let each = brackets.0.filter { "[{".contains($0) }.count
        let count = (depth - 1) / each
        let isOdd = each == 2 && (depth - 1) % 2 == 1
        let value =
          (isOdd ? "[" : "") + String(repeating: brackets.0, count: count) + "1"
          + String(repeating: brackets.1, count: count) + (isOdd ? "]" : "")
        for text in [
          #"{"tasks": [{"title": "One"}], "note": \#(value)}"#,
          #"{"note": \#(value), "tasks": [{"title": "One"}]}"#,
        ] {
          try home.shell("rm -rf .config .local")
          try home.writeQueue(text)
          for command in ["push Two", "count", "undo"] {
            let finished = try home.shell("ulimit -s \(stackSize) && stack \(command)")
            let expected: Int32 = status == 65 && command == "undo" ? finished.status : Int32(status)
            #expect(finished.status == expected, "\(depth) deep, \(command): \(finished.errors)")
            #expect(finished.status < 128)
          }
        }
      }
    }

    // MARK: Input

    /// Input that doesn't end is refused, before it fills the memory.
    @Test(arguments: ["yes 'Call Sam'", "yes ''", "cat /dev/zero"])
    func endlessInput(_ source: String) throws {
      try home.writeQueue(Scenario.text)
      let finished = try home.shell(
        "ulimit -v \(1536 * 1024); \(source) 2>/dev/null | timeout -s KILL 60 stack push -; exit ${PIPESTATUS[1]}"
      )
      #expect(finished.status == 64)
      #expect(finished.output.isEmpty)
      #expect(finished.errors.hasPrefix("stack: "))
      #expect(home.queueText() == Scenario.text)
    }

    @Test(
      .enabled(if: TestExtent.isAll || Program.release != nil, "large texts are left to STACK_TESTS=all"))
    func inputAsLongAsItMayBe() throws {
      try home.writeQueue(Scenario.text)
      let size = 64 << 20
      let script = "{ echo Five; yes \"$(printf '%63s')\" | head -c SIZE; } | stack push -"
      let longest = try home.shell(script.replacingOccurrences(of: "SIZE", with: "\(size - 5)"))
      #expect(longest == Finished(status: 0, output: "One\n", errors: ""))
      #expect(try home.titles() == ["One", "Two", "Three", "Five"])
      let before = home.queueText()
      #expect(try home.shell(script.replacingOccurrences(of: "SIZE", with: "\(size - 4)")).status == 64)
      #expect(home.queueText() == before)
    }

    /// A file may pretend to a size for which no machine has the memory, and even to the largest there is.
    @Test(arguments: ["8T", "9223372036854775807"])
    func filesThatPretendToBeHuge(_ size: String) throws {
      try home.writeQueue(Scenario.text)
      guard try home.shell("truncate -s \(size) huge.json").status == 0 else { return }
      #expect(try home.stack("merge", "huge.json").status == 74)
      #expect(home.queueText() == Scenario.text)
      try home.shell("mv huge.json .config/stack/stack.json")
      for command in ["", "count", "prompt", "push Five", "log"] {
        let finished = try home.shell("stack \(command)")
        #expect(finished.status == 74 || finished.status == 65, "\(command): \(finished.status)")
      }
      // Nor does such a version stand in the way.
      try home.writeQueue(Scenario.text)
      let version = ".local/state/stack$PWD/.config/stack/stack.json/*.json"
      #expect(try home.shell("stack skip && truncate -s \(size) \(version)").status == 0)
      #expect(try home.stack("undo").status == 74)
      #expect(try home.stack("push", "Five").status == 0)
    }

    // MARK: Cost

    /// What is little, and takes a debug build long enough.
    private static let few = TestExtent.isAll ? 500 : 60

    private static func url(_ number: Int) -> String { "https://example.org/\(number)" }

    /// Fails unless so many times as much takes about so many times as long, and not the square of that.
    private func expectLinear(from few: Int, to many: Int, _ cost: (Int) throws -> Int) throws {
      // What there is at any rate is no part of it: in a debug build that is the most.
      let least = try cost(1)
      let costOfFew = try cost(few) - least
      // What takes so long already would take a test's patience with more.
      try #require(costOfFew < few * 4_000_000, "\(costOfFew) instructions for \(few)")
      let costOfMany = try cost(many) - least
      #expect(
        costOfMany * few * 2 < costOfFew * many * 3, "\(costOfFew) for \(few), \(costOfMany) for \(many)")
    }

    @Test(
      .enabled(if: Need.valgrind, Need.valgrindReason),
      arguments: TestExtent.sample(["attach", "attach the same", "detach", "detach all"], 1))
    func attachmentsAreLinear(_ command: String) throws {
      try expectLinear(from: Self.few, to: Self.few * 8) { count in
        let home = Home(in: Home.memory)
        let attached = (1...count).map { "\"\(Self.url($0))\"" }.joined(separator: ", ")
        try home.writeQueue(#"{"tasks": [{"title": "One", "attachments": [\#(attached)]}]}"#)
        let first = command == "attach" ? count + 1 : 1
        let others = command == "detach all" ? [] : (first..<(first + count)).map(Self.url)
        return try home.instructions([home.program.path] + [String(command.prefix(6))] + others)
      }
    }

    /// Merging too, also where all tasks have one second and one title and both sides changed each, or moved it.
    @Test(.enabled(if: Need.valgrind, Need.valgrindReason), arguments: TestExtent.sample([true, false], 1))
    func mergesAreLinear(ofTwins: Bool) throws {
      func cost(_ count: Int) throws -> Int {
        let home = Home(in: Home.memory)
        func write(_ file: String, _ numbers: [Int], _ more: String) throws {
          let tasks = numbers.map { number in
            ofTwins
              ? "{\"title\": \"x\", \"added\": \"2026-11-21T10:00:00Z\"\(more.replacing("#", with: "\(number)"))}"
              : "{\"title\": \"Task \(number)\", \"added\": \"\(number)\"}"
          }
          try home.write(Data("{\"tasks\": [\(tasks.joined(separator: ",\n"))]}".utf8), to: file)
        }
        try write("base", Array(0..<count), "")
        try write("ours", Array((0..<count).reversed()), ", \"ours\": #")
        try write("theirs", Array((0..<(2 * count))).filter { $0 % 3 > 0 }, ", \"theirs\": #")
        return try home.instructions(
          [home.program.path] + ["merge"] + ["base", "ours", "theirs"].map { home.url($0).path })
      }
      // A debug build takes a million instructions for a task, so there are few; a slip that takes hardly more than
      // a look at each other task shows only among many.
      let count = Program.release != nil ? 2_000 : TestExtent.isAll ? 150 : 60
      let (few, many) = (try cost(count), try cost(8 * count))
      #expect(many < few * 12, "\(few) for \(count), \(many) for \(8 * count)")
    }

    /// So it is with what lies in the folder of the history, be it versions or anything else.
    @Test(.enabled(if: Need.valgrind, Need.valgrindReason), arguments: TestExtent.sample([true, false], 1))
    func historiesAreLinear(ofVersions: Bool) throws {
      try expectLinear(from: Self.few, to: TestExtent.isAll ? 30_000 : Self.few * 8) { count in
        let home = Home(in: Home.memory)
        try home.writeQueue(Scenario.text)
        #expect(try home.stack("skip").status == 0)
        let folder = ".local/state/stack" + home.queueFile().path
        #expect(!home.files(below: folder).isEmpty)
        for number in 1...count {
          let version = "\(String(format: "%06d", number + 1))-20261121T100500.000000000Z-before-skip.json"
          let name = ofVersions ? version : "note \(number).txt"
          try home.write(Data(Scenario.text.utf8), to: "\(folder)/\(name)")
        }
        return try home.instructions([home.program.path] + ["push", "Five"])
      }
    }

    // MARK: Names and times

    /// A number that can't be counted on doesn't end the program.
    @Test(
      arguments: [
        "9223372036854775807", "9223372036854775806", "9223372036854775808", "99999999999999999999",
      ],
      ["before-skip", "after-skip", "past-skip"])
    func versionsWithHugeNumbers(_ number: String, _ role: String) throws {
      try home.writeQueue(Scenario.text)
      #expect(try home.stack("skip").status == 0)
      let folder = ".local/state/stack" + home.queueFile().path
      try home.write(
        Data(Scenario.text.utf8), to: "\(folder)/\(number)-20261121T100500.000000000Z-\(role).json")
      for command in ["push Five", "done", "push Six"] {
        let finished = try home.shell("stack \(command)")
        #expect(finished.status == 0, "\(command): \(finished.errors)")
      }
      let done = try home.titles()
      #expect(done == ["Three", "One", "Five", "Six"])
      #expect(try home.stack("undo").status == 0)
      #expect(try home.titles() == ["Three", "One", "Five"])
      #expect(try home.stack("redo").status == 0)
      #expect(try home.titles() == done)
    }

    /// Dates are in UTC, whatever the time zone is, and no file is read to know that.
    @Test(
      .enabled(if: Need.strace != nil, Need.straceReason),
      arguments: [
        "", "UTC", "right/UTC", ":right/UTC", "right/Europe/Berlin", "America/New_York", "nonsense",
      ])
    func timeZones(_ zone: String) throws {
      let finished = try home.shell(
        """
        export TZ='\(zone)'
        begin=$(TZ=UTC0 date +%FT%TZ)
        strace -o trace -e 'trace=?open,openat' -- stack push One
        end=$(TZ=UTC0 date +%FT%TZ)
        added=$(sed -n 's/.*"added": "\\([^"]*\\)".*/\\1/p' .config/stack/stack.json)
        [[ ! "$added" < "$begin" && ! "$added" > "$end" ]] || echo "$added is not from $begin to $end"
        stack done
        completed=$(sed -n 's/.*"completed": "\\([^"]*\\)".*/\\1/p' .config/stack/stack.json)
        end=$(TZ=UTC0 date +%FT%TZ)
        [[ ! "$completed" < "$begin" && ! "$completed" > "$end" ]] || echo "$completed is not from $begin to $end"
        grep -e localtime -e zoneinfo trace
        """)
      #expect(finished.output == "One\n")
    }
  }
#endif
