// Messages for invalid command lines.

import TestSupport
import Testing

@testable import StackCommand

@Suite struct UsageTests {
  @Test func mistypedAndHabitualCommandsGetASuggestion() throws {
    try expectRefused([
      "stack reod": "there is no command 'reod'; did you mean redo?",
      "stack add Call Sam": "there is no command 'add'; did you mean: stack push Call Sam",
      "stack history again": "there is no command 'history'; did you mean log?",
      "stack -s work psuh": "there is no command 'psuh'; did you mean push?",
      "stack -s work Call Sam": "there is no command 'Call'; to add a task: stack -s work push Call Sam",
      "stack Call Sam": "there is no command 'Call'; to add a task: stack push Call Sam",
      "stack help nonsense": "there is no command 'nonsense'; see: stack help",
      "stack help psuh": "there is no command 'psuh'; did you mean push?",
      "stack help complete": "there is no command 'complete'; did you mean done?",
      // The suggested command has the words after the mistyped one, quoted for a shell.
      "stack -s work psuh 'Pay $20 for Bob'\"'\"'s *'":
        "there is no command 'psuh'; did you mean: stack -s work push 'Pay $20 for Bob'\\''s *'",
      "stack rename Call Pat": "there is no command 'rename'; did you mean: stack edit Call Pat",
      "stack rm 3": "there is no command 'rm'; did you mean drop? It is always about the current task",
      "stack Call 'Bob & Ann'": "there is no command 'Call'; to add a task: stack push 'Call Bob & Ann'",
    ])
  }

  /// Words that mean looking never lead to a command that changes something.
  @Test(arguments: [
    (
      "list ls show next peek doing status shwo lits nxt staus seen look tasks queue",
      "stack alone shows the current task"
    ), ("history today completed finished sent histroy yesterday complted lgo finishd", "did you mean log?"),
    ("undone unpush undrop unsend revert restore udno", "did you mean undo?"),
    ("dnoe pop complete", "did you mean done?"), ("d", "did you mean done or drop?"), ("rename", "did you mean edit?"),
    ("psuh", "did you mean push?"), ("version", "for the version: stack --version"),
    ("completion", "for completion: stack help init"), ("man", "for the manual: stack help --man | man -l -"),
    ("clear", "stack drop deletes the current task; to delete others: stack edit --all"),
    ("move up bump prio", "tasks are in the order in which they were added; to rearrange them: stack edit --all"),
    ("tomorrow", "tasks have no dates; to move one to the back: stack skip"),
    ("top first", "stack alone shows the current task, and stack push --top puts a new one in front"),
    ("ideas", "to use another stack: stack -s NAME"),
  ])
  func habitualWordsGetAnAnswer(_ words: String, _ answer: String) throws {
    let exchanges = words.split(separator: " ").map {
      "$ stack \($0)\nstack: there is no command '\($0)'; \(answer)\n[64]"
    }
    let home = Home()
    try session(exchanges.joined(separator: "\n"), in: home)
    #expect(home.files(below: ".config") == [])
  }

  @Test func invalidOptionsAndOperandsAreRefused() throws {
    try expectRefused([
      "stack -v": "there is no option -v; for the version: stack --version",
      "stack --frobnicate": "there is no option --frobnicate; see: stack help",
      "stack done --top": "done has no option --top; see: stack help done",
      "stack push -x marks the spot":
        "push has no option -x; put -- before a text that begins with -, or see: stack help push",
      "stack push -V": "push has no option -V; put -- before a text that begins with -, or see: stack help push",
      "stack count it": "count doesn't take 'it'; see: stack help count", "stack -s": "-s requires a value",
      "stack push -a": "-a requires a value", "stack send": "send requires a host, as in: stack send sam@desk.example",
      "stack done -a x": "done has no option -a; see: stack help done", "stack --json=yes": "--json takes no value",
      "stack prompt --max": "--max requires a value",
      "stack prompt --watch --extent": "prompt doesn't take '--extent'; see: stack help prompt",
      "stack prompt --watch --check": "prompt doesn't take '--check'; see: stack help prompt",
      "stack prompt --max 0": "--max must be a number of at least 1, not '0'",
      "stack log 0": "N must be a number of at least 1, not '0'",
      "stack log all": "N must be a number of at least 1, not 'all'",
      "stack log 1 2": "log doesn't take '2'; see: stack help log",
      "stack init": "init requires the name of a shell, as in: stack init bash",
      "stack init tcsh":
        "there is no integration for 'tcsh'; put the output of stack prompt into its prompt, or choose bash, zsh, fish, elvish, xonsh or posix",
      "stack -- --top": "there is no command '--top'; to add a task: stack push -- --top",
    ])
    // A -- before the command doesn't affect the words after it.
    try session("$ echo Call Sam | stack -- push --top -\nCall Sam")
  }

