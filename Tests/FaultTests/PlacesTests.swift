// Where people keep the file: links, other directories, other permissions, any name.

import Foundation
import TestSupport
import Testing

@Suite struct PlacesTests {
  private let home = Home()

  // MARK: Links

  /// The ways in which a dotfiles repository links a file, or its whole directory.
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
  func link(_ script: String) throws {
    try home.shell(script)
    let links = home.links
    // The end of the links isn't there yet, and is created.
    try home.shell("stack push One; stack push Two; stack push Three; stack done; stack undo; stack skip")
    #expect(try home.titles() == ["Two", "Three", "One"])
    let file = try #require(
      try home.shell("find dotfiles -name queue.json -type f").output.split(separator: "\n").first)
    #expect(try home.shell("cmp \(file) .config/stack/stack.json").status == 0)
    #expect(home.links == links)
    #expect(try home.shell("find . -name '*.new'").output.isEmpty)
    // By its real path it is the same file with the same past.
    let versions = home.files(below: ".local").filter { $0.hasSuffix(".json") }
    #expect(Set(versions.map { home.url($0).deletingLastPathComponent() }).count == 1)
  }

  /// Nor can a link lead to a file that says by its slash that it leads to a directory.
  @Test(arguments: [
    (
      "ln -s stack.json other; ln -s other stack.json",
      ": Too many levels of symbolic links; nothing was changed"
    ),
    ("ln -s ../../missing/queue.json stack.json", "missing: No such file or directory; nothing was changed"),
    ("mkdir ../../elsewhere; ln -s ../../elsewhere/queue.json/ stack.json", ""),
    ("mkdir ../../elsewhere; ln -s ../../elsewhere/ stack.json", ""),
    ("ln -s /nowhere/queue.json/ stack.json", ""),
  ])
  func linksThatLeadNowhere(_ script: String, _ reason: String) throws {
    try home.shell("mkdir -p .config/stack; cd .config/stack; \(script)")
    let (files, links) = (home.files(below: ""), home.links)
    let finished = try home.stack("push", "One")
    #expect(finished.status == 74)
    #expect(finished.output.isEmpty)
    #expect(finished.errors.hasPrefix("stack: cannot ") && finished.errors.hasSuffix(reason + "\n"))
    #expect(home.files(below: "") == files && home.links == links)
  }

  /// A hard link is another name of the file as it was; it keeps that.
  @Test func hardLink() throws {
    try home.writeQueue(Scenario.text)
    try home.shell("ln .config/stack/stack.json backup; stack skip")
    #expect(try home.shell("cat backup").output == Scenario.text)
    #expect(try home.titles() == ["Two", "Three", "One"])
  }

  // MARK: Permissions

  @Test(arguments: ["umask 0", "umask 022", "umask 077"])
  func newFile(_ umask: String) throws {
    try home.shell("\(umask); stack push One; stack push Two")
    let others = "! '(' -type d -perm 700 ')' ! '(' -type f -perm 600 ')'"
    #expect(try home.shell("find .config .local \(others)") == Finished(status: 0, output: "", errors: ""))
  }

  /// Its owner and group too, where root runs the command.
  @Test(arguments: TestExtent.sample(["600", "640", "644", "660", "400"], 3))
  func modeIsKept(_ mode: String) throws {
    try home.writeQueue(Scenario.text)
    let file = ".config/stack/stack.json"
    try home.shell("chmod \(mode) \(file); if [ $(id -u) = 0 ]; then chown 12345:23456 \(file); fi")
    let before = try home.status(of: file)
    if mode == "400" && !Need.isRoot { return }
    for command in ["push Five", "done", "skip", "undo", "redo", "edit Other"] {
      #expect(try home.shell("umask 077; stack \(command)").status == 0)
      #expect(try home.status(of: file) == before, "\(command)")
    }
    #expect(before.mode == mode)
  }

  /// Who owns the file but isn't root keeps a group that is one of theirs; what another group might do is not for the
  /// group that the new file has.
  @Test(
    .needsUsers,
    arguments: [
      ("640", true, "640"), ("660", false, "600"), ("664", false, "644"), ("640", false, "600"),
      ("666", false, "666"), ("606", false, "600"),
    ])
  func groupOfSomebody(mode: String, isMember: Bool, newMode: String) async throws {
    try home.writeQueue(Scenario.text)
    let file = ".config/stack/stack.json"
    try home.shell("chown -R 12345:12345 .config; chgrp 23456 \(file); chmod \(mode) \(file)")
    let finished = try await asSomebody("push Five", group: isMember ? 23456 : nil)
    #expect(finished == Finished(status: 0, output: "One\n", errors: ""))
    let status = try home.status(of: file)
    #expect((status.owner, status.mode, status.group == 23456) == (12345, newMode, isMember))
  }

  /// What somebody may not do is refused, and nothing is changed (nor, without a history, what could not be undone).
  /// What they may read they can look at all the same.
  @Test(
    .enabled(if: !Need.isRoot || Program.exists("setpriv"), "needs setpriv, where root runs the tests"),
    arguments: [
      ("chmod 400 .config/stack/stack.json", "push Five", "open", ".config/stack/stack.json"),
      ("chmod 500 .config/stack", "push Five", "open", ".config/stack/.stack.json.new"),
      ("chmod 000 .config/stack/stack.json", "", "open", ".config/stack/stack.json"),
      ("mkdir -p .local/state; chmod 500 .local/state", "done", "create", ".local/state/stack"),
    ])
  func withoutPermission(_ preparation: String, _ command: String, _ verb: String, _ path: String)
    async throws
  {
    try home.writeQueue(Scenario.text)
    try home.shell("\(preparation); if [ $(id -u) = 0 ]; then chown -R 12345 .; fi")
    let ending = ": Permission denied" + (command.isEmpty ? "\n" : "; nothing was changed\n")
    let sentence = "stack: cannot \(verb) \(home.url(path).path)" + ending
    #expect(try await asSomebody(command) == Finished(status: 74, output: "", errors: sentence))
    if !command.isEmpty {
      #expect(try await asSomebody("") == Finished(status: 0, output: "One\n", errors: ""))
      #expect(try await asSomebody("count") == Finished(status: 0, output: "3\n", errors: ""))
    }
    try home.shell("chmod -R u+rwX .")
    #expect(home.queueText() == Scenario.text)
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  /// Runs `stack` as somebody who may not do everything: as the user 12345 where root runs the tests.
  private func asSomebody(_ arguments: String, group: Int? = nil) async throws -> Finished {
    try home.giveEverybodyTheProgram()
    if Need.isRoot { try home.shell("chown 12345 .") }
    let command = Need.isRoot ? Home.stack(as: 12345, groups: group) : "./stack"
    return try await home.start("/bin/bash", ["-c", "\(command) \(arguments)"]).end()
  }

  // MARK: Names and file systems

  @Test(
    arguments: TestExtent.sample(
      [
        "with spaces", "it's \"quoted\" $HOME `x` \\n", "Löffel/日本語/🦉", "-n", "new\nline",
        String(repeating: "long", count: 50), "stack.json", ".new", "temporary.",
      ], 4))
  func directoryNames(_ name: String) throws { try expectUse(of: Data(name.utf8)) }

  @Test(.enabled(if: ThisSystem.takesNamesThatAreNotUTF8, "the system here takes only names in UTF-8"))
  func directoryNameThatIsNotUTF8() throws { try expectUse(of: Data([0x62, 0xFF, 0x64])) }

  private func expectUse(of name: Data) throws {
    let finished = try home.shell(
      """
      name=$(cat)
      export XDG_CONFIG_HOME="$PWD/$name" XDG_STATE_HOME="$PWD/s $name"
      stack push One && stack push Two && stack done && stack undo
      [ "$(stack path)" = "$XDG_CONFIG_HOME/stack/stack.json" ] && ls -A "$XDG_CONFIG_HOME/stack"
      """, input: name)
    #expect(finished == Finished(status: 0, output: "One\nOne\nTwo\nOne\nstack.json\n", errors: ""))
  }
}
