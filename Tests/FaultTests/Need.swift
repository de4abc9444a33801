// What the tests of faults need, and why they are skipped where it is missing.

import Foundation
import TestSupport
import Testing

enum Need {
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
}

extension Home {
  /// Puts the program, which may lie where nobody else gets in, where everybody may run it: at `./stack`.
  func giveEverybodyTheProgram() throws {
    #expect(try shell("cp .bin/stack stack; chmod 755 . stack").status == 0)
  }

  /// The beginning of a line of shell that runs that program as one of other users.
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
    let collected = try #require(finished.errors.components(separatedBy: "Collected : ").dropFirst().first)
    return try #require(Int(collected.prefix { $0.isNumber }))
  }
}
