// A directory that a group shares, and files that other users left in it.

import Foundation
import TestSupport
import Testing

/// A home whose configuration directory belongs to a group of two users, each with their own
/// history.
struct SharedDirectory {
  static let group = 34567
  static let users = [12345, 23456]
  static let file = ".config/stack/stack.json"
  let home = Home()

  /// Whether new files get the group of the directory, or that of their creator.
  init(givingItsGroup: Bool = true) throws {
    try home.giveEverybodyTheProgram()
    try home.writeQueue(Scenario.text)
    let finished = try home.shell(
      """
      for user in \(Self.users[0]) \(Self.users[1]); do mkdir $user; chown $user $user; done
      chgrp -R \(Self.group) .config
      chmod \(givingItsGroup ? "2" : "")770 .config .config/stack; chmod 660 \(Self.file)
      """)
    #expect(finished == Finished())
  }

  /// The beginning of a line of shell that runs `stack` as one of the users.
  static func stack(as user: Int) -> String {
    #"env HOME="$PWD/\#(user)" XDG_CONFIG_HOME="$PWD/.config" "#
      + Home.stack(as: user, groups: group)
  }

  /// Runs `stack` as one of the users, perhaps under another program.
  func run(_ arguments: String, as user: Int = users[0], under program: String = "") throws
    -> Finished
  {
    try home.shell(
      Self.stack(as: user).replacing("./stack", with: "\(program) ./stack \(arguments)"))
  }
}

@Suite(.waitsForPrograms) struct SharedDirectoryTests {
  private static let (victim, member) = (SharedDirectory.users[0], SharedDirectory.users[1])
  private let home = Home()

  @Test(.needsUsers, arguments: [true, false])
  func tasksOfTwoUsersAreThereOnceAndInOrder(directoryGivesItsGroup: Bool) throws {
    let shared = try SharedDirectory(givingItsGroup: directoryGivesItsGroup)
    let count = TestExtent.isAll ? 20 : 5
    let finished = try shared.home.shell(
      """
      one() { \(SharedDirectory.stack(as: Self.victim)) "$@"; }
      other() { \(SharedDirectory.stack(as: Self.member)) "$@"; }
      for user in one other; do
        (for task in {1..\(count)}; do $user push "$user:$task" >/dev/null || echo "status $?"; done) &
      done
      wait
      """)
    #expect(finished == Finished())
    let titles = try shared.home.titles()
    #expect(titles.count == 3 + 2 * count)
    for user in ["one", "other"] {
      #expect(titles.filter { $0.hasPrefix("\(user):") } == (1...count).map { "\(user):\($0)" })
    }
    #expect(shared.home.files(below: ".config") == ["stack/stack.json"])
    // The file still belongs to the group, and both users can change it.
    let status = try shared.home.status(of: SharedDirectory.file)
    #expect((status.group, status.mode) == (SharedDirectory.group, "660"))
    for user in SharedDirectory.users { #expect(try shared.run("done", as: user).status == 0) }
  }

  /// The message names a file that can't be removed or may belong to a command that has just begun.
  @Test(.needsUsers, arguments: [false, true], ["660", "600", "000"])
  func theLockFileOfAnotherUsersKilledCommandIsReplacedOrNamed(isSticky: Bool, mode: String)
    async throws
  {
    let home = try SharedDirectory().home
    let left = ".config/stack/.stack.json.new"
    try home.shell(
      """
      echo left >\(left); chown \(Self.member):\(SharedDirectory.group) \(left); chmod \(mode) \(left)
      if \(isSticky); then chmod +t .config/stack; chown root .config/stack; fi
      """)
    let push = "STACK_LOCK_SECONDS=1 \(SharedDirectory.stack(as: Self.victim)) push Five"
    let finished = try await home.start("/bin/bash", ["-c", push]).end()
    if !isSticky, mode == "660" || finished.status == 0 {
      #expect(finished == Finished(output: "One\n"))
      #expect(try home.titles() == ["One", "Two", "Three", "Five"])
      let status = try home.status(of: SharedDirectory.file)
      #expect(
        (status.owner, status.group, status.mode) == (Self.victim, SharedDirectory.group, "660"))
      return
    }
    finished.expectFailure(
      "/\(left)", "have its owner do it", status: finished.status == 75 ? 75 : 74)
    #expect(try home.shell("cat \(left)").output == "left\n")
    #expect(home.queueText() == Scenario.text)
  }

