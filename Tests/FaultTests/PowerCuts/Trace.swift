// The system calls of a program and of all that it starts, as strace writes them down, taken apart.

import Foundation
import TestSupport
import Testing

/// A system call of some process, with its arguments as strace prints them.
struct TracedCall {
  let process: Int
  let name: String
  let arguments: [Substring]
  /// What it returned; `nil` where it did not return.
  let result: Int?
  /// The path of the file that a descriptor in the result refers to.
  let resultPath: String?

  /// The text of an argument that is a string, with the bytes as they were.
  func bytes(_ index: Int) -> [UInt8] {
    guard arguments.indices.contains(index) else { return [] }
    return Self.decoded(arguments[index].drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
  }

  /// An argument that is a path.
  func path(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  /// An argument that is a number or begins with one, such as a descriptor with its path.
  func number(_ index: Int) -> Int? {
    guard arguments.indices.contains(index) else { return nil }
    return Int(arguments[index].prefix { $0.isNumber || $0 == "-" })
  }

  /// The bytes of all strings in an argument, as in the vector of writev(2).
  func allBytes(_ index: Int) -> [UInt8] {
    let parts = arguments[index].split(separator: "\"", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 }.flatMap { Self.decoded($0.element) }
  }

  /// What stands between `<` and `>` behind a descriptor.
  func annotation(_ index: Int) -> String? {
    guard arguments.indices.contains(index) else { return nil }
    return Self.annotation(arguments[index])
  }

  static func annotation(_ text: Substring) -> String? {
    guard let start = text.firstIndex(of: "<"), let end = text.lastIndex(of: ">") else { return nil }
    let inside = text[text.index(after: start)..<end]
    return String(decoding: decoded(inside), as: UTF8.self)
  }

  /// Text in which `\x2f` stands for a slash, as strace -xx writes it.
  private static func decoded(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), rest.count >= 3 {
        bytes.append(
          digit(rest[rest.index(after: rest.startIndex)]) * 16 + digit(rest.dropFirst(2).first ?? 0))
        rest = rest.dropFirst(3)
      } else {
        bytes.append(first)
      }
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8 {
    character <= UInt8(ascii: "9")
      ? character - UInt8(ascii: "0") : (character | 0x20) - UInt8(ascii: "a") + 10
  }
}

/// What a program did, in the order in which it happened.
struct Trace {
  let calls: [TracedCall]
  /// The process that was started first; all others are its children.
  let firstProcess: Int

  /// What matters to the files on the disk, and what is needed to know which file a descriptor refers to.
  static let names = [
    "open", "openat", "creat", "close", "dup", "dup2", "dup3", "fcntl", "read", "write", "pwrite64", "writev",
    "pwritev", "pwritev2", "lseek", "ftruncate", "truncate", "fallocate", "copy_file_range", "sendfile",
    "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat",
    "mkdir", "mkdirat", "rmdir", "fsync", "fdatasync", "sync", "syncfs", "sync_file_range", "chmod", "fchmod",
    "fchmodat", "utimensat", "chdir", "fchdir", "clone", "clone3", "fork", "vfork", "exit_group",
  ]

  /// Takes a log of `strace -f -xx -y` apart.
  init(log: String) {
    var calls: [TracedCall] = []
    var unfinished: [Int: Substring] = [:]
    var first: Int?
    for line in log.split(separator: "\n") {
      guard let process = Int(line.prefix { $0.isNumber }) else { continue }
      if first == nil { first = process }
      var text = line.drop { $0.isNumber }.drop { $0 == " " }
      if text.hasSuffix("<unfinished ...>") {
        unfinished[process] = text.dropLast("<unfinished ...>".count)
        // The child runs before the call returns in its parent.
        if text.hasPrefix("clone") || text.hasPrefix("vfork") || text.hasPrefix("fork") {
          calls.append(
            TracedCall(process: process, name: "fork begins", arguments: [], result: nil, resultPath: nil))
        }
        continue
      }
      if text.hasPrefix("<... ") {
        guard let begun = unfinished.removeValue(forKey: process), let end = text.range(of: " resumed>")
        else { continue }
        text = Substring(begun + text[end.upperBound...])
      }
      if let call = Self.call(process, text) { calls.append(call) }
    }
    self.calls = calls
    firstProcess = first ?? 0
  }

  private static func call(_ process: Int, _ text: Substring) -> TracedCall? {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !name.isEmpty, text.dropFirst(name.count).first == "(",
      let end = text.range(
        of: ") ", options: .backwards, range: text.startIndex..<(equals(text) ?? text.endIndex))
    else { return nil }
    let inside = text[text.index(text.startIndex, offsetBy: name.count + 1)..<end.lowerBound]
    let result = text[end.upperBound...].drop { $0 == " " || $0 == "=" }
    return TracedCall(
      process: process, name: String(name), arguments: split(inside),
      result: Int(result.prefix { $0.isNumber || $0 == "-" }), resultPath: TracedCall.annotation(result))
  }

  /// Where the last ` = ` stands, behind which is the result.
  private static func equals(_ text: Substring) -> Substring.Index? {
    text.range(of: " = ", options: .backwards)?.upperBound
  }

  /// The arguments: separated by commas that stand in no bracket. (Strings are hexadecimal digits.)
  private static func split(_ text: Substring) -> [Substring] {
    var depth = 0
    var parts: [Substring] = []
    var start = text.utf8.startIndex
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        parts.append(text[start..<index])
        start = text.utf8.index(after: index)
      default: break
      }
    }
    parts.append(text[start...])
    return parts.map { $0.drop { $0 == " " } }
  }
}

extension Home {
  /// Runs a program and writes down what it does to files.
  func trace(
    _ program: String, _ arguments: [String], input: Data? = nil, fault: [String] = []
  ) throws -> (finished: Finished, trace: Trace) {
    // Not in the home, whose every change counts.
    let log = folder.deletingLastPathComponent().appendingPathComponent("stack-trace-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: log) }
    let options = [
      "-f", "-xx", "-y", "-s", "16777216", "-o", log.path, "-e",
      "trace=" + Trace.names.joined(separator: ","),
    ]
    let finished = try run(
      try #require(Need.strace), options + fault + ["--", program] + arguments, input: input)
    return (finished, Trace(log: String(decoding: try Data(contentsOf: log), as: UTF8.self)))
  }
}
