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

  /// The files have the same time and length.
  @Test(arguments: Shell.withCompletion) func followsTheFile(_ shell: Shell) throws {
    let shell = try InteractiveShell(shell, in: Home())
    #expect(shell.prompt == "ready> ")
    try shell.home.shell(
      """
      mkdir -p .config/stack dotfiles others
      echo '{"tasks": [{"title": "First"}]}' >dotfiles/stack.json
      echo '{"tasks": [{"title": "Other"}]}' >dotfiles/other.json
      echo '{"tasks": [{"title": "Third"}]}' >others/stack.json
      touch -r dotfiles/stack.json dotfiles/other.json others/stack.json
      """)
    for (script, prompt) in [
      ("cp dotfiles/stack.json .config/stack", "(First) ready> "),
      ("mv .config/stack/stack.json elsewhere", "ready> "),
      ("mv elsewhere .config/stack/stack.json", "(First) ready> "), ("rm -r .config/stack", "ready> "),
      ("mkdir .config/stack; cp others/stack.json .config/stack", "(Third) ready> "),
      ("ln -sf ../../dotfiles/stack.json .config/stack/stack.json", "(First) ready> "),
      ("ln -sf ../../dotfiles/other.json .config/stack/stack.json", "(Other) ready> "),
      ("ln -sf ../../dotfiles/stack.json .config/stack/stack.json", "(First) ready> "),
      ("ln -sf ../../nowhere .config/stack/stack.json", "ready> "),
      ("rm -r .config/stack; ln -s ../dotfiles .config/stack", "(First) ready> "),
      ("ln -sfn ../others .config/stack", "(Third) ready> "),
      ("sed s/Third/Fifth/ others/stack.json >new; mv new others/stack.json", "(Fifth) ready> "),
    ] {
      try shell.home.shell(script)
      #expect(try shell.prompt() == prompt, "\(script)")
    }
  }
}
