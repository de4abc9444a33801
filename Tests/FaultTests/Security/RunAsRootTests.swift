// Root who runs the command in another user's home acts as that user, also in user namespaces and
// containers.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForPrograms, .needsUsers) struct RunAsRootTests {
    private static let user = 12345
    private static let group = 23456
    private static let account = "sam:x:\(user):\(group)::/:"
    private let home = Home()

    /// Creates a home that belongs to another user; everyone may run the program.
    init() throws {
      try home.giveEverybodyTheProgram()
      #expect(try home.shell("mkdir sam; chown \(Self.user):\(Self.group) sam").status == 0)
    }

    /// Runs the command in that home, as root.
    private func asRoot(_ arguments: String) throws -> Finished {
      try home.shell("HOME=$PWD/sam ./stack \(arguments)")
    }

    private func asUser(_ arguments: String) throws -> Finished {
      try home.shell("HOME=$PWD/sam \(Home.stack(as: Self.user, group: Self.group)) \(arguments)")
    }

    @Test func rootLeavesOnlyFilesOfTheOwner() throws {
      for command in ["push One", "push Two", "done", "undo", "redo", "skip", "edit Other"] {
        #expect(try asRoot(command).status == 0, "\(command)")
        let owners = try home.shell("find sam -printf '%U:%G\\n' | sort -u").output
        #expect(owners == "\(Self.user):\(Self.group)\n", "\(command)")
      }
      // The user can undo everything.
      for _ in 1...2 { #expect(try asUser("push Three").status == 0) }
      for _ in 1...6 { #expect(try asUser("undo").status == 0) }
      #expect(try asUser("count").output == "0\n")
    }

    /// An earlier release could leave such files. An entry that can't be read is refused each time.
    @Test func anEntryThatBelongsToRootCanBeSkipped() throws {
      for command in ["push One", "push Two", "skip"] { #expect(try asUser(command).status == 0) }
      let taken = try home.shell(
        "chown root $(find sam -name '000003*'); chmod 600 $(find sam -name '000003*'); find sam -user root | wc -l"
      )
      #expect(taken.output == "3\n")
      for command in ["push Three", "undo"] {
        #expect(try asUser(command) == Finished(output: "Two\n"))
      }
      for _ in 1...2 { try asUser("undo").expectFailure("/000003", status: 74) }
      #expect(try asUser("undo --skip") == Finished(output: "Two\n"))
      #expect(try asUser("undo") == Finished(output: "One\n"))
      #expect(try asUser("count").output == "1\n")
      #expect(try asUser("push Four").status == 0)
    }

    /// The link may be any part of the path and belong to any user.
    @Test(
      arguments: ["sam/.config", "sam/.config/stack"],
      [(place: 0, link: user), (place: 34567, link: user), (place: 34567, link: 0)])
    func noLinkLeadsRootToOtherFiles(_ link: String, _ owners: (place: Int, link: Int)) throws {
      let text = "{\"tasks\": [{\"title\": \"Secret\"}]}\n"
      try home.write(text, to: "place/stack/stack.json")
      try home.shell(
        """
        cp place/stack/stack.json place; chown -R \(owners.place) place; chmod 700 place place/stack
        mkdir -p "$(dirname \(link))"; ln -s "$PWD/place" \(link)
        chown -R -h \(Self.user):\(Self.group) sam; chown -h \(owners.link) \(link)
        """)
      for command in ["", "push Five", "done", "count"] {
        let finished = try asRoot(command)
        finished.expectFailure()
        #expect(!finished.errors.contains("Secret"))
      }
      #expect(home.files(below: "place") == ["stack.json", "stack/stack.json"])
      #expect(try home.shell("cat place/stack.json place/stack/stack.json").output == text + text)
    }

    /// Runs a line of shell in which the system has only this group and these accounts.
    private func shell(_ script: String, accounts: [String], group: String) throws -> Finished {
      try home.write(accounts.joined(separator: "\n"), to: "passwd")
      try home.write(group, to: "group")
      let mounting = "for file in passwd group; do mount --bind $file /etc/$file; done"
      return try home.shell("unshare -m sh -c '\(mounting); export HOME=$PWD/sam; \(script)'")
    }

    /// A group that others can't use is as good as none.
    @Test(
      .needsMountNamespace,
      arguments: [
        ([], "", 0), (["pat:x:34567:\(group)::/:"], "", 74), ([], "pat", 74), ([], "sam,pat", 74),
        ([], "sam", 0),
      ])
    func onlyAGroupOfTheUserAloneIsTrusted(_ others: [String], _ members: String, _ status: Int32)
      throws
    {
      try home.shell(
        """
        cd sam; mkdir .config d; ln -s ../d .config/stack; chmod g+w .config
        chown -R \(Self.user):\(Self.group) .; chown -h 34567 .config/stack
        """)
      let finished = try shell(
        "\(Home.stack(as: Self.user, group: Self.group)) push One",
        accounts: [Self.account] + others,
        group: "sam:x:\(Self.group):\(members)\n")
      #expect(finished.status == status, "\(finished.errors)")
    }

    @Test(.needsMountNamespace) func rootGetsAllGroupsOfTheOwner() throws {
      try home.script("identify", "id -G >sam/groups")
      #expect(try asRoot("push One").status == 0)
      _ = try shell(
        "EDITOR=identify ./stack edit", accounts: [Self.account],
        group: "work:x:34567:pat,sam\nother:x:45678:pat,samuel\n")
      #expect(try home.shell("cat sam/groups").output == "\(Self.group) 34567\n")
    }

    /// Neither the real nor the saved user is root, and none of root's groups is left.
    @Test func droppingRootPrivilegesIsPermanent() throws {
      try home.script("identify", "grep -E '^(Uid|Gid|Groups):' /proc/self/status >sam/identity")
      #expect(try asRoot("push One").status == 0)
      _ = try home.shell("HOME=$PWD/sam EDITOR=identify ./stack edit")
      let identity = try home.shell("tr -s '\\t ' ' ' <sam/identity").output
      let user = String(repeating: " \(Self.user)", count: 4)
      let group = String(repeating: " \(Self.group)", count: 4)
      #expect(identity == "Uid:\(user)\nGid:\(group)\nGroups: \(Self.group) \n")
    }

    @Test(arguments: [
      ("", "create"), ("mkdir -p state/stack", "use"),
      ("mkdir -p state; ln -s ../../place state/stack", "follow"),
    ])
    func rootWritesIntoNoStateDirectoryOfAnotherUser(_ script: String, _ verb: String) throws {
      try home.shell(
        "mkdir place; cd sam; \(script); chown -hR \(Self.user):\(Self.group) .; chmod -f g+w state"
      )
      let before = try home.shell("find sam place").output
      try home.shell("XDG_STATE_HOME=$PWD/sam/state ./stack push One").expectFailure(
        "it belongs to user \(Self.user)", "; nothing was changed\n")
      #expect(try home.shell("find sam place; ls .config/stack").output == before)
    }

    private static let namespaces =
      "setpriv --reuid \(user) --regid \(user) --clear-groups unshare -r"

    /// Root outside has no number in a user's namespace.
    @Test(
      .enabled(if: (try? Home().shell("\(namespaces) true").status) == 0, "needs user namespaces"),
      arguments: ["-r", "-c", "-U"])
    func aUserNamespaceMakesNoDifference(_ mapping: String) throws {
      let stack = "\(Self.namespaces.replacing(" -r", with: " \(mapping)")) ./stack"
      let finished = try home.shell(
        """
        export HOME=$PWD/sam; mkdir -p sam/.config sam/d; ln -s ../d sam/.config/stack; chown -hR \(Self.user) sam
        \(stack) && \(stack) push One && \(stack) push Two && \(stack) done && \(stack) undo && \(stack) prompt
        """)
      #expect(finished == Finished(output: "One\nOne\nTwo\nOne\nOne\n"))
      #expect(try home.status(of: "sam/d/stack.json").owner == Self.user)
    }

    @Test(arguments: [
      ("unshare -r", "cannot open"),
      ("setpriv --bounding-set -setuid", "cannot act for the owner of"),
      ("setpriv --bounding-set -setgid", "cannot act for the owner of"),
    ])
    func rootCanShowButNotChangeWithoutPrivileges(_ confinement: String, _ problem: String) throws {
      #expect(try asUser("push One").status == 0)
      try home.shell("chmod -R go+rX sam")
      for command in ["", "count", "prompt", "log"] {
        let finished = try home.shell("HOME=$PWD/sam \(confinement) ./stack \(command)")
        #expect(finished.status == 0 && finished.errors.isEmpty, "\(command): \(finished.errors)")
      }
      try home.shell("HOME=$PWD/sam \(confinement) ./stack push Two").expectFailure(
        "stack: \(problem) \(home.directory.path)/sam", "; nothing was changed\n")
      #expect(try asUser("count").output == "1\n")
    }

    @Test(.needsMountNamespace) func theTaskOnAReadOnlyFileSystemCanBeShown()
      throws
    {
      #expect(try asUser("push One").status == 0)
      let finished = try home.shell(
        """
        export HOME=$PWD/sam
        unshare -m sh -c 'mount --bind sam sam && mount -o remount,bind,ro sam && ./stack && ./stack push Two'
        """)
      #expect(finished.status == 74 && finished.output == "One\n")
      #expect(finished.errors.hasSuffix(": Read-only file system; nothing was changed\n"))
    }
  }
#endif
