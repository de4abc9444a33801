// `stack stacks`: the names of the stacks.

import Foundation
import TestSupport
import Testing

@Suite struct StacksTests {
  @Test func namesOnePerLine() throws {
    try session(
      """
      $ stack stacks; ls -A
      .bin
      $ stack push A >shown; stack -s work push B >shown; stack -s in.box push C >shown
      $ cd .config/stack; mkdir directory.json; : >.hidden.json; : >'we ird.json'; ln -s work.json link.json; ln -s gone dead.json
      $ : >work.sync-conflict-20261121-153000-ABCDEFG.json
      $ STACK_QUEUE=../x stack stacks
      in.box
      link
      stack
      work
      $ stack stacks work
      stack: stacks doesn't take 'work'; see: stack help stacks
      [64]
      $ env -u HOME stack stacks
      stack: there is no directory for the file: set HOME or XDG_CONFIG_HOME to an absolute path
      [74]
      $ XDG_CONFIG_HOME=~/shown stack stacks
      stack: cannot open ~/shown: Not a directory
      [74]
      """)
  }
}
