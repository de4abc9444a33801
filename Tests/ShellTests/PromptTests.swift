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
    let shortened = "(Write the report about the thing that n…) ready> "
    #expect(
      try shell.prompt(after: "stack push Write the report about the thing that nobody remembers")
        == shortened)
  }

  // MARK: The file

  @Test(arguments: Shell.withCompletion) func followsAFileThatComesAndGoes(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell, in: Home())
    #expect(shell.prompt == "ready> ")
    try shell.home.writeTasks("First")
    #expect(try shell.prompt() == "(First) ready> ")
    for (script, prompt) in [
      ("mv .config/stack/stack.json elsewhere", "ready> "),
      ("mv elsewhere .config/stack/stack.json", "(First) ready> "), ("rm -r .config/stack", "ready> "),
    ] {
      try shell.home.shell(script)
      #expect(try shell.prompt() == prompt, "\(script)")
    }
    try shell.home.writeTasks("Other")
    #expect(try shell.prompt() == "(Other) ready> ")
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
    for (script, prompt) in [
      ("ln -sf ../../dotfiles/other.json .config/stack/stack.json", "(Other) ready> "),
      ("ln -sf ../../dotfiles/stack.json .config/stack/stack.json", "(First) ready> "),
      ("ln -sf ../../nowhere .config/stack/stack.json", "ready> "),
      ("rm -r .config/stack; ln -s ../dotfiles .config/stack", "(First) ready> "),
      ("ln -sfn ../others .config/stack", "(Third) ready> "),
      ("sed s/Third/Fifth/ others/stack.json >new; mv new others/stack.json", "(Fifth) ready> "),
    ] {
      try home.shell(script)
      #expect(try shell.prompt() == prompt, "\(script)")
    }
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
    for number in 101...110 {
      #expect(try shell.prompt(after: "put 'First \(number)'") == "(First \(number)) ready> ")
      #expect(try shell.prompt(after: "put 'Other \(number)'") == "(Other \(number)) ready> ")
    }
  }
}
