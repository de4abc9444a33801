// The prompt shows `(stack!)` if the file can't be read.

import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct FailureTests {
  @Test(arguments: Shell.withCompletion) func anUnreadableFileIsReportedUntilItCanBeRead(
    _ kind: Shell
  ) throws {
    let home = Home()
    let shell = try InteractiveShell(kind, in: home)
    for spoil in [
      // Opening a FIFO must not wait for a writer.
      "mkfifo .config/stack/stack.json", "mkdir .config/stack/stack.json",
      ": >.config/stack/stack.json",
      "echo broken >.config/stack/stack.json", "ln -s stack.json .config/stack/stack.json",
      "printf '{\"tasks\": [{\"title\": \"\\0\"}]}' >.config/stack/stack.json",
      "printf '{\"tasks\": [{\"title\": \"\\xff\"}]}' >.config/stack/stack.json",
      // A shell's variable can't hold a NUL, but without it, this is the text that the prompt has
      // just shown.
      "printf '{\"tasks\":[\\0{\"title\":\"Task\"}]}' >.config/stack/stack.json",
    ] {
      // Changed elsewhere, and changed by a command in this shell.
      try home.shell("rm -rf .config/stack; mkdir -p .config/stack; \(spoil)")
      for _ in 1...2 { #expect(try shell.prompt() == "(stack!) ready> ", "after \(spoil)") }
      #expect(try shell.output(of: "\(Shell.printTask); rm -rf .config/stack") == "stack!")
      #expect(shell.prompt == "ready> ")
      #expect(
        try shell.prompt(after: "mkdir .config/stack; \(spoil)") == "(stack!) ready> ",
        "after \(spoil)")
      try home.shell("rm -r .config/stack")
      #expect(try shell.prompt(following: home.writeTasks("Task")) == "(Task) ready> ")
    }
    for name in ["../x", "with/slash"] {
      #expect(try shell.prompt(after: kind.exporting("STACK_QUEUE", name)) == "(stack!) ready> ")
      #expect(try shell.output(of: ":") == "")
      #expect(try shell.prompt(after: kind.unsetting("STACK_QUEUE")) == "(Task) ready> ")
    }
    // Also when the shell starts.
    try home.shell("rm .config/stack/stack.json; mkfifo .config/stack/stack.json")
    #expect(try InteractiveShell(kind, in: home).prompt == "(stack!) ready> ")
  }

  /// The directory of the stacks is a link to a place that isn't mounted.
  @Test(arguments: Shell.withCompletion) func aDirectoryThatIsNotMountedIsReported(_ kind: Shell)
    throws
  {
    let home = Home()
    try home.shell("mkdir -p .config disk/stack; ln -s ../disk/stack .config/stack")
    let shell = try InteractiveShell(kind, in: home)
    #expect(shell.prompt == "ready> ")
    for _ in 1...2 {
      try home.shell("mv disk unmounted")
      for _ in 1...2 { #expect(try shell.prompt() == "(stack!) ready> ") }
      try home.shell("mv unmounted disk")
      #expect(try shell.prompt() == "ready> ")
    }
  }

  /// Another user may put a FIFO there right before the prompt opens it. zsh doesn't wait; in bash,
  /// Ctrl-C ends this.
  @Test(arguments: [
    (Shell.bash, "set -T; trap '[[ $BASH_COMMAND == *builtin*read* ]] && swap' DEBUG", "\u{3}"),
    (.zsh, "trap '[[ $ZSH_DEBUG_CMD == sysopen* ]] && swap' DEBUG", ""),
  ])
  func aFIFODoesNotHangThePrompt(_ shell: Shell, _ trap: String, _ key: String) throws {
    let swap = "swap() { command mv -f ~/fifo ~/.config/stack/stack.json 2>/dev/null; }"
    let shell = try InteractiveShell(shell, after: swap + "\n" + trap)
    shell.type("mkfifo fifo\r")
    #expect(
      shell.terminal.wait { _ in
        (try? shell.home.shell("test -p .config/stack/stack.json").status) == 0
      })
    shell.terminal.wait(seconds: 0.3) { _ in false }
    shell.type(key)
    shell.terminal.wait { $0.screen.textBeforeCursor.hasSuffix("ready> ") }
    shell.type("\r")
    shell.expectScreen { $0.textBeforeCursor == "(stack!) ready> " }
  }

  @Test(arguments: Shell.withCompletion) func aHomeThatIsNotExportedIsReported(_ shell: Shell)
    throws
  {
    let terminal = try InteractiveShell(shell)
    let hide = [.bash: "export -n HOME", .zsh: "typeset -g +x HOME"][shell] ?? "set -gu HOME $HOME"
    for _ in 1...2 { #expect(try terminal.prompt(after: hide) == "(stack!) ready> ") }
    #expect(try terminal.prompt(after: shell.exporting("HOME", "\"$HOME\"")) == "(Task) ready> ")
    _ = try terminal.prompt(after: "cd \"$HOME\"")
    #expect(try terminal.prompt(after: shell.unsetting("HOME")) == "(stack!) ready> ")
  }
}
