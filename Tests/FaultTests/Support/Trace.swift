// Reads strace's log: the system calls of a program and of its children. Also injects faults with
// strace.

import Foundation
import TestSupport
import Testing

/// A system call of a process.
struct SystemCall: CustomStringConvertible, Sendable {
  let process: Int
  let name: String
  /// Its number among the calls of this name in its process, from 1 on, as strace counts them.
  var number = 0
  /// The call with its arguments and its result, with strace's escapes.
  fileprivate var escaped: Substring = ""
  fileprivate(set) var arguments: [Substring] = []
  /// The result; `nil` if the call did not return.
  fileprivate(set) var result: Int?
  /// The path of the file descriptor in the result.
  fileprivate(set) var resultPath: String?

  /// The call with its arguments and its result in plain text.
  var text: String { Self.decoded(escaped).asText }

  var description: String { "\(name) number \(number): \(text)" }

  /// strace's names of a call and its variants that end in `at`, as far as the processor has them.
  static func names(_ name: String) -> String { "?\(name),?\(name)at,?\(name)at2" }

  /// POSIX's name of what it does. (Each processor has other variants; arm64 has only those that
  /// end in `at`.)
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

  private var stringIndices: [Int] { arguments.indices.filter { arguments[$0].hasPrefix("\"") } }

  /// All arguments that are strings, such as paths.
  var paths: [String] { stringIndices.map(path) }

  /// The absolute paths: relative to the directory of the descriptor before them, or to this one.
  func absolutePaths(in directory: String) -> [String] {
    stringIndices.map { index in
      Disk.join(
        index > 0 ? Self.annotation(arguments[index - 1]) ?? directory : directory, path(index))
    }
  }

  /// The bytes of an argument that is a string.
  func bytes(_ index: Int) -> [UInt8] {
    let parts = arguments[index].utf8.split(
      separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    return parts.count > 1 ? Self.decoded(Substring(parts[1])) : []
  }

  func path(_ index: Int) -> String { bytes(index).asText }

  /// The number that an argument is or starts with, such as a descriptor with its path.
  func number(_ index: Int) -> Int? {
    guard arguments.indices.contains(index) else { return nil }
    return Int(arguments[index].prefix { $0.isNumber || $0 == "-" })
  }

  /// The text between `<` and `>` after a descriptor.
  fileprivate static func annotation(_ text: Substring) -> String? {
    guard let start = text.firstIndex(of: "<"), let end = text.lastIndex(of: ">") else {
      return nil
    }
    return decoded(text[text.index(after: start)..<end]).asText
  }

  /// Decodes the escapes of `strace -xx`, such as `\x2f`.
  fileprivate static func decoded(_ text: Substring) -> [UInt8] {
    let text = Array(text.utf8)
    guard text.contains(UInt8(ascii: "\\")) else { return text }
    func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == 0x5C {
        bytes.append(value(text[index + 2]) << 4 | value(text[index + 3]))
        index += 4
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
  }
}

/// The system calls of a program and its children, in order.
struct Trace {
  let calls: [SystemCall]
  /// The program's process; all others are its children.
  let firstProcess: Int

  /// The calls that change files, and those that decide which file a descriptor refers to.
  static let names = """
    open openat creat close dup dup2 dup3 fcntl read write pwrite64 writev pwritev pwritev2 lseek ftruncate truncate
    fallocate copy_file_range sendfile rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat mkdir
    mkdirat rmdir fsync fdatasync sync syncfs sync_file_range chmod fchmod fchmodat chdir fchdir clone clone3 fork
    vfork exit_group
    """.split { $0.isWhitespace }.map(String.init)

  /// Parses a log of `strace -f -xx -y`.
  init(log: String) {
    var calls: [SystemCall] = []
    var unfinished: [Int: Substring] = [:]
    var numbers: [String: Int] = [:]
    var first: Int?
    // Characters would take ten times as long as bytes.
    for line in log.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init) {
      guard let process = Int(line.prefix { $0.isNumber }) else { continue }
      if first == nil { first = process }
      var text = line.drop { $0.isNumber }.drop { $0 == " " }
      if text.hasSuffix("<unfinished ...>") {
        unfinished[process] = text.dropLast("<unfinished ...>".count)
        // The child runs before the call returns in its parent.
        if ["clone", "vfork", "fork"].contains(where: text.hasPrefix) {
          calls.append(SystemCall(process: process, name: "fork begins"))
        }
        continue
      }
      if text.hasPrefix("<... ") {
        guard let begun = unfinished.removeValue(forKey: process),
          let end = text.range(of: " resumed>")
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
    // The result is after the last `=`. (Strings and paths are hexadecimal.)
    guard !name.isEmpty, text[name.endIndex...].first == "(",
      let equals = text.utf8.lastIndex(of: UInt8(ascii: "=")),
      let end = text.utf8[..<equals].lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let result = text[equals...].dropFirst(2)
    return SystemCall(
      process: process, name: String(name), escaped: text,
      arguments: split(text[name.endIndex..<end].dropFirst()),
      result: Int(result.prefix { $0.isNumber || $0 == "-" }),
      resultPath: SystemCall.annotation(result))
  }

  /// Splits arguments at the commas outside brackets. (Strings contain only hexadecimal digits.)
  private static func split(_ text: Substring) -> [Substring] {
    var depth = 0
    return text.utf8.split(omittingEmptySubsequences: false) { byte in
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"): depth -= 1
      default: break
      }
      return byte == UInt8(ascii: ",") && depth == 0
    }.map { Substring($0).drop { $0 == " " } }
  }
}

extension [SystemCall] {
  /// The calls of the program's own code, the first of which ignores SIGPIPE. The calls before are
  /// the start of the C library and of Swift's runtime and, in a debug build, the search for
  /// libraries.
  var afterStart: [SystemCall] {
    Array(drop { $0.name != "rt_sigaction" || $0.arguments.first != "SIGPIPE" })
  }
}

extension Home {
  /// Runs a program and records the system calls of it and its children.
  ///
  /// - Parameters:
  ///   - names: The calls that are recorded; all by default.
  ///   - fault: strace's options for an injection.
  func trace(
    _ program: String, _ arguments: [String], input: Data? = nil, names: [String] = [],
    fault: [String] = []
  ) throws -> (finished: Finished, trace: Trace) {
    // Outside the home, because a snapshot of the home must not contain it.
    let log = directory.deletingLastPathComponent().appendingPathComponent(
      "stack-trace-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: log) }
    var filter =
      names.isEmpty ? [] : ["-e", "trace=" + names.map { "?\($0)" }.joined(separator: ",")]
    // The program stops at no other call then, but strace injects no signals.
    if !names.isEmpty, fault.isEmpty { filter.append("--seccomp-bpf") }
    let options = ["-f", "-xx", "-y", "-s", "16777216", "-o", log.path] + filter
    let strace = try #require(Program.path(of: "strace"))
    let finished = try run(strace, options + fault + ["--", program] + arguments, input: input)
    return (finished, Trace(log: try Data(contentsOf: log).asText))
  }

  /// The beginning of a shell line that injects a fault into system calls of its command and logs
  /// them in `trace`.
  ///
  /// - Parameters:
  ///   - fault: The fault in strace's words: `error=EIO`, `retval=0` or `signal=SIGKILL`.
  ///   - which: The numbers of the calls in strace's words: `2`, or `1+` for all.
  static func strace(_ fault: String, at name: String, _ which: String = "1+") -> String {
    let names = SystemCall.names(name)
    return "exec strace -o trace -e 'trace=\(names)' -e 'inject=\(names):\(fault):when=\(which)' --"
  }
}
