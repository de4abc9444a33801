// A home folder of its own for a test, and the program run in it the way a person or a script would.

import Foundation

/// A new home: an empty folder that is removed when nobody refers to it any more.
public final class Home: Sendable {
  /// The folder, without links in its path.
  public let folder: URL
  /// The program that is tested.
  public let program: URL
  private let extra: [String: String]

  /// Makes a home.
  ///
  /// - Parameters:
  ///   - environment: Variables that are set besides the few that every program has.
  ///   - program: What runs as `stack`.
  ///   - place: The folder in which the home is made.
  public init(
    _ environment: [String: String] = [:], program: URL = Program.underTest,
    in place: URL = ThisSystem.memory
  ) {
    self.program = program
    extra = environment
    let name = "stack-test-\(UUID().uuidString)"
    folder = URL(fileURLWithPath: Self.realPath(of: place.path), isDirectory: true)
      .appendingPathComponent(name, isDirectory: true)
    try? FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    try? FileManager.default.createSymbolicLink(
      at: bin.appendingPathComponent("stack"), withDestinationURL: program)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of a folder without links in it. (Foundation's own way leaves out `/private` on macOS, which is what
  /// a link there leads to, and what the system tells a program in that folder.)
  private static func realPath(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private var bin: URL { folder.appendingPathComponent(".bin", isDirectory: true) }

  /// The environment in which programs run here.
  public var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    var environment = [
      "HOME": folder.path, "PATH": "\(bin.path):\(path)", "LANG": ThisSystem.locale, "TERM": "xterm",
    ]
    environment.merge(extra) { $1 }
    return environment
  }

  /// A place below the home.
  public func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

  /// The file of a queue.
  public func queueFile(_ name: String = "stack") -> URL { url(".config/stack/\(name).json") }

  /// The text of a queue's file, `nil` where there is none.
  public func queueText(_ name: String = "stack") -> String? {
    (try? Data(contentsOf: queueFile(name))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Gives a queue a file with this text.
  public func writeQueue(_ text: String, _ name: String = "stack") throws {
    try write(Data(text.utf8), to: ".config/stack/\(name).json")
  }

  /// Gives a queue these tasks, without running the program.
  public func writeTasks(_ titles: String..., queue: String = "stack") throws {
    let tasks = titles.map { ["title": $0] }
    try write(JSONSerialization.data(withJSONObject: ["tasks": tasks]), to: ".config/stack/\(queue).json")
  }

  /// Writes a file, and the folders above it.
  public func write(_ data: Data, to path: String) throws {
    let file = url(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  /// Puts a script into the folder where programs are looked up first.
  public func script(_ name: String, _ text: String) throws {
    // Not written by this process: a program that another test starts at this moment would inherit the open
    // file, and then the system refuses to run it ("Text file busy").
    try shell("cat >~/.bin/\(name) && chmod +x ~/.bin/\(name)", input: Data("#!/bin/sh\n\(text)\n".utf8))
  }

  /// The titles under `tasks` and `completed`, as Foundation reads the file.
  public func titles(_ list: String = "tasks", _ name: String = "stack") throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: queueFile(name)))
    let tasks = (object as? [String: Any])?[list] as? [[String: Any]] ?? []
    return tasks.compactMap { $0["title"] as? String }
  }

  /// All files below a folder of the home, by path, without the folders.
  public func files(below path: String) -> [String] {
    let root = url(path)
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: root.appendingPathComponent(name).path)
      return attributes?[.type] as? FileAttributeType != .typeDirectory
    }.sorted()
  }

  /// Runs `stack` with arguments.
  @discardableResult
  public func stack(_ arguments: String..., input: Data? = nil) throws -> Finished {
    try run(program.path, arguments, input: input)
  }

  /// Runs a script in bash.
  @discardableResult
  public func shell(_ script: String, input: Data? = nil) throws -> Finished {
    try run("/bin/bash", ["-c", script], input: input)
  }

  /// Runs a program to its end.
  @discardableResult
  public func run(_ program: String, _ arguments: [String], input: Data? = nil) throws -> Finished {
    try start(program, arguments, input: input).wait()
  }

  /// Starts a program.
  public func start(_ program: String, _ arguments: [String], input: Data? = nil) throws -> Running {
    try Running(program, arguments, environment: environment, folder: folder, input: input)
  }
}

extension StringProtocol {
  /// The text with `DATE` for each date.
  public var dated: String {
    replacingOccurrences(
      of: #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z"#, with: "DATE", options: .regularExpression)
  }
}

/// Where the program that is tested comes from.
public enum Program {
  /// `$STACK_BINARY`, else the program that was built beside the tests.
  public static let underTest = release ?? standalone ?? debug

