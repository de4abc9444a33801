// A home directory for a test, in which the program runs as a person or a script would run it.

import Foundation

/// A new, empty home directory, which is removed with this object.
public final class Home: Sendable {
  /// The directory; its path contains no links.
  public let directory: URL
  /// The program under test.
  public let program: URL
  private let extra: [String: String]

  /// Creates a home.
  ///
  /// - Parameters:
  ///   - environment: Further environment variables.
  ///   - program: The program that runs as `stack`.
  ///   - place: The directory in which the home is created.
  public init(
    _ environment: [String: String] = [:], program: URL = Program.underTest,
    in place: URL = ThisSystem.memory
  ) {
    self.program = program
    extra = environment
    let name = "stack-test-\(UUID().uuidString)"
    directory = URL(fileURLWithPath: Self.realPath(of: place.path), isDirectory: true)
      .appendingPathComponent(name, isDirectory: true)
    try? FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    try? FileManager.default.createSymbolicLink(
      at: bin.appendingPathComponent("stack"), withDestinationURL: program)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Resolves all links in a path. (On macOS, Foundation omits `/private`, which programs in that
  /// directory see.)
  private static func realPath(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private var bin: URL { directory.appendingPathComponent(".bin", isDirectory: true) }

  /// The environment of the programs that run here.
  public var environment: [String: String] {
    var environment = [
      "HOME": directory.path, "PATH": "\(bin.path):\(Program.directories)",
      "LANG": ThisSystem.locale, "TERM": "xterm",
    ]
    environment.merge(extra) { $1 }
    return environment
  }

  /// The URL of a path in the home.
  public func url(_ path: String) -> URL { directory.appendingPathComponent(path) }

  /// The file of a queue.
  public func queueFile(_ name: String = "stack") -> URL { url(".config/stack/\(name).json") }

  /// The text of a queue's file; `nil` if there is none.
  public func queueText(_ name: String = "stack") -> String? {
    (try? Data(contentsOf: queueFile(name))).map(\.asText)
  }

  /// Writes a queue's file.
  public func writeQueue(_ text: String, _ name: String = "stack") throws {
    try write(text, to: ".config/stack/\(name).json")
  }

  /// Writes a queue's file with these tasks, without running the program.
  public func writeTasks(_ titles: String..., queue: String = "stack") throws {
    let tasks = titles.map { ["title": $0] }
    try write(
      JSONSerialization.data(withJSONObject: ["tasks": tasks]), to: ".config/stack/\(queue).json")
  }

  /// The text of a file.
  public func text(of path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// Writes a file, and creates the directories above it.
  public func write(_ text: String, to path: String) throws {
    try write(Data(text.utf8), to: path)
  }

  /// Writes a file, and creates the directories above it.
  public func write(_ data: Data, to path: String) throws {
    let file = url(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  /// Puts a script into the first directory of PATH.
  public func script(_ name: String, _ text: String) throws {
    // A program that another test starts at this moment would inherit the descriptor, and the
    // system would refuse to run the script ("Text file busy").
    try SpawnedProcess.whileNoProgramStarts {
      let file = bin.appendingPathComponent(name)
      try Data("#!/bin/sh\n\(text)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
  }

  /// The tasks in a list of the file, as Foundation reads them.
  public func tasks(_ list: String = "tasks", _ name: String = "stack") throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: queueFile(name)))
    return (object as? [String: Any])?[list] as? [[String: Any]] ?? []
  }

  /// The titles in a list of the file.
  public func titles(_ list: String = "tasks", _ name: String = "stack") throws -> [String] {
    try tasks(list, name).compactMap { $0["title"] as? String }
  }

  /// The paths of all files below a directory of the home.
  public func files(below path: String) -> [String] {
    let root = url(path).path
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      var status = stat()
      return lstat("\(root)/\(name)", &status) != 0 || status.st_mode & S_IFMT != S_IFDIR
    }.sorted()
  }

  /// Runs `stack` with arguments.
  @discardableResult public func stack(_ arguments: String..., input: Data? = nil) throws
    -> Finished
  {
    try run(program.path, arguments, input: input)
  }

  /// Runs a script in bash.
  @discardableResult public func shell(_ script: String, input: Data? = nil) throws -> Finished {
    try run("/bin/bash", ["-c", script], input: input)
  }

  /// Runs a program to its end.
  @discardableResult public func run(_ program: String, _ arguments: [String], input: Data? = nil)
    throws -> Finished
  {
    try start(program, arguments, input: input).wait()
  }

  /// Starts a program.
  public func start(_ program: String, _ arguments: [String], input: Data? = nil) throws -> Running
  {
    try Running(program, arguments, environment: environment, directory: directory, input: input)
  }
}

extension Collection where Element == UInt8 {
  /// The bytes as text.
  public var asText: String { String(decoding: self, as: UTF8.self) }
}

extension StringProtocol {
  /// The text with `DATE` for each date.
  public var dated: String {
    replacingOccurrences(
      of: #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z"#, with: "DATE", options: .regularExpression)
  }
}

/// The program under test, and other programs.
public enum Program {
  /// `$STACK_BINARY`, else the program that was built with the tests.
  public static let underTest = release ?? standalone ?? debug

  private static let debug = testsDirectory.appendingPathComponent("stack")

  /// The debug build, linked statically, if that is possible. Loading shared libraries takes four
  /// fifths of the time of a start, and the tests start it thousands of times. (SwiftPM would link
  /// the tests statically too, which need libraries.)
  private static let standalone: URL? = {
    #if os(Linux)
      let linked = testsDirectory.appendingPathComponent("standalone/stack")
      func date(_ file: URL) -> Date {
        (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
          ?? .distantPast
      }
      if date(linked) > date(debug) { return linked }
      // The last step is a rename, because another process may be running it.
      let script = """
        mkdir -p "$1/standalone" && new=$(mktemp -d "$1/standalone/XXXXXX") || exit
        swiftc -static-executable -use-ld=lld "@$1/stack.product/Objects.LinkFileList" -o "$new/stack" \\
          -Xlinker --defsym -Xlinker main=StackCommand_main -Xlinker --strip-debug && mv -f "$new/stack" "$1/standalone"; result=$?
        rm -r "$new"; exit $result
        """
      let finished = try? Home(program: debug).run(
        "/bin/sh", ["-c", script, "sh", testsDirectory.path])
      return finished?.status == 0 ? linked : nil
    #else
      return nil
    #endif
  }()

  /// The directory in which the tests were built.
  public static let testsDirectory: URL = {
    func isTests(_ path: String) -> Bool { path.hasSuffix(".xctest") }
    // On macOS, the tests are a bundle that another program loads.
    let tests =
      CommandLine.arguments.first(where: isTests)
      ?? Bundle.allBundles.map(\.bundlePath).first(where: isTests)
    return URL(fileURLWithPath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  /// The release build, if `$STACK_BINARY` names one.
  public static let release: URL? = ProcessInfo.processInfo.environment["STACK_BINARY"]
    .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }

  /// `PATH`.
  fileprivate static let directories =
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  /// The path of a program in `PATH`.
  public static func path(of name: String) -> String? {
    directories.split(separator: ":").map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The path of Python. The `python3` in `PATH` may be a script that takes ten times as long to
  /// find it.
  public static let python: String = {
    let path = try? Home().shell("python3 -c 'import sys; sys.stdout.write(sys.executable)'").output
    return path.flatMap { $0.isEmpty ? nil : $0 } ?? "python3"
  }()

  /// Whether a program is in `PATH`.
  public static func exists(_ name: String) -> Bool { path(of: name) != nil }
}

/// The result of a program.
public struct Finished: Equatable, Sendable {
  /// The exit status; after a signal, 128 and its number, as in a shell.
  public let status: Int32
  /// Its standard output.
  public let output: String
  /// Its standard error.
  public let errors: String

  /// An expected result; by default, a success without output.
  public init(status: Int32 = 0, output: String = "", errors: String = "") {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// A running program.
public final class Running: Sendable {
  private let process: SpawnedProcess
  /// The paths of its standard input, output and error.
  private let streams: [String]

  init(
    _ program: String, _ arguments: [String], environment: [String: String], directory: URL,
    input: Data?
  ) throws {
    // Files, not pipes, so that no program waits for a reader.
    let path = directory.deletingLastPathComponent().appendingPathComponent(
      "stack-run-\(UUID().uuidString)"
    ).path
    streams = ["input", "output", "errors"].map { "\(path)-\($0)" }
    try input?.write(to: URL(fileURLWithPath: streams[0]))
    process = try SpawnedProcess(
      program, arguments, environment: environment, directory: directory,
      [
        .open(0, input == nil ? "/dev/null" : streams[0], flags: O_RDONLY),
        .open(1, streams[1], flags: O_WRONLY | O_CREAT, mode: 0o600),
        .open(2, streams[2], flags: O_WRONLY | O_CREAT, mode: 0o600),
      ])
  }

  deinit { for path in streams { unlink(path) } }

  /// The process identifier.
  public var processIdentifier: Int32 { process.identifier }

  /// Waits for the end of a slow program, while other tests use the thread.
  public func end() async throws -> Finished {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try self.wait() }) }
    }
  }

  /// Waits for the end. Kills the program after a time limit, because a suite's time limit can't
  /// end a blocked test.
  public func wait(seconds: Double = 600) throws -> Finished {
    let identifier = process.identifier
    let watchdog = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: watchdog)
    let status = process.wait()
    watchdog.cancel()
    let texts = try streams[1...].map {
      try Data(contentsOf: URL(filePath: $0)).asText
    }
    return Finished(status: status, output: texts[0], errors: texts[1])
  }
}
