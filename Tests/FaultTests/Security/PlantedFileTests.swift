// Files and links that another member of a group plants in a shared directory lead to no other
// file.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForPrograms, .needsUsers) struct PlantedFileTests {
    private static let (victim, member) = (SharedDirectory.users[0], SharedDirectory.users[1])
    private static let secret = #"{"tasks": [{"title": "Secret"}]}"# + "\n"
    private let shared: SharedDirectory
    private var home: Home { shared.home }

    /// The victim also has a private stack.
    init() throws {
      shared = try SharedDirectory()
      try home.write(Self.secret, to: "\(Self.victim)/.config/stack/stack.json")
      try home.shell(
        """
        cd \(Self.victim); mkdir -p .local/state; echo export A=1 >.profile
        ln -s $PWD/.config/stack/stack.json .config/stack/link.json
        chown -hR \(Self.victim):\(Self.victim) .; chmod -R go= .
        """)
    }

    /// Everything in the victim's home except the kept versions, and all kept versions of private
    /// files.
    private func privateFiles() throws -> String {
      try home.shell(
        """
        cd \(Self.victim); find . -path ./.local -prune -o -printf '%p %U:%G %m\\n' | sort
        cat .profile .config/stack/stack.json; find .local -path '*/state/stack/*/\(Self.victim)/*'
        """
      ).output
    }

    @Test(
      arguments: [
        ("a missing file", "ln -s ../../12345/.zshenv stack.json"),
        ("a private stack", "ln -s ../../12345/.config/stack/stack.json stack.json"),
        ("a link of the victim's", "ln -s ../../12345/.config/stack/link.json stack.json"),
        ("a chain of links", "ln -s other stack.json; ln -s ../../12345/.profile other"),
        ("a directory", "cd ..; mv stack away; ln -s ../12345/.config/stack stack"),
      ],
      ["push 'see $(id)'", "merge base.json .config/stack/stack.json theirs.json"])
    func aLinkOfAnotherMemberIsNotFollowed(
      _ planted: (name: String, script: String), _ command: String
    ) throws {
      try home.write(Scenario.text, to: "base.json")
      try home.write(Scenario.theirs, to: "theirs.json")
      try home.shell(
        """
        cd .config/stack; rm stack.json; \(planted.script)
        find \(home.directory.path)/.config -type l -exec chown -h \(Self.member) {} +
        """)
      let before = try privateFiles()
      for user in ["", SharedDirectory.stack(as: Self.victim)] {
        // Root's own home is this one, whose `.config` belongs to a group.
        let finished = try home.shell("\(user.isEmpty ? "./stack" : user) \(command)")
        #expect(finished.status == 74, "\(finished.output)")
        #expect(try privateFiles() == before)
        // Root acts as the owner of a directory's link.
        if user.isEmpty, planted.name == "a directory" { continue }
        let sentence = "stack: cannot follow the symbolic link \(home.directory.path)/.config/stack"
        let reason =
          ": it belongs to user \(Self.member), in a directory that other users can change"
        #expect(finished.errors.hasPrefix(sentence), "\(finished.errors)")
        #expect(finished.errors.hasSuffix("\(reason); nothing was changed\n"), "\(finished.errors)")
      }
    }

    @Test func aHardLinkToALinkOfTheUserIsNotFollowed() throws {
      try home.shell(
        """
        cd .config/stack; rm stack.json; chown 0 .; ln -P ../../\(Self.victim)/.config/stack/link.json stack.json
        """)
      let before = try privateFiles()
      #expect(try shared.run("push Five").status == 74)
      #expect(try privateFiles() == before)
    }

    /// Set-ups for dotfiles, and homes that another user made. Before the second script, the victim
    /// owns everything.
    @Test(arguments: [
      ("mkdir d; ln -s ../../d/q .config/stack/stack.json", "chmod g+w .config .config/stack d"),
      (
        "rmdir .config/stack; mkdir d; ln -s ../d .config/stack; ln -s q d/stack.json",
        "chmod g+w .config d"
      ),
      ("mkdir a b; ln -s ../../a/q .config/stack/stack.json; ln -s ../b/q a/q", ""),
      ("mkdir d; ln -s ../../d/q .config/stack/stack.json", "chown 0 d; chmod 1777 d"),
      (
        "mkdir d store; ln -s $PWD/d/q store/q; ln -s ../../store/q .config/stack/stack.json",
        "chown -hR 0 store; chmod 555 store"
      ),
      ("mkdir d; ln -s ../../d/q .config/stack/stack.json", "chown -h 0 .config/stack/stack.json"),
      (
        "mkdir d; ln -s ../../d/q .config/stack/stack.json",
        "chown -h \(member) .config/stack/stack.json"
      ),
      (
        "mkdir -p d/e; ln -s d/e way; rm -r .config; ln -s way .config; mkdir .config/stack",
        "chmod 1777 d; chown 0 d"
      ),
    ])
    func linksOfTheUserAreFollowed(_ script: String, _ ownership: String) throws {
      let finished = try home.shell(
        """
        cd \(Self.victim); rm .config/stack/*; \(script)
        chown -hR \(Self.victim):\(Self.victim) .; \(ownership)
        links() { find . -type l -printf '%p %l\\n'; }
        before=$(links); export HOME=$PWD
        stack() { \(Home.stack(as: Self.victim).replacing("./stack", with: "../stack")) "$@"; }
        stack push One && stack push Two && stack done && stack undo && [ "$(links)" = "$before" ]
        """)
      #expect(finished == Finished(output: "One\nOne\nTwo\nOne\n"))
    }

    private func pushAtATerminal() throws -> Finished {
      let push = "\(SharedDirectory.stack(as: Self.victim)) push Five"
      return try home.shell("script -qec \"$(cat)\" /dev/null </dev/null", input: Data(push.utf8))
    }

    /// Syncthing's name of a conflict copy, and Dropbox's and Nextcloud's.
    @Test(
      arguments: [
        #"ln -s ../../12345/.config/stack/stack.json "$copy"; chown -h 23456 "$copy""#,
        "ln ../../12345/.config/stack/stack.json \"$copy\"", "mkfifo -m 666 \"$copy\"",
        "mknod -m 666 \"$copy\" c 1 3",
      ], ["stack.sync-conflict-20261121-153000-ABCDEFG.json", "stack (conflicted copy 1).json"])
    func aPlantedConflictCopyIsNeitherOfferedNorMerged(_ script: String, _ name: String) throws {
      let copy = ".config/stack/\(name)"
      try home.shell("cd .config/stack; copy='\(name)'; \(script)")
      let before = try privateFiles()
      let pushed = try pushAtATerminal()
      #expect(pushed.status == 0)
      #expect(!pushed.output.contains("merge"), "\(pushed.output)")
      let merging = "\(SharedDirectory.stack(as: Self.victim)) merge '\(copy)'"
      let merged = try home.start("/bin/bash", ["-c", merging]).wait(seconds: 20)
      let sentence =
        "is not a conflict copy, because it is a link or not a regular file; nothing was changed\n"
      #expect(merged == Finished(status: 74, errors: "stack: \(copy) \(sentence)"))
      let all = try home.shell("\(SharedDirectory.stack(as: Self.victim)) merge")
      #expect(all.status == 1 && all.errors.contains("there is no conflict copy"))
      #expect(try !home.shell("cat .config/stack/stack.json").output.contains("Secret"))
      #expect(try privateFiles() == before)
    }

    @Test func manyConflictCopiesAreCountedAndNotNamed() throws {
      try home.shell(
        "cd .config/stack; for n in {1..2000}; do echo '{}' >stack.sync-conflict-$n.json; done")
      let finished = try pushAtATerminal()
      #expect(finished.output.contains("There are 2000 copies"), "\(finished.output)")
      #expect(!finished.output.contains("sync-conflict"))
    }

    /// While the victim changes the stack, its file, its new text or their directory is swapped at
    /// random moments.
    @Test(
      .needsStrace, .needsPython,
      arguments: ["link", "directory", "pipe", "device", "hard link", "owner"])
    func swapsAtAnyMomentHarmNothingElse(_ kind: String) throws {
      let count =
        ProcessInfo.processInfo.environment["STACK_EXPLORE_COUNT"]
        ?? (TestExtent.isAll ? "500" : "4")
      let before = try privateFiles()
      let users = [Self.victim, Self.member, SharedDirectory.group].map { "\($0)" }
      let words = users + [kind, "\(TestExtent.seeds(1, all: 1)[0])", count, Program.python]
      let finished = try home.run("/bin/bash", [Need.script("swaps.bash")] + words)
      #expect(finished == Finished(output: "One\n"))
      #expect(try privateFiles() == before)
      let leaked =
        "find .config -type f '(' ! -user \(Self.victim) -o -perm /077 ')' -exec grep -l Secret {} +"
      #expect(try home.shell(leaked).output.isEmpty)
    }
  }
#endif
