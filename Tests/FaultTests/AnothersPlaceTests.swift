// Root who calls the command in another user's place acts as that user, and leaves nothing of root's there.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.needsUsers)
  struct AnothersPlaceTests {
    private static let user = 12345
    private static let group = 23456
    private let home = Home()

    /// Makes a home that belongs to somebody else; everybody may run the program.
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

    /// The owners and groups of all that is in that home.
    private func owners() throws -> Set<String> {
      let output = try home.shell("find sam -printf '%U:%G\\n'").output
      return Set(output.split(separator: "\n").map(String.init))
    }

    @Test func everythingIsTheUsers() throws {
      for command in ["push One", "push Two", "done", "undo", "redo", "skip", "edit Other"] {
        #expect(try asRoot(command).status == 0, "\(command)")
        #expect(try owners() == ["\(Self.user):\(Self.group)"], "\(command)")
      }
      // And the user goes on, back to the beginning.
      for _ in 1...2 { #expect(try asUser("push Three").status == 0) }
      for _ in 1...6 { #expect(try asUser("undo").status == 0) }
      #expect(try asUser("count").output == "0\n")
    }

    /// What an earlier release left behind as root blocks no change and no undo of another change, not even where it is
    /// the newest, and as long as the file.
    @Test func whatRootHasLeft() throws {
      for command in ["push One", "push Two", "skip"] { #expect(try asUser(command).status == 0) }
      let taken = try home.shell(
        "chown root $(find sam -name '000003*'); chmod 600 $(find sam -name '000003*'); find sam -user root | wc -l"
      )
      #expect(taken.output == "2\n")
      for command in ["push Three", "undo"] {
        #expect(try asUser(command) == Finished(status: 0, output: "Two\n", errors: ""))
      }
      // It is told once which version can't be read.
      let refused = try asUser("undo")
      #expect(refused.status == 74)
      #expect(refused.errors.contains("/000003"), "\(refused.errors)")
      #expect(try asUser("undo") == Finished(status: 0, output: "One\n", errors: ""))
      #expect(try asUser("count").output == "1\n")
      #expect(try asUser("push Four").status == 0)
    }

    /// No link in the user's place leads root anywhere, to root's own or another user's place, whichever part of the path
    /// it is, and whoever made it.
    @Test(
      arguments: ["sam/.config", "sam/.config/stack"],
      [(place: 0, link: user), (place: 34567, link: user), (place: 34567, link: 0)])
    func links(_ link: String, _ owners: (place: Int, link: Int)) throws {
      let text = "{\"tasks\": [{\"title\": \"Secret\"}]}\n"
      try home.write(Data(text.utf8), to: "place/stack/stack.json")
      try home.shell(
        """
        cp place/stack/stack.json place; chown -R \(owners.place) place; chmod 700 place place/stack
        mkdir -p "$(dirname \(link))"; ln -s "$PWD/place" \(link)
        chown -R -h \(Self.user):\(Self.group) sam; chown -h \(owners.link) \(link)
        """)
      for command in ["", "push Five", "done", "count"] {
        let finished = try asRoot(command)
        #expect(finished.status == 74, "\(command)")
        #expect(finished.output.isEmpty)
        #expect(!finished.errors.contains("Secret"))
      }
      #expect(home.files(below: "place") == ["stack.json", "stack/stack.json"])
      #expect(try home.shell("cat place/stack.json place/stack/stack.json").output == text + text)
    }

    /// The command acts for good: neither the real nor the saved user is root afterwards, and no group of root's is
    /// left.
    @Test func forGood() throws {
      try home.shell(
        "printf '#!/bin/sh\\ngrep -E \"^(Uid|Gid|Groups):\" /proc/self/status >sam/identity\\n' >ed; chmod 755 ed"
      )
      #expect(try asRoot("push One").status == 0)
      _ = try home.shell("HOME=$PWD/sam EDITOR=$PWD/ed ./stack edit")
      let identity = try home.shell("tr -s '\\t ' ' ' <sam/identity").output
      let user = Array(repeating: "\(Self.user)", count: 4).joined(separator: " ")
      let group = Array(repeating: "\(Self.group)", count: 4).joined(separator: " ")
      #expect(identity == "Uid: \(user)\nGid: \(group)\nGroups: \(Self.group) \n")
    }

    /// In a place of its own root stays root.
    @Test func inItsOwnPlace() throws {
      #expect(try home.stack("push", "One").status == 0)
      #expect(try home.status(of: ".config/stack/stack.json").owner == 0)
    }
  }
#endif
