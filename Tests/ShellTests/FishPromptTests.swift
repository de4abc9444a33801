// What a user of fish makes of their prompt goes on working, whoever draws it and whenever it is made anew.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct FishPromptTests {
  // MARK: Who draws

  @Test("The very next prompt after fish_prompt is made anew shows the task") func madeAnew() throws {
    func own(_ name: String) -> String {
      "function fish_prompt; echo -n \"\(name) [$status|$pipestatus] ready> \"; end"
    }
    for (before, after) in [(own("first"), ""), ("", own("first"))] {
      let shell = try InteractiveShell(.fish, before: before, after: after)
      try shell.home.write(Data(own("sourced").utf8), to: "theme.fish")
      for name in ["first", "second", "third", "sourced"] {
        if name != "first" {
          let command = name == "sourced" ? "source theme.fish" : own(name)
          #expect(try shell.prompt(after: command) == "(Task) \(name) [0|0] ready> ")
        }
        let prompt = "(Task) \(name) [3|0 1 3] ready> "
        #expect(try shell.prompt(after: "true | false | sh -c 'exit 3'") == prompt)
      }
      try shell.home.stack("done")
      #expect(try shell.prompt(after: "sh -c 'exit 4'") == "sourced [4|4] ready> ")
      #expect(try shell.prompt(after: "function fish_prompt; echo -n 'new ready> '; end") == "new ready> ")
      #expect(try shell.prompt(after: "stack push Other") == "(Other) new ready> ")
    }
  }

  @Test("A prompt built around ours, as by virtual environments, has the task once and in front")
  func builtAround() throws {
    let shell = try InteractiveShell(
      .fish,
      before: "function fish_prompt; echo -n \"[$status] ready> \"; end",
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
      try shell.home.writeTasks(title)
      #expect(try shell.prompt() == "(\(title)) (venv) [0] ready> ")
      #expect(try shell.prompt(after: "deactivate") == "(\(title)) [0] ready> ")
      try shell.home.writeTasks("Task")
      #expect(try shell.prompt(after: "sh -c 'exit 3' | sh -c 'exit 4'") == "(Task) [4] ready> ")
    }
  }

  /// VS Code: at the first prompt it takes what is fish_prompt then into one of its own.
  @Test("Marks that another puts around the prompt, at its first event, stay one pair") func marks() throws {
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

  @Test("The right prompt, the mode's, the user's event, and what fish hands to the prompt are untouched")
  func neighboursOfThePrompt() throws {
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
    #expect(shell.terminal.screen.text.hasSuffix("right 5"))
    _ = try shell.prompt(after: "fish_prompt one two >drawn")
    let drawn = try String(contentsOf: shell.home.url("drawn"), encoding: .utf8)
    #expect(drawn.hasPrefix("(Task) ") && drawn.hasSuffix(" one two ready> "), "\(drawn)")
    let other = "functions fish_right_prompt fish_mode_prompt | string match -q '*__stack*'; echo $status"
    #expect(try shell.output(of: other) == "1")
    _ = try shell.prompt(after: "set -g seen 0")
    #expect(try shell.output(of: "echo $seen") == "1", "once")
  }

  // MARK: Where the task stands

  @Test("A prompt that draws nothing, or empty lines alone") func drawingNothing() throws {
    let shell = try InteractiveShell(.fish)
    #expect(try shell.prompt() == "(Task) ready> ")
    for own in ["function fish_prompt; end", "function fish_prompt; echo; echo; end"] {
      shell.terminal.type("\(own)\r")
      #expect(shell.terminal.wait { $0.screen.textBeforeCursor == "(Task) " })
    }
  }

  private static let samples = "/usr/share/fish/tools/web_config/sample_prompts"
  private static let sampleNames = ((try? FileManager.default.contentsOfDirectory(atPath: samples)) ?? [])
    .sorted()

  @Test(
    "Each sample prompt of fish's own has the task once, and status and width as it has them",
    .enabled(if: !sampleNames.isEmpty, "fish's sample prompts are in \(samples)"))
  func samplePrompts() throws {
    let shell = try InteractiveShell(.fish)
    for name in Self.sampleNames where name.hasSuffix(".fish") {
      shell.terminal.type("printf '\\e[H\\e[2J'; source \(Self.samples)/\(name); false\r")
      #expect(
        shell.terminal.wait { $0.screen.text.components(separatedBy: "(Task) ").count == 2 },
        "\(name): \(shell.terminal.screen.text)")
    }
  }

  private static let tideDirectory = OtherScripts.path("tide/functions")?.replacingOccurrences(
    of: "/functions", with: "")

  @Test(
    "tide has the task, whatever its style, and draws what it drew",
    .enabled(if: tideDirectory != nil, "STACK_TEST_SCRIPTS names a directory with other projects' scripts"),
    arguments: [
      "Lean --lean_prompt_height='One line'",
      "Lean --lean_prompt_height='Two lines' --prompt_connection=Solid",
      "Rainbow --powerline_prompt_style='Two lines, character and frame' --prompt_connection=Dotted --powerline_right_prompt_frame=Yes",
    ])
  func tide(_ style: String) throws {
    let home = Home(["TERM": "xterm-256color"])
    try home.writeTasks("Task")
    try home.shell(
      "mkdir -p .config/fish; cp -r '\(Self.tideDirectory ?? "")'/{functions,conf.d} .config/fish/")
    let all =
      "--prompt_colors='16 colors' --rainbow_prompt_separators=Angled --powerline_prompt_heads=Sharp --powerline_prompt_tails=Flat --prompt_connection_andor_frame_color=Light --show_time=No --prompt_spacing=Compact --icons='Few icons' --transient=No"
    let configured = try home.run(
      Shell.fish.program(), ["-c", "emit _tide_init_install; tide configure --auto --style=\(style) \(all)"])
    #expect(configured.status == 0, "\(configured.errors)")
    let shell = try InteractiveShell(.fish, in: home, endings: ["❯ "], isBare: true)
    for title in ["Task", "Other", "$(touch pwned) %n"] {
      try home.writeTasks(title)
      shell.terminal.type("printf '\\e[H\\e[2J'; false\r")
      #expect(
        shell.terminal.wait { $0.screen.text.components(separatedBy: "(\(title)) ").count == 2 },
        "\(shell.terminal.screen.text)")
    }
    home.expectNothingRan()
  }

  // MARK: Which file it is

  @Test("A variable for a block or a command changes nothing, one of any other scope does")
  func scopesOfVariables() throws {
    let shell = try InteractiveShell(.fish, before: "function at_work; set -gx STACK_QUEUE work; end")
    try shell.home.writeTasks("At work", queue: "work")
    for command in [
      "begin; set -lx STACK_QUEUE work; stack >/dev/null; end", "STACK_QUEUE=work stack >/dev/null",
      "set -g STACK_QUEUE work",
    ] {
      #expect(try shell.prompt(after: command) == "(Task) ready> ")
    }
    for command in ["at_work", "set -Ux STACK_QUEUE work"] {
      #expect(try shell.prompt(after: command) == "(At work) ready> ")
      #expect(try shell.prompt(after: "set -e STACK_QUEUE") == "(Task) ready> ")
    }
  }
}
