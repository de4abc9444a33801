// `stack path`, and where the file is.

import Foundation
import TestSupport
import Testing

@Suite struct PathTests {
  @Test func theFoldersFollowTheXDGSpecification() throws {
    try session(
      """
      $ XDG_CONFIG_HOME=$HOME/conf stack path
      ~/conf/stack/stack.json
      $ XDG_CONFIG_HOME=conf stack path
      ~/.config/stack/stack.json
      $ XDG_CONFIG_HOME= stack path
      ~/.config/stack/stack.json
      $ XDG_CONFIG_HOME=$HOME/conf XDG_STATE_HOME=$HOME/state stack push Call Sam
      Call Sam
      $ find conf conf/stack state state/stack -prune -type d -perm 700
      conf
      conf/stack
      state
      state/stack
      $ find conf/stack/stack.json -perm 600
      conf/stack/stack.json
      $ env -u HOME -u XDG_CONFIG_HOME stack
      stack: there is no folder for the file: set HOME or XDG_CONFIG_HOME to an absolute path
      [74]
      $ env -u HOME -u XDG_CONFIG_HOME stack push Call Sam
      stack: there is no folder for the file: set HOME or XDG_CONFIG_HOME to an absolute path
      [74]
      """)
  }
}
