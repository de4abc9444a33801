// What else lives in bash's prompt goes on working, wherever its line stands, and so does the task.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// Something that wraps bash's prompt or its commands.
private struct Neighbour: CustomTestStringConvertible, Sendable {
  let name: String
  /// What stands in the start-up file.
  let lines: String
  /// How a prompt's mark begins, in the terminal.
  var mark = ""
  /// The arguments of bash, if the neighbour starts it.
  var arguments: [String]?
  var environment: [String: String] = [:]

  var testDescription: String { name }

  /// A folder with other projects' scripts, by their own names: `bash-preexec.sh`, `shellIntegration-bash.sh` of
  /// VS Code, and `iterm2_shell_integration.bash`.
  static let scripts = ProcessInfo.processInfo.environment["STACK_TEST_SCRIPTS"].flatMap {
    $0.isEmpty ? nil : URL(fileURLWithPath: $0)
  }

  private static func path(_ name: String) -> String { scripts?.appendingPathComponent(name).path ?? "" }

  // MARK: What tells of each command

  /// Writes to `log` what it is told.
  private static let hooks = """

    preexec() { echo "before $1" >>~/log; }
    precmd() { echo "after $?" >>~/log; }
    """

  static let realPreexec = Neighbour(name: "bash-preexec", lines: ". \(path("bash-preexec.sh"))" + hooks)

