// A folder that a group shares, and what others may have left in it.

import Foundation
import TestSupport
import Testing

@Suite struct SharedFolderTests {
  // MARK: Two users

  /// A folder that belongs to a group of two users, each with a history of their own.
  private struct SharedFolder {
    static let group = 34567
    static let users = [12345, 23456]
    let home = Home(in: Home.memory)

    /// Whether new files get the group of the folder, or that of whoever makes them.
    init(givingItsGroup: Bool = true) throws {
      try home.giveEverybodyTheProgram()
      let finished = try home.shell(
        """
        mkdir -p shared/stack \(Self.users[0]) \(Self.users[1])
        for user in \(Self.users[0]) \(Self.users[1]); do chown $user $user; done
        cat >shared/stack/stack.json
        chgrp -R \(Self.group) shared
        chmod \(givingItsGroup ? "2" : "")770 shared shared/stack; chmod 660 shared/stack/stack.json
        """, input: Data(Scenario.text.utf8))
      #expect(finished == Finished(status: 0, output: "", errors: ""))
    }

    /// The beginning of a line of shell that runs `stack` as one of the users.
    static func stack(as user: Int) -> String {
      "env HOME=\"$PWD/\(user)\" XDG_CONFIG_HOME=\"$PWD/shared\" " + Home.stack(as: user, groups: group)
    }

    func start(_ arguments: String, as user: Int) throws -> Running {
      try home.start("/bin/bash", ["-c", "\(Self.stack(as: user)) \(arguments)"])
    }

    func run(_ arguments: String, as user: Int) throws -> Finished { try start(arguments, as: user).wait() }

    /// Puts there what a killed command of the other user has left.
    func leave(mode: String) throws {
      let left = "shared/stack/.stack.json.new"
      try home.shell(
        "echo left >\(left); chown \(Self.users[1]):\(Self.group) \(left); chmod \(mode) \(left)")
    }

