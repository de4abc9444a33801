// `stack send`: moves a task to another machine, or to another stack of the same user.
//
// Scripts replace ssh here; SendBySSHTests.swift uses a real OpenSSH server.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct SendTests {
  /// A home with two tasks. The script `reach` replaces ssh; the directory `there` is the home on
  /// the other machine.
  private func twoMachines(_ environment: [String: String] = [:]) throws -> Home {
    let home = Home(
      ["STACK_SSH": "reach", "USER": "pat", "TERM": "dumb"].merging(environment) { $1 })
    try home.script(
      "reach",
      """
      printf '[%s]' "$@" >~/asked
      shift 2
      mkdir -p ~/there
      cat >~/letter
      HOME=~/there exec sh -c "$*" <~/letter
      """)
    try home.shell("stack push Write the report; stack push Call Sam")
    return home
  }

  // MARK: Sending

  @Test func aTaskMovesToAnotherMachine() throws {
    try session(
      """
      $ stack send sam@desk.example
      Call Sam
      $ stack log --json
      {"title": "Write the report", "added": "DATE", "sent": "DATE", "to": "sam@desk.example"}
      $ cat asked; echo
      [-T][sam@desk.example][stack][receive]
      $ HOME=~/there stack --json | sed "s/$(hostname)/laptop/"
      {"title": "Write the report", "added": "DATE", "from": "pat@laptop"}
      $ stack send sam@desk.example
      $ stack count
      0
      $ HOME=~/there stack done
      Call Sam
      $ stack undo
      Call Sam
      """, in: twoMachines())
  }

  @Test func aNameAfterTheHostChoosesTheStack() throws {
    try session(
      """
      $ stack -s work push Fix the build
      Fix the build
      $ stack -s work send desk:home && cat asked; echo
      [-T][desk][stack][-s][home][receive]
      $ HOME=~/there stack -s home
      Fix the build
      $ HOME=~/there stack
      $ grep -o '"to": .*' "$(stack -s work path)"
      "to": "desk:home"}
      $ stack send ::1 && cat asked; echo
      Call Sam
      [-T][::1][stack][receive]
      $ stack push A && stack send sam@fe80::1%eth0 && cat asked; echo
      Call Sam
      A
      [-T][sam@fe80::1%eth0][stack][receive]
      $ for name in lee ''; do stack push B; env -u USER LOGNAME=$name stack send desk; done | uniq
      A
      B
      $ grep -o '"from": ".*@' there/.config/stack/stack.json | tail -2
      "from": "lee@
      "from": "someone@
      """, in: twoMachines())
  }

  @Test func invalidHostsAndSecondOperandsAreRefused() throws {
    let home = try twoMachines()
    let hosts = [
      "-oProxyCommand=touch pwned", "-l", "sam@-oProxyCommand=touch", "-sam@desk", "", "sam@",
      "desk sam", "desk\n-l", "desk\u{1B}[31m", "desk:", "desk:../x", "desk:-x y", "sam@-l:work",
      "ssh://sam@desk:2222", "ssh://-l", "https://desk.example", "desk:/home/sam", "desk:2222/tcp",
      // Combining marks on a dash or a separator make no difference to ssh.
      "-\u{301}oProxyCommand=touch", "sam@-\u{301}l", "-\u{20DD}l@desk", "desk:\u{301}work",
    ]
    for host in hosts {
      let result = try home.stack("send", "--", host)
      #expect(result.status == 64 && result.output == "", "\(host)")
      #expect(
        result.errors.utf8.starts(with: "stack: invalid ".utf8) && result.errors.hasSuffix("\n"),
        "\(host)")
      #expect(!result.errors.contains("\u{1B}"))
    }
    try expectRefused(
      [
        "stack send -oProxyCommand=touch": "send has no option -o; see: stack help send",
        "stack send -- -oProxyCommand=touch":
          "invalid host '-oProxyCommand=touch'; use one that ssh can reach, as in: stack send sam@desk.example",
        "stack send ssh://desk":
          "invalid host 'ssh://desk'; use one that ssh can reach, as in: stack send sam@desk.example",
        "stack send sam@desk:2222":
          "invalid stack name '2222' after sam@desk:; to set ssh's port, put 'Port 2222' for this host into ~/.ssh/config",
        "stack send desk:0":
          "invalid stack name '0' after desk:; to set ssh's port, put 'Port 0' for this host into ~/.ssh/config",
        "stack send :work.json":
          "there is no stack 'work.json'; did you mean: stack send :work",
        // If the colon was forgotten, the task would be added to another stack.
        "stack send desk work": "send doesn't take 'work'; see: stack help send",
      ], in: home)
    #expect(!home.files(below: ".").contains("asked"))
    #expect(try home.titles() == ["Write the report", "Call Sam"])
  }

  @Test func aStackWithTheNameOfAnUnreachableHostIsSuggested() throws {
    let home = try twoMachines()
    try home.script("reach", "[ $2 != answer ] || cat >letter; exit 255")
    try session(
      """
      $ for stack in work 22 answer; do stack -s $stack push Plan $stack; done
      Plan work
      Plan 22
      Plan answer
      $ stack send work
      stack: work could not be reached; the task stays here; to move it to your stack 'work': stack send :work
      [69]
      $ stack -s work send stack
      stack: stack could not be reached; the task stays here; to move it to your stack 'stack': stack -s work send :stack
      [69]
      $ stack send 22 2>&1 | grep -o 'stack send.*'
      stack send :22
      $ for host in stack home sam@work work.example Work work:home; do stack send $host; done
      stack: stack could not be reached; the task stays here
      stack: home could not be reached; the task stays here
      stack: sam@work could not be reached; the task stays here
      stack: work.example could not be reached; the task stays here
      stack: Work could not be reached; the task stays here
      stack: work:home could not be reached; the task stays here
      [69]
      $ stack send answer
      stack: answer did not confirm that it received the task; the task stays here, but may have arrived there, too
      [69]
      $ stack send :22
      Call Sam
      """, in: home)
  }

  /// A forced command in `authorized_keys` may choose another stack.
  @Test func theAcknowledgementNamesAnotherStackThanTheOneAskedFor() throws {
    let home = try twoMachines()
    func sent(to host: String) throws -> String? {
      try home.screen("send", host).components(separatedBy: "\n").first
    }
    #expect(try sent(to: "desk") == "Sent to desk: Write the report")
    #expect(try sent(to: "desk:home") == "Sent to desk:home: Call Sam")
    try home.stack("-s", "work", "push", "Plan")
    #expect(try home.screen("-s", "work", "send", "desk").hasPrefix("Sent to desk: Plan\n"))
    try home.stack("push", "Buy milk")
    try home.script("reach", "HOME=~/there exec stack -s inbox receive")
    #expect(try sent(to: "desk:home") == "Sent to desk:home (stack inbox, not home): Buy milk")
    #expect(try home.shell("HOME=~/there stack -s inbox").output == "Buy milk\n")
  }

  @Test func localFilesAreNotSent() throws {
    let home = try twoMachines()
    try home.shell(
      "touch draft.pdf && stack attach draft.pdf https://example.org/ mailto:pat@example.org")
    let stays = "these files stay here: \(home.directory.path)/draft.pdf, mailto:pat@example.org"
    #expect(
      try home.screen("send", "desk", columns: 400)
        == "Sent to desk: Write the report (\(stays))\n○ Call Sam\n")
    try session(
      """
      $ sed 's/, "from.*//' letter
      {"title": "Write the report", "added": "DATE", "attachments": ["https://example.org/"]\\c
      $ grep '"sent"' "$(stack path)" | grep -o '"attach.*"to'
      "attachments": ["~/draft.pdf", "https://example.org/", "mailto:pat@example.org"], "sent": "DATE", "to
      """, in: home)
  }

  @Test func customKeysAndNotesAreSentInOrder() throws {
    let home = try twoMachines()
    try home.writeQueue(
      #"""
      {"tasks": [
        {"energy": {"low": [1, -2.5e3, true, {}]}, "title": "\u001b[2J \ud83d\ude00 \"ü\" \\ \u202e",
         "from": "me", "completed": "never", "to": "do", "added": "2020-01-01T00:00:00Z", "": "\u0000",
         "notes": ["one", "two"]}
      ]}
      """#)
    try session(
      #"""
      $ stack send desk
      $ HOME=~/there stack --json | sed "s/$(hostname)/laptop/"
      {"energy": {"low": [1, -2.5e3, true, {}]}, "title": "\u001B[2J 😀 \"ü\" \\ \u202E", "from": "pat@laptop", "added": "DATE", "": "\u0000", "notes": ["one", "two"]}
      """#, in: home)
  }

  // MARK: Failures

  /// The messages, and scripts that replace ssh.
  static let failures: KeyValuePairs<String, [String]> = [
    // Nothing was read, so the task can't have arrived.
    "desk could not be reached; the task stays here": [
      "exit 255;", "kill -9 $$;", "exit 125;", "exit 74;",
    ],
    // The other side refused the task.
    "desk did not accept the task; the task stays here": [
      "cat >/dev/null; exit 127;", "cat >/dev/null; echo 'No such account'; exit 1;",
      "cat >/dev/null; exit 65;", "cat >/dev/null; exit 75;", "cat >/dev/null; exit 126;",
      "cat >/dev/null; exit 128;",
    ],
    "desk did not confirm that it received the task; the task stays here, but may have arrived "
      + "there, too": [
        // ssh may have gone into the background.
        "true", "echo Welcome; exit 0;", "echo received 1.0.0 stack; exit 0;",
        // The task was read, and there is no receipt. The reader may be stack 1.0.0 or another
        // program.
        "cat >/dev/null; exit 0;", "cat >/dev/null; echo Thanks; exit 0;",
        "cat >/dev/null; echo received 12 bytes; exit 0;",
        "cat >/dev/null; echo received 1.2.3.4 at noon; exit 0;",
        "cat >/dev/null; echo received 1.0.0 ../x; exit 0;",
        "cat >/dev/null; echo received 1.0.0 stack; yes no | tr -d '\\n' | head -c 1000000; exit 0;",
        // Only LF and CR end a line.
        "cat >/dev/null; printf 'a\\vreceived 1.0.0 stack\\302\\205\\n'; exit 0;",
        // A receipt, and then a failure.
        "cat >/dev/null; echo received 1.0.0 stack; exit 1;",
        // The task was read, and it is unknown what the other side did.
        "cat >/dev/null; exit 74;", "cat >/dev/null; exit 124;", "cat >/dev/null; exit 125;",
        "cat >/dev/null; exit 129;", "cat >/dev/null; exit 143;", "cat >/dev/null; exit 255;",
        "head -c 1 >/dev/null; kill -9 $$;",
      ],
  ]

  @Test func theTaskStaysUnlessItsReceiptArrives() throws {
    let home = try twoMachines()
    let (before, files) = (home.queueText(), home.files(below: "."))
    for (sentence, attempts) in Self.failures {
      for ssh in attempts {
        let result = try home.run("/usr/bin/env", ["STACK_SSH=\(ssh)", "stack", "send", "desk"])
        let errors = result.errors.replacing(/; it printed: .*/, with: "")
        #expect(errors == "stack: \(sentence)\n" && result.status == 69, "\(ssh)")
        #expect(
          home.queueText() == before && home.files(below: ".") == files, "\(ssh) leaves no files")
      }
    }
  }

  /// ssh prints what it has to say itself, and so does `stack receive`.
  @Test func errorsOfSSHAndTheReceiverComeFirst() throws {
    let home = try twoMachines()
    try session(
      """
      $ STACK_SSH="printf 'desk: Permission denied (publickey).\\n' >&2; exit 255;" stack send desk
      desk: Permission denied (publickey).
      stack: desk could not be reached; the task stays here
      [69]
      $ mkdir there; HOME=~/there stack push Call Ann >shown; echo broken >there/.config/stack/stack.json
      $ stack send desk
      stack: ~/there/.config/stack/stack.json, line 1, column 1: an object is expected here; fix the file (nothing was changed)
      stack: desk did not accept the task; the task stays here
      [69]
      $ rm -r there/.config; touch there/.config; stack send desk
      stack: cannot open ~/there/.config: Not a directory; nothing was changed
      stack: desk did not confirm that it received the task; the task stays here, but may have arrived there, too
      [69]
      $ STACK_SSH='cat >/dev/null; printf "\\033[1mNo\\n\\n such account"; exit 1;' stack send desk
      stack: desk did not accept the task; the task stays here; it printed: \\u{1B}[1mNo  such account
      [69]
      $ export STACK_SSH='cat >/dev/null; printf %0300d 1; exit 1;'
      $ stack send desk 2>&1 | grep -o '00*…' | wc -c | tr -d ' '; STACK_SSH=reach
      202
      $ rm there/.config; yes very | tr '\\n' ' ' | head -c 65530 | stack push --top - >shown
      $ stack send desk
      stack: this is not a task: a task may have 64 KiB at most; nothing was changed
      stack: desk did not accept the task; the task stays here
      [69]
      """, in: home)
  }

  @Test func aMissingSSHIsReported() throws {
    try expectRefused(
      [
        "STACK_SSH= PATH=~/.bin \"$(readlink ~/.bin/stack)\" send desk":
          "desk could not be reached: cannot start ssh: No such file or directory; the task stays here"
      ], status: 69, in: twoMachines())
    let result = try twoMachines(["STACK_SSH": "no-such-program -v"]).stack("send", "desk")
    #expect(result.status == 69 && result.errors.contains("no-such-program"))
    #expect(result.errors.hasSuffix("\nstack: desk did not accept the task; the task stays here\n"))
  }

  @Test func interruptingLeavesTheTaskHere() throws {
    let home = try twoMachines(["STACK_SSH": "hang"])
    try home.script(
      "hang",
      """
      trap 'exit 130' INT
      cat >/dev/null
      echo waiting >/dev/tty
      while :; do sleep 0.1; done
      """)
    let screen = try home.screen("send", "desk", asked: "waiting", typing: "\u{03}", status: 69)
    #expect(screen.contains("desk did not confirm that it received the task"))
    #expect(try home.titles() == ["Write the report", "Call Sam"])
  }

  /// Starts a process that keeps running.
  private static let left = "sleep 600 & echo $! >~/left;"

  /// With `ControlPersist`, ssh leaves a process running that holds its output open.
  @Test func backgroundProcessesAreNotWaitedFor() throws {
    let home = try twoMachines(["STACK_SSH": "\(Self.left) reach"])
    #expect(try home.stack("send", "desk") == Finished(output: "Call Sam\n"))
    #expect(try home.shell("kill $(cat left)").status == 0, "it was still running")
  }

  /// Start-up files and those of a logout print it, perhaps without a line break.
  @Test(arguments: [
    "echo Welcome; reach", "printf Welcome; reach", "reach; printf '\\nWelcome'; #",
    "printf '\\nWel'; reach; echo come",
  ])
  func whatIsPrintedAroundTheReceiptIsShownAtATerminal(_ ssh: String) throws {
    let home = try twoMachines(["STACK_SSH": "sh -c '\(ssh.replacing("'", with: "\""))' ssh"])
    try home.script(
      "ssh", "PATH=~/.bin:$PATH; args=\"$*\"; \(ssh.replacing("reach", with: "reach \"$@\""))")
    let screen = try home.screen(ofShell: "STACK_SSH=ssh stack send desk", columns: 200)
    #expect(screen.contains(/desk also printed: .*We/), "\(screen)")
    #expect(screen.hasSuffix("Sent to desk: Write the report\n○ Call Sam\n"), "\(screen)")
  }

  /// Nothing is sent, and the message says how to go on.
  @Test func aDamagedStackSendsAndReceivesNothing() throws {
    let home = try twoMachines()
    try home.shell("stack -s w push More")
    let damaged = "line 2, column 1: the text ends too early; fix the file (nothing was changed)"
    let restoring = "to restore it as the last command left it: stack"
    try session(
      """
      $ cp .config/stack/stack.json before
      $ echo '{' >.config/stack/w.json; stack send :w
      stack: ~/.config/stack/w.json, \(damaged); \(restoring) -s w undo
      [65]
      $ cmp before .config/stack/stack.json; stack -s w undo
      More
      $ echo '{"tasks": [{"title": "Write the report"}],' >.config/stack/stack.json
      $ for command in 'send :w' 'send :new' 'send desk' 'detach 2'; do stack $command; echo $?; done 2>&1 | sort -ru
      stack: ~/.config/stack/stack.json, \(damaged); \(restoring) undo
      65
      $ stack -s w count; ls asked .config/stack; stack undo
      1
      ls: cannot access 'asked': No such file or directory
      .config/stack:
      stack.json
      w.json
      Write the report
      """, in: home)
  }

  // MARK: Another stack of the same user

  @Test func aTaskMovesToAnotherStack() throws {
    let home = try twoMachines()
    try home.shell(
      "touch a; stack attach a; stack note 'She \"knows\"'; stack -s work push Fix the build")
    #expect(try home.screen("send", ":work") == "Sent to :work: Write the report\n○ Call Sam\n")
    try session(
      #"""
      $ stack log --json
      {"title": "Write the report", "added": "DATE", "attachments": ["~/a"], "notes": ["She \"knows\""], "sent": "DATE", "to": ":work"}
      $ stack -s work done
      Write the report
      $ stack -s work --json
      {"title": "Write the report", "added": "DATE", "attachments": ["~/a"], "notes": ["She \"knows\""]}
      """#, in: home)
  }

  /// The arriving task has the second of the sent one. Its microseconds are the 32-bit FNV-1a hash
  /// of that one's `added`, modulo a million.
  @Test func theTaskThatArrivesIsAnotherOne() throws {
    let home = Home()
    try home.writeQueue(
      #"""
      {"tasks": [{"title": "A", "added": "2026-11-21T10:00:00.482913Z"},
       {"title": "B", "added": "2026-11-21T10:00:00Z"}]}
      """#)
    try session(
      """
      $ stack send :work
      B
      $ stack send :work
      $ grep -o 'added.*' .config/stack/work.json | grep -c '10:00:00.ARRIVAL'
      1
      $ grep -c 2026-11-21T10:00:00Z .config/stack/work.json
      0
      [1]
      """.replacing("ARRIVAL", with: arrival(of: "2026-11-21T10:00:00.482913Z")), in: home)
  }

  private func arrival(of added: String) -> String {
    let hash = added.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return String(format: "%06d", hash % 1_000_000)
  }

  @Test func undoOfASendChangesOnlyThisStackAndIsNotRedone() throws {
    let home = try twoMachines()
    try home.shell("stack note 'She \"knows\"'")
    try session(
      """
      $ stack send :work
      Sent to the new stack work: Write the report
      ○ Call Sam
      $ cp .config/stack/work.json work
      $ stack undo
      Undid: send Write the report to :work. It may be there, too.
      ◎ Write the report
        She "knows"
      $ stack redo 2>&1 | cut -d';' -f 1
      stack: send (Write the report to :work) can't be redone, because the task has to be sent again
      $ cmp work .config/stack/work.json
      $ stack send desk
      Sent to desk: Write the report
      ○ Call Sam
      $ stack undo
      Undid: send Write the report to desk. It may be there, too.
      ◎ Write the report
        She "knows"
      """, in: home, atTerminalAfter: "")
  }

  /// As after a kill between the two changes, or an answer that was lost. The other stack may have
  /// been written by another program in the meantime.
  @Test(arguments: [
    (":work", ".config/stack/work.json"), ("desk", "there/.config/stack/stack.json"),
  ])
  func sendingAgainAfterAFailureAddsNothing(_ recipient: String, _ file: String) throws {
    let home = try twoMachines()
    try session(
      """
      $ cp .config/stack/stack.json before
      $ stack send \(recipient)
      Call Sam
      $ tr -d '\\n' <\(file) | sed 's/"from": "pat@[^"]*"/"from": "me"/' >new; cp new \(file)
      $ cp before .config/stack/stack.json
      $ stack send \(recipient)
      Call Sam
      $ cmp new \(file)
      $ stack log --json | grep -c sent
      1
      """, in: home)
  }

  /// It was finished or changed there, or another task happens to have the same `added`.
  @Test(arguments: [
    "stack -s work done", "stack -s work note More", "stack -s work edit Write two reports",
    "stack -s work snooze 1d",
    "sed -i 's/Write the report/Buy milk/' .config/stack/work.json",
  ])
  func anArrivalThatIsNotOpenAndUnchangedIsAddedAgain(_ change: String) throws {
    let home = try twoMachines()
    try home.shell("stack send :work; stack undo; \(change); stack send :work")
    let titles = try home.titles("tasks", "work") + home.titles("completed", "work")
    #expect(titles.count == 2 && titles.contains("Write the report"), "\(titles)")
    let dates = "grep -o '\"added\": \"[^\"]*' .config/stack/work.json | sort | uniq -d"
    #expect(try home.shell(dates) == Finished())
  }

  @Test func tasksWithoutMicrosecondsAreAddedEachTime() throws {
    let home = Home()
    try home.writeQueue(#"{"tasks": [{"title": "A"}, {"title": "A"}]}"#)
    try session(
      """
      $ stack send :work
      A
      $ stack send :work
      $ stack -s work count
      2
      $ grep -o '"added": "[^"]*' .config/stack/work.json | sort -u | grep -c .
      2
      """, in: home)
  }

  @Test func aTaskCanBeSentThereAndBack() throws {
    try session(
      """
      $ for n in 1 2; do stack send :work; stack -s work send :stack; done
      Call Sam
      Write the report
      $ stack count
      2
      $ stack log | cut -d ' ' -f 4-
      sent to :work: Write the report
      sent to :work: Call Sam
      $ grep -o '"added": "[^"]*' .config/stack/stack.json | sort | uniq -d
      """, in: twoMachines())
  }

  /// The task that woke first is shown and sent. The other stack has it without `until`.
  @Test func aWokenTaskArrivesAsAnOrdinaryOne() throws {
    let home = Home()
    let tasks = [3, 2].map { day in
      #"{"title": "\#(day)", "added": "2026-01-01T00:00:00.00000\#(day)Z", "#
        + #""until": "2026-01-0\#(day)T00:00:00Z"}"#
    }
    try home.writeQueue("{\"tasks\": [\(tasks.joined(separator: ", "))]}")
    try session(
      """
      $ cp .config/stack/stack.json before
      $ stack send :work
      3
      $ stack -s work --json
      {"title": "2", "added": "DATE"}
      $ cp before .config/stack/stack.json
      $ stack send :work
      3
      $ stack -s work count
      1
      """, in: home)
  }

  @Test(arguments: [
    "ln -s stack.json .config/stack/work.json",
    "ln .config/stack/stack.json .config/stack/work.json",
    "mv .config/stack/stack.json file; ln -s ../../file .config/stack/stack.json; ln file .config/stack/work.json",
  ])
  func aTaskIsNotSentToTheSameFileUnderAnotherName(_ link: String) throws {
    let home = try twoMachines()
    try home.shell(link)
    try expectRefused(
      ["stack send :work": "the task is already in the stack 'stack'; name another stack"],
      in: home)
    #expect(try home.titles() == ["Write the report", "Call Sam"])
    #expect(try home.titles("tasks", "work") == ["Write the report", "Call Sam"])
  }

  /// Kills `send` before each of its system calls that changes a file.
  @Test(.needs("strace"))
  func aKilledSendLosesNothingAndSendingAgainDoublesNothing() throws {
    let calls = "openat,write,linkat,link,renameat,rename,renameat2,unlinkat,unlink,fsync"
    var kills = 0
    for number in stride(from: 1, through: 400, by: TestExtent.isAll ? 1 : 5) {
      let home = try Home.holding("Write the report", "Call Sam")
      let killed = try home.shell(
        "strace -qq -o /dev/null -e trace=\(calls) -e inject=\(calls):signal=KILL:when=\(number) stack send :work"
      )
      if killed.status == 0 { break }
      kills += 1
      let here = try home.titles()
      let there = (try? home.titles("tasks", "work")) ?? []
      #expect((here + there).contains("Write the report"), "killed before call \(number)")
      if here.first == "Write the report" {
        #expect(try home.stack("send", ":work").status == 0, "killed before call \(number)")
      }
      #expect(try home.titles() == ["Call Sam"])
      #expect(try home.titles("tasks", "work") == ["Write the report"], "call \(number)")
    }
    #expect(kills > 5)
  }

  @Test func anInvalidDestinationChangesNothing() throws {
    let home = try twoMachines()
    try home.writeQueue("broken", "work")
    let before = home.queueText()
    #expect(try home.stack("send", ":work").status == 65)
    let characters = "use up to 64 ASCII letters, digits, -, _ and inner dots"
    try expectRefused(
      [
        "stack send :stack": "the task is already in the stack 'stack'; name another stack",
        "stack -s x send :x": "the task is already in the stack 'x'; name another stack",
        "stack send :": "invalid stack name '' after :; \(characters)",
        "stack send :../x": "invalid stack name '../x' after :; \(characters)",
      ], in: home)
    #expect(home.queueText() == before && home.queueText("work") == "broken")
    #expect(!home.files(below: ".").contains("asked"))
  }

  // MARK: Changes of the queue meanwhile

  @Test func theSentTaskIsEndedWhereverItIs() throws {
    try session(
      """
      $ STACK_SSH='stack push --top Urgent >&2 && reach' stack send desk
      Urgent
      Urgent
      $ stack done
      Call Sam
      $ HOME=~/there stack
      Write the report
      """, in: twoMachines())
  }

  @Test func aTaskChangedMeanwhileStays() throws {
    let home = try twoMachines()
    let sentence =
      "the task was sent to desk, but was changed here in the meantime, so it stays here, too"
    for change in ["stack edit Write two reports", "stack done", "rm ~/.config/stack/stack.json"] {
      try expectRefused(
        ["STACK_SSH='\(change) >shown; reach' stack send desk": sentence], status: 75, in: home)
      #expect(home.queueText()?.contains("sent") != true)
    }
    try expectRefused(
      [
        "STACK_SSH='echo broken >~/.config/stack/stack.json; reach' stack send desk":
          "the task was sent to desk, but it is still here too: ~/.config/stack/stack.json, line 1, column 1: an object is expected here; to restore it as the last command left it: stack undo\nTo have it only there, drop this task here: Write the report"
      ], status: 65, in: twoMachines())
  }

  /// With status 75 (try again), a script would send the task twice.
  @Test(.needs("flock"))
  func aLockedFileIsNotReportedAsTryAgain() async throws {
    let home = try twoMachines(["STACK_SSH": "hold; reach", "STACK_LOCK_SECONDS": "1"])
    try home.script(
      "hold",
      """
      flock -F ~/.config/stack/.stack.json.new sh -c 'echo $$ >~/holder; exec sleep 600' >/dev/null 2>&1 &
      until test -s ~/holder; do sleep 0.05; done
      """)
    let result = try await home.start(home.program.path, ["send", "desk"]).end()
    try home.shell("kill $(cat ~/holder)")
    #expect(result.status == 74)
    #expect(
      result.errors.hasPrefix("stack: the task was sent to desk, but it is still here too: "),
      "\(result.errors)")
    #expect(
      result.errors.hasSuffix(
        """
        has been locked by other programs for too long; to have it only there, drop this task here: Write the report

        """))
  }
}
