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

  @Test func theExamplesInHelpRenameAndDeleteAStack() throws {
    let home = try Home.holding("Call Sam")
    try home.shell("stack -s work push - <<<$'One\nTwo'; stack -s work done")
    try session(
      """
      $ eval "$(stack help stacks | grep '^  stack -s')"
      Two
      $ cp .config/stack/work.json before
      $ eval "$(stack help stacks | grep '^  stack.*rename')"; stack stacks
      Call Sam
      job
      stack
      $ cmp before .config/stack/job.json
      $ stack -s work push New 2>shown; stack -s work undo; stack stacks
      New
      job
      stack
      $ eval "$(stack help stacks | grep '^  stack.*delete')"; stack stacks
      Call Sam
      stack
      $ stack -s job count; stack -s job log; stack -s job
      0
      $ stack -s job undo; stack stacks; cmp before .config/stack/job.json
      Two
      job
      stack
      """, in: home)
  }

  @Test func aStackWithFinishedTasksAloneIsRenamed() throws {
    try session(
      """
      $ stack -s old push One; stack -s old done; stack stacks --rename old new; stack stacks
      One
      new
      $ stack -s new log | cut -c 19-
      done: One
      """)
  }

  @Test func aRenameThatEndsHalfwayGoesOnWhenItIsTypedAgain() throws {
    try session(
      """
      $ history=.local/state/stack$PWD/.config/stack/stack.json; mv $history kept; touch $history
      $ stack stacks --rename stack new
      stack: cannot open ~/.local/state/stack~/.config/stack/stack.json: Not a directory; 'stack' has the tasks, too, so try again
      [75]
      $ rm $history; mv kept $history; stack stacks --rename stack new; stack stacks
      new
      """, in: .holding("One", "One"))
  }

  @Test func deletingAndRenamingSayWhatWasDone() throws {
    let home = try Home.holding("Call Sam", environment: ["NO_COLOR": "1"])
    try session(
      """
      $ printf 'One\\nTwo\\n' | stack -s work push - >shown; stack -s work done >shown
      Added 2 tasks to the new stack work
      ✓ One
      $ stack stacks --rename work job
      Renamed: work → job (1 open, 1 finished)
      ○ Call Sam
      $ stack -s job stacks --delete=job
      Deleted: job (1 open, 1 finished); stack -s job undo brings it back
      A fresh start. Anything to add?
      stack -s job push "…"
      $ stack -s job push Three
      Added to the new stack job: Three
      ○ Three
      """, in: home, atTerminalAfter: "")
  }

  /// Undoing one half alone would leave the tasks in both stacks or in neither.
  @Test func undoOfARenameNamesTheRenameBack() throws {
    let home = try Home.holding("Call Sam")
    func refusal(_ back: String) -> String {
      "can't be undone, because its other half is in another stack; nothing was changed; to rename "
        + "it back: stack stacks --rename \(back)"
    }
    try session(
      """
      $ stack stacks --rename stack job
      $ for stack in job stack; do stack -s $stack undo 2>&1 | sed 's/, and the text.*json;/;/'; done
      stack: rename (stack → job) \(refusal("job stack"))
      stack: rename (stack → job) \(refusal("job stack"))
      $ stack stacks --rename job stack; stack stacks
      Call Sam
      stack
      $ stack undo --skip; stack undo --skip; stack undo
      Call Sam
      Call Sam
      """, in: home)
  }

  @Test func whatCannotBeDeletedOrRenamedIsRefused() throws {
    let home = try Home.holding("Call Sam")
    try home.shell(
      """
      stack -s ended push Old; stack -s ended done
      stack -s work push Mow; cd .config/stack; ln -s work.json link.json
      """)
    try home.writeQueue("{", "damaged")
    try home.writeQueue("{}", "none")
    let files = { try home.shell("cd .config/stack; head *") }
    let before = try files()
    try expectRefused(
      [
        "stack stacks --delete nope": "there is no stack 'nope'; nothing was changed",
        "stack stacks --rename none job": "there is no stack 'none'; nothing was changed",
        "stack stacks --rename stack work":
          "~/.config/stack/work.json has tasks; nothing was changed",
        "stack stacks --rename work ended":
          "~/.config/stack/ended.json has tasks; nothing was changed",
        "stack stacks --rename work work":
          "~/.config/stack/work.json has tasks; nothing was changed",
        "stack stacks --rename work link":
          "~/.config/stack/link.json has tasks; nothing was changed",
        "stack stacks --delete link":
          "'link' is a link to work.json, another stack's file; nothing was changed",
        "stack stacks --delete work.json":
          "there is no stack 'work.json'; did you mean: stack stacks --delete work",
        "stack stacks --rename stack a/b":
          "invalid stack name 'a/b' after --rename; use up to 64 ASCII letters, digits, -, _ and inner dots",
        "stack stacks --rename stack":
          "--rename takes two names, as in: stack stacks --rename work job",
        "stack stacks --rename work a b":
          "--rename takes two names, as in: stack stacks --rename work job",
        "stack stacks --delete work --rename stack job":
          "--rename takes two names, as in: stack stacks --rename work job",
        "stack stacks --delete": "--delete requires a value",
        "stack stacks --delete work more": "stacks doesn't take 'more'; see: stack help stacks",
      ], in: home)
    try expectRefused(
      [
        "stack stacks --delete damaged":
          "~/.config/stack/damaged.json, line 1, column 2: the text ends too early; fix the file (nothing was changed)"
      ], status: 65, in: home)
    #expect(try files() == before)
    #expect(try home.stack("stacks").output == "damaged\nended\nlink\nstack\nwork\n")
  }

  /// Its link stays.
  @Test func aStackBehindALinkIsDeletedAndRenamed() throws {
    try session(
      """
      $ mkdir dotfiles; mv .config/stack/stack.json dotfiles/one.json
      $ ln -s ../../dotfiles/one.json .config/stack/work.json
      $ stack stacks --rename work job; stack -s job; readlink .config/stack/work.json
      Call Sam
      ../../dotfiles/one.json
      $ stack stacks --rename job work; grep -c Sam dotfiles/one.json; stack stacks --delete work; stack stacks
      1
      $ stack -s work undo
      Call Sam
      """, in: .holding("Call Sam"))
  }

  /// Kills `stacks --rename` before each of its system calls that changes a file.
  @Test(.needs("strace")) func aKilledRenameLosesNothingAndGoesOnWhenItIsTypedAgain() throws {
    let calls = "openat,write,linkat,link,renameat,rename,renameat2,unlinkat,unlink,fsync"
    var kills = 0
    for number in stride(from: 1, through: 400, by: TestExtent.isAll ? 1 : 5) {
      let home = try Home.holding("One", "Two")
      try home.shell("stack done")
      let killed = try home.shell(
        "strace -qq -o /dev/null -e trace=\(calls) -e inject=\(calls):signal=KILL:when=\(number) stack stacks --rename stack job"
      )
      if killed.status == 0 { break }
      kills += 1
      let kept = ["stack", "job"].filter { (try? home.titles("tasks", $0)) == ["Two"] }
      #expect(!kept.isEmpty && kept.allSatisfy { (try? home.titles("completed", $0)) == ["One"] })
      if kept != ["job"] {
        #expect(try home.stack("stacks", "--rename", "stack", "job").status == 0)
      }
      #expect(try home.stack("stacks").output == "job\n", "killed before call \(number)")
      #expect(
        try home.titles("tasks", "job") == ["Two"] && home.titles("completed", "job") == ["One"])
    }
    #expect(kills > 5)
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
