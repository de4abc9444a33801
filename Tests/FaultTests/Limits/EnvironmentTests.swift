// The program doesn't depend on the locale, on TMPDIR, nor on the awk, sed and coreutils of the
// shell and the editor.

import TestSupport
import Testing

@Suite(.waitsForPrograms) struct EnvironmentTests {
  private static let useBusybox = """
    mkdir ~/.bin/busybox && busybox --install -s ~/.bin/busybox || exit
    PATH=~/.bin:~/.bin/busybox
    """
  private static let preparations =
    ["export LANG=", "export LC_ALL=C", "export LC_ALL=C.UTF-8", "export LC_ALL=xx_XX.UTF-8"]
    + ["", "/var/tmp", "/dev/shm", "/nowhere"].map { "export TMPDIR=\($0)" }
    + (Program.exists("busybox") ? [useBusybox] : [])

  @Test func aSessionGivesTheSameResultInEachEnvironment() throws {
    var user = RandomUser(seed: 1, words: RandomUser.awkwardWords)
    let actions = (0..<(TestExtent.isAll ? 15 : 8)).map { _ in
      user.nextAction(tasks: 3).command + "; stack prompt --max 9; echo"
    }
    let session = actions.joined(separator: "\n")
    let build = ProgramBuild(program: Program.underTest, isSmall: false)
    let usual = try build.run(session)
    for preparation in Self.preparations {
      #expect(try build.run("\(preparation) 2>/dev/null\n\(session)") == usual, "\(preparation)")
    }
  }
}
