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
}
