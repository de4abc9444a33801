// The file may be reached through links, be in any directory, and have any permissions.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct PlacesTests {
  private let home = Home()
  private let file = ".config/stack/stack.json"

  /// Dotfiles repositories link a file or a directory in these ways.
  @Test(arguments: [
    // A link into another directory, relative and absolute.
    "mkdir -p .config/stack dotfiles; ln -s ../../dotfiles/queue.json .config/stack/stack.json",
    "mkdir -p .config/stack dotfiles; ln -s $PWD/dotfiles/queue.json .config/stack/stack.json",
    // A chain of links through several directories.
    """
    mkdir -p .config/stack dotfiles one two
    ln -s ../../one/first .config/stack/stack.json; ln -s ../two/second one/first
    ln -s ../dotfiles/queue.json two/second
    """,
    // The directory is a link; the one above it is a link.
    "mkdir -p .config dotfiles/stack; ln -s ../dotfiles/stack .config/stack; ln -s queue.json dotfiles/stack/stack.json",
    "mkdir -p dotfiles/config/stack; ln -s dotfiles/config .config; ln -s queue.json .config/stack/stack.json",
  ])
  func linksAreFollowedAndKept(_ script: String) throws {
    try home.shell(script)
    let links = home.links
    // The target is created.
    try home.shell(
      "stack push One; stack push Two; stack push Three; stack done; stack undo; stack skip")
    #expect(try home.titles() == ["Two", "Three", "One"])
    let target = try #require(
      try home.shell("find dotfiles -name queue.json -type f").output.split(separator: "\n").first)
    #expect(try home.shell("cmp \(target) \(file)").status == 0)
    #expect(home.links == links)
    #expect(try home.shell("find . -name '*.new'").output.isEmpty)
    // The versions belong to the real path.
    let versions = home.files(below: ".local").filter { $0.hasSuffix(".json") }
    #expect(Set(versions.map { home.url($0).deletingLastPathComponent() }).count == 1)
  }

  /// Also links with a trailing slash, which lead to a directory.
  @Test(arguments: [
    (
      "ln -s stack.json other; ln -s other stack.json",
      ": Too many levels of symbolic links; nothing was changed"
    ),
    (
      "ln -s ../../missing/queue.json stack.json",
      "missing: No such file or directory; nothing was changed"
    ),
    (
      "mkdir z; ln -s z x; ln -s x/missing/queue.json stack.json",
      "missing: No such file or directory; nothing was changed"
    ),
    ("mkdir ../../elsewhere; ln -s ../../elsewhere/queue.json/ stack.json", ""),
    ("mkdir ../../elsewhere; ln -s ../../elsewhere/ stack.json", ""),
    ("ln -s /nowhere/queue.json/ stack.json", ""),
  ])
  func linksThatLeadNowhereAreRefused(_ script: String, _ reason: String) throws {
    try home.shell("mkdir -p .config/stack; cd .config/stack; \(script)")
    let files = home.files(below: "")
    let links = home.links
    try home.stack("push", "One").expectFailure("stack: cannot ", reason + "\n")
    #expect(home.files(below: "") == files && home.links == links)
  }

  @Test(arguments: ["umask 0", "umask 022", "umask 077"]) func newFilesArePrivate(_ umask: String)
    throws
  {
    try home.shell("\(umask); stack push One; stack push Two")
    let others = "! '(' -type d -perm 700 ')' ! '(' -type f -perm 600 ')'"
    #expect(try home.shell("find .config .local \(others)") == Finished())
  }

  @Test(arguments: ["600", "640", "644", "660", "400"])
  func modeOwnerAndGroupAreKept(_ mode: String) throws {
    try home.writeQueue(Scenario.text)
    try home.shell("chmod \(mode) \(file); if [ $(id -u) = 0 ]; then chgrp 23456 \(file); fi")
    let before = try home.status(of: file)
    if mode == "400" && !Need.isRoot { return }
    for command in ["push Five", "done", "skip", "undo", "redo", "edit Other"] {
      #expect(try home.shell("umask 077; stack \(command)").status == 0)
      #expect(try home.status(of: file) == before, "\(command)")
    }
    #expect(before.mode == mode)
  }

  /// If the writer isn't a member of the file's group, the new file has another group, which gets
  /// no access.
  @Test(
    .needsUsers,
    arguments: [
      ("640", true, "640"), ("660", false, "600"), ("664", false, "644"), ("640", false, "600"),
      ("666", false, "666"), ("606", false, "600"),
    ])
  func theGroupIsKeptByItsMembers(mode: String, isMember: Bool, newMode: String) async throws {
    try home.writeQueue(Scenario.text)
    try home.shell("chown -R 12345:12345 .config; chgrp 23456 \(file); chmod \(mode) \(file)")
    let finished = try await asUser("push Five", group: isMember ? 23456 : nil)
    #expect(finished == Finished(output: "One\n"))
    let status = try home.status(of: file)
    #expect((status.owner, status.mode, status.group == 23456) == (12345, newMode, isMember))
  }

  /// A change that could not be undone, because no version can be kept, is refused, too. Showing
  /// needs only reading.
  @Test(
    .enabled(if: !Need.isRoot || Program.exists("setpriv"), "needs setpriv to test as a user"),
    arguments: [
      ("chmod 400 .config/stack/stack.json", "push Five", "open", ".config/stack/stack.json"),
      ("chmod 500 .config/stack", "push Five", "open", ".config/stack/.stack.json.new"),
      ("chmod 300 .config/stack", "push Five", "open", ".config/stack"),
      ("chmod 000 .config/stack/stack.json", "", "open", ".config/stack/stack.json"),
      ("mkdir -p .local/state; chmod 500 .local/state", "done", "create", ".local/state/stack"),
    ])
  func aChangeWithoutPermissionIsRefused(
    _ preparation: String, _ command: String, _ verb: String, _ path: String
  )
    async throws
  {
    try home.writeQueue(Scenario.text)
    try home.shell("\(preparation); if [ $(id -u) = 0 ]; then chown -R 12345 .; fi")
    let ending = ": Permission denied" + (command.isEmpty ? "\n" : "; nothing was changed\n")
    let sentence = "stack: cannot \(verb) \(home.url(path).path)" + ending
    #expect(try await asUser(command) == Finished(status: 74, errors: sentence))
    if !command.isEmpty {
      #expect(try await asUser("") == Finished(output: "One\n"))
      #expect(try await asUser("count") == Finished(output: "3\n"))
    }
    try home.shell("chmod -R u+rwX .")
    home.expectQueue(Scenario.text)
  }

  /// Runs `stack` as an ordinary user: as the user 12345 if root runs the tests.
  private func asUser(_ arguments: String, group: Int? = nil) async throws -> Finished {
    try home.giveEverybodyTheProgram()
    if Need.isRoot { try home.shell("chown 12345 .") }
    let command = Need.isRoot ? Home.stack(as: 12345, groups: group) : "./stack"
    return try await home.start("/bin/bash", ["-c", "\(command) \(arguments)"]).end()
  }

  @Test(
    arguments: [
      "with spaces", "it's \"quoted\" $HOME `x` \\n", "Löffel/日本語/🦉", "-n", "new\nline",
      String(repeating: "long", count: 50), "stack.json", ".new", "temporary.",
    ])
  func directoriesMayHaveAnyName(_ name: String) throws { try expectUse(of: Data(name.utf8)) }

  @Test(
    .enabled(
      if: ThisSystem.takesNamesThatAreNotUTF8, "needs a file system for names that aren't UTF-8"))
  func directoriesMayHaveNamesThatAreNotUTF8() throws {
    try expectUse(of: Data([0x62, 0xFF, 0x64]))
  }

  private func expectUse(of name: Data) throws {
    let finished = try home.shell(
      """
      name=$(cat)
      export XDG_CONFIG_HOME="$PWD/$name" XDG_STATE_HOME="$PWD/s $name"
      stack push One && stack push Two && stack done && stack undo
      [ "$(stack path)" = "$XDG_CONFIG_HOME/stack/stack.json" ] && ls -A "$XDG_CONFIG_HOME/stack"
      """, input: name)
    #expect(finished == Finished(output: "One\nOne\nTwo\nOne\nstack.json\n"))
  }
}
