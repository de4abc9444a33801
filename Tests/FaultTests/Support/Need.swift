// Requirements of the fault tests, and the builds of the program that they test.

import Foundation
import TestSupport
import Testing

enum Need {
  /// The path of a file in Tests/.
  static func file(_ path: String) -> String {
    URL(fileURLWithPath: #filePath).appendingPathComponent("../../../\(path)")
      .standardizedFileURL.path
  }

  /// The path of a script in Scripts/.
  static func script(_ name: String) -> String { file("FaultTests/Scripts/\(name)") }

  static let isRoot = geteuid() == 0
  fileprivate static let hasMountNamespace =
    (try? Home().shell("unshare -m true").status) == 0
}

extension Trait where Self == ConditionTrait {
  static var needsStrace: Self { .needs("strace") }
  static var needsRoot: Self { .enabled(if: Need.isRoot, "needs to be run as root") }
  static var needsUsers: Self {
    .enabled(
      if: Need.isRoot && Program.exists("setpriv"), "needs root and setpriv, to be several users")
  }
  static var needsBindfs: Self {
    .enabled(if: MountedDisk.isAvailableWithOneOwner, "needs bindfs, and to mount it")
  }
  static var needsMountNamespace: Self {
    .enabled(if: Need.hasMountNamespace, "needs a namespace, to mount there")
  }
  static var needsPython: Self { .needs("python3") }
  static var needsValgrind: Self {
    .enabled(if: Program.exists("valgrind"), "needs valgrind, to count instructions")
  }
}

extension Finished {
  /// Expects a failure without output, whose message has these parts.
  func expectFailure(
    _ parts: String..., status: Int32 = 74, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status && output.isEmpty, "\(self)", sourceLocation: sourceLocation)
    #expect(errors.hasPrefix("stack: "), "\(errors)", sourceLocation: sourceLocation)
    for part in parts {
      #expect(errors.contains(part), "\(errors)", sourceLocation: sourceLocation)
    }
  }
}

extension Home {
  /// Expects this text in the file, and no other file next to it.
  func expectQueue(_ text: String?, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(queueText() == text, sourceLocation: sourceLocation)
    #expect(
      files(below: ".config") == (text == nil ? [] : ["stack/stack.json"]),
      sourceLocation: sourceLocation)
  }

  /// Makes `./stack` a program that every user can run.
  func giveEverybodyTheProgram() throws {
    #expect(try shell("ln -sf '\(Self.everybodysProgram)' stack && chmod 755 .").status == 0)
  }

  /// A copy of the program for all tests, because it is large. It is removed when they have ended.
  private static let everybodysProgram: String = {
    let copy = ThisSystem.memory.appendingPathComponent("stack-test-\(UUID().uuidString)").path
    // Another process writes it, so that no program inherits the descriptor (see `script`).
    #expect((try? Home().shell("cp .bin/stack '\(copy)' && chmod 755 '\(copy)'").status) == 0)
    atexit { unlink(Home.everybodysProgram) }
    return copy
  }()

  /// The beginning of a line of shell that runs that copy as another user.
  static func stack(as user: Int, group: Int? = nil, groups: Int?...) -> String {
    let groups = groups.compactMap { $0.map(String.init) }
    let others = groups.isEmpty ? "--clear-groups" : "--groups \(groups.joined(separator: ","))"
    return "setpriv --reuid \(user) --regid \(group ?? user) \(others) ./stack"
  }

  /// How many instructions a command takes.
  func instructions(_ command: [String]) throws -> Int {
    let options = ["--tool=callgrind", "--callgrind-out-file=/dev/null"]
    let finished = try run(try #require(Program.path(of: "valgrind")), options + command)
    #expect(finished.status == 0)
    let collected = try #require(
      finished.errors.components(separatedBy: "Collected : ").dropFirst().first)
    return try #require(Int(collected.prefix { $0.isNumber }))
  }
}

/// A build of the program.
struct ProgramBuild: CustomTestStringConvertible, Sendable {
  let program: URL
  let isSmall: Bool

  var testDescription: String { isSmall ? "the small build" : "the usual build" }

  /// The small build, if `$STACK_SMALL_BINARY` names it.
  private static let small: ProgramBuild? = ProcessInfo.processInfo.environment[
    "STACK_SMALL_BINARY"
  ]
  .flatMap { $0.isEmpty ? nil : ProgramBuild(program: URL(fileURLWithPath: $0), isSmall: true) }

  /// The program that `$STACK_BINARY` names, which may be the small build too.
  private static let underTest: ProgramBuild? = Program.release.map { program in
    let isSmall = small.map {
      FileManager.default.contentsEqual(atPath: $0.program.path, andPath: program.path)
    }
    return ProgramBuild(program: program, isSmall: isSmall ?? false)
  }

  /// The release builds: the one under test and, if it is another one, the small one.
  static let all: [ProgramBuild] = {
    let all = [underTest, underTest?.isSmall == true ? nil : small].compactMap { $0 }
    if all.isEmpty {
      print("Performance-budget tests skipped: they need a release build, named by STACK_BINARY")
    } else if !all.contains(where: \.isSmall) {
      print("Tests of the small build skipped: STACK_SMALL_BINARY isn't set")
    }
    return all
  }()

  static let smallOnes: [ProgramBuild] = all.filter(\.isSmall)
  static let usualOnes: [ProgramBuild] = all.filter { !$0.isSmall }
  /// Both builds, if there are both.
  static let pairs: [[ProgramBuild]] = all.count == 2 ? [all] : []
}

extension ProgramBuild {
  /// Runs a script in bash. Returns its output and the files, without what depends on time, chance
  /// or the home.
  func run(_ script: String, queue text: Data? = nil) throws -> [String] {
    let home = Home(
      [
        "STACK_SSH": "cat >/dev/null; echo received 1.1.0 stack;:", "VISUAL": "rearrange",
        "USER": "pat",
      ],
      program: program)
    try home.script("rearrange", Action.rearranger)
    if let text { try home.write(text, to: ".config/stack/stack.json") }
    let finished = try home.shell(script)
    let patterns = [
      #"editing\.\w{6}"#: "editing.CHANCE", #"edited\.\w{6}"#: "edited.CHANCE",
      #"\d{8}T[\d.]+Z"#: "DATE",
      #""(inode|changed)": \d+"#: "FILE",
    ]
    func normalized(_ text: String) -> String {
      let path = home.directory.path
      let text = text.replacing(path, with: "~").replacing(path.dropFirst(), with: "HOME").dated
      return patterns.reduce(text) {
        $0.replacingOccurrences(of: $1.key, with: $1.value, options: .regularExpression)
      }
    }
    let files = try home.files(below: ".").filter { !$0.hasPrefix(".bin") }.map { path in
      try normalized("\(path): " + Data(contentsOf: home.url(path)).asText)
    }
    return ["\(finished.status)", normalized(finished.output), normalized(finished.errors)]
      + files.sorted()
  }
}
