// Which repositories and which of their branches `stack sync` uses.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms, .needs("git")) struct SyncRepositoryTests {
  // MARK: What is accepted

  /// Files of a repository, and what is said about them; `nil` if it is accepted.
  private static let contents: [(files: [String: String], problem: String?)] = [
    (["README.md": "Me"], "has no stack"),
    (["main.c": "", "stack.json": #"{"tasks": []}"#], "has 'main.c', which is not a stack"),
    (["settings.json": #"{"theme": "dark"}"#], "has 'settings.json', which is not a stack"),
    (["x.json": #"{"version": "2.0.0", "tasks": []}"#], "has 'x.json', which is not a stack"),
    (["x.json": #"{"tasks": {"build": "make"}}"#], "has 'x.json', which is not a stack"),
    (["old/stack.json": #"{"tasks": []}"#], "has 'old', which is not a stack"),
    (["stack.json": #"{"tasks": ["#], "has 'stack.json', which is not a stack"),
    (["work.json": #"{"completed": []}"#, "LICENSE": "", "LICENSE.md": "", ".github/x": ""], nil),
    (["stack.json": #"{"version": 2}"#, ".gitattributes": "", ".gitignore": ""], nil),
  ]

  @Test(arguments: contents) func onlyARepositoryOfStacksIsAccepted(
    files: [String: String], problem: String?
  ) throws {
    let home = try machines()
    try home.shell("laptop -s home push One; git init -q -b trunk code")
    for (name, text) in files { try home.write(text, to: "code/\(name)") }
    try home.shell("cd code; git add .; \(Self.commit) Code; git clone -q --bare . ../copy")
    let result = try home.shell("laptop sync copy")
    let path = home.url("copy").path
    let kept = try home.shell("ls laptop/.local/state/stack$PWD/laptop/.config/stack/sync")
    if let problem {
      #expect(result.status == 64)
      #expect(
        result.errors
          == "stack: \(path) \(problem); nothing was exchanged; use an empty repository\n")
      #expect(try home.shell("git -C copy rev-list --all --count").output == "1\n")
      #expect(kept.output.isEmpty, "nothing of it stays")
    } else {
      #expect(try home.shell("git -C copy ls-tree --name-only trunk").output.contains("home.json"))
      #expect(kept.output == "git\nurl\n")
    }
  }

  private static let commit = "git -c user.name=p -c user.email=p commit -qm"

  // MARK: Branches

  @Test func aRenamedBranchIsFollowed() throws {
    try session(
      """
      $ git -C origin branch -m stack trunk; git -C origin symbolic-ref HEAD refs/heads/none
      $ laptop push Two; laptop sync; desk push Three; desk sync; tower sync origin; laptop sync
      One
      One
      One
      One
      One
      One
      $ same laptop desk tower; git -C origin branch
        trunk
      """, in: syncedMachines("One"))
  }

  @Test func otherBranchesDoNotMatter() throws {
    try session(
      """
      $ git init -q -b master page; cd page; echo Hi >README; git add .; \(Self.commit) Page
      $ git push -q ../origin master; cd ..; git -C origin branch backup stack
      $ git -C origin symbolic-ref HEAD refs/heads/master; mkdir new; ln -s laptop .bin/new
      $ laptop push Two; laptop sync; new sync origin; new push Three; new sync; laptop sync
      One
      One
      One
      One
      One
      One
      $ same laptop new; git -C origin branch
        backup
      * master
        stack
      """, in: syncedMachines("One"))
  }

  /// Git sorts a folder as if its name ended in a slash. At a known address, other files don't
  /// matter, even after a rewrite of the history, and a removed `.gitattributes` isn't made again.
  @Test func aFolderBesideTheStacksStays() throws {
    try session(
      """
      $ git clone -q origin clone; cd clone; mkdir stack; touch stack/x; git add .; git rm -q .gitattributes
      $ \(Self.commit) Folder --amend; git push -qf; cd ..; laptop push Two; laptop sync; desk sync
      One
      One
      One
      $ same laptop desk; git -C origin ls-tree --name-only stack
      stack.json
      stack
      """, in: syncedMachines("One"))
  }

  @Test func aLinkInTheRepositoryIsNoStack() throws {
    try session(
      """
      $ git clone -q origin clone; cd clone; ln -s stack.json work.json; git add .
      $ \(Self.commit) Link; git push -q; cd ..; laptop push Two; laptop sync
      One
      One
      $ laptop -s work push Mow; laptop sync
      Mow
      One
      stack: work.json in the repository is not a file; move it away there
      [65]
      """, in: syncedMachines("One"))
  }

  /// For example, release 1.3 makes a branch again that was renamed.
  @Test func twoBranchesWithDifferentStacksAreRefused() throws {
    try session(
      """
      $ git clone -q origin clone; cd clone; git checkout -q --orphan main; \(Self.commit) Again
      $ git push -q origin main; cd ..; laptop push Two; laptop sync; tower sync origin
      One
      stack: ~/origin has different stacks in the branches 'stack', 'main'; nothing was exchanged; delete all but one
      stack: ~/origin has different stacks in the branches 'stack', 'main'; nothing was exchanged; delete all but one
      [64]
      $ git -C origin branch -q -D main; laptop sync; desk sync; tasks desk
      One
      One
      One
      Two
      """, in: syncedMachines("One"))
  }

  @Test func aDeletedBranchIsMadeAgain() throws {
    try session(
      """
      $ git -C origin update-ref -d refs/heads/stack; laptop push Two; laptop sync; desk sync; tower sync
      One
      One
      One
      One
      $ same laptop desk tower; tasks tower
      One
      Two
      """, in: syncedMachines("One"))
  }

  // MARK: A known address

  /// How another repository is made, and whether it takes the place of the known one.
  private static let others: [(script: String, isAccepted: Bool)] = [
    ("git init -q --bare other", true),
    ("mv origin other", true),
    ("cp -r origin other; laptop push Two; laptop sync", true),
    ("cp -r origin other; for n in 2 3; do laptop push $n; laptop sync; done", true),
    ("cp -r origin other; mv origin gone; desk push Two; desk sync other", true),
    ("git init -q --bare other; new push Mine; new sync other", false),
    (
      """
      cp -r origin other; for n in 2 3; do laptop push $n; laptop sync; done; mv origin gone
      desk push Four; desk sync other
      """, false
    ),
  ]

  @Test(arguments: others) func aKnownAddressIsOnlyReplacedByTheSameStacks(
    script: String, isAccepted: Bool
  ) throws {
    let home = try syncedMachines("One")
    try home.shell("mkdir new; ln -s laptop .bin/new; \(script)")
    let before = try home.shell("git -C other rev-parse --all; tasks laptop").output
    let screen = try home.screen(ofShell: "export TERM=dumb; laptop sync other; :", columns: 400)
    let path = home.directory.path
    if isAccepted {
      #expect(
        screen.contains("Synced from now on with \(path)/other instead of \(path)/origin: "))
    } else {
      #expect(
        screen.contains(
          "stack: \(path)/other has other stacks than \(path)/origin, with which this machine "
            + "syncs; nothing was exchanged; to leave the old one: stack sync --forget\n"
            + "To share one stack: stack -s NAME sync URL\n"))
      #expect(try home.shell("git -C other rev-parse --all; tasks laptop").output == before)
    }
  }

  /// `origin` gets a commit late, when the laptop has a newer one from another repository.
  @Test func anOlderCommitOfAnotherRepositoryBringsNothingBack() throws {
    try session(
      """
      $ cp -r origin other; desk push Two; desk sync other; laptop sync other; desk undo; desk sync; laptop sync
      One
      One
      One
      One
      One
      One
      $ git -C other push -q ~/origin stack~:stack; laptop sync origin; tasks laptop
      One
      One
      """, in: syncedMachines("One"))
  }

  @Test func aForgottenRepositoryCanBeConnectedAgain() throws {
    try session(
      """
      $ laptop sync
      Synced with ~/origin: nothing new
      ○ One
      $ laptop sync --forget
      Forgot ~/origin. Your tasks stay on both sides.
      ○ One
      $ laptop sync
      stack: no repository is known yet; nothing was changed; give the repository's address once: stack sync URL
      [64]
      $ ls laptop/.local/state/stack$PWD/laptop/.config/stack/sync; laptop done; desk push Two; desk sync
      ✓ One
      A fresh start. Anything to add?
      stack push "…"
      Added: Two
      ◎ One
      Synced with ~/origin: your changes are sent (stack)
      ◎ One
      $ laptop sync origin
      Synced with ~/origin: 1 task came, your changes are sent (stack)
      ○ Two
      """, in: syncedMachines("One"), atTerminalAfter: "export TERM=dumb")
  }

  @Test func theBranchThatRelease13KeptWithTheAddressIsIgnored() throws {
    try session(
      """
      $ echo stack >>tower/.local/state/stack$PWD/tower/.config/stack/sync/url; tower sync
      One
      """, in: syncedMachines("One"))
  }

  @Test func aSyncThatWasKilledWhileItKeptTheAddressCanBeRepeated() throws {
    try session(
      """
      $ tower sync --forget; cd tower/.local/state/stack$PWD/tower/.config/stack/sync; touch url.new; cd
      One
      $ tower sync origin; tower sync
      One
      One
      """, in: syncedMachines("One"))
  }

  @Test func aPasswordIsNotShown() throws {
    let home = try machines()
    let url = "http://sam:s@cret@desk.example/stack.git"
    let path = home.directory.path
    try home.write(
      """
      [url "\(path)/origin"]
        insteadOf = \(url)
      [url "\(path)/code"]
        insteadOf = http://sam:secret@desk.example/code

      """, to: "laptop/.gitconfig")
    try session(
      """
      $ git init -q code; cd code; touch README; git add .; \(Self.commit) Page; cd
      $ laptop sync http://sam:secret@desk.example/code
      stack: http://desk.example/code has no stack; nothing was exchanged; use an empty repository
      [64]
      $ laptop sync \(url)
      Synced with http://desk.example/stack.git: nothing new
      A fresh start. Anything to add?
      stack push "…"
      """, in: home, atTerminalAfter: "export TERM=dumb")
    let result = try home.shell("laptop sync http://sam:secret@127.0.0.1:9/")
    #expect(result.status == 69 && !result.errors.contains("secret"))
  }
}
