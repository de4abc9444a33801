// `stack path` and `stack stacks`.

import TestSupport
import Testing

@Suite(.waitsForPrograms) struct StacksPathTests {
  /// Git refuses a path that leads through a link.
  @Test(.needs("git")) func theExampleInHelpWorksThroughALink() throws {
    try session(
      """
      $ git init -q dotfiles
      $ mkdir -p .config dotfiles/stack
      $ ln -s ../dotfiles/stack .config
      $ stack push Call Sam
      Call Sam
      $ eval "$(stack help path | grep '^  cd ')" && git ls-files
      stack/stack.json
      """)
  }

  @Test func theExampleInHelpMovesAllStacksToAnotherDirectory() throws {
    try session(
      """
      $ mkdir Documents
      $ stack push Call Sam
      Call Sam
      $ eval "$(stack help path | grep '^  [ml]')"
      $ stack done; stack push Write the report
      Write the report
      $ ls Documents/stack
      stack.json
      $ stack path
      ~/.config/stack/stack.json
      """)
  }

  @Test func theExamplesInHelpDeleteRestoreAndRenameAStack() throws {
    try session(
      """
      $ eval "$(stack help stacks | grep '^  stack -s')"
      Mow the lawn
      $ eval "$(stack help stacks | grep '^  rm ')"
      $ stack stacks
      $ stack -s work undo
      Mow the lawn
      $ stack stacks
      work
      $ eval "$(stack help stacks | grep '^  mv ')"
      $ stack stacks; stack -s job
      job
      Mow the lawn
      """)
  }

  /// A link on the way to the file leads to a place that isn't mounted.
  @Test(arguments: [
    ".config/stack", ".config", ".config/stack/stack.json",
  ])
  func everyCommandSaysWhatIsNotMounted(_ link: String) throws {
    let home = Home(["SHELL": "/bin/bash", "EDITOR": "true"])
    try home.shell("mkdir -p \"$(dirname \(link))\"; ln -s /nowhere/disk/x.json \(link)")
    try home.write(#"{"tasks": [{"title": "Task"}]}"#, to: "other.json")
    let commands = [
      "", "push x", "push --top x", "done", "skip", "drop", "top x", "snooze 1h", "edit x", "edit",
      "edit --all", "note x", "attach x:y", "detach", "open", "send :work", "send desk", "count",
      "prompt", "prompt --extent --check", "log", "undo", "undo --skip", "redo",
      "merge other.json", "--json",
    ]
    for command in commands + (link.hasSuffix("json") ? [] : ["stacks", "-s work"]) {
      let result = try home.shell("stack \(command)")
      #expect(result.status == 74 && result.output.isEmpty, "\(command): \(result)")
      let reason = "stack: cannot open /nowhere: No such file or directory"
      #expect(result.errors.hasPrefix(reason), "\(command): \(result)")
      #expect(try !home.screen(ofShell: "stack \(command); :").contains("stack push"), "\(command)")
    }
    #expect(home.files(below: ".local/state") == [])
  }

  @Test func theDirectoriesFollowTheXDGSpecification() throws {
    try session(
      """
      $ XDG_CONFIG_HOME=$HOME/conf stack path
      ~/conf/stack/stack.json
      $ XDG_CONFIG_HOME=$HOME/conf// stack path
      ~/conf/stack/stack.json
      $ XDG_CONFIG_HOME=conf stack path
      ~/.config/stack/stack.json
      $ XDG_CONFIG_HOME= stack path
      ~/.config/stack/stack.json
      $ HOME=$HOME/ stack path
      ~/.config/stack/stack.json
      $ HOME=/ stack path
      /.config/stack/stack.json
      $ XDG_CONFIG_HOME=$HOME/conf XDG_STATE_HOME=$HOME/state stack push Call Sam
      Call Sam
      $ find conf conf/stack state state/stack -prune -type d -perm 700
      conf
      conf/stack
      state
      state/stack
      $ find conf/stack/stack.json -perm 600
      conf/stack/stack.json
      $ XDG_STATE_HOME=./state2 stack push Call Sam
      Call Sam
      $ XDG_STATE_HOME= stack push Call Pat
      Call Sam
      $ test -e state2 || ls -d .local/state/stack
      .local/state/stack
      """)
    let nowhere =
      "there is no directory for the file: set HOME or XDG_CONFIG_HOME to an absolute path"
    try expectRefused(
      [
        "env -u HOME stack": nowhere, "env -u HOME stack push Call Sam": nowhere,
        "env -u HOME stack prompt": nowhere,
        "HOME= stack": nowhere, "HOME=home stack": nowhere, "HOME='~' stack": nowhere,
        "env -u HOME XDG_CONFIG_HOME=$PWD/c stack push Call Sam":
          "there is no directory for the file: set HOME or XDG_STATE_HOME to an absolute path",
      ], status: 74)
  }

  /// The path of the history contains the path of the file.
  @Test(arguments: [(250, 9), (250, 17), (300, 1)])
  func aHomeWithATooLongPathIsRefused(length: Int, depth: Int) throws {
    try session(
      """
      $ here=$HOME; name=/$(printf '%0\(length)d' 0); export XDG_{CONFIG,STATE}_HOME=$here$(printf "$name%.0s" {1..\(depth)})
      $ for command in 'push A' undo; do stack $command; echo $?; done 2>&1 | sed 's|/.*: F|…: F|' | sort -u
      74
      stack: cannot read …: File name too long; nothing was changed
      $ XDG_CONFIG_HOME=$here/config XDG_STATE_HOME=$here/state stack push A
      A
      """)
  }

  /// Root could create it anywhere.
  @Test func aMissingHomeIsNotCreated() throws {
    try session(
      """
      $ HOME=~/none/user stack push Call Sam
      stack: cannot open ~/none: No such file or directory; nothing was changed
      [74]
      $ mkdir none; HOME=~/none/user/ EDITOR=true stack edit --all 2>&1 | sed 's/; .*//'
      stack: cannot open ~/none/user: No such file or directory
      $ HOME=~/none/user XDG_CONFIG_HOME=~/set stack push Call Sam
      stack: cannot open ~/none/user: No such file or directory; nothing was changed
      [74]
      $ (export XDG_{CONFIG,STATE}_HOME=$HOME/set HOME=~/none/user; stack push Call Sam)
      Call Sam
      $ find none
      none
      """)
  }

  @Test func stacksPrintsOneNamePerLine() throws {
    try session(
      """
      $ stack stacks
      $ ls -A
      .bin
      $ stack push A >shown
      $ stack -s work push B >shown
      $ stack -s in.box push C >shown
      $ cd .config/stack; mkdir directory.json; : >.hidden.json; : >'we ird.json'; ln -s work.json link.json; ln -s gone dead.json
      $ : >work.sync-conflict-20261121-153000-ABCDEFG.json
      $ STACK_QUEUE=../x stack stacks
      in.box
      link
      stack
      work
      $ stack -s work.sync-conflict-20261121-153000-ABCDEFG push D 2>&1 | sed 's/2026.*EFG/…/'
      stack: invalid stack name 'work.sync-conflict-…' given with -s; a conflict copy can only be merged
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
