// The file where people keep it: behind links, in other folders, with other permissions, under any name.

import Foundation
import TestSupport
import Testing

@Suite struct PlacesTests {
  private let home = Home()

  // MARK: Links

  /// The ways in which a dotfiles repository links a file, or its whole folder.
  @Test(arguments: [
    // A link into another folder, relative and absolute.
    "mkdir -p .config/stack dotfiles; ln -s ../../dotfiles/queue.json .config/stack/stack.json",
    "mkdir -p .config/stack dotfiles; ln -s $PWD/dotfiles/queue.json .config/stack/stack.json",
    // A chain of links through several folders.
    """
    mkdir -p .config/stack dotfiles one two
    ln -s ../../one/first .config/stack/stack.json; ln -s ../two/second one/first
    ln -s ../dotfiles/queue.json two/second
    """,
    // The folder is a link; the one above it is a link.
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

  /// Nor can a link lead to a file that says by its slash that it leads to a folder.
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
  @Test(arguments: ["600", "640", "644", "660", "400"])
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

  /// Who owns the file but isn't root keeps a group that is one of theirs.
  @Test(.enabled(if: Need.isRoot && Program.exists("setpriv"), "needs root and setpriv"))
  func groupIsKeptByItsMember() async throws {
    try home.writeQueue(Scenario.text)
    try home.shell(
      "chown -R 12345:12345 .config; chgrp 23456 .config/stack/stack.json; chmod 640 .config/stack/stack.json"
    )
    let finished = try await asSomebody("push Five", group: 23456)
    #expect(finished == Finished(status: 0, output: "One\n", errors: ""))
    let status = try home.status(of: ".config/stack/stack.json")
    #expect((status.owner, status.group, status.mode) == (12345, 23456, "640"))
  }

  /// What a group might do that can't be kept is not for the group that the new file has.
  @Test(
    .enabled(if: Need.isRoot && Program.exists("setpriv"), "needs root and setpriv"),
    arguments: ["660": "600", "664": "644", "640": "600", "666": "666", "606": "600"])
  func groupThatCanNotBeKept(modes: (String, String)) async throws {
    try home.writeQueue(Scenario.text)
    try home.shell(
      "chown -R 12345 .config; chgrp 23456 .config/stack/stack.json; chmod \(modes.0) .config/stack/stack.json"
    )
    #expect(try await asSomebody("push Five") == Finished(status: 0, output: "One\n", errors: ""))
    let status = try home.status(of: ".config/stack/stack.json")
    #expect((status.owner, status.mode) == (12345, modes.1))
    #expect(status.group != 23456)
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

  @Test(arguments: [
    "with spaces", "it's \"quoted\" $HOME `x` \\n", "Löffel/日本語/🦉", "-n", "new\nline",
    String(repeating: "long", count: 50),
    "stack.json", ".new", "temporary.",
  ])
  func folderNames(_ name: String) throws {
    let home = Home([
      "XDG_CONFIG_HOME": home.folder.path + "/" + name, "XDG_STATE_HOME": home.folder.path + "/s " + name,
    ])
    try home.stack("push", "One")
    try home.stack("push", "Two")
    #expect(try home.stack("done") == Finished(status: 0, output: "Two\n", errors: ""))
    #expect(try home.stack("undo") == Finished(status: 0, output: "One\n", errors: ""))
    let path = self.home.url("\(name)/stack/stack.json").path
    #expect(try home.stack("path").output == path + "\n")
    #expect(self.home.files(below: name) == ["stack/stack.json"])
  }

  @Test(.enabled(if: ThisSystem.takesNamesThatAreNotUTF8, "the system here takes only names in UTF-8"))
  func folderNameThatIsNotUTF8() throws {
    let finished = try home.shell(
      """
      export XDG_CONFIG_HOME=$PWD/$'b\\xFFd'
      stack push One && stack push Two && stack done && stack undo && stack path
      ls -A "$XDG_CONFIG_HOME/stack"
      [ "$(stack path)" = "$XDG_CONFIG_HOME/stack/stack.json" ] && echo same
      """)
    #expect(finished.status == 0)
    #expect(finished.output.hasPrefix("One\nOne\nTwo\nOne\n"))
    #expect(finished.output.hasSuffix("/stack/stack.json\nstack.json\nsame\n"))
  }

  /// Two files never share a past, also where one path begins like the other.
  @Test func pastsAreApart() throws {
    let finished = try home.shell(
      """
      stack -s a push One; stack -s a.json push Two
      stack -s a undo; stack -s a.json undo
      stack -s a undo; stack -s a.json redo
      """)
    #expect(finished.output == "One\nTwo\nTwo\n")
    #expect(finished.errors == "stack: there is nothing to undo\n")
  }

  /// Where no hard link reaches from the file to its versions, they are copied.
  @Test(
    .enabled(
      if: Home.memory != FileManager.default.temporaryDirectory, "needs another file system in /dev/shm"),
    arguments: [true, false])
  func otherFileSystem(isFileInMemory: Bool) throws {
    let elsewhere = Home(in: isFileInMemory ? Home.memory : FileManager.default.temporaryDirectory)
    let here = Home(
      ["XDG_CONFIG_HOME": elsewhere.folder.path],
      in: isFileInMemory ? FileManager.default.temporaryDirectory : Home.memory)
    try elsewhere.write(Data(Scenario.text.utf8), to: "stack/stack.json")
    var texts = [Scenario.text]
    let file = elsewhere.url("stack/stack.json")
    for command in ["skip", "done", "push Five"] {
      #expect(try here.shell("stack \(command)").status == 0)
      texts.append(try String(contentsOf: file, encoding: .utf8))
    }
    let steps = texts.dropLast().reversed().map { ("undo", $0) } + texts.dropFirst().map { ("redo", $0) }
    for (command, text) in steps {
      #expect(try here.stack(command).status == 0)
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
    #expect(elsewhere.files(below: "stack") == ["stack.json"])
    #expect(here.files(below: ".local").allSatisfy { $0.hasSuffix(".json") || $0.hasSuffix(".change") })
  }
}
