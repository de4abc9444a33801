// Limits that are met without a crash: small call stacks, endless input, huge files and long
// histories.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForPrograms) struct LimitTests {
    private let home = Home()

    /// (The outermost object counts too.)
    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func nestingUpTo512IsAcceptedWithASmallCallStack(opening: String, closing: String) throws {
      for (depth, status) in [(512, 0), (513, 65), (200_000, 65)] {
        let value =
          String(repeating: opening, count: depth - 1) + "1"
          + String(repeating: closing, count: depth - 1)
        for text in [
          #"{"tasks": [{"title": "One"}], "note": \#(value)}"#,
          #"{"note": \#(value), "tasks": [{"title": "One"}]}"#,
        ] {
          try home.shell("rm -rf .config .local")
          try home.writeQueue(text)
          for command in ["push Two", "count", "undo"] {
            let finished = try home.shell("ulimit -s 256 && stack \(command)")
            let expected: Int32 =
              status == 65 && command == "undo" ? finished.status : Int32(status)
            #expect(finished.status == expected, "\(depth) deep, \(command): \(finished.errors)")
            #expect(finished.status < 128)
          }
        }
      }
    }

    /// A signal is acceptable, even after the change was made; a lost file isn't.
    @Test(arguments: [
      "-s 0", "-s 4", "-s 8", "-s 12", "-s 16", "-s 64", "-d 0", "-d 100", "-d 1000", "-v 100",
      "-v 10000", "-n 0", "-n 3", "-n 4", "-n 6", "-f 0", "-t 0",
    ])
    func tinyLimitsLoseNothing(_ limit: String) throws {
      let changed = [
        "push Five": ["One", "Two", "Three", "Five"], "done": ["Two", "Three"],
        "top three": ["Three", "One", "Two"], "undo": ["One", "Two", "Three"],
      ]
      for (command, titles) in changed {
        try home.shell("rm -rf .config .local")
        try home.writeQueue(Scenario.text)
        if command == "undo" { try home.stack("drop") }
        let before = home.queueText()
        let finished = try home.shell("ulimit \(limit) && exec stack \(command)")
        let comment: Comment = "\(command): \(finished.status) \(finished.errors)"
        let isKilledAfterChange = finished.status > 128 && home.queueText() != before
        if finished.status == 0 || isKilledAfterChange {
          #expect(try home.titles() == titles, comment)
        } else {
          #expect(home.queueText() == before, comment)
        }
        #expect(try home.stack("push", "Six").status == 0, comment)
      }
    }

    /// The dates could not be read back. (A static program has no functions to replace, so this is
    /// about the debug build, which is next to the tests.)
    @Test(
      .enabled(if: Program.exists("cc"), "needs cc(1)"),
      arguments: [253_402_300_800, -62_167_219_201, 1 << 60])
    func aClockThatDatesCannotExpressChangesNothing(seconds: Int) throws {
      let home = Home(program: Program.testsDirectory.appendingPathComponent("stack"))
      try home.writeQueue(Scenario.text)
      try home.write(
        """
        #include <time.h>
        #include <unistd.h>
        #include <sys/syscall.h>
        int clock_gettime(clockid_t clock, struct timespec *time) {
          int result = syscall(SYS_clock_gettime, clock, time);
          if (clock == CLOCK_REALTIME) time->tv_sec = \(seconds);
          return result;
        }
        """, to: "clock.c")
      try home.shell("cc -shared -fPIC -o clock.so clock.c")
      for command in ["done", "push Five", "undo", "edit Six", "merge .config/stack/stack.json"] {
        let finished = try home.shell("LD_PRELOAD=~/clock.so exec stack \(command)")
        #expect(finished.status == 74, "\(command): \(finished)")
        #expect(
          finished.errors
            == "stack: the clock is outside the years 0 to 9999; nothing was changed\n")
      }
      #expect(home.queueText() == Scenario.text)
      #expect(home.files(below: ".local") == [])
    }

    /// (For `push -`, see PushTests.)
    @Test func anEndlessFileIsRefusedBeforeItFillsTheMemory() throws {
      try home.writeQueue(Scenario.text)
      let merge = "yes '[' 2>/dev/null | timeout -s KILL 60 stack merge /dev/stdin"
      try home.shell("ulimit -v \(1536 * 1024); \(merge); exit ${PIPESTATUS[1]}").expectFailure()
      #expect(home.queueText() == Scenario.text)
    }

    /// A file with a hole may be larger than any memory.
    @Test(arguments: ["8T", "9223372036854775807"])
    func hugeFilesAreRefused(_ size: String) throws {
      try home.writeQueue(Scenario.text)
      guard try home.shell("truncate -s \(size) huge.json").status == 0 else { return }
      #expect(try home.stack("merge", "huge.json").status == 74)
      #expect(home.queueText() == Scenario.text)
      try home.shell("mv huge.json .config/stack/stack.json")
      for command in ["", "count", "prompt", "push Five", "log"] {
        let finished = try home.shell("stack \(command)")
        #expect(finished.status == 74 || finished.status == 65, "\(command): \(finished.status)")
      }
      // Such a version blocks no change.
      try home.writeQueue(Scenario.text)
      let version = ".local/state/stack$PWD/.config/stack/stack.json/*.json"
      #expect(try home.shell("stack skip && truncate -s \(size) \(version)").status == 0)
      #expect(try home.stack("undo").status == 74)
      #expect(try home.stack("push", "Five").status == 0)
    }

    @Test(arguments: ["", #"{"tasks": [{"title": "One"}, {"title": 2}]}"#])
    func showingReadsNoFurtherThanTheFirstError(_ text: String) throws {
      try home.writeQueue(text)
      guard try home.shell("truncate -s 4G .config/stack/stack.json").status == 0 else { return }
      for (command, isFine) in [("", false), ("--json", false), ("prompt", !text.isEmpty)] {
        let finished = try home.shell("ulimit -v 1000000; stack \(command)")
        #expect(finished.status == (isFine ? 0 : 65), "\(finished.errors)")
        #expect(
          isFine || finished.errors.contains(text.isEmpty ? "column 1:" : "column 40:"),
          "\(finished.errors)")
      }
    }

    /// Work whose amount can grow.
    enum Work: CaseIterable {
      case attaching, attachingTheSame, detaching, detachingAll
      case merging
      /// All tasks have one second and one title, and both sides changed or moved each.
      case mergingTwins
      /// Both sides changed a task that has one key, one note, one title or one date very often.
      case mergingEqualKeys, mergingEqualNotes, mergingEqualTitles, mergingEqualDates
      /// Editing a task with many notes.
      case editing
      /// A change with many versions, or many other files, in the directory of the history.
      case versions, otherFiles

      /// An amount that takes measurable time, and far more versions than the 128 that are kept.
      /// With the debug build, a merge takes some times as long as another change.
      var few: Int {
        if Program.release != nil { return 4_000 }
        return switch self {
        case .merging, .mergingTwins, .mergingEqualKeys, .mergingEqualNotes, .mergingEqualTitles,
          .mergingEqualDates:
          70
        default: 200
        }
      }
    }

    /// Eight times the work takes eight times as long, or 64 times if a step is quadratic.
    @Test(arguments: Work.allCases) func processorTimeGrowsLinearlyWithTheWork(_ work: Work) throws
    {
      func growth() throws -> Double {
        let least = try milliseconds(for: work, 1)
        let few = try milliseconds(for: work, work.few) - least
        let many = try milliseconds(for: work, 8 * work.few) - least
        return Double(many) / Double(max(few, 2))
      }
      var growths: [Double] = []
      // Other processes may slow down a run, but hardly three times.
      while growths.count < 3, growths.last ?? 16 >= 16 { growths.append(try growth()) }
      #expect(growths.contains { $0 < 16 })
    }

    private func milliseconds(for work: Work, _ count: Int) throws -> Int {
      let home = Home(["EDITOR": "sed -i 1,3s/1/one/"])
      func url(_ number: Int) -> String { "https://example.org/\(number)" }
      func write(_ file: String, _ numbers: [Int], _ more: String) throws {
        let tasks = numbers.map { number in
          work == .mergingTwins
            ? "{\"title\": \"x\", \"added\": \"2026-11-21T10:00:00Z\"\(more.replacing("#", with: "\(number)"))}"
            : #"{"title": "Task \#(number)", "added": "\#(number)"}"#
        }
        try home.write(#"{"tasks": [\#(tasks.joined(separator: ",\n"))]}"#, to: file)
      }
      var arguments = ["push", "Five"]
      switch work {
      case .attaching, .attachingTheSame, .detaching, .detachingAll:
        let attached = (1...count).map { "\"\(url($0))\"" }.joined(separator: ", ")
        try home.writeQueue(#"{"tasks": [{"title": "One", "attachments": [\#(attached)]}]}"#)
        let first = work == .attaching ? count + 1 : 1
        arguments = [work == .attaching || work == .attachingTheSame ? "attach" : "detach"]
        if work != .detachingAll { arguments += (first..<(first + count)).map(url) }
      case .editing:
        let notes = (1...count).map { "\"\($0)\"" }.joined(separator: ", ")
        try home.writeQueue(#"{"tasks": [{"title": "One", "notes": [\#(notes)]}]}"#)
        arguments = ["edit"]
      case .merging, .mergingTwins:
        try write("base", Array(0..<count), "")
        try write("ours", (0..<count).reversed(), ", \"ours\": #")
        try write("theirs", (0..<(2 * count)).filter { $0 % 3 > 0 }, ", \"theirs\": #")
        arguments = ["merge"] + ["base", "ours", "theirs"].map { home.url($0).path }
      case .mergingEqualKeys, .mergingEqualNotes, .mergingEqualTitles, .mergingEqualDates:
        let added = #""added": "2026-11-21T10:00:00.000001Z""#
        for (name, value) in [("base", 1), ("theirs", 3), ("ours", 2)] {
          let item =
            switch work {
            case .mergingEqualKeys: "\"k\": \(value)"
            case .mergingEqualNotes: "\"note\""
            case .mergingEqualTitles: "\"title\": \"\(value)\""
            default: added
            }
          let list = Array(repeating: item, count: count).joined(separator: ", ")
          let members =
            work == .mergingEqualNotes ? "\"notes\": [\(list), \"\(value)\"]" : list
          // The task has ended, because keys of open tasks can't occur twice.
          let task = "{\"completed\": \"\(value)\", \(members), \(added), \"title\": \"x\"}"
          let text = "{\"tasks\": [], \"completed\": [\(task)]}"
          try home.write(text, to: name)
          try home.writeQueue(text)
        }
        let paths = ["base", "ours", "theirs"].map { home.url($0).path }
        // With a common ancestor, and then without.
        return try home.processorTime(of: ["merge"] + paths)
          + home.processorTime(of: ["merge", paths[2]])
      case .versions, .otherFiles:
        try home.writeQueue(Scenario.text)
        #expect(try home.stack("skip").status == 0)
        let directory = ".local/state/stack" + home.queueFile().path
        #expect(!home.files(below: directory).isEmpty)
        let name = work == .versions ? "%06d-20261121T100500Z-skip.json" : "note %d.txt"
        let loop = "printf -v name '\(name)' $number; printf '{}' >\"$name\""
        try home.shell("cd \(directory) && for number in {2..\(count + 1)}; do \(loop); done")
      }
      return try home.processorTime(of: arguments)
    }

    /// No file of a time zone is read.
    @Test(
      .needsStrace,
      arguments: [
        "", "UTC", "right/UTC", ":right/UTC", "right/Europe/Berlin", "America/New_York",
        "nonsense",
      ])
    func datesAreInUTCInEveryTimeZone(_ zone: String) throws {
      let finished = try home.shell(
        """
        export TZ='\(zone)'
        now() { TZ=UTC0 date +%FT%T; }
        begin=$(now)
        expect_now() {
          local date=$(sed -n 's/.*"'$1'": "\\([^".Z]*\\).*/\\1/p' .config/stack/stack.json) end=$(now)
          [[ ! "$date" < "$begin" && ! "$date" > "$end" ]] || echo "$date is not from $begin to $end"
        }
        strace -o trace -e 'trace=?open,openat' -- stack push One
        expect_now added
        stack done
        expect_now completed
        grep -e localtime -e zoneinfo trace
        """)
      #expect(finished.output == "One\n")
    }
  }

  extension Home {
    /// The processor time that `stack` takes for a command, in milliseconds.
    fileprivate func processorTime(of arguments: [String]) throws -> Int {
      let script = "TIMEFORMAT='%3U %3S'; { time stack \"$@\" >/dev/null 2>&1; echo $?; } 2>&1"
      let finished = try run("/bin/bash", ["-c", script, "bash"] + arguments)
      let numbers = finished.output.split { !$0.isNumber }.compactMap { Int($0) }
      try #require(numbers.count == 5 && numbers[4] == 0, "\(finished.output)")
      return (numbers[0] + numbers[2]) * 1000 + numbers[1] + numbers[3]
    }
  }
#endif
