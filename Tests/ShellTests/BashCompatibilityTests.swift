// Other projects' hooks and prompts in bash keep working, wherever their lines are, and the task is
// shown next to them.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct BashCompatibilityTests {
  /// Where a neighbour's lines are.
  enum Place: CaseIterable {
    case before, after
    /// Our line is typed at a prompt that the neighbour has already changed.
    case typedLater
  }

  /// Writes to `log` each call of the hooks.
  private static let hooks = """

    preexec() { echo "before $1" >>~/log; }
    precmd() { echo "after $?" >>~/log; }
    """

  private func shell(
    _ neighbour: Neighbour, _ place: Place, before: String = "", hooks: String = ""
  ) throws
    -> InteractiveShell
  {
    let variables = neighbour.values("variable").map { $0.split(separator: "=").map(String.init) }
    let home = try Home(
      Dictionary(uniqueKeysWithValues: variables.map { ($0[0], $0[1]) }), task: "Task")
    let arguments = neighbour.values("argument")
    let lines = neighbour.lines + hooks
    let shell = try InteractiveShell(
      .bash, in: home, command: arguments.isEmpty ? nil : [Shell.bash.program()] + arguments,
      before: before + "\n" + (place == .after ? "" : lines), after: place == .after ? lines : "",
      line: place == .typedLater ? "" : nil)
    if place == .typedLater { _ = try shell.prompt(after: Shell.bash.line()) }
    return shell
  }

  @Test(arguments: Place.allCases, Neighbour.all("hooks"))
  func hooksAreCalledOnceForEachCommand(_ place: Place, _ neighbour: Neighbour) throws {
    for before in ["", "PROMPT_COMMAND=:", "PROMPT_COMMAND=(true true)"] {
      let shell = try shell(neighbour, place, before: before, hooks: Self.hooks)
      try shell.home.shell("rm -f log")
      #expect(shell.prompt == "(Task) ready> ")
      for command in ["echo one", "false", "stack edit Other"] {
        _ = try shell.prompt(after: command)
      }
      // An empty line is not a command.
      shell.type("\r")
      #expect(try shell.prompt(after: "echo two") == "(Other) ready> ")
      let calls = try shell.home.text(of: "log")
      let expected = [
        "before echo one", "after 0", "before false", "after 1", "before stack edit Other",
        "after 0", "after 0",
        "before echo two", "after 0", "",
      ]
      #expect(calls.components(separatedBy: "\n") == expected, "\(before)")
    }
  }

  /// With our prompt and without, and with bash-preexec before or after our line.
  @Test(arguments: [Place.before, .after], Neighbour.all("programs"))
  func aPromptThatAProgramMakesHasTheTask(_ place: Place, _ starship: Neighbour) throws {
    let preexec =
      try #require(Neighbour.all("hooks").first { $0.name == "stand-in.bash" }).lines + Self.hooks
    for (before, after) in [("", ""), (preexec, ""), ("", preexec)] {
      for (options, expected) in [("", "(Task) [] ready> "), ("--no-prompt", "[Task] ready> ")] {
        // After our line, it would set PS1 last.
        if place == .after, options + before + after == "" { continue }
        let home = try Home(task: "Task")
        try home.script(
          "starship", "[ $1 = prompt ] && printf '[%s] ready> ' \"$STACK_PROMPT\" || echo 1")
        let lines = after + "\n" + starship.lines
        let exported = options.isEmpty ? "" : "\nexport STACK_PROMPT"
        let shell = try InteractiveShell(
          .bash, in: home, options: options,
          before: before + exported + (place == .before ? "\n" + lines : ""),
          after: place == .after ? lines : "")
        #expect(shell.prompt == expected, "\(before.isEmpty) \(after.isEmpty)")
        #expect(
          try shell.prompt(following: home.writeTasks("Other"))
            == expected.replacing("Task", with: "Other"))
      }
    }
  }

  @Test(arguments: Place.allCases, Neighbour.all("marks"))
  func marksAreAroundEachPromptOnceAndPS1DoesNotGrow(_ place: Place, _ neighbour: Neighbour) throws
  {
    for before in ["", "theme() { PS1='ready> '; }; PROMPT_COMMAND=theme"] {
      let shell = try shell(neighbour, place, before: before)
      func count(_ side: String) -> Int {
        shell.terminal.text.components(separatedBy: "\u{1B}]" + neighbour.values("marks")[0] + side)
          .count
      }
      _ = try shell.prompt()
      let length = try shell.output(of: "echo ${#PS1}")
      for command in [":", "stack edit Other", "false", ":"] {
        let start = count("A")
        let end = count("B")
        _ = try shell.prompt(after: command)
        #expect(count("A") == start + 1 && count("B") == end + 1, "\(before)")
      }
      #expect(shell.prompt == "(Other) ready> ")
      #expect(try shell.output(of: "echo ${#PS1}") == length)
      #expect(try shell.prompt(after: "stack done") == "ready> ")
    }
  }

  @Test(
    .needs("direnv"),
    arguments: Place.allCases)
  func direnvChoosesTheStack(_ place: Place) throws {
    let shell = try shell(Neighbour("direnv", .bash, #"eval "$(direnv hook bash)""#), place)
    try shell.home.shell(
      "mkdir -p project .config/direnv; echo 'export STACK_QUEUE=work' >project/.envrc")
    try shell.home.shell("direnv allow project")
    try shell.home.writeTasks("At work", queue: "work")
    #expect(try shell.prompt(after: "cd project") == "(At work) ready> ")
    #expect(try shell.prompt(after: "cd ..") == "(Task) ready> ")
  }

  private static let liquidprompt = "/usr/share/liquidprompt/liquidprompt"

  /// It sets PS1 at each prompt and has a DEBUG trap, so its settings say where the task is shown.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: liquidprompt), "needs liquidprompt"),
    arguments: Place.allCases)
  func liquidpromptShowsTheTaskWhereItsSettingsSay(_ place: Place) throws {
    let lines = """
      LP_PS1_PREFIX='${STACK_PROMPT:+($STACK_PROMPT) }' LP_PS1_POSTFIX='ready> '
      . \(Self.liquidprompt)
      """
    let shell = try shell(Neighbour("liquidprompt", .bash, lines), place)
    for _ in 1...2 {
      let prompt = try shell.prompt(after: "stack edit Other")
      #expect(prompt.hasPrefix("(Other) ") && prompt.components(separatedBy: "(Other)").count == 2)
    }
    #expect(try shell.prompt(after: "sh -c 'exit 7'").contains("7"))
    #expect(try !shell.prompt(after: "stack done").contains("("))
  }
}
