// A change keeps the access control list of the file.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    .waitsForPrograms,
    .needsUsers, .needs("setfacl"),
    .enabled(
      if: (try? Home().shell("setfacl -m u:1:r .").status) == 0, "needs a file system with lists"))
  struct AccessListTests {
    private static let member = SharedDirectory.users[1]
    private static let file = SharedDirectory.file
    private let shared: SharedDirectory
    private var home: Home { shared.home }

    init() throws {
      shared = try SharedDirectory()
      try home.shell("chown \(SharedDirectory.users[0]) \(Self.file)")
    }

    private func list() throws -> String { try home.shell("getfacl -cn \(Self.file)").output }

    @Test(
      arguments: [
        "chmod 640 $f", "chmod 604 $f", "setfacl -m u:\(member):rw,g::-,m::rw $f",
        "setfacl -m u:\(member):-,m::rw $f",
        "setfacl -m g:777:r,u:\(member):rw,m::r,o::r $f",
      ],
      ["", "setfacl -d -m u:\(member):rwx,g:778:rw $d", "setfacl -m u:\(member):rwx $d"])
    func aChangeKeepsExactlyTheAccess(_ ofFile: String, _ ofDirectory: String) throws {
      try home.shell("f=\(Self.file) d=.config/stack; \(ofFile); \(ofDirectory)")
      let before = try list()
      for command in ["push Five", "done", "undo"] {
        #expect(try shared.run(command).status == 0)
        #expect(try list() == before, "\(command)")
      }
    }

    @Test func theFirstFileHasNoList() throws {
      try home.shell("setfacl -d -m u:\(Self.member):rwx .config/stack; rm \(Self.file)")
      #expect(try shared.run("push Five").status == 0)
      #expect(try list() == "user::rw-\ngroup::---\nother::---\n\n")
    }

    /// The list can't be copied, or it is about a group that the writer can't keep.
    @Test(
      .needsStrace,
      arguments: [
        (
          "strace -o /dev/null -e inject=fsetxattr:error=EOPNOTSUPP", "Operation not supported",
          SharedDirectory.group
        ),
        ("", "Operation not permitted", 777),
      ])
    func ifTheListIsLostOnlyTheOwnerHasAccess(_ fault: String, _ reason: String, _ group: Int)
      throws
    {
      try home.shell(
        "chgrp \(group) \(Self.file); setfacl -m u:\(Self.member):rw,m::rw \(Self.file)")
      let sentence =
        "stack: added, but cannot keep the access control list of \(home.directory.path)/\(Self.file): \(reason), so only its owner can use the file now\n"
      #expect(
        try shared.run("push Five", under: fault) == Finished(status: 74, errors: sentence))
      #expect(try home.titles().last == "Five")
      #expect(try list() == "user::rw-\ngroup::---\nother::---\n\n")
      #expect(try shared.run("push Five").status == 0)
    }

    @Test(.needsStrace, arguments: ["EOPNOTSUPP", "ENOSYS"])
    func aFileSystemWithoutListsNeedsNone(_ error: String) throws {
      let before = try list()
      let fault = "strace -o /dev/null -e inject=fgetxattr:error=\(error)"
      #expect(try shared.run("push Five", under: fault).status == 0)
      #expect(try list() == before)
    }
  }
#endif