  /// With such a bit, another user who may write the file could put a program there. An earlier
  /// release left such bits on the victim's own files.
  @Test(
    .needsUsers, arguments: ["4770", "6777", "2660", "1660"], [false, true])
  func setUserIDAndSimilarBitsAreNeverCopied(mode: String, isTheVictims: Bool) throws {
    let shared = try SharedDirectory()
    let file = SharedDirectory.file
    let owner = SharedDirectory.users[isTheVictims ? 0 : 1]
    try shared.home.shell("chown \(owner):\(SharedDirectory.group) \(file); chmod \(mode) \(file)")
    for command in ["push Five", "skip", "undo", "redo"] {
      #expect(try shared.run(command).status == 0)
      let status = try shared.home.status(of: file)
      #expect((status.owner, status.mode) == (Self.victim, String(mode.suffix(3))), "\(command)")
      #expect(
        try shared.home.shell("find . -user \(Self.victim) -type f -perm /7000").output.isEmpty)
    }
    for _ in 1...2 { #expect(try shared.run("undo").status == 0) }
    #expect(try shared.home.titles() == ["One", "Two", "Three"])
  }

  /// In the place of the new text, it may be the user's own, or a version that still has that name
  /// after a power cut.
  @Test func noOtherHardLinkIsWritten() throws {
    try home.writeQueue(Scenario.text)
    try home.shell(
      "echo 'Dear diary' >diary; chmod 644 diary; ln diary .config/stack/.stack.json.new")
    try home.shell("ln .config/stack/stack.json backup")
    #expect(try home.stack("skip") == Finished(output: "Two\n"))
    #expect(try home.shell("cat diary backup").output == "Dear diary\n" + Scenario.text)
    let status = try home.status(of: "diary")
    #expect((status.mode, status.names) == ("644", 1))
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    let version = "\"$(find .local -name '*Z-skip.json')\""
    #expect(try home.shell("ln \(version) .config/stack/.stack.json.new").status == 0)
    #expect(try home.stack("push", "Five") == Finished(output: "Two\n"))
    #expect(try home.titles() == ["Two", "Three", "One", "Five"])
    for _ in 1...2 { #expect(try home.stack("undo").status == 0) }
    #expect(home.queueText() == Scenario.text)
  }

  @Test(arguments: [
    "mkfifo $new", "ln -s ../../diary $new", "ln -s ../../missing $new", "mkdir $new",
    "mkdir $new; echo >$new/file",
    "'\(Program.python)' -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' $new",
  ])
  func anotherFileInThePlaceOfTheNewTextIsRemovedOrNamed(_ script: String) throws {
    try home.writeQueue(Scenario.text)
    try home.shell("echo 'Dear diary' >diary; new=.config/stack/.stack.json.new; \(script)")
    let finished = try home.start(home.program.path, ["push", "Five"]).wait(seconds: 20)
    if finished.status == 0 {
      #expect(try home.titles() == ["One", "Two", "Three", "Five"])
    } else {
      // The message names what can't be removed.
      #expect(script.hasPrefix("mkdir"))
      finished.expectFailure("in the way of the new text", "/.stack.json.new")
      #expect(home.queueText() == Scenario.text)
    }
    #expect(
      try home.shell("cat diary; test -e missing || echo nothing").output == "Dear diary\nnothing\n"
    )
  }

  /// Opening a device may have an effect, and opening a pipe lets its writer go on.
  @Test(.needsStrace, arguments: ["", "count", "prompt", "stacks", "push Five"])
  func whatIsNoRegularFileIsNotOpened(_ command: String) throws {
    let finished = try home.shell(
      """
      mkdir -p .config/stack; mkfifo pipe; ln -s ../../pipe .config/stack/stack.json
      strace -f -o trace -e trace=open,openat,openat2 stack \(command); grep 'stack.json\\|pipe"' trace | grep -vc O_PATH
      """)
    #expect(finished.output.hasSuffix("0\n"), "\(finished)")
    #expect(finished.errors.contains("is not a regular file") == (command != "stacks"))
  }

  /// Whether its other end is open or not.
  @Test(
    arguments: ["", "count", "prompt", "push Five", "done", "undo"],
    ["", "exec 3<>.config/stack/stack.json;"])
  func aPipeInThePlaceOfTheFileIsRefusedAtOnce(_ command: String, _ opening: String) throws {
    try home.shell("mkdir -p .config/stack; mkfifo .config/stack/stack.json")
    let command = "\(opening) exec stack \(command)"
    try home.start("/bin/bash", ["-c", command]).wait(seconds: 20).expectFailure(
      home.queueFile().path, "is not a regular file")
    #expect(try home.shell("test -p .config/stack/stack.json").status == 0)
  }
}
