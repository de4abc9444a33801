// What is answered to words that make no command.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite struct UsageTests {
  @Test func mistypedAndHabitualCommands() throws {
    try session(
      """
      $ stack psuh
      stack: there is no command 'psuh'; did you mean push?
      [64]
      $ stack dnoe
      stack: there is no command 'dnoe'; did you mean done?
      [64]
      $ stack reod
      stack: there is no command 'reod'; did you mean redo?
      [64]
      $ stack add Call Sam
      stack: there is no command 'add'; did you mean: stack push Call Sam
      [64]
      $ stack pop
      stack: there is no command 'pop'; did you mean done?
      [64]
      $ stack complete
      stack: there is no command 'complete'; did you mean done?
      [64]
      $ stack -s work psuh
      stack: there is no command 'psuh'; did you mean push?
      [64]
      $ stack -s work Call Sam
      stack: there is no command 'Call'; to add a task: stack -s work push Call Sam
      [64]
      $ stack Call Sam
      stack: there is no command 'Call'; to add a task: stack push Call Sam
      [64]
      $ stack help nonsense
      stack: there is no command 'nonsense'; see: stack help
      [64]
      $ stack help psuh
      stack: there is no command 'psuh'; did you mean push?
      [64]
      """)
  }

  /// Whoever wants to look is told where, and never led to a command that changes something.
  @Test(arguments: [
    "list", "ls", "show", "next", "peek", "doing", "status", "shwo", "lits", "nxt", "staus", "seen", "look",
    "tasks",
    "queue",
  ])
  func wordsOfLooking(_ word: String) throws {
    try session(
      """
      $ stack \(word)
      stack: there is no command '\(word)'; stack alone shows the one current task
      [64]
      """)
  }

  @Test(arguments: [
    "history", "today", "completed", "finished", "sent", "histroy", "yesterday", "complted", "lgo",
  ])
  func wordsOfLookingBack(_ word: String) throws {
    try session(
      """
      $ stack \(word)
      stack: there is no command '\(word)'; did you mean log?
      [64]
      $ stack \(word) again
      stack: there is no command '\(word)'; did you mean log?
      [64]
      """)
  }

  @Test(arguments: ["undone", "unpush", "undrop", "unsend", "revert", "restore", "udno"])
  func wordsOfTakingBack(_ word: String) throws {
    try session(
      """
      $ stack \(word)
      stack: there is no command '\(word)'; did you mean undo?
      [64]
      """)
  }

  /// What was typed behind the word stands in the line that is offered, as a shell would take it.
  @Test func theWholeLine() throws {
    try session(
      """
      $ stack add foo bar
      stack: there is no command 'add'; did you mean: stack push foo bar
      [64]
      $ stack -s work psuh 'Pay $20 for Bob'"'"'s *'
      stack: there is no command 'psuh'; did you mean: stack -s work push 'Pay $20 for Bob'\\''s *'
      [64]
      $ stack rename Call Pat
      stack: there is no command 'rename'; did you mean: stack edit Call Pat
      [64]
      $ stack rm 3
      stack: there is no command 'rm'; did you mean drop? It is always about the current task
      [64]
      $ stack Call 'Bob & Ann'
      stack: there is no command 'Call'; to add a task: stack push 'Call Bob & Ann'
      [64]
      """)
  }

  @Test(arguments: [
    ("version", "for the version: stack --version"),
    ("man", "for the manual: stack help --man | man -l -"),
    ("completion", "for completion: stack help init"),
    ("clear", "stack drop deletes the current task, stack edit --all any"),
    ("move", rearranging), ("up", rearranging), ("bump", rearranging), ("prio", rearranging),
    ("tomorrow", "tasks have no dates; what can wait goes to the back with: stack skip"),
    ("d", "did you mean done or drop?"),
    ("top", puttingInFront), ("first", puttingInFront),
    ("doing", "stack alone shows the one current task"),
    ("rename", "did you mean edit?"),
    ("ideas", "for another stack with a name: stack -s NAME"),
  ])
  func wordsFromHabit(_ word: String, _ answer: String) throws {
    try session(
      """
      $ stack \(word)
      stack: there is no command '\(word)'; \(answer)
      [64]
      $ stack count
      0
      """)
  }

  static let rearranging = "what was added first comes first; to rearrange the tasks: stack edit --all"
  static let puttingInFront =
    "stack alone shows the one current task, and stack push --top puts a new one in front"

  @Test(arguments: ["done", "skip", "drop"]) func onlyTheCurrentTask(_ command: String) throws {
    try session(
      """
      $ stack push One; stack push Two
      One
      One
      $ stack \(command) 2
      stack: \(command) is always about the current task and takes no '2'; see: stack help \(command)
      [64]
      $ stack
      One
      """)
  }

  @Test func wrongOptionsAndArguments() throws {
    try session(
      """
      $ stack --frobnicate
      stack: there is no option --frobnicate; see: stack help
      [64]
      $ stack -v
      stack: there is no option -v; for the version: stack --version
      [64]
      $ stack done --top
      stack: done has no option --top; see: stack help done
      [64]
      $ stack push -x marks the spot
      stack: push has no option -x; see: stack help push, or put -- before a text that begins with -
      [64]
      $ stack count it
      stack: count can't do anything with 'it'; see: stack help count
      [64]
      $ stack -s
      stack: -s needs a value behind it
      [64]
      $ stack --json=yes
      stack: --json takes no value
      [64]
      $ stack prompt --max
      stack: --max needs a value behind it
      [64]
      $ stack prompt --max 0
      stack: --max should be a number from 1 on, not '0'
      [64]
      $ stack init
      stack: init needs the name of a shell, as in: stack init bash
      [64]
      $ stack init tcsh
      stack: there is no integration for 'tcsh'; put what stack prompt prints into its prompt, or choose bash, zsh, fish, elvish, xonsh or posix
      [64]
      $ stack -- --top
      stack: there is no command '--top'; to add a task: stack push -- --top
      [64]
      $ stack -- count
      0
      """)
  }

  @Test func textThatIsNoTask() throws {
    try session(
      """
      $ stack push ''
      stack: a task needs some text, as in: stack push Call Sam
      [64]
      $ stack push $' \\t '
      stack: a task needs some text, as in: stack push Call Sam
      [64]
      $ stack push $'a\\nb'
      stack: a task is one line, and this text has a line break; to add a task for each line: stack push -
      [64]
      $ stack push $'a\\rb'
      stack: a task is one line, and this text has a line break; to add a task for each line: stack push -
      [64]
      $ stack push $'\\xff'
      stack: argument 2 is not UTF-8; nothing was changed
      [64]
      $ printf 'good\\nbad \\xff\\n' | stack push -
      stack: line 2 of the input is not UTF-8; nothing was changed
      [64]
      $ stack count
      0
      """)
  }

  @Test func argumentsAreJudgedBeforeTheQueue() throws {
    let home = Home()
    try home.writeQueue("broken")
    try session(
      """
      $ stack psuh
      stack: there is no command 'psuh'; did you mean push?
      [64]
      $ stack push ''
      stack: a task needs some text, as in: stack push Call Sam
      [64]
      """, in: home)
  }

  // MARK: The manual page

  // MARK: The name of the program

  /// A packager may call it otherwise, and then every command line that it shows works as it stands.
  @Test func anotherName() throws {
    try session(
      """
      $ ln -s "$(readlink ~/.bin/stack)" ~/.bin/todo-1.x
      $ todo-1.x done
      todo-1.x: there is no task to complete; add one with: todo-1.x push "…"
      [1]
      $ todo-1.x list
      todo-1.x: there is no command 'list'; todo-1.x alone shows the one current task
      [64]
      $ todo-1.x help done
      usage: todo-1.x done

      Complete the current task and show the next one.

        todo-1.x done

      The file keeps it under "completed", with the date.
      $ todo-1.x --version
      todo-1.x \(Program.version)
      $ todo-1.x help --man | grep '^.Nm t'
      .Nm todo-1.x
      $ todo-1.x path
      ~/.config/stack/stack.json
      """)
  }

  @Test(
    arguments: [
      ("stack", "stack"), ("/usr/bin/todo", "todo"), ("./a_b-c.d", "a_b-c.d"), ("-stack", "stack"),
      ("my stack", "stack"), ("/opt/$(touch pwned)", "stack"), ("", "stack"), ("tödo", "stack"),
      ("/", "stack"),
    ])
  func theNameIsOneThatCanBeTyped(_ path: String, _ name: String) {
    #expect(Program.name(from: Array(path.utf8)) == name)
  }
}
