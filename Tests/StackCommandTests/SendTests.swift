// `stack send`: a task goes to another machine, and stays here unless it arrived there.
//
// What stands for ssh here are scripts; a real OpenSSH server is in SendBySSHTests.swift.

import Foundation
import TestSupport
import Testing

@Suite struct SendTests {
  /// A home with two tasks, and with `reach`, which stands for ssh and finds the other machine in the folder
  /// `there`.
  private func twoMachines(_ environment: [String: String] = [:]) throws -> Home {
    let home = Home(["STACK_SSH": "reach", "USER": "pat"].merging(environment) { $1 })
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

  // MARK: What arrives, and what stays

  @Test func aTaskGoesToSomeoneElse() throws {
    try session(
      """
      $ stack send sam@desk.example
      Call Sam
      $ cat "$(stack path)"
      {
        "version": 1,
        "tasks": [
          {"title": "Call Sam", "added": "DATE"}
        ],
        "completed": [
          {"title": "Write the report", "added": "DATE", "sent": "DATE", "to": "sam@desk.example"}
        ]
      }
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
      """, in: try twoMachines())
  }

  @Test func stacksByNameAndAddressesWithColons() throws {
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
      $ stack send sam@[fe80::1%eth0]:work && cat asked; echo
      [-T][sam@fe80::1%eth0][stack][-s][work][receive]
      """, in: try twoMachines())
  }

  /// And never is it an option.
  @Test func whatIsNoHost() throws {
    let home = try twoMachines()
    for host in [
      "-oProxyCommand=touch pwned", "-l", "sam@-oProxyCommand=touch", "-sam@desk", "[-l]", "", "sam@",
      "desk sam", "desk\n-l", "desk\u{1B}[31m", "desk:", "desk:../x", "desk:-x y", "sam@[-l]:work",
      // A mark on the dash, or on what parts the address, changes nothing for ssh.
      "-\u{301}oProxyCommand=touch", "sam@-\u{301}l", "[-\u{301}l]", "-\u{20DD}l@desk", "desk:\u{301}work",
    ] {
      let result = try home.stack("send", "--", host)
      #expect(result.status == 64 && result.output == "", "\(host)")
      #expect(result.errors.utf8.starts(with: "stack: '".utf8) && result.errors.hasSuffix("\n"), "\(host)")
      #expect(!result.errors.contains("\u{1B}"))
    }
    try expectRefused(
      [
        "stack send -oProxyCommand=touch": "send has no option -o; see: stack help send",
        "stack send -- -oProxyCommand=touch":
          "'-oProxyCommand=touch' is no host that ssh could reach; name one as in: stack send sam@desk.example",
      ], in: home)
    #expect(!home.files(below: ".").contains("asked"))
    #expect(try home.titles() == ["Write the report", "Call Sam"])
  }

  /// A key in `authorized_keys` may name the command, and then that chooses the stack.
  @Test func theSenderHearsWhichStackItIs() throws {
    let home = try twoMachines(["TERM": "dumb"])
    func sent(to host: String) throws -> String? {
      try home.screen("send", host).components(separatedBy: "\n").first
    }
    #expect(try sent(to: "desk") == "Sent to desk (stack stack): Write the report")
    #expect(try sent(to: "desk:home") == "Sent to desk:home (stack home): Call Sam")
    try home.stack("push", "Buy milk")
    try home.script("reach", "HOME=~/there exec stack -s inbox receive")
    #expect(try sent(to: "desk:home") == "Sent to desk:home (stack inbox, not home): Buy milk")
    #expect(try home.shell("HOME=~/there stack -s inbox").output == "Buy milk\n")
  }

  /// Where the files lie is nobody's business on the other machine.
  @Test func filesStayHere() throws {
    let home = try twoMachines(["TERM": "dumb"])
    try home.shell("touch draft.pdf && stack attach draft.pdf https://example.org/ mailto:pat@example.org")
    let stays = "these stay here: \(home.folder.path)/draft.pdf, mailto:pat@example.org"
    #expect(
      try home.screen("send", "desk", columns: 400)
        == "Sent to desk (stack stack): Write the report (\(stays))\n○ Call Sam\n")
    try session(
      """
      $ sed 's/, "from.*//' letter
      {"title": "Write the report", "added": "DATE", "attachments": ["https://example.org/"]\\c
      $ grep '"sent"' "$(stack path)" | grep -o '"attach.*"to'
      "attachments": ["~/draft.pdf", "https://example.org/", "mailto:pat@example.org"], "sent": "DATE", "to
      """, in: home)
  }

  @Test func ownKeysTravelInOrder() throws {
    let home = try twoMachines()
    try home.writeQueue(
      #"""
      {"tasks": [
        {"energy": {"low": [1, -2.5e3, true, {}]}, "title": "\u001b[2J \ud83d\ude00 \"ü\" \\ \u202e",
         "from": "me", "completed": "never", "to": "do", "added": "2020-01-01T00:00:00Z", "": "\u0000"}
      ]}
      """#)
    try session(
      #"""
      $ stack send desk
      $ HOME=~/there stack --json | sed "s/$(hostname)/laptop/"
      {"energy": {"low": [1, -2.5e3, true, {}]}, "title": "\u001B[2J 😀 \"ü\" \\ \u202E", "from": "pat@laptop", "completed": "never", "to": "do", "added": "DATE", "": "\u0000"}
      """#, in: home)
  }

  // MARK: What goes wrong on the way

  /// What is said, with `…` for what ssh or the other side has reported, and what ssh does and what it reports.
  static let failures: KeyValuePairs<String, KeyValuePairs<String, String>> = [
    // Nobody there, or no way to get there: nothing was read, so nothing can have arrived.
    "desk could not be reached…; the task stays here": [
      "echo 'ssh: Could not resolve hostname desk' >&2; exit 255;": ": ssh: Could not resolve hostname desk",
      "printf 'desk: Permission denied (publickey).\\r\\n' >&2; exit 255;":
        ": desk: Permission denied (publickey)",
      "exit 255;": "", "kill -9 $$;": "", "exit 125;": "",
    ],
    // The other side answered, and the answer was no.
    "desk did not take the task…; the task stays here": [
      "cat >/dev/null; echo 'sh: stack: not found' >&2; exit 127;": ": sh: stack: not found",
      "cat >/dev/null; echo 'No such account'; exit 1;": ": No such account",
      // It is a stranger's word: it is shown in part, and drives nothing.
      #"printf 'a\nstack: \033]0;owned\007 \342\200\256x\033[2J\n\n' >&2; exit 1;"#:
        #": \u{1B}]0;owned\u{7} \u{202E}x\u{1B}[2J"#,
      "yes no | tr -d '\\n' | head -c 1000000 >&2; exit 1;": ": …" + String(repeating: "no", count: 100),
      #"printf '\377\0' >&2; exit 1;"#: ": \u{FFFD}\\u{0}",
      "cat >/dev/null; echo 'stack: it is empty; nothing was changed' >&2; exit 65;":
        ": it is empty; nothing was changed",
      "cat >/dev/null; exit 75;": "",
      // Nobody read the task, however well all went.
      "true": "", "echo Welcome; exit 0;": ": Welcome",
    ],
    "there was trouble at desk…; the task stays here": [
      "cat >/dev/null; echo 'stack: cannot write x: No space left on device; nothing was changed' >&2; exit 74;":
        ": cannot write x: No space left on device; nothing was changed"
    ],
    // It was read, and nobody said that it was taken: by a receiver of 1.0.0, or by anything else.
    "desk did not say that it took the task (stack 1.0.0 never did)…; it may have arrived there, "
      + "and it stays here too: look there, and drop it here if it did": [
        "cat >/dev/null; exit 0;": "", "cat >/dev/null; echo Thanks; exit 0;": ": Thanks",
        "cat >/dev/null; echo received 12 bytes; exit 0;": ": received 12 bytes",
        "cat >/dev/null; echo received 1.2.3.4 at noon; exit 0;": ": received 1.2.3.4 at noon",
        "cat >/dev/null; echo received 1.0.0 ../x; exit 0;": ": received 1.0.0 ../x",
        "cat >/dev/null; echo received 1.0.0 stack; echo; echo Bye; exit 0;": ": Bye",
        "cat >/dev/null; echo received 1.0.0 stack >&2; exit 0;": ": received 1.0.0 stack",
      ],
    "the answer of desk was lost…; the task may have arrived there, and it stays here too": [
      // It says that it took the task, and then all went wrong.
      "cat >/dev/null; echo received 1.0.0 stack; exit 1;": "",
      // The other side had the task in its hands, and nobody knows what it did.
      "cat >/dev/null; exit 74;": "", "cat >/dev/null; exit 124;": "", "cat >/dev/null; exit 125;": "",
      "cat >/dev/null; exit 129;": "", "cat >/dev/null; exit 143;": "",
      "head -c 1 >/dev/null; kill -9 $$;": "",
      "cat >/dev/null; echo 'client_loop: send disconnect: Broken pipe' >&2; exit 255;":
        ": client_loop: send disconnect: Broken pipe",
    ],
  ]

  @Test func theTaskStays() throws {
    let home = try twoMachines()
    let (before, files) = (home.queueText(), home.files(below: "."))
    for (sentence, attempts) in Self.failures {
      for (ssh, report) in attempts {
        let result = try home.run("/usr/bin/env", ["STACK_SSH=\(ssh)", "stack", "send", "desk"])
        let errors = "stack: \(sentence.replacing("…", with: report))\n"
        #expect(result == Finished(status: 69, output: "", errors: errors), "\(ssh)")
        #expect(home.queueText() == before && home.files(below: ".") == files, "\(ssh) leaves nothing")
      }
    }
  }

  /// What `stack receive` says there of what it can't do, the sender says here.
  @Test func whatGoesWrongThere() throws {
    let home = try twoMachines()
    try home.script("full", "trap '' XFSZ; ulimit -f 0; HOME=~/there exec stack receive")
    let folder = "~/there/.config/stack"
    let stays = "nothing was changed; the task stays here"
    try expectRefused(
      [
        "HOME=~/there stack push Call Ann >shown; STACK_SSH=full stack send desk":
          "there was trouble at desk: cannot write \(folder)/.stack.json.new: File too large; \(stays)",
        "echo broken >\(folder)/stack.json; stack send desk":
          "desk did not take the task: \(folder)/stack.json, line 1, column 1: an object should stand here; mend the file, \(stays)",
        "rm -r there/.config; touch there/.config; stack send desk":
          "there was trouble at desk: cannot open ~/there/.config: Not a directory; \(stays)",
        "rm there/.config; yes very | tr '\\n' ' ' | head -c 65530 | stack push --top - >shown; stack send desk":
          "desk did not take the task: this is not a task: a task may have 64 KiB at most; \(stays)",
      ], status: 69, in: home)
  }

  @Test func withoutSSH() throws {
    try expectRefused(
      [
        "STACK_SSH= PATH=~/.bin \"$(readlink ~/.bin/stack)\" send desk":
          "desk could not be reached: cannot start ssh: No such file or directory; the task stays here"
      ], status: 69, in: twoMachines())
    let result = try twoMachines(["STACK_SSH": "no-such-program -v"]).stack("send", "desk")
    #expect(result.status == 69)
    #expect(result.errors.hasPrefix("stack: desk did not take the task: "))
    #expect(result.errors.contains("no-such-program") && result.errors.hasSuffix("; the task stays here\n"))
  }

  @Test func whenThePersonHasHadEnough() throws {
    let home = try twoMachines(["STACK_SSH": "reach-nobody"])
    try home.script(
      "reach-nobody",
      """
      trap 'exit 130' INT
      cat >/dev/null
      echo waiting >/dev/tty
      while :; do sleep 0.1; done
      """)
    let screen = try home.screen("send", "desk", asked: "waiting", typing: "\u{03}", status: 69)
    #expect(screen.contains("the answer of desk was lost"))
    #expect(try home.titles() == ["Write the report", "Call Sam"])
  }

  /// However much the other side says, nothing of it is kept on the disk.
  @Test func theOtherSideTalksWithoutEnd() throws {
    let lines = TestExtent.isAll ? 8_000_000 : 200_000
    let ssh = "yes all the time | head -n \(lines); echo 'No, thank you.' >&2; exit 1;"
    // A limit on the size of files would end what writes them.
    try expectRefused(
      ["ulimit -f 100; stack send desk": "desk did not take the task: No, thank you; the task stays here"],
      status: 69, in: twoMachines(["STACK_SSH": ssh]))
  }

  /// Leaves a process running.
  private static let left = "sleep 600 & echo $! >~/left;"

  /// With `ControlPersist`, ssh leaves a process behind that may keep its standard error.
  @Test func whatIsLeftRunningIsNotWaitedFor() throws {
    let home = try twoMachines(["STACK_SSH": "\(Self.left) reach"])
    #expect(try home.stack("send", "desk") == Finished(status: 0, output: "Call Sam\n", errors: ""))
    #expect(try home.shell("kill $(cat left)").status == 0, "it was still running")
    let refused = try twoMachines(["STACK_SSH": "\(Self.left) echo No >&2; exit 1;"])
    #expect(
      try refused.stack("send", "desk").errors
        == "stack: desk did not take the task: No; the task stays here\n")
    #expect(try refused.shell("kill $(cat left)").status == 0, "it was still running")
  }

  /// Whatever is said where the task arrived, also by what is left running and talks on without end.
  @Test(arguments: [
    "sh -c 'yes on and on >&2' 3>&- & reach",
    "echo 'Welcome to desk'; trap \"yes 'debug1: bye' | head -n 99 >&2\" EXIT; reach",
  ])
  func whatSSHSaysOnSuccessIsNotTheTask(_ ssh: String) throws {
    let home = try twoMachines(["STACK_SSH": ssh])
    #expect(try home.stack("send", "desk") == Finished(status: 0, output: "Call Sam\n", errors: ""))
  }

  /// What the other side says just before its end is heard, though something else holds its streams open.
  @Test(.enabled(if: Program.exists("strace"), "needs strace")) func theLastWordIsHeard() throws {
    let home = try twoMachines([
      "STACK_SSH": "\(Self.left) cat >/dev/null; sleep 0.5; echo Full >&2; exit 74;"
    ])
    // Each look whether it has ended takes so long that it speaks and ends between two looks into the pipe.
    let result = try home.shell(
      "strace -qq -o /dev/null -e trace=wait4 -e inject=wait4:delay_enter=1s stack send desk")
    #expect(try home.shell("kill $(cat left)").status == 0, "it was still running")
    #expect(result.errors == "stack: there was trouble at desk: Full; the task stays here\n")
  }

  // MARK: What happens here meanwhile

  @Test func itIsThisVeryTaskWhereverItStands() throws {
    try session(
      """
      $ STACK_SSH='stack push --top Urgent >&2 && reach' stack send desk
      Urgent
      $ stack done
      Call Sam
      $ HOME=~/there stack
      Write the report
      """, in: try twoMachines())
  }

  @Test func aTaskThatWasChangedMeanwhile() throws {
    let home = try twoMachines()
    let sentence = "the task went to desk, but here it was changed meanwhile, and so it stays as it is"
    for change in ["stack edit Write two reports", "stack done", "rm ~/.config/stack/stack.json"] {
      try expectRefused(
        ["STACK_SSH='\(change) >shown; reach' stack send desk": sentence], status: 75, in: home)
      #expect(home.queueText()?.contains("sent") != true)
    }
    try expectRefused(
      [
        "STACK_SSH='echo broken >~/.config/stack/stack.json; reach' stack send desk":
          "the task went to desk, but it is still here too: ~/.config/stack/stack.json, line 1, column 1: an object should stand here; drop it here, it is: Write the report"
      ], status: 65, in: twoMachines())
  }

  /// A script that tries again where it is told to (75) must not send it twice.
  @Test(.enabled(if: Program.exists("flock"), "needs flock"))
  func aFileThatStaysLockedMeanwhile() async throws {
    let home = try twoMachines(["STACK_SSH": "hold; reach"])
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
      result.errors.hasPrefix("stack: the task went to desk, but it is still here too: "), "\(result.errors)")
    #expect(
      result.errors.hasSuffix(
        "has been locked by another program for 5 seconds; drop it here, it is: Write the report\n"))
  }
}
