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

  @Test func linksInACircle() throws {
    try home.shell("mkdir -p .config/stack; cd .config/stack; ln -s stack.json other; ln -s other stack.json")
    let finished = try home.stack("push", "One")
    #expect(finished.status == 74)
    #expect(finished.errors.hasSuffix(": Too many levels of symbolic links; nothing was changed\n"))
    #expect(home.files(below: ".config") == ["stack/other", "stack/stack.json"])
  }

  @Test func linkIntoAMissingFolder() throws {
    try home.shell("mkdir -p .config/stack; ln -s ../../missing/queue.json .config/stack/stack.json")
    let finished = try home.stack("push", "One")
    #expect(finished.status == 74)
    #expect(finished.errors.hasSuffix("missing: No such file or directory; nothing was changed\n"))
    #expect(home.files(below: ".config") == ["stack/stack.json"])
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

  @Test(arguments: ["600", "640", "644", "660", "400"])
  func modeIsKept(_ mode: String) throws {
    try home.writeQueue(Scenario.text)
    try home.shell("chmod \(mode) .config/stack/stack.json")
    if mode != "400" || Need.isRoot {
      for command in ["push Five", "done", "skip", "undo", "redo", "edit Other"] {
        #expect(try home.shell("umask 077; stack \(command)").status == 0)
        #expect(try home.status(of: ".config/stack/stack.json").mode == mode, "\(command)")
      }
    }
  }

  @Test(.enabled(if: Need.isRoot, Need.rootReason))
  func ownerAndGroupAreKept() throws {
    try home.writeQueue(Scenario.text)
    try home.shell("chown 12345:23456 .config/stack/stack.json; chmod 640 .config/stack/stack.json")
    for command in ["push Five", "done", "undo", "redo"] {
      #expect(try home.shell("stack \(command)").status == 0)
      let status = try home.status(of: ".config/stack/stack.json")
      #expect((status.owner, status.group, status.mode) == (12345, 23456, "640"), "\(command)")
    }
  }

  /// Who owns the file but isn't root keeps a group that is one of theirs.
  @Test(.enabled(if: Need.isRoot && Program.exists("setpriv"), "needs root and setpriv"))
  func groupIsKeptByItsMember() throws {
    try home.writeQueue(Scenario.text)
    try home.shell(
      "chown -R 12345:12345 .config; chgrp 23456 .config/stack/stack.json; chmod 640 .config/stack/stack.json"
    )
    let finished = try asSomebody("push Five", groups: "23456")
    #expect(finished == Finished(status: 0, output: "One\n", errors: ""))
    let status = try home.status(of: ".config/stack/stack.json")
    #expect((status.owner, status.group, status.mode) == (12345, 23456, "640"))
  }

  @Test(.enabled(if: !Need.isRoot || Program.exists("setpriv"), "needs setpriv, where root runs the tests"))
  func readOnlyFile() throws {
    try home.writeQueue(Scenario.text)
    try home.shell("chmod 400 .config/stack/stack.json; if [ $(id -u) = 0 ]; then chown -R 12345 .; fi")
    let finished = try asSomebody("push Five")
    let sentence = "stack: cannot open \(home.queueFile().path): Permission denied; nothing was changed\n"
    #expect(finished == Finished(status: 74, output: "", errors: sentence))
    #expect(home.queueText() == Scenario.text)
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    // It can be looked at all the same.
    #expect(try asSomebody("count") == Finished(status: 0, output: "3\n", errors: ""))
  }

  @Test(.enabled(if: !Need.isRoot || Program.exists("setpriv"), "needs setpriv, where root runs the tests"))
  func readOnlyFolder() throws {
    try home.writeQueue(Scenario.text)
    try home.shell("chmod 500 .config/stack; if [ $(id -u) = 0 ]; then chown -R 12345 .; fi")
    let finished = try asSomebody("push Five")
    let path = home.url(".config/stack/.stack.json.new").path
    let sentence = "stack: cannot open \(path): Permission denied; nothing was changed\n"
    #expect(finished == Finished(status: 74, output: "", errors: sentence))
    #expect(home.queueText() == Scenario.text)
    #expect(home.files(below: ".config") == ["stack/stack.json"])
    #expect(try asSomebody("") == Finished(status: 0, output: "One\n", errors: ""))
    try home.shell("chmod 700 .config/stack")
  }

  @Test(.enabled(if: !Need.isRoot || Program.exists("setpriv"), "needs setpriv, where root runs the tests"))
  func unreadableFile() throws {
    try home.writeQueue(Scenario.text)
    try home.shell("chmod 000 .config/stack/stack.json; if [ $(id -u) = 0 ]; then chown -R 12345 .; fi")
    let path = home.queueFile().path
    #expect(
      try asSomebody("")
        == Finished(status: 74, output: "", errors: "stack: cannot open \(path): Permission denied\n"))
    try home.shell("chmod 600 .config/stack/stack.json")
    #expect(home.queueText() == Scenario.text)
  }

  /// A folder of versions that can't be written: nothing is changed that could not be undone.
  @Test(.enabled(if: !Need.isRoot || Program.exists("setpriv"), "needs setpriv, where root runs the tests"))
  func readOnlyState() throws {
    try home.writeQueue(Scenario.text)
    try home.shell(
      "mkdir -p .local/state; chmod 500 .local/state; if [ $(id -u) = 0 ]; then chown -R 12345 .; fi")
    let finished = try asSomebody("done")
    #expect(finished.status == 74)
    #expect(finished.output.isEmpty)
    #expect(finished.errors.hasPrefix("stack: cannot create \(home.folder.path)/.local/state/stack"))
    #expect(finished.errors.hasSuffix(": Permission denied; nothing was changed\n"))
    #expect(home.queueText() == Scenario.text)
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  /// Runs `stack` as somebody who may not do everything: as the user 12345 where root runs the tests.
  private func asSomebody(_ arguments: String, groups: String? = nil) throws -> Finished {
    // A copy, because the program itself may lie where nobody else gets in.
    try home.shell("cp .bin/stack stack; chmod 755 . stack")
    let membership = groups.map { "--groups \($0)" } ?? "--clear-groups"
    let user = Need.isRoot ? "setpriv --reuid 12345 --regid 12345 \(membership) " : ""
    if Need.isRoot { try home.shell("chown 12345 .") }
    return try home.shell("\(user)./stack \(arguments)")
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
    for command in ["skip", "done", "push"] {
      #expect(try here.run(here.program.path, command == "push" ? ["push", "Five"] : [command]).status == 0)
      texts.append(try String(contentsOf: file, encoding: .utf8))
    }
    for text in texts.dropLast().reversed() {
      #expect(try here.stack("undo").status == 0)
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
    for text in texts.dropFirst() {
      #expect(try here.stack("redo").status == 0)
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
    #expect(elsewhere.files(below: "stack") == ["stack.json"])
    #expect(here.files(below: ".local").allSatisfy { $0.hasSuffix(".json") || $0.hasSuffix(".change") })
  }
}
