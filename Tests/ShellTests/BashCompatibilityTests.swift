// Other projects' scripts in bash's prompt keep working, wherever their line is, and the task is shown next to them.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// Something that wraps bash's prompt or its commands.
private struct Wrapper: CustomTestStringConvertible, Sendable {
  let name: String
  /// What stands in the start-up file.
  let lines: String
  /// How a prompt's mark begins, in the terminal.
  var mark = ""
  /// The arguments of bash, if the neighbour starts it.
  var arguments: [String]?
  var environment: [String: String] = [:]

  var testDescription: String { name }

  /// Those for which there are other projects' scripts, by their own names.
  private static func real(_ script: String, _ wrapper: (String) -> Wrapper) -> [Wrapper] {
    OtherScripts.path(script).map { [wrapper($0)] } ?? []
  }

  // MARK: What tells of each command

  /// Writes to `log` what it is told.
  private static let hooks = """

    preexec() { echo "before $1" >>~/log; }
    precmd() { echo "after $?" >>~/log; }
    """

  /// What is told of each command.
  static let preexecs =
    [preexec] + real("bash-preexec.sh") { Wrapper(name: "bash-preexec", lines: ". \($0)" + hooks) }

  /// As bash-preexec does it: it installs itself at the first prompt, where its functions run too, and its last command
  /// says that what comes next is a person's, unless it is one of the prompt's.
  fileprivate static let preexec = Wrapper(
    name: "a stand-in for bash-preexec",
    lines: #"""
      bash_preexec_imported=defined
      __bp_precmd_invoke_cmd() {
          local status=$? each
          for each in "${precmd_functions[@]}"; do (exit $status); "$each"; done
          return $status
      }
      __bp_interactive_mode() { is_interactive=yes; }
      before_command() {
          local all=$'\n'$(IFS=$'\n'; echo "${PROMPT_COMMAND[*]}")$'\n' is=$is_interactive
          is_interactive=
          [[ ! $is || $all == *$'\n'"$BASH_COMMAND"$'\n'* ]] || preexec "$BASH_COMMAND"
      }
      __bp_install() {
          PROMPT_COMMAND[0]=__bp_precmd_invoke_cmd$'\n'${PROMPT_COMMAND[0]}
          PROMPT_COMMAND=("${PROMPT_COMMAND[@]//__bp_install/:}" __bp_interactive_mode)
          trap before_command DEBUG
          ! declare -F precmd >/dev/null || precmd_functions+=(precmd)
          __bp_precmd_invoke_cmd
          __bp_interactive_mode
      }
      PROMPT_COMMAND+=(__bp_install)
      """# + hooks)

  // MARK: What makes the prompt with a program

  /// A program that makes bash's prompt, by itself and with bash-preexec.
  static let starships =
    [starship]
    + real("starship") {
      Wrapper(
        name: "starship", lines: "eval \"$(sed s/::STARSHIP::/starship/g '\($0)/src/init/starship.bash')\"")
    }

  /// As starship does it: what was in PROMPT_COMMAND runs inside its own function.
  private static let starship = Wrapper(
    name: "a stand-in for starship",
    lines: #"""
      starship_precmd() { eval "$before_starship"; PS1=$(starship prompt); }
      if [[ ${bash_preexec_imported-} ]]; then precmd_functions+=(starship_precmd)
      else before_starship=$PROMPT_COMMAND PROMPT_COMMAND=starship_precmd; fi
      """#)

  // MARK: What puts marks around the prompt

  /// What puts marks around each prompt.
  static let markers =
    [vsCode, iTerm]
    + real("shellIntegration-bash.sh") {
      Wrapper(name: "VS Code, sourced", lines: ". \($0)", mark: "\u{1B}]633;")
    }
    + real("shellIntegration-bash.sh") {
      Wrapper(
        name: "VS Code, injected", lines: "", mark: "\u{1B}]633;", arguments: ["--init-file", $0],
        environment: ["VSCODE_INJECTION": "1"])
    }
    + real("iterm2_shell_integration.bash") { Wrapper(name: "iTerm2", lines: ". \($0)", mark: "\u{1B}]133;") }

  /// As VS Code does it: what changes PS1 is wrapped again, after each command; PROMPT_COMMAND is taken over.
  private static let vsCode = Wrapper(
    name: "a stand-in for VS Code",
    lines: #"""
      wrap() {
          [[ $ran ]] || return
          if [[ $__vsc_custom_PS1 != "$PS1" ]]; then
              __vsc_original_PS1=$PS1
              __vsc_custom_PS1='\[\e]633;A\a\]'$PS1'\[\e]633;B\a\]'
              PS1=$__vsc_custom_PS1
          fi
          ran=
      }
      ran=yes
      wrap
      __vsc_prompt_cmd() { wrap; }
      __vsc_prompt_cmd_original() { eval "$__vsc_original_prompt_command"; wrap; }
      trap ran=yes DEBUG
      __vsc_original_prompt_command=$PROMPT_COMMAND
      PROMPT_COMMAND=__vsc_prompt_cmd${PROMPT_COMMAND:+_original}
      """#,
    mark: "\u{1B}]633;")

  /// As iTerm2 does it: wrapped before each prompt, and taken off again before each command.
  private static let iTerm = Wrapper(
    name: "a stand-in for iTerm2",
    lines: #"PROMPT_COMMAND[0]+="${PROMPT_COMMAND:+; }wrap""# + "\n" + preexec.lines + #"""

      preexec() { [[ $PS1 != "$wrapped" ]] || PS1=$original; }
      wrap() {
          [[ $PS1 == "$wrapped" ]] || original=$PS1
          wrapped='\[\e]133;A\a\]'$original'\[\e]133;B\a\]'
          PS1=$wrapped
      }
      """#,
    mark: "\u{1B}]133;")
}

@Suite(.saysWhatIsMissing) struct BashCompatibilityTests {
  /// Where the neighbour's lines stand.
  enum Place: CaseIterable {
    case before
    case after
    /// Our line is typed at a prompt that has the neighbour already.
    case typedLater
  }

  private func shell(_ wrapper: Wrapper, _ place: Place, before: String = "") throws -> InteractiveShell {
    let shell = try InteractiveShell(
      .bash, in: Home(wrapper.environment, task: "Task"),
      command: wrapper.arguments.map { try [Shell.bash.program()] + $0 },
      before: before + "\n" + (place == .after ? "" : wrapper.lines),
      after: place == .after ? wrapper.lines : "", line: place == .typedLater ? "" : nil)
    if place == .typedLater { _ = try shell.prompt(after: Shell.bash.line()) }
    return shell
  }

  @Test("bash-preexec's kind is told of each command, once", arguments: Place.allCases, Wrapper.preexecs)
  private func commandsAreTold(_ place: Place, _ preexec: Wrapper) throws {
    let all = ["", "PROMPT_COMMAND=:", "PROMPT_COMMAND=(true)", "PROMPT_COMMAND=(true true)"]
    for before in TestExtent.sample(all, 1) {
      let shell = try shell(preexec, place, before: before)
      try shell.home.shell("rm -f log")
      #expect(shell.prompt == "(Task) ready> ")
      for command in ["echo one", "false", "stack edit Other"] { _ = try shell.prompt(after: command) }
      // An empty line is no command.
      shell.terminal.type("\r")
      #expect(try shell.prompt(after: "echo two") == "(Other) ready> ")
      let told = try String(contentsOf: shell.home.url("log"), encoding: .utf8)
      #expect(
        told == """
          before echo one
          after 0
          before false
          after 1
          before stack edit Other
          after 0
          after 0
          before echo two
          after 0

          """, "\(before)")
    }
  }

  /// With or without a prompt of ours, and with bash-preexec in front or at the end.
  @Test(
    "What sets PS1 in one of bash-preexec's functions, or with a program, has the task from the first prompt on",
    arguments: [Place.before, .after], Wrapper.starships)
  private func madeByAProgram(_ place: Place, _ starship: Wrapper) throws {
    for (before, after) in [("", ""), (Wrapper.preexec.lines, ""), ("", Wrapper.preexec.lines)] {
      for (options, expected) in [("", "(Task) [] ready> "), ("--no-prompt", "[Task] ready> ")] {
        // After our line, it would set PS1 last.
        if place == .after, options + before + after == "" { continue }
        let home = try Home(task: "Task")
        try home.script("starship", "[ $1 = prompt ] && printf '[%s] ready> ' \"$STACK_PROMPT\" || echo 1")
        let lines = after.isEmpty ? starship.lines : after + "\n" + starship.lines
        let shell = try InteractiveShell(
          .bash, in: home, options: options,
          before: before + (options.isEmpty ? "" : "\nexport STACK_PROMPT")
            + (place == .before ? "\n" + lines : ""),
          after: place == .after ? lines : "")
        #expect(shell.prompt == expected, "\(before.isEmpty) \(after.isEmpty)")
        try home.writeTasks("Other")
        #expect(try shell.prompt() == expected.replacing("Task", with: "Other"))
      }
    }
  }

  @Test(
    "Marks stand around each prompt once, and PS1 doesn't grow", arguments: Place.allCases, Wrapper.markers)
  private func marksAreStandingOnce(_ place: Place, _ marker: Wrapper) throws {
    let all = ["", "PROMPT_COMMAND=:", "theme() { PS1='ready> '; }; PROMPT_COMMAND=theme"]
    for before in TestExtent.sample(all, 1) {
      let shell = try shell(marker, place, before: before)
      func count(_ side: String) -> Int {
        shell.terminal.text.components(separatedBy: marker.mark + side).count
      }
      _ = try shell.prompt()
      let length = try shell.output(of: "echo ${#PS1}")
      for command in [":", "stack edit Other", "false", ":"] {
        let (start, end) = (count("A"), count("B"))
        _ = try shell.prompt(after: command)
        #expect(count("A") == start + 1 && count("B") == end + 1, "\(before)")
      }
      #expect(shell.prompt == "(Other) ready> ")
      #expect(try shell.output(of: "echo ${#PS1}") == length)
      #expect(try shell.prompt(after: "stack done") == "ready> ")
    }
  }

  // MARK: What Debian has

  @Test(
    "direnv", .enabled(if: Program.exists("direnv"), "there is direnv"),
    arguments: TestExtent.sample(Place.allCases, 2))
  func direnv(_ place: Place) throws {
    let shell = try shell(Wrapper(name: "direnv", lines: #"eval "$(direnv hook bash)""#), place)
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
    try shell.home.shell("mkdir -p project .config/direnv; echo 'export STACK_QUEUE=work' >project/.envrc")
    try shell.home.shell("direnv allow project")
    try shell.home.writeTasks("At work", queue: "work")
    #expect(try shell.prompt(after: "cd project") == "(At work) ready> ")
    #expect(try shell.prompt(after: "cd ..") == "(Other) ready> ")
  }

  private static let liquidpromptScript = OtherScripts.debian("liquidprompt/liquidprompt")

  /// It sets PS1 anew at each prompt and has a DEBUG trap, so it is told where the task belongs.
  @Test(
    "liquidprompt",
    .enabled(if: liquidpromptScript != nil, "there is liquidprompt"),
    arguments: TestExtent.sample(Place.allCases, 2))
  func liquidprompt(_ place: Place) throws {
    let lines = """
      LP_PS1_PREFIX='${STACK_PROMPT:+($STACK_PROMPT) }' LP_PS1_POSTFIX='ready> '
      . \(try #require(Self.liquidpromptScript))
      """
    let shell = try shell(Wrapper(name: "liquidprompt", lines: lines), place)
    for _ in 1...2 {
      let prompt = try shell.prompt(after: "stack edit Other")
      #expect(prompt.hasPrefix("(Other) ") && prompt.components(separatedBy: "(Other)").count == 2)
    }
    #expect(try shell.prompt(after: "sh -c 'exit 7'").contains("7"))
    #expect(try !shell.prompt(after: "stack done").contains("("))
  }
}