  /// As bash-preexec does it: it installs itself at the first prompt, and its last command says that what comes
  /// next is a person's, unless it is one of the prompt's.
  static let preexec = Neighbour(
    name: "a stand-in for bash-preexec",
    lines: #"""
      __bp_precmd_invoke_cmd() { local status=$?; (exit $status); precmd; return $status; }
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
          __bp_interactive_mode
      }
      PROMPT_COMMAND+=(__bp_install)
      """# + hooks)

  // MARK: What puts marks around the prompt

  static let realVSCode = [
    Neighbour(
      name: "VS Code, sourced", lines: ". \(path("shellIntegration-bash.sh"))", mark: "\u{1B}]633;"),
    Neighbour(
      name: "VS Code, injected", lines: "", mark: "\u{1B}]633;",
      arguments: ["--init-file", path("shellIntegration-bash.sh")], environment: ["VSCODE_INJECTION": "1"]),
  ]

  static let realITerm = Neighbour(
    name: "iTerm2", lines: ". \(path("iterm2_shell_integration.bash"))", mark: "\u{1B}]133;")

  /// As VS Code does it: what changes PS1 is wrapped again, after each command; PROMPT_COMMAND is taken over.
  static let wrapper = Neighbour(
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
  static let markedByITerm = Neighbour(
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

@Suite(.saysWhatIsMissing) struct BashNeighbourTests {
  /// Where the neighbour's lines stand.
  enum Place: CaseIterable {
    case before
    case after
    /// Our line is typed at a prompt that has the neighbour already.
    case typedLater
  }

  private func shell(_ neighbour: Neighbour, _ place: Place, before: String = "") throws -> InteractiveShell {
    let home = Home(neighbour.environment)
    try home.writeTasks("Task")
    let shell = try InteractiveShell(
      .bash, in: home, before: before + "\n" + (place == .after ? "" : neighbour.lines),
      after: place == .after ? neighbour.lines : "", line: place == .typedLater ? "" : nil,
      arguments: neighbour.arguments)
    if place == .typedLater { _ = try shell.prompt(after: Shell.bash.line()) }
    return shell
  }

  private func expectCommandsTold(_ neighbour: Neighbour, _ place: Place, before: String) throws {
    let shell = try shell(neighbour, place, before: before)
    try shell.home.shell("rm -f log")
    #expect(shell.prompt == "(Task) ready> ")
    for command in ["echo one", "false", "stack edit Other"] { _ = try shell.prompt(after: command) }
    shell.pressReturn()
    #expect(try shell.prompt(after: "echo two") == "(Other) ready> ")
    let told = try String(contentsOf: shell.home.url("log"), encoding: .utf8).split(separator: "\n")
    #expect(
      told == [
        "before echo one", "after 0", "before false", "after 1", "before stack edit Other", "after 0",
        "after 0",
        "before echo two", "after 0",
      ])
  }

  private static let own = [
    "", "PROMPT_COMMAND=:", "PROMPT_COMMAND=(true)", "PROMPT_COMMAND=(true true)",
  ]

  @Test("bash-preexec's kind is told of each command, once", arguments: Place.allCases, own)
  func commandsAreTold(_ place: Place, _ before: String) throws {
    try expectCommandsTold(.preexec, place, before: before)
  }

  @Test(
    "bash-preexec is told of each command, once",
    .enabled(if: Neighbour.scripts != nil, "STACK_TEST_SCRIPTS names a folder with other projects' scripts"),
    arguments: Place.allCases, own)
  func commandsAreToldByTheRealOne(_ place: Place, _ before: String) throws {
    try expectCommandsTold(.realPreexec, place, before: before)
  }

  /// One pair of marks at each prompt, and a PS1 that doesn't grow.
  private func expectOnePairOfMarks(_ neighbour: Neighbour, _ place: Place, before: String) throws {
    let shell = try shell(neighbour, place, before: before)
    _ = try shell.prompt()
    let length = try shell.output(of: "echo ${#PS1}")
    for command in [":", "stack edit Other", "false", ":"] {
      let start = shell.terminal.text.components(separatedBy: neighbour.mark + "A").count
      let end = shell.terminal.text.components(separatedBy: neighbour.mark + "B").count
      _ = try shell.prompt(after: command)
      #expect(shell.terminal.text.components(separatedBy: neighbour.mark + "A").count == start + 1)
      #expect(shell.terminal.text.components(separatedBy: neighbour.mark + "B").count == end + 1)
    }
    #expect(shell.prompt == "(Other) ready> ")
    #expect(try shell.output(of: "echo ${#PS1}") == length)
    #expect(try shell.prompt(after: "stack done") == "ready> ")
  }

  private static let ownPrompts = [
    "", "PROMPT_COMMAND=:", "theme() { PS1='ready> '; }; PROMPT_COMMAND=theme",
  ]

  @Test(
    "Marks stand around each prompt once", arguments: Place.allCases, [Neighbour.wrapper, .markedByITerm])
  private func marksAreStandingOnce(_ place: Place, _ neighbour: Neighbour) throws {
    for before in Self.ownPrompts { try expectOnePairOfMarks(neighbour, place, before: before) }
  }

  @Test(
    "The marks of VS Code and iTerm2 stand around each prompt once",
    .enabled(if: Neighbour.scripts != nil, "STACK_TEST_SCRIPTS names a folder with other projects' scripts"),
    arguments: Place.allCases, Neighbour.realVSCode + [.realITerm])
  private func realMarksAreStandingOnce(_ place: Place, _ neighbour: Neighbour) throws {
    for before in Self.ownPrompts { try expectOnePairOfMarks(neighbour, place, before: before) }
  }

  // MARK: What Debian has

  @Test("direnv", .enabled(if: Program.exists("direnv"), "there is direnv"), arguments: Place.allCases)
  func direnv(_ place: Place) throws {
    let shell = try shell(Neighbour(name: "direnv", lines: #"eval "$(direnv hook bash)""#), place)
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
    try shell.home.shell("mkdir -p project .config/direnv; echo 'export STACK_QUEUE=work' >project/.envrc")
    try shell.home.shell("direnv allow project")
    try shell.home.writeTasks("At work", queue: "work")
    #expect(try shell.prompt(after: "cd project") == "(At work) ready> ")
    #expect(try shell.prompt(after: "cd ..") == "(Other) ready> ")
  }

  private static let powerlineScript = "/usr/share/powerline/bindings/bash/powerline.sh"

  @Test(
    "powerline",
    .enabled(if: FileManager.default.fileExists(atPath: powerlineScript), "there is powerline for bash"))
  func powerline() throws {
    let home = Home()
    try home.writeTasks("Task")
    // Its prompt ends in an arrow and a blank that doesn't break.
    let shell = try InteractiveShell(
      .bash, in: home, before: ". \(Self.powerlineScript)", endings: ["\u{E0B0}\u{A0}"])
    #expect(shell.prompt.hasPrefix("(Task) "))
    #expect(try shell.prompt(after: "stack edit Other").hasPrefix("(Other) "))
    #expect(try shell.prompt(after: "false").contains("1"), "it shows what the last command came to")
    #expect(try !shell.prompt(after: "stack done").contains("("))
  }

  private static let liquidpromptScript = "/usr/share/liquidprompt/liquidprompt"

  /// It sets PS1 anew at each prompt and has a DEBUG trap, so it is told where the task belongs.
  @Test(
    "liquidprompt",
    .enabled(if: FileManager.default.fileExists(atPath: liquidpromptScript), "there is liquidprompt"),
    arguments: Place.allCases)
  func liquidprompt(_ place: Place) throws {
    let lines = """
      LP_PS1_PREFIX='${STACK_PROMPT:+($STACK_PROMPT) }' LP_PS1_POSTFIX='ready> '
      . \(Self.liquidpromptScript)
      """
    let shell = try shell(Neighbour(name: "liquidprompt", lines: lines), place)
    for _ in 1...2 {
      let prompt = try shell.prompt(after: "stack edit Other")
      #expect(prompt.hasPrefix("(Other) ") && prompt.components(separatedBy: "(Other)").count == 2)
    }
    #expect(try shell.prompt(after: "sh -c 'exit 7'").contains("7"))
    #expect(try !shell.prompt(after: "stack done").contains("("))
  }

  // MARK: Others

  private static let ohMyBashScript = OtherScripts.path("oh-my-bash/oh-my-bash.sh")

  /// Its themes set PS1 anew at each prompt.
  @Test(
    "oh-my-bash has the task once",
    .enabled(if: ohMyBashScript != nil, "STACK_TEST_SCRIPTS names a folder with other projects' scripts"),
    arguments: ["font", "agnoster"])
  func ohMyBash(_ theme: String) throws {
    let home = Home()
    try home.writeTasks("Task")
    let script = try #require(Self.ohMyBashScript)
    let lines = """
      OSH=${script%/*} OSH_THEME=\(theme) DISABLE_AUTO_UPDATE=true completions=() aliases=() plugins=()
      . "$script"
      """
    let shell = try InteractiveShell(
      .bash, in: home, before: "script='\(script)'\n" + lines, endings: ["→ ", "\u{E0B0} "])
    for title in ["Task", "Other", "$(touch pwned) \\w"] {
      try home.writeTasks(title)
      let prompt = try shell.prompt(after: "false")
      #expect(prompt.components(separatedBy: "(\(title)) ").count == 2, "\(prompt)")
    }
    #expect(try !shell.prompt(after: "stack done").contains("("))
    #expect(home.files(below: "").filter { $0.contains("pwned") } == [])
  }

  /// As starship does it in an older bash: it sets PS1 anew behind what is there already.
  @Test("A theme behind our line, and one that sets a trap before it")
  func themes() throws {
    let timer = "trap 'began=${began:-$SECONDS}' DEBUG; theme() { last=$?; began=; }; PROMPT_COMMAND=theme"
    let shell = try shell(Neighbour(name: "a timer", lines: timer), .before)
    #expect(try shell.prompt(after: "sh -c 'exit 7'") == "(Task) ready> ")
    #expect(try shell.output(of: "echo $last") == "7")
    #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
  }
}
