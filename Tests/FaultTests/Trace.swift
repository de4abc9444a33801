// The one reader of strace: the system calls of a program and of all that it starts, taken apart; and one of them
// made to fail, or to be the last.

import Foundation
import TestSupport
import Testing

/// A system call of some process, with its arguments as strace prints them.
struct SystemCall: CustomStringConvertible, Sendable {
  let process: Int
  let name: String
  /// Which of the calls of this name it is in its process, from 1 on, as strace counts them.
  var number = 0
  /// All of it as strace prints it, in hexadecimal digits.
  fileprivate var line: Substring = ""
  fileprivate(set) var arguments: [Substring] = []
  /// What it returned; `nil` where it did not return.
  fileprivate(set) var result: Int?
  /// The path of the file that a descriptor in the result refers to.
  fileprivate(set) var resultPath: String?

  /// The call with its arguments and its result, as strace prints it, in letters.
  var text: String { String(decoding: Self.decoded(line), as: UTF8.self) }

  var description: String { "\(name) number \(number): \(text)" }

  /// What strace takes for a call and for its sisters whose names end in `at`, as far as this processor has them.
  static func names(_ name: String) -> String { "?\(name),?\(name)at,?\(name)at2" }

  /// What it does, in POSIX's word for it. (Of most calls that take a path there are several, and each processor has
  /// others: arm64 has only those whose names end in `at`.)
  var action: String {
    switch name {
    case "unlinkat": arguments.last?.contains("AT_REMOVEDIR") == true ? "rmdir" : "unlink"
    case "renameat2": "rename"
    case "faccessat", "faccessat2": "access"
    case "fchmodat", "fchmodat2": "chmod"
    case "lstat", "stat", "newfstatat": "stat"
    default: name.hasSuffix("at") ? String(name.dropLast(2)) : name
    }
  }

  /// All arguments that are strings, such as paths.
  var paths: [String] { arguments.indices.filter { arguments[$0].hasPrefix("\"") }.map(path) }

  /// The paths in full: from the folder that a descriptor before them refers to, or from this one.
  func absolutePaths(in folder: String) -> [String] {
    arguments.indices.filter { arguments[$0].hasPrefix("\"") }.map { index in
      Disk.join(index > 0 ? Self.annotation(arguments[index - 1]) ?? folder : folder, path(index))
    }
  }

  /// The text of an argument that is a string, with the bytes as they were.
  func bytes(_ index: Int) -> [UInt8] {
    Self.decoded(arguments[index].drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
  }

  /// An argument that is a path.
  func path(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  /// An argument that is a number or begins with one, such as a descriptor with its path.
  func number(_ index: Int) -> Int? {
    guard arguments.indices.contains(index) else { return nil }
    return Int(arguments[index].prefix { $0.isNumber || $0 == "-" })
  }

  /// What stands between `<` and `>` behind a descriptor.
  fileprivate static func annotation(_ text: Substring) -> String? {
    guard let start = text.firstIndex(of: "<"), let end = text.lastIndex(of: ">") else { return nil }
    return String(decoding: decoded(text[text.index(after: start)..<end]), as: UTF8.self)
  }

  /// Text in which `\x2f` stands for a slash, as strace -xx writes it.
  private static func decoded(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
        let byte = UInt8(Substring(rest.dropFirst().prefix(2)), radix: 16)
      {
        bytes.append(byte)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(first)
      }
    }
    return bytes
  }
}

/// What a program did, in the order in which it happened.
struct Trace {
  let calls: [SystemCall]
  /// The process that was started first; all others are its children.
  let firstProcess: Int

  /// The calls of the program itself.
  var ownCalls: [SystemCall] { calls.filter { $0.process == firstProcess } }

  /// What matters to the files on the disk, and what is needed to know which file a descriptor refers to.
  static let names = [
    "open", "openat", "creat", "close", "dup", "dup2", "dup3", "fcntl", "read", "write", "pwrite64", "writev",
    "pwritev", "pwritev2", "lseek", "ftruncate", "truncate", "fallocate", "copy_file_range", "sendfile",
    "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat",
    "mkdir", "mkdirat", "rmdir", "fsync", "fdatasync", "sync", "syncfs", "sync_file_range", "chmod", "fchmod",
    "fchmodat", "chdir", "fchdir", "clone", "clone3", "fork", "vfork", "exit_group",
  ]