    var titles: [String] {
      get throws {
        let text = try Data(contentsOf: home.url("shared/stack/stack.json"))
        let object = try JSONSerialization.jsonObject(with: text) as? [String: Any]
        return (object?["tasks"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
      }
    }

    var names: [String] { home.files(below: "shared/stack") }
  }

  @Test(.enabled(if: Need.users, Need.usersReason), arguments: [true, false])
  func fortyPushesByTwoUsersAtOnce(folderGivesItsGroup: Bool) throws {
    let shared = try SharedFolder(givingItsGroup: folderGivesItsGroup)
    let finished = try shared.home.shell(
      """
      one() { \(SharedFolder.stack(as: SharedFolder.users[0])) "$@"; }
      other() { \(SharedFolder.stack(as: SharedFolder.users[1])) "$@"; }
      for user in one other; do
        (for task in {1..20}; do $user push "$user:$task" >/dev/null || echo "status $?"; done) &
      done
      wait
      """)
    #expect(finished == Finished(status: 0, output: "", errors: ""))
    let titles = try shared.titles
    #expect(titles.count == 3 + 40)
    for user in ["one", "other"] {
      #expect(titles.filter { $0.hasPrefix("\(user):") } == (1...20).map { "\(user):\($0)" })
    }
    #expect(shared.names == ["stack.json"])
    // It is still the group's, and both may go on.
    let status = try shared.home.status(of: "shared/stack/stack.json")
    #expect((status.group, status.mode) == (SharedFolder.group, "660"))
    for user in SharedFolder.users { #expect(try shared.run("done", as: user).status == 0) }
  }

  /// What another user's killed command has left is taken over. Where it can't be, as nobody may remove another's files
  /// there, or where it may be that of a command which has just begun, the message names it.
  @Test(
    .enabled(if: Need.users, Need.usersReason), arguments: [false, true], ["660", "600", "000"])
  func whatAnotherUserHasLeft(isSticky: Bool, mode: String) async throws {
    let shared = try SharedFolder()
    try shared.leave(mode: mode)
    if isSticky { try shared.home.shell("chmod +t shared/stack; chown root shared/stack") }
    let finished = try await shared.start("push Five", as: SharedFolder.users[0]).end()
    if !isSticky, mode == "660" || finished.status == 0 {
      #expect(finished == Finished(status: 0, output: "One\n", errors: ""))
      #expect(try shared.titles == ["One", "Two", "Three", "Five"])
      #expect(shared.names == ["stack.json"])
      let status = try shared.home.status(of: "shared/stack/stack.json")
      #expect((status.owner, status.group, status.mode) == (SharedFolder.users[0], SharedFolder.group, "660"))
      return
    }
    #expect(finished.status == 74 || finished.status == 75)
    #expect(finished.output.isEmpty)
    #expect(finished.errors.hasPrefix("stack: "))
    #expect(finished.errors.contains("shared/stack/.stack.json.new"), "\(finished.errors)")
    #expect(finished.errors.contains("have its owner do it"), "\(finished.errors)")
    #expect(try shared.home.shell("cat shared/stack/.stack.json.new").output == "left\n")
    #expect(try shared.home.shell("cat shared/stack/stack.json").output == Scenario.text)
  }

  /// A mode that lets others act as the owner is never taken over: who else may write the file could put a program
  /// of theirs there. What the victim's own file has of it, by an earlier release, is not kept in its versions either.
  @Test(
    .enabled(if: Need.users, Need.usersReason), arguments: ["4770", "6777", "2660", "1660"], [false, true])
  func specialModesAreNotTakenOver(mode: String, isTheVictims: Bool) throws {
    let shared = try SharedFolder()
    let victim = SharedFolder.users[0]
    let owner = SharedFolder.users[isTheVictims ? 0 : 1]
    try shared.home.shell(
      "cd shared/stack; chown \(owner):\(SharedFolder.group) stack.json; chmod \(mode) stack.json")
    for command in ["push Five", "skip", "undo", "redo"] {
      #expect(try shared.run(command, as: victim).status == 0)
      let status = try shared.home.status(of: "shared/stack/stack.json")
      #expect((status.owner, status.mode) == (victim, String(mode.suffix(3))), "\(command)")
      #expect(try shared.home.shell("find . -user \(victim) -type f -perm /7000").output.isEmpty)
    }
    for _ in 1...2 { #expect(try shared.run("undo", as: victim).status == 0) }
    #expect(try shared.titles == ["One", "Two", "Three"])
  }

  /// What others may read is empty until the new text is written, also where somebody has moved a private file of the
  /// victim's there.
  @Test(.enabled(if: Need.users, Need.usersReason))
  func aPrivateFileIsNotShown() throws {
    let shared = try SharedFolder()
    let (victim, other) = (SharedFolder.users[0], SharedFolder.users[1])
    let finished = try shared.home.shell(
      """
      cd shared/stack
      echo private >.stack.json.new; chown \(victim):\(victim) .stack.json.new; chmod 600 .stack.json.new
      cd ../..
      # Whoever has the file itself locked holds the writer up, who has prepared the place of the new text by then.
      flock -o shared/stack/stack.json sh -c '
        \(SharedFolder.stack(as: victim)) push Five >pushed & echo $! >writer
        until [ "$(stat -c %a shared/stack/.stack.json.new)" = 660 ]; do sleep 0.02; done
        \(Home.stack(as: other, groups: SharedFolder.group).replacing("./stack", with: "cat")) shared/stack/.stack.json.new'
      while kill -0 $(cat writer) 2>/dev/null; do sleep 0.02; done
      cat pushed
      """)
    #expect(finished == Finished(status: 0, output: "One\n", errors: ""))
    #expect(try shared.titles == ["One", "Two", "Three", "Five"])
  }

  // MARK: What stands in the place of the new text

  /// A file that has a second name is never written to: not a person's own, and not a version that is still under that
  /// name because a cut came in between.
  @Test func aHardLinkInThePlaceOfTheNewText() throws {
    let home = Home()
    try home.writeQueue(Scenario.text)
    try home.shell("echo 'Dear diary' >diary; chmod 644 diary; ln diary .config/stack/.stack.json.new")
    #expect(try home.stack("skip") == Finished(status: 0, output: "Two\n", errors: ""))
    #expect(try home.shell("cat diary").output == "Dear diary\n")
    let status = try home.status(of: "diary")
    #expect((status.mode, status.names) == ("644", 1))
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    let version = "\"$(find .local -name '*before-skip.json')\""
    #expect(try home.shell("ln \(version) .config/stack/.stack.json.new").status == 0)
    #expect(try home.stack("push", "Five") == Finished(status: 0, output: "Two\n", errors: ""))
    #expect(try home.titles() == ["Two", "Three", "One", "Five"])
    for _ in 1...2 { #expect(try home.stack("undo").status == 0) }
    #expect(home.queueText() == Scenario.text)
  }

  @Test(arguments: [
    "mkfifo $new", "ln -s ../../diary $new", "ln -s ../../missing $new", "mkdir $new",
    "mkdir $new; echo >$new/file",
    "python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' $new",
  ])
  func somethingElseInThePlaceOfTheNewText(_ script: String) throws {
    let home = Home()
    try home.writeQueue(Scenario.text)
    try home.shell("echo 'Dear diary' >diary; new=.config/stack/.stack.json.new; \(script)")
    let finished = try home.start(home.program.path, ["push", "Five"]).wait(seconds: 20)
    if finished.status == 0 {
      #expect(try home.titles() == ["One", "Two", "Three", "Five"])
    } else {
      // What can't be removed must be named, so that somebody can do it.
      #expect(script.hasPrefix("mkdir"))
      #expect(finished.errors.contains("remove what is there"), "\(finished.errors)")
      #expect(finished.status == 74)
      #expect(finished.errors.contains("/.stack.json.new"), "\(finished.errors)")
      #expect(home.queueText() == Scenario.text)
    }
    #expect(try home.shell("cat diary; test -e missing || echo nothing").output == "Dear diary\nnothing\n")
  }

  // MARK: What stands in the place of the file

  /// A pipe holds nobody up, whether somebody has it open or not.
  @Test(
    arguments: ["stack", "stack count", "stack prompt", "stack push Five", "stack done", "stack undo"],
    ["", "exec 3<>.config/stack/stack.json;"])
  func aPipeInThePlaceOfTheFile(_ command: String, _ opening: String) throws {
    let home = Home()
    try home.shell("mkdir -p .config/stack; mkfifo .config/stack/stack.json")
    let finished = try home.start("/bin/bash", ["-c", "\(opening) exec \(command)"]).wait(seconds: 20)
    #expect(finished.status == 74, "it doesn't wait for somebody at the other end")
    #expect(finished.output.isEmpty)
    #expect(finished.errors.contains(home.queueFile().path))
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(try home.shell("test -p .config/stack/stack.json").status == 0)
  }
}
