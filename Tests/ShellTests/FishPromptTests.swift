// What a user of fish makes of their prompt goes on working, whoever draws it and whenever it is made anew.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct FishPromptTests {
  /// A shell in a home with one task.
  private func fish(before: String = "", after: String = "", endings: [String] = ["ready> "]) throws
    -> InteractiveShell
  {
    let home = Home()
    try home.writeTasks("Task")
    return try InteractiveShell(.fish, in: home, before: before, after: after, endings: endings)
  }

  // MARK: Who draws

  @Test("The very next prompt after fish_prompt is made anew shows the task") func madeAnew() throws {
    let shell = try fish()
    for number in 1...5 {
      let own = "function fish_prompt; echo -n \"\(number) [$status|$pipestatus] ready> \"; end"
      #expect(try shell.prompt(after: own) == "(Task) \(number) [0|0] ready> ")
      #expect(
        try shell.prompt(after: "true | false | sh -c 'exit 3'") == "(Task) \(number) [3|0 1 3] ready> ")
    }
    try shell.home.write(Data("function fish_prompt; echo -n 'sourced ready> '; end".utf8), to: "theme.fish")
    #expect(try shell.prompt(after: "source theme.fish") == "(Task) sourced ready> ")
    try shell.home.stack("done")
    #expect(try shell.prompt(after: "sh -c 'exit 4'") == "sourced ready> ")
  }

  @Test("A prompt built around ours, as by virtual environments, has the task once and in front")
  func builtAround() throws {
    let shell = try fish(
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
      let shell = try fish(before: before, after: after)
      for _ in 1...3 {
        let start = shell.terminal.text.components(separatedBy: "\u{1B}]633;A").count
        #expect(try shell.prompt() == "(Task) ready> ")
        #expect(shell.terminal.text.components(separatedBy: "\u{1B}]633;A").count - start <= 2)
      }
      #expect(try shell.prompt(after: "stack done") == "ready> ")
    }
  }

  @Test("The right prompt, the prompt of the mode, and what fish hands to the prompt are untouched")
  func neighboursOfThePrompt() throws {
    let shell = try fish(
      before: """
        function fish_right_prompt; echo "right $status"; end
        fish_vi_key_bindings
        function fish_prompt; echo -n "$fish_bind_mode $argv ready> "; end
        """)
    #expect(shell.prompt == "[I] (Task) insert  ready> ")
    _ = try shell.prompt(after: "sh -c 'exit 5'")
    #expect(shell.terminal.screen.text.hasSuffix("right 5"))
    _ = try shell.prompt(after: "fish_prompt one two >drawn")
    let drawn = try String(contentsOf: shell.home.url("drawn"), encoding: .utf8)
    #expect(drawn.hasPrefix("(Task) ") && drawn.hasSuffix(" one two ready> "), "\(drawn)")
    #expect(
      try shell.output(
        of: "functions fish_right_prompt fish_mode_prompt | string match -q '*__stack*'; echo $status") == "1"
    )
  }

  @Test("What the user does at the event of a prompt is done once") func theUsersEvent() throws {
    let shell = try fish(
      before: "set -g seen 0; function own --on-event fish_prompt; set -g seen (math $seen + 1); end")
    _ = try shell.prompt(after: "set seen 0")
    #expect(try shell.output(of: "echo $seen") == "1")
  }

  // MARK: Where the task stands

  @Test("The task stands behind the line breaks with which a prompt begins") func lineBreaksFirst() throws {
    let shell = try fish(before: "function fish_prompt; printf '\\n\\nready> '; end")
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.output(of: ":") == "\n")
    try shell.home.stack("done")
    #expect(try shell.prompt() == "ready> ")
    #expect(try shell.output(of: ":") == "\n")
  }

  /// tide fills the first line to the edge, and fish cuts off the beginning of what is longer.
  @Test("Where a line of several fills the terminal, the task stands in the last") func aFullLine() throws {
    let shell = try fish(before: "function fish_prompt; string repeat -n $COLUMNS -; echo -n 'ready> '; end")
    let line = try shell.output(of: ":")
    #expect(line.hasPrefix(String(repeating: "-", count: 99)), "\(line)")
    #expect(shell.prompt == "(Task) ready> ")
  }

  @Test("A prompt that draws nothing, or empty lines alone") func drawingNothing() throws {
    let shell = try fish()
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
    let shell = try fish()
    for name in Self.sampleNames where name.hasSuffix(".fish") {
      shell.terminal.type("printf '\\e[H\\e[2J'; source \(Self.samples)/\(name); false\r")
      #expect(
        shell.terminal.wait { $0.screen.text.components(separatedBy: "(Task) ").count == 2 },
        "\(name): \(shell.terminal.screen.text)")
    }
  }

  private static let tideFolder = OtherScripts.path("tide/functions")?.replacingOccurrences(
    of: "/functions", with: "")

  @Test(
    "tide has the task, whatever its style, and draws what it drew",
    .enabled(if: tideFolder != nil, "STACK_TEST_SCRIPTS names a folder with other projects' scripts"),
    arguments: [
      "Lean --lean_prompt_height='One line'",
      "Lean --lean_prompt_height='Two lines' --prompt_connection=Solid",
      "Rainbow --powerline_prompt_style='Two lines, character and frame' --prompt_connection=Dotted --powerline_right_prompt_frame=Yes",
    ])
  func tide(_ style: String) throws {
    let home = Home(["TERM": "xterm-256color"])
    try home.writeTasks("Task")
    try home.shell("mkdir -p .config/fish; cp -r '\(Self.tideFolder ?? "")'/{functions,conf.d} .config/fish/")
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
    #expect(home.files(below: "").filter { $0.contains("pwned") } == [])
  }

  // MARK: Which file it is

  @Test("A variable for a block or a command changes nothing, one of any other scope does")
  func scopesOfVariables() throws {
    let shell = try fish(before: "function at_work; set -gx STACK_QUEUE work; end")
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

  // MARK: What can't be read

  @Test("Where the program isn't found, it says so, and nothing offers to install it")
  func withoutTheProgram() throws {
    let shell = try fish(
      before: "function fish_command_not_found; echo want $argv; end; set -g path_before $PATH",
      after: "set PATH /nowhere")
    #expect(shell.prompt == "(stack!) ready> ")
    #expect(!shell.terminal.text.contains("want stack"))
    #expect(try shell.prompt(after: "set PATH $path_before") == "(Task) ready> ")
  }

  // MARK: What is left behind

  @Test("What it adds to the shell is called __stack or stack, and nothing lies in the state folder")
  func whatItAdds() throws {
    let list = "begin; set -n; functions -an; alias; abbr; bind; end >"
    let shell = try fish(before: "functions -q fish_prompt; complete -C 'stack -' >/dev/null; \(list)before")
    for _ in 1...2 { _ = try shell.prompt() }
    _ = try shell.prompt(after: "\(list)after")
    let before = try String(contentsOf: shell.home.url("before"), encoding: .utf8).split(separator: "\n")
    let after = try String(contentsOf: shell.home.url("after"), encoding: .utf8).split(separator: "\n")
    let added = Set(after).subtracting(before).subtracting(["STACK_PROMPT"])
    // What fish itself sets when it becomes interactive, and loads for itself.
    let bare = try InteractiveShell(
      .fish, in: Home(), before: "functions -q fish_prompt; complete -C 'stack -' >/dev/null; \(list)before",
      line: "")
    for _ in 1...2 { _ = try bare.prompt() }
    _ = try bare.prompt(after: "\(list)after")
    let usual = try String(contentsOf: bare.home.url("after"), encoding: .utf8).split(separator: "\n")
    #expect(added.subtracting(usual).filter { !$0.hasPrefix("__stack") && !$0.hasPrefix("stack") } == [])
    #expect(added.contains("__stack_update"), "the lists are there")
    #expect(shell.home.files(below: ".local/state") == [])
  }
}
