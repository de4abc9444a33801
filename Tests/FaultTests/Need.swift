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