  private static let debug = testsFolder.appendingPathComponent("stack")

  /// The debug build, linked without shared libraries: to find those takes four fifths of a start, and the tests start
  /// it thousands of times. (SwiftPM gives what it links a program with to the program's tests too, and these need the
  /// libraries.) `nil` where that can't be done.
  private static let standalone: URL? = {
    #if os(Linux)
      let linked = testsFolder.appendingPathComponent("standalone/stack")
      func date(_ file: URL) -> Date {
        (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
          ?? .distantPast
      }
      if date(linked) > date(debug) { return linked }
      // In one step, for others may run it.
      let script = """
        mkdir -p "$1/standalone" && new=$(mktemp -d "$1/standalone/XXXXXX") || exit
        swiftc -static-executable -use-ld=lld "@$1/stack.product/Objects.LinkFileList" -o "$new/stack" \\
          -Xlinker --defsym -Xlinker main=StackCommand_main && mv -f "$new/stack" "$1/standalone"; result=$?
        rm -r "$new"; exit $result
        """
      let finished = try? Home(program: debug).run("/bin/sh", ["-c", script, "sh", testsFolder.path])
      return finished?.status == 0 ? linked : nil
    #else
      return nil
    #endif
  }()

  /// Where the tests were built.
  public static let testsFolder: URL = {
    func isTests(_ path: String) -> Bool { path.hasSuffix(".xctest") }
    // Only on macOS are the tests a bundle that another program loads.
    let tests =
      CommandLine.arguments.first(where: isTests) ?? Bundle.allBundles.map(\.bundlePath).first(where: isTests)
      ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: tests).deletingLastPathComponent()
  }()

  /// The release build, where `$STACK_BINARY` names it.
  public static let release: URL? = ProcessInfo.processInfo.environment["STACK_BINARY"]
    .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }

  /// Where in `PATH` a program is to be found.
  public static func path(of name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether a program is to be found in `PATH`.
  public static func exists(_ name: String) -> Bool { path(of: name) != nil }
}

/// What a program came to.
public struct Finished: Equatable, Sendable {
  /// The exit status; for one that was killed, 128 and the signal's number, as the shell has it.
  public let status: Int32
  /// What it wrote to standard output.
  public let output: String
  /// What it wrote to standard error.
  public let errors: String

  /// What a program is expected to come to.
  public init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// A program that runs.
public final class Running: Sendable {
  private let process: SpawnedProcess
  private let streams: URL

  init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: URL, input: Data?
  ) throws {
    // As files, not pipes: so no test hangs because nobody reads.
    streams = folder.deletingLastPathComponent().appendingPathComponent("stack-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    let paths = ["input", "output", "errors"].map(streams.appendingPathComponent).map(\.path)
    try input?.write(to: streams.appendingPathComponent("input"))
    process = try SpawnedProcess(
      program, arguments.map { Array($0.utf8) }, environment: environment.map { Array("\($0)=\($1)".utf8) },
      [
        .changeFolder(folder.path), .open(0, input == nil ? "/dev/null" : paths[0], flags: O_RDONLY),
        .open(1, paths[1], flags: O_WRONLY | O_CREAT, mode: 0o600),
        .open(2, paths[2], flags: O_WRONLY | O_CREAT, mode: 0o600),
      ])
  }

  deinit { try? FileManager.default.removeItem(at: streams) }

  /// The process's number.
  public var processIdentifier: Int32 { process.identifier }

  /// Waits for the end of a program that takes its time, while other tests use the thread.
  public func end() async throws -> Finished {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try self.wait() }) }
    }
  }

  /// Waits for the end, once. A program that takes longer than this, by default ten minutes, hangs, and is killed: the
  /// time limits of suites mark a test as failed, but they can't end it.
  public func wait(seconds: Double = 600) throws -> Finished {
    let identifier = process.identifier
    let watchdog = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: watchdog)
    let status = process.wait()
    watchdog.cancel()
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: streams.appendingPathComponent(name)), as: UTF8.self)
    }
    return try Finished(status: status, output: text("output"), errors: text("errors"))
  }
}
