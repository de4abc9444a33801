// The prompt follows the queue, whoever changes it and however.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct PromptTests {
  @Test(arguments: Shell.withCompletion) func followsWhatIsTyped(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell, in: Home())
    #expect(shell.prompt == "ready> ")
    #expect(try shell.prompt(after: "stack push Write the report") == "(Write the report) ready> ")
    #expect(try shell.prompt(after: "stack push Call Sam") == "(Write the report) ready> ")
    #expect(try shell.prompt(after: "stack done") == "(Call Sam) ready> ")
    #expect(try shell.prompt(after: "stack undo") == "(Write the report) ready> ")
    #expect(try shell.prompt(after: "stack skip") == "(Call Sam) ready> ")
    #expect(try shell.prompt(after: "stack edit Call Pat") == "(Call Pat) ready> ")
    #expect(try shell.prompt() == "(Call Pat) ready> ")
    #expect(try shell.prompt(after: "stack done") == "(Write the report) ready> ")
    #expect(try shell.prompt(after: "stack drop") == "ready> ")
    #expect(try shell.prompt() == "ready> ")
  }

  @Test(arguments: Shell.withCompletion) func followsAnotherTerminal(_ shell: Shell) throws {
    let home = Home()
    try home.stack("push", "Write the report")
    let shell = try InteractiveShell(shell, in: home)
    #expect(shell.prompt == "(Write the report) ready> ")
    for number in 1...10 {
      try home.stack("push", "--top", "Task \(number)")
      #expect(try shell.prompt() == "(Task \(number)) ready> ")
      try home.stack("done")
      #expect(try shell.prompt() == "(Write the report) ready> ")
    }
    try home.stack("drop")
    #expect(try shell.prompt() == "ready> ")
  }

  @Test(arguments: Shell.withCompletion) func isShortened(_ shell: Shell) throws {
    let home = Home()
    try home.stack("push", "Write the report about the thing that nobody remembers")
    #expect(
      try InteractiveShell(shell, in: home).prompt == "(Write the report about the thing that n…) ready> ")
  }

  // MARK: The file

  /// The second text takes the place of the first in the same file, with the same length and the same time.
  @Test(arguments: Shell.withCompletion) func followsAnEditInPlace(_ shell: Shell) throws {
    let home = Home()
    try home.writeTasks("First")
    let shell = try InteractiveShell(shell, in: home)
    #expect(shell.prompt == "(First) ready> ")
    try home.shell("cp -p .config/stack/stack.json as-before")
    for title in ["Other", "Third", "First"] {
      try home.writeTasks(title)
      #expect(try shell.prompt() == "(\(title)) ready> ")
      try home.shell("touch -r as-before .config/stack/stack.json")
      #expect(try shell.prompt() == "(\(title)) ready> ")
      try home.shell("sed 's/\(title)/Fifth/' .config/stack/stack.json >new")
      try home.shell("cat new >.config/stack/stack.json; touch -r as-before .config/stack/stack.json")
      #expect(try shell.prompt() == "(Fifth) ready> ")
    }
  }

  @Test(arguments: Shell.withCompletion) func followsAFileThatComesAndGoes(_ shell: Shell) throws {
    let home = Home()
    let shell = try InteractiveShell(shell, in: home)
    #expect(shell.prompt == "ready> ")
    try home.writeTasks("First")
    #expect(try shell.prompt() == "(First) ready> ")
    try home.shell("mv .config/stack/stack.json elsewhere")
    #expect(try shell.prompt() == "ready> ")
    try home.shell("mv elsewhere .config/stack/stack.json")
    #expect(try shell.prompt() == "(First) ready> ")
    try home.shell("rm -r .config/stack")
    #expect(try shell.prompt() == "ready> ")
    try home.writeTasks("Other")
    #expect(try shell.prompt() == "(Other) ready> ")
    try home.writeQueue("broken")
    #expect(try shell.prompt() == "(stack!) ready> ")
    try home.writeQueue("")
    #expect(try shell.prompt() == "(stack!) ready> ")
    try home.shell("rm .config/stack/stack.json; mkdir .config/stack/stack.json")
    #expect(try shell.prompt() == "(stack!) ready> ")
    try home.shell("rmdir .config/stack/stack.json")
    #expect(try shell.prompt() == "ready> ")
    try home.writeQueue("")
    #expect(try shell.prompt() == "(stack!) ready> ", "an empty file is none that could be read")
    try home.writeTasks("Third")
    #expect(try shell.prompt() == "(Third) ready> ")
  }

  /// Whoever opens it for reading waits until somebody writes.
  @Test(arguments: Shell.withCompletion) func aPipeInPlaceOfTheFileHoldsNothingUp(_ shell: Shell) throws {
    let home = Home()
    let shell = try InteractiveShell(shell, in: home)
    for isThere in [false, true] {
      try home.shell("rm -rf .config/stack; mkdir -p .config/stack")
      if isThere { try home.writeTasks("Task") }
      #expect(try shell.prompt() == (isThere ? "(Task) ready> " : "ready> "))
      try home.shell("rm -f .config/stack/stack.json; mkfifo .config/stack/stack.json")
      for _ in 1...2 { #expect(try shell.prompt() == "(stack!) ready> ") }
      #expect(try home.stack("prompt").status == 74)
      try home.shell("rm .config/stack/stack.json")
      #expect(try shell.prompt() == "ready> ")
    }
    // It is there when the shell starts, too.
    try home.shell("mkfifo .config/stack/stack.json")
    #expect(try InteractiveShell(shell.shell, in: home).prompt == "(stack!) ready> ")
  }

  /// As `mv` and sync tools bring them: older than what was there.
  @Test(arguments: Shell.withCompletion) func followsAFileThatIsOlder(_ shell: Shell) throws {
    let home = Home()
    try home.writeTasks("First")
    let shell = try InteractiveShell(shell, in: home)
    try home.writeTasks("Older", queue: "brought")
    try home.shell("cd .config/stack; touch -t 200101010000 brought.json; mv brought.json stack.json")
    #expect(try shell.prompt() == "(Older) ready> ")
    try home.writeTasks("Ahead", queue: "brought")
    try home.shell("cd .config/stack; touch -t 210101010000 brought.json; mv brought.json stack.json")
    #expect(try shell.prompt() == "(Ahead) ready> ")
    try home.writeTasks("Again")
    #expect(try shell.prompt() == "(Again) ready> ")
  }

  /// The files have the same time and length.
  @Test(arguments: Shell.withCompletion) func followsALink(_ shell: Shell) throws {
    let home = Home()
    try home.shell(
      """
      mkdir -p .config/stack dotfiles others
      echo '{"tasks": [{"title": "First"}]}' >dotfiles/stack.json
      echo '{"tasks": [{"title": "Other"}]}' >dotfiles/other.json
      echo '{"tasks": [{"title": "Third"}]}' >others/stack.json
      touch -r dotfiles/stack.json dotfiles/other.json others/stack.json
      ln -s ../../dotfiles/stack.json .config/stack/stack.json
      """)
    let shell = try InteractiveShell(shell, in: home)
    #expect(shell.prompt == "(First) ready> ")
    try home.shell("ln -sf ../../dotfiles/other.json .config/stack/stack.json")
    #expect(try shell.prompt() == "(Other) ready> ")
    try home.shell("ln -sf ../../dotfiles/stack.json .config/stack/stack.json")
    #expect(try shell.prompt() == "(First) ready> ")
    try home.shell("ln -sf ../../nowhere .config/stack/stack.json")
    #expect(try shell.prompt() == "ready> ")
    try home.shell("rm -r .config/stack; ln -s ../dotfiles .config/stack")
    #expect(try shell.prompt() == "(First) ready> ")
    try home.shell("ln -sfn ../others .config/stack")
    #expect(try shell.prompt() == "(Third) ready> ")
    try home.shell("sed s/Third/Fifth/ others/stack.json >new; mv new others/stack.json")
    #expect(try shell.prompt() == "(Fifth) ready> ")
  }

  // MARK: The variables

  @Test(arguments: Shell.withCompletion) func followsSTACK_QUEUE(_ shell: Shell) throws {
    let home = Home()
    try home.writeTasks("At home")
    try home.writeTasks("At work", queue: "work")
    let shell = try InteractiveShell(shell, in: home)
    #expect(shell.prompt == "(At home) ready> ")
    #expect(try shell.export("STACK_QUEUE", "work") == "(At work) ready> ")
    #expect(try shell.prompt(after: "stack done") == "ready> ")
    #expect(try shell.export("STACK_QUEUE", "''") == "(At home) ready> ")
    #expect(try shell.export("STACK_QUEUE", "none") == "ready> ")
    #expect(try shell.prompt(after: "stack push Begin") == "(Begin) ready> ")
    #expect(try shell.unset("STACK_QUEUE") == "(At home) ready> ")
    // The program would not see it either.
    #expect(try shell.set("STACK_QUEUE", "none") == "(At home) ready> ")
  }

  @Test(arguments: Shell.withCompletion) func followsXDG_CONFIG_HOME(_ shell: Shell) throws {
    let home = Home()
    try home.writeTasks("At home")
    try home.write(Data(#"{"tasks":[{"title":"Elsewhere"}]}"#.utf8), to: "other place/stack/stack.json")
    let shell = try InteractiveShell(shell, in: home)
    #expect(shell.prompt == "(At home) ready> ")
    #expect(try shell.export("XDG_CONFIG_HOME", "\"$HOME/other place\"") == "(Elsewhere) ready> ")
    #expect(try shell.export("XDG_CONFIG_HOME", "'other place'") == "(At home) ready> ")
    #expect(try shell.export("XDG_CONFIG_HOME", "$HOME/nowhere") == "ready> ")
    #expect(try shell.unset("XDG_CONFIG_HOME") == "(At home) ready> ")
    #expect(try shell.set("XDG_CONFIG_HOME", "\"$HOME/other place\"") == "(At home) ready> ")
  }

  /// Each change comes right after the one before was read: mostly within the same tick of the file system's
  /// clock.
  @Test(arguments: Shell.withCompletion) func followsAChangeRightAfterAnother(_ shell: Shell) throws {
    let home = Home()
    try home.writeTasks("First 000")
    let body = #"printf '{"tasks": [{"title": "%s"}]}'"#
    let file = "~/.config/stack/stack.json"
    let shell = try InteractiveShell(
      shell, in: home,
      before: shell == .fish
        ? "function put; \(body) $argv >\(file); end" : "put() { \(body) \"$1\" >\(file); }")
    for number in 101...130 {
      #expect(try shell.prompt(after: "put 'First \(number)'") == "(First \(number)) ready> ")
      #expect(try shell.prompt(after: "put 'Other \(number)'") == "(Other \(number)) ready> ")
    }
  }

  /// As the XDG specification has it, a folder that is no absolute path counts as not set: another file there is
  /// none of ours.
  @Test(arguments: Shell.withCompletion) func aRelativeFolderIsNotFollowed(_ shell: Shell) throws {
    let home = Home()
    try home.writeTasks("First")
    try home.shell("mkdir place && cp -r .config/stack place/stack")
    let shell = try InteractiveShell(shell, in: home)
    #expect(try shell.export("XDG_CONFIG_HOME", "place") == "(First) ready> ")
    try home.writeTasks("Other")
    #expect(try shell.prompt() == "(Other) ready> ")
    try home.shell("cp .config/stack/stack.json place/stack/stack.json")
    try home.writeTasks("Third")
    #expect(try shell.prompt() == "(Third) ready> ")
  }
}