  @Test func noOperandIsIgnored() throws {
    for command in Command.all where !command.operands.contains("…") {
      let result = try Home().stack(command.name, "a", "b", "c", "d")
      #expect(result.status == 64 && result.errors.hasPrefix("stack: \(command.name) "), "\(command.name)")
    }
  }

  @Test func invalidTextIsRefusedBeforeTheQueueIsRead() throws {
    let onlyCurrent = "is always about the current task and takes no '2'; see: stack help"
    let empty = "requires some text, as in: stack"
    let broken = "a task is one line, but this text has a line break; to add each line as a task: stack push -"
    let missing =
      "push requires some text, as in: stack push Call Sam; to add each line of standard input: stack push -"
    let home = Home()
    try home.writeQueue("broken")
    try expectRefused(
      [
        "stack push ''": "push \(empty) push Call Sam", "stack push $' \\t '": "push \(empty) push Call Sam",
        "stack edit ''": "edit \(empty) edit Call Sam", "stack note ''": "note \(empty) note Call Sam",
        "stack note": "note requires some text, as in: stack note She has the key",
        "stack note $'a\\rb'": "the text has a line break, but must be one line; nothing was changed",
        "stack edit 2": "edit always rewords the current task; to make '2' its text: stack edit -- 2",
        "stack push $'a\\nb'": broken, "stack push $'a\\rb'": broken,
        "stack push $'\\xff'": "argument 2 is not UTF-8; nothing was changed",
        "printf 'good\\nbad \\xff\\n' | stack push -": "line 2 of the input is not UTF-8; nothing was changed",
        "stack push": missing, "stack push <~/.bin/stack": missing, "echo x | stack push": missing,
        "stack push --": missing, "stack psuh": "there is no command 'psuh'; did you mean push?",
        "stack done 2": "done \(onlyCurrent) done", "stack skip 2": "skip \(onlyCurrent) skip",
        "stack drop 2": "drop \(onlyCurrent) drop",
      ], in: home)
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  // MARK: The name of the program

  @Test func messagesUseTheNameOfTheProgram() throws {
    try session(
      """
      $ ln -s "$(readlink ~/.bin/stack)" ~/.bin/todo-1.x; todo-1.x done
      todo-1.x: there is no task to complete; add one with: todo-1.x push "…"
      [1]
      $ todo-1.x list
      todo-1.x: there is no command 'list'; todo-1.x alone shows the current task
      [64]
      $ todo-1.x help done
      usage: todo-1.x done

      Complete the current task and show the next one.

        todo-1.x done

      The file keeps it under "completed", with the date.
      $ todo-1.x --version; stack --version; stack -V
      todo-1.x \(Program.version)
      stack \(Program.version)
      stack \(Program.version)
      $ todo-1.x help --man | grep '^.Nm t'; todo-1.x path
      .Nm todo-1.x
      ~/.config/stack/stack.json
      """)
  }

  @Test(arguments: [
    ("stack", "stack"), ("/usr/bin/todo", "todo"), ("./a_b-c.d", "a_b-c.d"), ("-stack", "stack"), ("my stack", "stack"),
    ("/opt/$(touch pwned)", "stack"), ("", "stack"), ("tödo", "stack"), ("/", "stack"),
  ])
  func aNameThatNeedsQuotesIsReplaced(_ path: String, _ name: String) {
    #expect(Program.name(from: Array(path.utf8)) == name)
  }
}
