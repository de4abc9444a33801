// Which builds of the program there are to be tested: the one under test, and the small one beside it.

import Foundation
import TestSupport
import Testing

/// A build of the program.
struct ProgramBuild: CustomTestStringConvertible, Sendable {
  let program: URL
  /// Whether it is the small one, in Embedded Swift.
  let isSmall: Bool

  var testDescription: String { isSmall ? "the small build" : "the usual build" }

  /// The small build, where `$STACK_SMALL_BINARY` names it.
  static let small: ProgramBuild? = ProcessInfo.processInfo.environment["STACK_SMALL_BINARY"]
    .flatMap { $0.isEmpty ? nil : ProgramBuild(program: URL(fileURLWithPath: $0), isSmall: true) }

  /// What `$STACK_BINARY` names. That may be the small build too.
  static let underTest: ProgramBuild? = Program.release.map { program in
    let isSmall = small.map {
      FileManager.default.contentsEqual(atPath: $0.program.path, andPath: program.path)
    }
    return ProgramBuild(program: program, isSmall: isSmall ?? false)
  }

  /// The build under test, and the small one if that is another.
  static let all: [ProgramBuild] = [underTest, underTest?.isSmall == true ? nil : small].compactMap { $0 }

  static let smallOnes: [ProgramBuild] = all.filter(\.isSmall)
  static let usualOnes: [ProgramBuild] = all.filter { !$0.isSmall }
}

extension Need {
  static let small = !ProgramBuild.smallOnes.isEmpty
  static let smallReason: Comment = "needs the small build, named by STACK_SMALL_BINARY"
  static let usual = !ProgramBuild.usualOnes.isEmpty
  static let usualReason: Comment = "needs the usual release build, named by STACK_BINARY"
}
