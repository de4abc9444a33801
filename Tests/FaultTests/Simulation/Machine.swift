// A machine of a simulation, on which a person uses the program.

import Foundation
import TestSupport

/// A machine with a home of its own, in which the program runs.
struct Machine {
  let name: String
  let home: Home

  init(_ number: Int) throws {
    name = ["a", "b", "c", "d"][number]
    home = Home()
    for stack in Move.stackNames { try home.writeQueue(StackFile.text([]), stack) }
  }

  /// The environment in which a command runs on this machine at this time.
  private func environment(now: String) -> [String: String] {
    var environment = home.environment
    environment["STACK_NOW"] = now
    environment["TZ"] = "UTC"
    environment["USER"] = name
    return environment
  }

  /// Runs the program. Its output is read only if it is asked for, because a simulation runs it
  /// some hundred times.
  func run(
    _ arguments: [String], now: String, input: String? = nil, variables: [String: String] = [:],
    killedAfter microseconds: UInt32? = nil
  ) throws -> Int32 {
    if let input { try home.write(input, to: "input") }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    let process = try SpawnedProcess(
      home.program.path, arguments,
      environment: environment(now: now).merging(variables) { $1 }, directory: home.directory,
      [
        .open(0, input == nil ? "/dev/null" : home.url("input").path, flags: O_RDONLY),
        .open(1, home.url("output").path, flags: flags, mode: 0o600),
        .open(2, home.url("errors").path, flags: flags, mode: 0o600),
      ])
    if let microseconds {
      usleep(microseconds)
      kill(process.identifier, SIGSTOP)
      // With the programs that it runs: git has a process group of its own.
      let path = "/proc/\(process.identifier)/task/\(process.identifier)/children"
      let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      for group in children.split(separator: " ").compactMap({ Int32($0) }) + [process.identifier] {
        kill(-group, SIGKILL)
      }
    }
    return process.wait()
  }

  /// What the last command printed.
  var output: String { (try? home.text(of: "output")) ?? "" }
  var errors: String { (try? home.text(of: "errors")) ?? "" }

  func text(_ stack: Int) -> String { home.queueText(Move.stackNames[stack]) ?? "" }

  /// Replaces the file by a rename, as git and Syncthing do.
  func replaceFile(_ name: String, by text: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
  }

  func removeFile(_ name: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
  }

  var folder: URL { home.url(".config/stack") }

  /// The files that are synchronised, with their texts.
  func files() throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.filter { !$0.hasPrefix(".") }.map { name in
        (name, try Data(contentsOf: folder.appendingPathComponent(name)).asText)
      })
  }

  /// The newest entry of the history.
  func newestEntry(_ stack: Int) -> HistoryEntry? {
    let directory = home.url(
      ".local/state/stack\(folder.path)/\(Move.stackNames[stack]).json")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.compactMap(HistoryEntry.init(fileName:)).max { $0.number < $1.number }
  }
}

/// An entry of the history, as its file's name describes it.
struct HistoryEntry {
  let number: Int
  /// The entry that it undid or redid.
  let reversed: Int?
  let command: String

  /// Reads names such as `000042-20261121T100500Z-undo41-push.change`.
  init?(fileName: String) {
    guard fileName.hasSuffix(".change") else { return nil }
    let parts = fileName.dropLast(".change".count).split(separator: "-").map(String.init)
    guard parts.count == 3 || parts.count == 4, let number = Int(parts[0]),
      let command = parts.last
    else { return nil }
    self.number = number
    self.command = command
    reversed = parts.count == 3 ? nil : Int(parts[2].filter(\.isNumber))
  }
}