  /// Takes a log of `strace -f -xx -y` apart.
  init(log: String) {
    var calls: [SystemCall] = []
    var unfinished: [Int: Substring] = [:]
    var numbers: [String: Int] = [:]
    var first: Int?
    for line in log.split(separator: "\n") {
      guard let process = Int(line.prefix { $0.isNumber }) else { continue }
      if first == nil { first = process }
      var text = line.drop { $0.isNumber }.drop { $0 == " " }
      if text.hasSuffix("<unfinished ...>") {
        unfinished[process] = text.dropLast("<unfinished ...>".count)
        // The child runs before the call returns in its parent.
        if text.hasPrefix("clone") || text.hasPrefix("vfork") || text.hasPrefix("fork") {
          calls.append(SystemCall(process: process, name: "fork begins"))
        }
        continue
      }
      if text.hasPrefix("<... ") {
        guard let begun = unfinished.removeValue(forKey: process), let end = text.range(of: " resumed>")
        else { continue }
        text = Substring(begun + text[end.upperBound...])
      }
      if var call = Self.call(process, text) {
        numbers["\(process) \(call.name)", default: 0] += 1
        call.number = numbers["\(process) \(call.name)", default: 0]
        calls.append(call)
      }
    }
    self.calls = calls
    firstProcess = first ?? 0
  }

  private static func call(_ process: Int, _ text: Substring) -> SystemCall? {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    // The result stands behind the last ` = `.
    guard !name.isEmpty, text.dropFirst(name.count).first == "(",
      let equals = text.range(of: " = ", options: .backwards),
      let end = text[..<equals.upperBound].range(of: ") ", options: .backwards)
    else { return nil }
    let result = text[equals.upperBound...]
    return SystemCall(
      process: process, name: String(name), line: text,
      arguments: split(text[text.index(text.startIndex, offsetBy: name.count + 1)..<end.lowerBound]),
      result: Int(result.prefix { $0.isNumber || $0 == "-" }), resultPath: SystemCall.annotation(result))
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

extension [SystemCall] {
  /// The calls from the program's own first one on, which is to ignore closed pipes. Those before it are the start of
  /// the C library and of Swift's runtime, and in a debug build the search for libraries.
  var behindTheStart: [SystemCall] { Array(drop { !$0.text.hasPrefix("rt_sigaction(SIGPIPE") }) }
}

extension Home {
  /// Runs a program and writes down the system calls of it and of all that it starts.
  ///
  /// - Parameters:
  ///   - names: The calls that are wanted; all, if there are none.
  ///   - fault: What strace does to one of them.
  func trace(
    _ program: String, _ arguments: [String], input: Data? = nil, names: [String] = [], fault: [String] = []
  ) throws -> (finished: Finished, trace: Trace) {
    // Not in the home, whose every change counts.
    let log = folder.deletingLastPathComponent().appendingPathComponent("stack-trace-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: log) }
    let filter = names.isEmpty ? [] : ["-e", "trace=" + names.map { "?\($0)" }.joined(separator: ",")]
    let options = ["-f", "-xx", "-y", "-s", "16777216", "-o", log.path] + filter
    let finished = try run(
      try #require(Need.strace), options + fault + ["--", program] + arguments, input: input)
    return (finished, Trace(log: String(decoding: try Data(contentsOf: log), as: UTF8.self)))
  }

  /// The beginning of a line of shell: something is done to a system call of whatever stands behind it. The calls of
  /// that name stand in the file `trace` then.
  ///
  /// - Parameters:
  ///   - fault: What is done, in strace's words: `error=EIO`, `retval=0` or `signal=SIGKILL`.
  ///   - which: To which of the calls of that name, in strace's words: `2`, or `1+` for all.
  static func strace(_ fault: String, at name: String, _ which: String = "1+") -> String {
    let names = SystemCall.names(name)
    return "exec strace -o trace -e 'trace=\(names)' -e 'inject=\(names):\(fault):when=\(which)' --"
  }
}
