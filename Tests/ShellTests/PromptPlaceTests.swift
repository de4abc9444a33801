// The task has its place in each kind of prompt, and nothing in the user's prompt runs or shows
// something else because of it.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct PromptPlaceTests {
  /// The first line is measured, without running the command in it.
  @Test(arguments: [
    (Shell.bash, ""), (.bash, "theme() { PS1=$((++n))$PS1; PS1=${PS1#?}; }; PROMPT_COMMAND=theme"),
    (.zsh, "setopt prompt_subst"),
    (.zsh, "setopt prompt_subst; precmd() { PROMPT=\"${PROMPT%above*}above$((++n))${ready}\" }"),
  ])
  func commandsInAPromptRunOnceForEachPrompt(_ shell: Shell, _ before: String) throws {
    for command in ["$(echo x >>~/log)", "`echo x >>~/log`", "${none:-$(echo x >>~/log)}"] {
      let own = "ready=$'\\nready> '; PS1='\(command)above'$ready\n"
      let shell = try InteractiveShell(shell, before: own + before)
      for title in ["Other", "A longer one", "Third"] {
        try shell.home.shell(": >log")
        _ = try shell.prompt(following: shell.home.writeTasks(title))
        #expect(try shell.home.text(of: "log") == "x\n", "\(command)")
        #expect(shell.screen.contains("(\(title)) above"), "\(shell.screen)")
      }
    }
  }

  /// A part at the right, and then a return to the first column.
  @Test(arguments: [
    (Shell.bash, #"PS1='\[\e[60C\]right\rready> '"#), (.bash, #"PS1=$'\e[60Cright\rready> '"#),
    (.bash, #"PS1='\[\e[60C\]right\[\r\e[0m\]ready> '"#),
    (.bash, #"PS1='\[$(printf %65s right)\r\]ready> '"#),
    (.bash, #"PS1='\[\e[60C\]right\[\e[G\]ready> '"#),
    (.bash, #"PS1='$(printf "%0${COLUMNS}d" 0)\n\[\e[60C\]right\rready> '"#),
    (.zsh, #"PROMPT=$'%{\e[60C%}right%{\r%}ready> '"#),
    (.zsh, #"PROMPT=$'%{\e[60C%}right%{\r\e[0m%}ready> '"#),
    (.zsh, #"setopt prompt_subst; PROMPT=$'%{$(printf %65s right)\r%}ready> '"#),
    (.fish, #"function fish_prompt; printf '\e[60Cright\rready> '; end"#),
    (.fish, #"function fish_prompt; printf 'above\n\e[60Cright\rready> '; end"#),
  ])
  func theTaskFollowsAReturnToTheFirstColumn(_ shell: Shell, _ own: String) throws {
    let isBelow = own.contains("above")
    let shell = try InteractiveShell(shell, before: own)
    for title in ["Task", "Other"] {
      #expect(
        try shell.prompt(following: shell.home.writeTasks(title))
          == (isBelow ? "ready> " : "(\(title)) ready> "))
      #expect(shell.screen.components(separatedBy: "(\(title))").count == 2, "\(shell.screen)")
    }
    #expect(try shell.prompt(following: shell.home.stack("drop")) == "ready> ")
  }

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
    // A line that is typed before would keep the first prompt from being drawn to its end.
    shell.expectScreen { $0.textBeforeCursor.hasSuffix("late ready> ") }
    for title in ["Task", "Other", "Third"] {
      _ = try shell.prompt(following: shell.home.writeTasks(title))
      shell.expectScreen { $0.textBeforeCursor == "(\(title)) late ready> " }
      // Lines that are typed before their prompts.
      _ = try shell.prompt(after: "sleep 0.2\r:\r:")
    }
  }

  /// Another shell would show our part of the prompt as it is.
  @Test(arguments: [
    (Shell.bash, "export PS1", "zsh -f"), (.bash, "set -a; PS1='ready> '", "zsh -f"),
    (.zsh, "export PS1", "bash --norc"), (.zsh, "export PROMPT", "bash --norc"),
  ])
  func aPromptWithTheTaskIsNotExported(_ shell: Shell, _ before: String, _ other: String) throws {
    let shell = try InteractiveShell(shell, before: before)
    #expect(try shell.output(of: "env | grep -c '^PS1=\\|^PROMPT='") == "0")
    if shell.shell == .bash {
      #expect(try shell.prompt(after: "export PS1") == "(Task) ready> ")
      #expect(try shell.output(of: "env | grep -c '^PS1='") == "0")
    }
    shell.type("\(other)\r")
    let otherPrompts = ["# ", "% ", "$ "]
    shell.terminal.wait { otherPrompts.contains(where: $0.screen.textBeforeCursor.hasSuffix) }
    #expect(!shell.screen.contains("STACK") && !shell.screen.contains("97v"), "\(shell.screen)")
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
      let list = #"env | sed -n 's/^BASH_FUNC_//; s/^\([a-z_]*stack[a-z_]*\).*/\1/Ip'"#
      #expect(try shell.output(of: list) == "STACK_PROMPT_CHECK")
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
