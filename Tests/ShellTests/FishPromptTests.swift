// The user's own prompt in fish keeps working, whichever function draws it and whenever it is
// defined again.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct FishPromptTests {
  /// direnv has such a hook.
  @Test func aHookAfterTheLineMayChooseTheStack() throws {
    let hook = """
      function choose --on-event fish_prompt
        test -e project; and set -gx STACK_QUEUE work; or set -e STACK_QUEUE
      end
      """
    let shell = try InteractiveShell(.fish, after: hook)
    try shell.home.writeTasks("At work", queue: "work")
    try shell.expectPrompts(
      """
      (Task) ready> touch project
      (At work) ready> rm project
      (Task) ready> true | sh -c 'exit 3'
      """)
    #expect(try shell.output(of: "echo $status $pipestatus") == "3 0 3")
  }

  @Test func anotherDefinitionOfThePromptShowsTheTaskAtOnce() throws {
    func own(_ name: String) -> String {
      "function fish_prompt; echo -n \"\(name) [$status|$pipestatus] ready> \"; end"
    }
    for (before, after) in [(own("first"), ""), ("", own("first"))] {
      let shell = try InteractiveShell(.fish, before: before, after: after)
      try shell.home.write(own("sourced"), to: "theme.fish")
      for name in ["first", "second", "third", "sourced"] {
        if name != "first" {
          let command = name == "sourced" ? "source theme.fish" : own(name)
          #expect(try shell.prompt(after: command) == "(Task) \(name) [0|0] ready> ")
        }
        let prompt = "(Task) \(name) [3|0 1 3] ready> "
        #expect(try shell.prompt(after: "true | false | sh -c 'exit 3'") == prompt)
      }
      #expect(
        try shell.prompt(following: shell.home.stack("done"), after: "sh -c 'exit 4'")
          == "sourced [4|4] ready> ")
      #expect(
        try shell.prompt(after: "function fish_prompt; echo -n 'new ready> '; end") == "new ready> "
      )
      #expect(try shell.prompt(after: "stack push Other") == "(Other) new ready> ")
    }
  }

  /// Virtual environments wrap the prompt this way.
  @Test func aWrappedPromptHasTheTaskOnceAndInFront() throws {
    let shell = try InteractiveShell(
      .fish, before: "function fish_prompt; echo -n \"[$status] ready> \"; end",
      after: """
        function activate
            functions -c fish_prompt _old_fish_prompt
            function fish_prompt
                set -l old_status $status
                printf '(venv) '
                echo "exit $old_status" | source
                _old_fish_prompt
            end
        end
        function deactivate
            functions -e fish_prompt
            functions -c _old_fish_prompt fish_prompt
            functions -e _old_fish_prompt
        end
        """)
    #expect(shell.prompt == "(Task) [0] ready> ")
    for title in ["First", "Other", "Third"] {
      #expect(try shell.prompt(after: "activate") == "(Task) (venv) [0] ready> ")
      #expect(try shell.prompt(after: "sh -c 'exit 3'") == "(Task) (venv) [3] ready> ")
      #expect(
        try shell.prompt(following: shell.home.writeTasks(title)) == "(\(title)) (venv) [0] ready> "
      )
      #expect(try shell.prompt(after: "deactivate") == "(\(title)) [0] ready> ")
      try shell.home.writeTasks("Task")
      #expect(try shell.prompt(after: "sh -c 'exit 3' | sh -c 'exit 4'") == "(Task) [4] ready> ")
    }
  }

  /// VS Code wraps `fish_prompt` at the first prompt.
  @Test func promptIsMarkedOnce() throws {
    let wrap = """
      function wrap --on-event fish_prompt
          functions -e wrap
          functions -c fish_prompt wrapped
          function fish_prompt
              printf '\\e]633;A\\a'
              wrapped
              printf '\\e]633;B\\a'
          end
      end
      """
    for (before, after) in [(wrap, ""), ("", wrap)] {
      let shell = try InteractiveShell(.fish, before: before, after: after)
      for _ in 1...3 {
        let start = shell.terminal.text.components(separatedBy: "\u{1B}]633;A").count
        #expect(try shell.prompt() == "(Task) ready> ")
        #expect(shell.terminal.text.components(separatedBy: "\u{1B}]633;A").count - start <= 2)
      }
      #expect(try shell.prompt(after: "stack done") == "ready> ")
    }
  }

  @Test func theRightPromptTheModeAndEventsAreUntouched() throws {
    let shell = try InteractiveShell(
      .fish,
      before: """
        function fish_right_prompt; echo "right $status"; end
        fish_vi_key_bindings
        function fish_prompt; echo -n "$fish_bind_mode $argv ready> "; end
        set -g seen 0; function own --on-event fish_prompt; set -g seen (math $seen + 1); end
        """)
    #expect(shell.prompt == "[I] (Task) insert  ready> ")
    _ = try shell.prompt(after: "sh -c 'exit 5'")
    #expect(shell.screen.hasSuffix("right 5"))
    _ = try shell.prompt(after: "fish_prompt one two >drawn")
    let drawn = try shell.home.text(of: "drawn")
    #expect(drawn.hasPrefix("(Task) ") && drawn.hasSuffix(" one two ready> "), "\(drawn)")
    let other =
      "functions fish_right_prompt fish_mode_prompt | string match -q '*__stack*'; echo $status"
    #expect(try shell.output(of: other) == "1")
    _ = try shell.prompt(after: "set -g seen 0")
    #expect(try shell.output(of: "echo $seen") == "1")
  }

  @Test func aPromptThatDrawsNothingHasTheTask() throws {
    let shell = try InteractiveShell(.fish)
    for own in ["function fish_prompt; end", "function fish_prompt; echo; echo; end"] {
      shell.type("\(own)\r")
      shell.expectScreen { $0.textBeforeCursor == "(Task) " }
    }
  }

  private static let samples = "/usr/share/fish/tools/web_config/sample_prompts"
  private static let sampleNames =
    ((try? FileManager.default.contentsOfDirectory(atPath: samples)) ?? []).sorted()

  @Test(.enabled(if: !sampleNames.isEmpty, "needs fish's sample prompts in \(samples)"))
  func eachSamplePromptOfFishHasTheTaskOnce() throws {
    let shell = try InteractiveShell(.fish)
    for name in Self.sampleNames where name.hasSuffix(".fish") {
      shell.type("printf '\\e[H\\e[2J'; source \(Self.samples)/\(name); false\r")
      #expect(
        shell.terminal.wait { $0.screen.text.components(separatedBy: "(Task) ").count == 2 },
        "\(name): \(shell.screen)")
    }
  }

  @Test func onlyVariablesThatOutliveACommandChooseTheStack() throws {
    let shell = try InteractiveShell(
      .fish, before: "function at_work; set -gx STACK_QUEUE work; end")
    try shell.home.writeTasks("At work", queue: "work")
    for command in [
      "begin; set -lx STACK_QUEUE work; stack >/dev/null; end", "STACK_QUEUE=work stack >/dev/null",
      "set -g STACK_QUEUE work",
    ] { #expect(try shell.prompt(after: command) == "(Task) ready> ") }
    for command in ["at_work", "set -Ux STACK_QUEUE work"] {
      try shell.expectPrompts(
        """
        (Task) ready> \(command)
        (At work) ready> set -e STACK_QUEUE
        (Task) ready>
        """)
    }
  }
}
