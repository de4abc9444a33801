// Runs the program under strace: to see its system calls, and to have one of them fail or be the last.

import Foundation
import TestSupport
import Testing

/// One of the system calls of a run.
struct SystemCall: CustomStringConvertible, Sendable {
  let name: String
  /// Which of the calls of this name it is, from 1 on, as strace counts them.
  let number: Int
  /// The call with its arguments and its result, as strace prints it.
  let text: String

  var description: String { "\(name) number \(number): \(text)" }
}

/// What is done to a system call.
enum Fault: CustomStringConvertible, Sendable {
  /// The process is killed before the call does anything.
  case killed
  /// The process is stopped before the call does anything.
  case stopped
  /// The call does nothing and fails with the error of this name.
  case error(String)

  var description: String {
    switch self {
    case .killed: "signal=SIGKILL"
    case .stopped: "signal=SIGSTOP"
    case .error(let name): "error=\(name)"
    }
  }
}

/// What these tests need, and why they are skipped where it is missing.
enum Need {
  static let release = Program.release != nil
  static let releaseReason: Comment = "needs the release build, named by STACK_BINARY"
  static let strace = Program.path(of: "strace")
  static let straceReason: Comment = "needs strace"
  static let isRoot = geteuid() == 0
  static let rootReason: Comment = "needs to be run as root"
  static let users = isRoot && Program.exists("setpriv")
  static let usersReason: Comment = "needs root and setpriv, to be several users"
  static let python = Program.exists("python3")
  static let pythonReason: Comment = "needs python3"
  static let valgrind = Program.exists("valgrind")
  static let valgrindReason: Comment = "needs valgrind, which counts the instructions"
  static let smallDiskReason: Comment = "needs to be allowed to mount a file system in memory"
  static let coarseDiskReason: Comment =
    "needs root, mkfs.ext4 and a loop device, to mount an ext4 file system"
}

extension Home {
  /// The system calls that `stack` makes with these arguments, in order.
  func systemCalls(_ arguments: [String], input: Data?) throws -> (finished: Finished, calls: [SystemCall]) {
    let finished = try strace(["-y"], arguments, input: input).wait()
    var numbers: [String: Int] = [:]
    var calls: [SystemCall] = []
    for line in try traceLog.split(separator: "\n") {
      let name = String(line.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      guard !name.isEmpty, line.dropFirst(name.count).first == "(" else { continue }
      numbers[name, default: 0] += 1
      calls.append(SystemCall(name: name, number: numbers[name, default: 0], text: String(line)))
    }
    return (finished, calls)
  }

  /// Starts `stack` with these arguments and does something to one of its system calls.
  func startStack(
    _ arguments: [String], input: Data? = nil, _ fault: Fault, at name: String, number: Int
  ) throws -> Running {
    let options = ["-e", "trace=\(name)", "-e", "inject=\(name):\(fault):when=\(number)"]
    return try strace(options, arguments, input: input)
  }

  /// What strace has written of the last run so far.
  var traceLog: String {
    get throws { try String(contentsOf: log, encoding: .utf8) }
  }

  private var log: URL { url("strace.log") }

  private func strace(_ options: [String], _ arguments: [String], input: Data?) throws -> Running {
    try start(
      try #require(Need.strace), ["-o", log.path] + options + ["--", program.path] + arguments, input: input)
  }
}
