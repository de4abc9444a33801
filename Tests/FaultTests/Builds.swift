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
  private static let small: ProgramBuild? = ProcessInfo.processInfo.environment["STACK_SMALL_BINARY"]
    .flatMap { $0.isEmpty ? nil : ProgramBuild(program: URL(fileURLWithPath: $0), isSmall: true) }

  /// What `$STACK_BINARY` names. That may be the small build too.
  private static let underTest: ProgramBuild? = Program.release.map { program in
    let isSmall = small.map {
      FileManager.default.contentsEqual(atPath: $0.program.path, andPath: program.path)
    }
    return ProgramBuild(program: program, isSmall: isSmall ?? false)
  }

  /// The release builds that figures are about: the one under test, and the small one if that is another. Where
  /// there is none, the tests of figures have nothing to measure, and one line says so.
  static let all: [ProgramBuild] = {
    let all = [underTest, underTest?.isSmall == true ? nil : small].compactMap { $0 }
    if all.isEmpty {
      print("Tests of figures skipped: they are about the release builds, named by STACK_BINARY")
    } else if !all.contains(where: \.isSmall) {
      print("Tests of the small build skipped: STACK_SMALL_BINARY names none")
    }
    return all
  }()

  static let smallOnes: [ProgramBuild] = all.filter(\.isSmall)
  static let usualOnes: [ProgramBuild] = all.filter { !$0.isSmall }
  /// Both builds together, where there are both.
  static let pairs: [[ProgramBuild]] = all.count == 2 ? [all] : []
}
