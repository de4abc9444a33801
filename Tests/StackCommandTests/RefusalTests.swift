// Malformed files: the message says where the problem is and what to do, and nothing is changed.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct RefusalTests {
  /// StackTests/Cases has the other problems.
  @Test(arguments: [
    ("", "line 1, column 1: it is empty; fix the file"),
    (
      "{\"version\": 1,\r\n \"version\": 1}",
      "line 2, column 2: \"version\" occurs a second time; fix the file"
    ),
    (
      "{\"version\": 2, \"tasks\": []}",
      "line 1, column 13: this was written by a newer version of stack; update stack"
    ),
    (
      "{\"x\":" + String(repeating: "[", count: 100_000),
      "line 1, column 517: this is nested more than 512 deep; fix the file"
    ),
  ])
  func aMalformedFileIsRefusedByAllCommands(_ text: String, _ problem: String) throws {
    let home = Home()
    try home.writeQueue(text)
    let sentence = "stack: \(home.queueFile().path), \(problem) (nothing was changed)\n"
    for command in [
      "", "prompt", "prompt --extent", "push Call Sam", "done", "count", "skip", "undo",
    ] {
      let result = try home.shell("stack \(command)")
      #expect(result == Finished(status: 65, errors: sentence), "stack \(command)")
    }
    #expect(home.queueText() == text)
    #expect(home.files(below: ".") == [".bin/stack", ".config/stack/stack.json"])
  }

  /// The commands, each with its verb in messages.
  static let commandsForTheCurrentTask = [
    ("done", "complete"), ("skip", "skip"), ("drop", "drop"), ("snooze 1h", "snooze"),
    ("edit", "reword"), ("edit Text", "reword"), ("note x", "add a note to"),
    ("attach x:1", "attach anything to"), ("detach", "detach anything from"),
    ("detach 1", "detach anything from"), ("open", "open"), ("send sam@desk.example", "send"),
    ("send :work", "send"),
  ]

  @Test func commandsForTheCurrentTaskRequireOne() throws {
    let home = Home(["STACK_SSH": "touch asked;"])
    for (command, verb) in Self.commandsForTheCurrentTask {
      try expectRefused(
        ["stack \(command)": "there is no task to \(verb); add one with: stack push \"…\""],
        status: 1, in: home)
    }
    try expectRefused(
      ["stack undo": "there is nothing to undo", "stack redo": "there is nothing to redo"],
      status: 1, in: home)
    #expect(try home.shell("find . -path ./.bin -prune -o -mindepth 1 -print").output == "")
  }

  @Test func somethingElseInPlaceOfTheFileIsRefused() throws {
    let file = "~/.config/stack/stack.json"
    try expectRefused(
      [
        "mkdir -p \(file); stack": "cannot read \(file): Is a directory",
        "stack prompt": "cannot read \(file): Is a directory",
        "stack prompt --extent": "cannot read \(file): Is a directory",
        "stack push Call Sam": "cannot open \(file): Is a directory; nothing was changed",
        "rmdir \(file); mkfifo \(file); stack push Call Sam":
          "\(file) is not a regular file; move it away (nothing was changed)",
        "rm \(file); ln -s stack.json \(file); stack":
          "cannot open \(file): Too many levels of symbolic links",
        "rm \(file); ln -s /dev/zero \(file); stack":
          "cannot read \(file): it is not a regular file",
        "stack count": "cannot read \(file): it is not a regular file",
      ], status: 74)
  }

  // MARK: Recovery

  /// Restoring the file would leave out the tasks of the other machine. The line that is printed
  /// merges both sides, also in a directory whose name needs quotes, and with a link to the file.
  @Test(.needs("git"), arguments: ["merge", "rebase", "stash pop"])
  func theMessageAboutConflictMarkersLetsGitMerge(_ operation: String) throws {
    let home = Home([
      "GIT_AUTHOR_NAME": "Pat", "GIT_COMMITTER_NAME": "Pat", "EMAIL": "pat@example.org",
    ])
    try session(
      """
      $ git init -qb main "my dot's"; cd "my dot's"; mkdir -p ~/.config; ln -s "../my dot's/stack" ~/.config/stack
      $ mkdir stack; echo '*.json merge=stack' >.gitattributes
      $ stack push One; git add .; git commit -qm one
      One
      $ git checkout -qb other; stack push Theirs; git commit -qam theirs; git checkout -q main
      One
      $ stack push Ours; [ '\(operation)' = 'stash pop' ] || git commit -qam ours
      One
      $ case '\(operation)' in stash*) git stash -q; git merge -q other; git stash pop;; *) git \(operation) other;; esac >log 2>&1
      [1]
      $ stack 2>&1 | sed 's/; type: .*//'
      stack: ~/.config/stack/stack.json, line 5, column 1: git has left a conflict marker here; nothing was changed; \
      let stack merge both sides (see: stack help machines)
      $ line=$(stack push x 2>&1 | sed -n 's/.*type: //p'); echo "${line#*&& }"
      git config merge.stack.driver 'stack merge %O %A %B' && git checkout --merge stack.json && git add stack.json
      $ cd /; (eval "$line") 2>/dev/null; stack; stack count
      One
      3
      $ for command in '' done undo; do echo '<<<<<<< ours' >~/.config/stack/stack.json; stack $command; done 2>&1 | grep -c 'git checkout'
      2
      """, in: home)
  }

  @Test(arguments: [
    ("", "line 1, column 1: it is empty; fix the file (nothing was changed)"),
    (
      "{\"tasks\": [{]}",
      "line 1, column 13: a string is expected here; fix the file (nothing was changed)"
    ),
  ])
  func undoRestoresADamagedFileAsTheErrorSays(_ text: String, _ problem: String) throws {
    let home = try Home.holding("Write the report")
    try home.shell("cp .config/stack/stack.json before")
    try home.writeQueue(text)
    let sentence =
      "stack: ~/.config/stack/stack.json, \(problem); to restore it as the last command left it"
    try session(
      """
      $ file=.config/stack/stack.json; cp $file damaged
      $ for command in '' 'push x' done log count redo; do stack $command; echo $?; done 2>&1 | sort -u
      65
      \(sentence): stack undo
      $ stack -s stack done
      \(sentence): stack -s stack undo
      [65]
      $ stack -s other push x; stack -s other send :stack
      x
      \(sentence): stack -s stack undo
      [65]
      $ (stack -s other merge damaged; stack merge damaged) 2>&1 | grep -c undo
      0
      [1]
      $ cmp $file damaged && stack undo && cmp $file before
      Write the report
      $ stack redo
      stack: there is nothing to redo
      [1]
      $ stack done
      $ echo '{"version": 2}' >$file
      $ stack undo
      stack: ~/.config/stack/stack.json, line 1, column 13: this was written by a newer version of stack; update stack (nothing was changed)
      [65]
      """, in: home)
  }
}
