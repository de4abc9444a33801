// The task has its place in each kind of prompt, and nothing in the user's prompt runs or shows
// something else because of it.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct PromptPlaceTests {
  @Test(arguments: [
    ["dash"], ["ksh93"], ["busybox", "ash"],
  ])
  func inPOSIXShellsTheTaskFollowsAReturnToTheFirstColumn(_ command: [String]) throws {
    for own in [
      #"PS1='$(printf "\033[60Cright\rready> ")'"#, #"PS1=$(printf "\033[60Cright\rready> ")"#,
    ] + (command[0] == "busybox" ? [#"PS1='\[\e[60C\]right\rready> '"#] : []) {
      let shell = try InteractiveShell(
        .posix, in: Home(["ENV": ".shrc"], task: "Task"), command: command + ["-i"], before: own)
      #expect(shell.prompt == "(Task) ready> ")
      #expect(try shell.prompt(after: "stack edit Other") == "(Other) ready> ")
      #expect(try shell.prompt(after: "stack drop") == "ready> ")
    }
  }

  /// mksh takes a first character before a return as the mark of what isn't shown.
  @Test func inMkshTheDelimiterStaysFirst() throws {
    let shell = try InteractiveShell(
      .posix, in: Home(["ENV": ".shrc"], task: "Task"), command: ["mksh", "-i"],
      before: #"PS1=$(printf '\001\r\001\033[1m\001ready> \001\033[0m\001')"#)
    #expect(shell.prompt == "(Task) ready> ")
    #expect(try shell.prompt(after: "stack drop") == "ready> ")
  }

  @Test(arguments: [(#"above\n\n"#, "(Task) above\n"), (#"\nabove\n\n\n"#, "\n(Task) above\n\n")])
  func inFishEmptyLinesAtTheEndStay(_ printed: String, _ screen: String) throws {
    let shell = try InteractiveShell(.fish)
    let row = screen.filter { $0 == "\n" }.count
    shell.type("function fish_prompt; printf '\(printed)'; end\r")
    shell.expectScreen {
      $0.text.contains("(Task) above") && $0.linesAboveCursor.count == row
        && $0.textBeforeCursor.isEmpty
    }
    #expect(shell.screen == String(screen.reversed().drop { $0 == "\n" }.reversed()))
  }

  /// `%(1v…)` is true if `psvar` has an element.
  @Test(arguments: ["", "setopt prompt_subst"])
  func inZshAPromptMayCountTheElementsOfPsvar(_ options: String) throws {
    let own = "\(options)\nPROMPT='%(1v.[%1v] .)%1(v.some.none) ready> '"
    let shell = try InteractiveShell(.zsh, before: own)
    #expect(shell.prompt == "(Task) none ready> ")
    let title = #"100% %n $(touch pwned) \ ! `touch pwned`"#
    if !options.isEmpty {
      #expect(
        try shell.prompt(following: shell.home.writeTasks(title)) == "(\(title)) none ready> ")
    }
    #expect(try shell.prompt(after: "psvar=(x)").hasSuffix(") [x] some ready> "))
    #expect(try shell.prompt(following: shell.home.stack("drop")) == "[x] some ready> ")
    #expect(try shell.prompt(after: "psvar=()") == "none ready> ")
    // A prompt that doesn't count them has the task in psvar.
    try shell.home.writeTasks("Other")
    #expect(try shell.prompt(after: "PROMPT='ready> '") == "(Other) ready> ")
    #expect(try shell.prompt(after: "PROMPT='%(1v.some.none) ready> '") == "(Other) none ready> ")
    shell.home.expectNothingRan()
  }

  /// The first prompt shows that it is necessary.
  @Test(arguments: [
    "begin() { PROMPT='late ready> '; zle reset-prompt; }; zle -N zle-line-init begin",
    "last() { precmd_functions=(${precmd_functions:#last} last); PROMPT='late ready> '; }; precmd_functions+=(last)",
  ])
  func inZshAPromptThatIsSetAfterTheHooksHasTheTask(_ after: String) throws {
    let shell = try InteractiveShell(.zsh, after: after)
    for title in ["Task", "Other", "Third"] {
      _ = try shell.prompt(following: shell.home.writeTasks(title))
      shell.expectScreen { $0.textBeforeCursor == "(\(title)) late ready> " }
    }
  }

  @Test(arguments: [
    (Shell.bash, "set -a", ""), (.bash, "", "set -a"), (.zsh, "setopt all_export", ""),
    (.zsh, "", "setopt all_export"),
  ])
  func onlyTheCheckIsExported(_ shell: Shell, before: String, after: String) throws {
    let setUp = shell == .zsh ? CompletionTests.setUp + "\n" : ""
    for options in ["", "--no-prompt"] {
      let shell = try InteractiveShell(
        shell, options: options, before: setUp + before, after: after)
      shell.expectTab("stack und", "stack undo ")
      _ = try shell.prompt(after: "\u{15}stack edit Other")
      #expect(
        try shell.output(of: "env | sed -n 's/^BASH_FUNC_//; s/^\\([A-Za-z_]*stack[A-Za-z_]*\\).*/\\1/Ip'")
          == "STACK_PROMPT_CHECK")
      let isOn = shell.shell == .bash ? "[[ $- == *a* ]]" : "[[ -o all_export ]]"
      #expect(try shell.output(of: "\(isOn) && echo on") == "on")
    }
  }

  @Test(arguments: [["dash"], ["ksh93"], ["mksh"], ["busybox", "ash"]])
  func inPOSIXShellsNothingIsExported(_ command: [String]) throws {
    for options in ["", "--no-prompt"] {
      let shell = try InteractiveShell(
        .posix, in: Home(["ENV": ".shrc"], task: "Task"), command: command + ["-i"],
        options: options, before: "set -a")
      #expect(try shell.output(of: "env | grep -ci '^[a-z_]*stack'") == "0")
      #expect(try shell.output(of: "case $- in *a*) echo on; esac") == "on")
    }
  }
}
