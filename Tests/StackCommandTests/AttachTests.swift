// `stack attach` and `stack detach`: files and URLs of the current task.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct AttachTests {
  @Test func attachAndDetachChangeTheList() throws {
    try session(
      #"""
      $ touch agenda.pdf minutes.txt
      $ stack push -a https://example.org/agenda --attach agenda.pdf Prepare the meeting
      Prepare the meeting
      $ stack attach minutes.txt mailto:sam@example.org
      Prepare the meeting
      $ stack --json
      {"title": "Prepare the meeting", "added": "DATE", "attachments": ["https://example.org/agenda", "~/agenda.pdf", "~/minutes.txt", "mailto:sam@example.org"]}
      $ stack detach agenda.pdf https://example.org/agenda
      Prepare the meeting
      $ stack detach
      Prepare the meeting
      $ stack undo
      Prepare the meeting
      $ stack --json
      {"title": "Prepare the meeting", "added": "DATE", "attachments": ["~/minutes.txt", "mailto:sam@example.org"]}
      """#)
  }

  @Test func aFileMayLookLikeAURLOrBeginWithATilde() throws {
    try session(
      """
      $ touch draft:v2.txt mailto:sam notes.txt; stack push -a draft:v2.txt --attach='~/notes.txt' Read
      Read
      $ stack attach mailto:sam mailto:pat
      Read
      $ stack --json
      {"title": "Read", "added": "DATE", "attachments": ["~/draft:v2.txt", "~/notes.txt", "~/mailto:sam", "mailto:pat"]}
      $ stack detach '~/notes.txt' draft:v2.txt
      Read
      $ stack attach '~/gone.txt'
      stack: there is no file '~/gone.txt' to attach; nothing was changed
      [64]
      """)
  }

  @Test func aMissingFileIsRefused() throws {
    let home = try Home.holding("Read both")
    let before = home.queueText()
    try session("$ touch here.txt && ln -s nowhere.txt dangling", in: home)
    try expectRefused(
      [
        "stack push -a here.txt -a gone.txt Read":
          "there is no file 'gone.txt' to attach; nothing was changed",
        "stack attach here.txt gone.txt":
          "there is no file 'gone.txt' to attach; nothing was changed",
        "stack attach ''": "there is no file '' to attach; nothing was changed",
        "stack attach dangling": "there is no file 'dangling' to attach; nothing was changed",
        "stack attach www.example.org":
          "there is no file 'www.example.org' to attach; nothing was changed; for a web page: stack attach https://www.example.org",
        "stack push -a www.example.org Read this":
          "there is no file 'www.example.org' to attach; nothing was changed; for a web page: stack push -a https://www.example.org Read this",
        "stack -s work attach 'example.org/a?b'":
          "there is no file 'example.org/a?b' to attach; nothing was changed; for a web page: stack -s work attach 'https://example.org/a?b'",
        "stack attach ./a.b/c": "there is no file './a.b/c' to attach; nothing was changed",
        "stack attach docs/a.pdf": "there is no file 'docs/a.pdf' to attach; nothing was changed",
        "stack attach 1:2": "there is no file '1:2' to attach; nothing was changed",
        "stack attach": "attach requires a file or URL, as in: stack attach draft.pdf",
      ], in: home)
    #expect(home.queueText() == before)
  }

  @Test func onlyAttachedItemsCanBeDetached() throws {
    try session(
      """
      $ touch a b
      $ stack push -a a Compare
      Compare
      $ stack detach a b
      stack: ~/b is not attached to the task; nothing was changed
      [1]
      $ stack --json
      {"title": "Compare", "added": "DATE", "attachments": ["~/a"]}
      $ rm a
      $ stack detach a
      Compare
      $ stack detach
      Compare
      $ stack detach https://example.org/
      stack: https://example.org/ is not attached to the task; nothing was changed
      [1]
      """)
  }

  /// A number is that of an attachment, as for `open`, unless a file of that name is attached.
  @Test func aNumberDetachesThatAttachment() throws {
    try session(
      """
      $ mkdir directory
      $ touch 3 directory/~ && stack push -a x:1 -a x:2 -a directory/~ -a 3 -a x:5 Sort
      Sort
      $ stack detach 0
      stack: the attachment to detach must be a number of at least 1, not '0'
      [64]
      $ stack detach 6
      stack: there is no attachment 6; the current task has 5
      [1]
      $ stack detach 3 1 5
      Sort
      $ stack --json
      {"title": "Sort", "added": "DATE", "attachments": ["x:2", "~/directory/~"]}
      $ rm -r directory
      $ stack detach directory/~
      Sort
      $ stack --json
      {"title": "Sort", "added": "DATE", "attachments": ["x:2"]}
      """)
  }

  @Test func directoriesAndLinksCanBeAttached() throws {
    try session(
      """
      $ mkdir -p real/inner && touch real/file && ln -s real alias && ln -s file real/link && cd real/inner
      $ stack push -a . -a .. -a ../ -a ../../alias -a ../../alias/link -a ../../alias/ -a ./../inner// Look
      Look
      $ stack --json
      {"title": "Look", "added": "DATE", "attachments": ["~/real/inner", "~/real", "~/alias", "~/real/link"]}
      """)
  }

  @Test func filesOfAnyNameCanBeAttached() throws {
    let home = Home()
    func attachments() throws -> [String] {
      let json = try JSONSerialization.jsonObject(with: Data(home.stack("--json").output.utf8))
      return (json as? [String: Any])?["attachments"] as? [String] ?? []
    }
    for name in HostileTitle.fileNames {
      try home.write(Data(), to: name)
      // As the value of an option, and in both spellings that aren't parsed as an option.
      for arguments in [
        ["push", "--top", "-a", name, "Task"], ["attach", "--", name], ["attach", "./\(name)"],
      ] {
        let result = try home.run(home.program.path, arguments)
        #expect(result.status == 0 && result.errors == "", "stack \(arguments)")
        #expect(try attachments() == [home.url(name).path])
      }
      #expect(try home.stack("detach", "--", name).status == 0)
      #expect(try attachments() == [])
    }
    #expect(!FileManager.default.fileExists(atPath: home.url("pwned").path))
  }

  /// Whether the file system distinguishes both forms of é. macOS's doesn't.
  private static let comparesBytes =
    (try? Home().shell("touch $'caf\\xC3\\xA9' $'cafe\\xCC\\x81'; ls | wc -l").output.contains("2"))
    == true

  @Test(.enabled(if: comparesBytes, "the file system here treats both names as the same"))
  func namesThatDifferOnlyInTheirBytesAreTwoFiles() throws {
    try session(
      """
      $ touch caf\u{E9} cafe\u{301} && stack push --json -a caf\u{E9} -a cafe\u{301} Coffee
      {"title": "Coffee", "added": "DATE", "attachments": ["~/caf\u{E9}", "~/cafe\u{301}"]}
      $ stack detach --json cafe\u{301}
      {"title": "Coffee", "added": "DATE", "attachments": ["~/caf\u{E9}"]}
      """)
  }

  @Test(
    .enabled(if: ThisSystem.takesNamesThatAreNotUTF8, "the system here accepts only names in UTF-8")
  )
  func aPathThatIsNotUTF8IsRefused() throws {
    let result = try Home().shell(
      """
      mkdir $'\\xFF' && touch $'\\xFF/file' && stack push Read && stack attach $'\\xFF/file'; echo $?
      cd $'\\xFF' && stack attach file; echo $?; stack --json | grep -c attachments
      """)
    #expect(result.output == "Read\n64\n64\n0\n")
    #expect(
      result.errors.hasPrefix(
        "stack: argument 2 is not UTF-8; nothing was changed\nstack: the path "))
    #expect(result.errors.hasSuffix(" can't be saved; rename the file or attach a link to it\n"))
  }

  @Test func aURLIsKeptUnchanged() throws {
    try session(
      #"""
      $ touch mailto:me
      $ stack push -a 'HTTPS://Example.org/a b?q=%20&r=ü#"x"' -a x-app+1.0:open -a mailto:me -a ./mailto:me Links
      Links
      $ stack --json
      {"title": "Links", "added": "DATE", "attachments": ["HTTPS://Example.org/a b?q=%20&r=ü#\"x\"", "x-app+1.0:open", "~/mailto:me"]}
      """#)
  }

  @Test func aLongOptionsValueMayHaveEqualsSigns() throws {
    try session(
      """
      $ stack push --json --attach='https://example.org/?page=2&sort=date' Read
      {"title": "Read", "added": "DATE", "attachments": ["https://example.org/?page=2&sort=date"]}
      """)
  }

  @Test(arguments: [
    "\u{1B}[2J", "\u{7}", "\u{9}", "\u{7F}", "\u{9B}31m", "\u{85}", "\u{202E}", "\u{2066}",
    "\u{61C}",
  ])
  func aURLWithAnUnsafeCharacterIsRefused(_ end: String) throws {
    let home = try Home.holding("Links")
    let before = home.queueText()
    for arguments in [
      ["attach", "https://ok.example/", "x:\(end)"], ["push", "-a", "mailto:me\(end)", "More"],
    ] {
      let result = try home.run(home.program.path, arguments)
      #expect(result.status == 64 && result.output == "")
      #expect(result.errors.hasPrefix("stack: the URL '"))
      #expect(
        result.errors.hasSuffix(
          "' has a character that could control a terminal; nothing was changed\n"))
      #expect(!result.errors.contains(end) && home.queueText() == before)
    }
  }

  // MARK: At a terminal

  /// A home with a task that has a URL, a file with an awkward name, and a missing file.
  private func meeting(_ environment: [String: String]) throws -> Home {
    let home = Home(environment)
    try home.shell(
      #"""
      touch gone.txt $'50% off, übel;\e.txt'
      stack push -a 'https://example.org/a b?q=%20"üBEL' -a $'50% off, übel;\e.txt' -a gone.txt Meet
      # By hand, because attach refuses such an address.
      rm gone.txt; sed -i.old 's/BEL/\\u0007/' "$(stack path)"; rm "$(stack path).old"
      """#)
    return home
  }

  @Test func aTerminalShowsAttachmentsAsLinks() throws {
    let home = try meeting([:])
    let directory = home.directory.path
    func dimmed(_ number: Int, _ text: String) -> String {
      "  \u{1B}[2m\(number)  \(text)\u{1B}[0m\n"
    }
    func link(_ text: String, to address: String) -> String {
      "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }
    let name = try home.shell("hostname").output.trimmingCharacters(in: .newlines)
    let agenda = link(
      "https://example.org/a b?q=%20\"ü\\u{7}", to: "https://example.org/a%20b?q=%20%22%C3%BC%07")
    let file = link(
      "\(directory)/50% off, übel;\\u{1B}.txt",
      to: "file://\(name)\(directory)/50%25%20off%2C%20%C3%BCbel%3B%1B.txt")
    #expect(
      try home.screen() == "\u{1B}[38;5;100m○\u{1B}[0m Meet\n" + dimmed(1, agenda) + dimmed(2, file)
        + dimmed(3, "\(directory)/gone.txt (missing)"))
  }

  @Test(arguments: [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "vt100"), ("TERM", "linux")])
  func attachmentsAreNoLinksWithoutColours(_ variable: String, _ value: String) throws {
    let home = try meeting([variable: value])
    let shown = try home.screen()
    #expect(!shown.contains("\u{1B}"))
    #expect(shown.hasPrefix("○ Meet\n  1  "))
    #expect(shown.hasSuffix("\n  3  \(home.directory.path)/gone.txt (missing)\n"))
  }
}
