// Root changes only root's files, also in user namespaces and containers.

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

    /// Every command that changes something, and what its message names.
    @Test func rootChangesNoFilesOfAnotherUser() throws {
      for command in ["push One", "push Two"] { #expect(try asUser(command).status == 0) }
      try home.shell(
        "cp sam/.config/stack/stack.json theirs.json; cp theirs.json sam/copy.json; chown \(Self.user) sam/copy.json"
      )
      try home.script("reach", "touch reached; cat >/dev/null; echo received 1.3.0 stack")
      let files = "find sam -printf '%p %U %T@\\n' | sort; cat sam/.config/stack/stack.json"
      let before = try home.shell(files)
      let file = home.url("sam/.config/stack/stack.json").path
      for command in [
        "push Three", "done", "drop", "skip", "snooze 1h",
        "top Two", "edit Other", "edit", "edit --all", "note More", "attach x:1", "send :work",
        "send desk", "receive <<<'{\"title\": \"x\"}'", "merge theirs.json",
        "merge theirs.json sam/copy.json theirs.json", "undo", "undo --skip",
      ] {
        let finished = try home.shell(
          "export HOME=$PWD/sam EDITOR=false STACK_SSH=reach; ./stack \(command)")
        let path = command.contains("copy") ? home.url("sam/copy.json").path : file
        #expect(
          finished
            == Finished(
              status: 74, errors: "stack: \(path) belongs to user '12345'; run stack as that user\n"
            ),
          "\(command)")
      }
      #expect(try home.shell(files) == before)
      #expect(!home.files(below: ".").contains("reached"), "no task was sent elsewhere")
      for (command, output) in [("", "One\n"), ("count", "2\n"), ("prompt", "One\n"), ("log", "")] {
        #expect(try asRoot(command) == Finished(output: output))
      }
    }

    /// If there is no file, the nearest existing directory counts, as after `sudo -E`.
    @Test(arguments: [
      ("", "sam"), (".config", "sam/.config"), (".config/stack", "sam/.config/stack"),
    ])
    func rootCreatesNothingInDirectoriesOfAnotherUser(_ directory: String, _ named: String) throws {
      try home.shell("cd sam; mkdir -p ./\(directory); chown -R \(Self.user) .")
      let before = try home.shell("find sam").output
      #expect(
        try asRoot("push One")
          == Finished(
            status: 74,
            errors:
              "stack: \(home.url(named).path) belongs to user '12345'; run stack as that user\n"))
      #expect(try home.shell("find sam").output == before)
      #expect(try asUser("push One").status == 0)
    }

    /// What an earlier `sudo` left, and the other way round.
    @Test(arguments: [
      ("chown 0 .config/stack/stack.json", "sam/.config/stack"),
      ("chown 0 . .config .config/stack", "sam/.config/stack/stack.json"),
    ])
    func theFileAndItsDirectoryHaveToBelongToRoot(_ script: String, _ named: String) throws {
      #expect(try asUser("push One").status == 0)
      try home.shell("cd sam; \(script)")
      try asRoot("push Two").expectFailure("/\(named) belongs to user '12345'; run stack as")
      #expect(try asRoot("count").output == "1\n")
    }

    @Test(.needsMountNamespace) func theUserIsNamed() throws {
      #expect(try asUser("push One").status == 0)
      let finished = try shell("./stack push Two", accounts: [Self.account], group: "")
      finished.expectFailure("belongs to user 'sam'; run stack as that user\n")
    }

    /// As in a container whose root is an ordinary user outside.
    @Test(.enabled(if: hasNamespaces, "needs user namespaces"))
    func rootOfANamespaceChangesTheFilesOfItsUser() throws {
      for command in ["push One", "push Two", "done"] {
        #expect(try home.shell("HOME=$PWD/sam \(Self.namespaces) ./stack \(command)").status == 0)
      }
      #expect(try asUser("undo") == Finished(output: "One\n"))
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
      for command in ["push Five", "done"] { try asRoot(command).expectFailure() }
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

    @Test(arguments: [
      ("", "sam belongs to user"), ("mkdir -p state/stack", "sam/state/stack belongs to user"),
      ("mkdir -p state; ln -s ../../place state/stack", "cannot follow the symbolic link"),
    ])
    func rootWritesIntoNoStateDirectoryOfAnotherUser(_ script: String, _ problem: String) throws {
      try home.shell(
        "mkdir place; cd sam; \(script); chown -hR \(Self.user):\(Self.group) .; chmod -f g+w state"
      )
      let before = try home.shell("find sam place").output
      try home.shell("XDG_STATE_HOME=$PWD/sam/state ./stack push One").expectFailure(problem)
      #expect(try home.shell("find sam place; ls .config/stack").output == before)
    }

    private static let namespaces =
      "setpriv --reuid \(user) --regid \(user) --clear-groups unshare -r"

    private static let hasNamespaces = (try? Home().shell("\(namespaces) true").status) == 0

    /// Root outside has no number in a user's namespace.
    @Test(
      .enabled(if: hasNamespaces, "needs user namespaces"),
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
  }
#endif
