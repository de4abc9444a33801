// Messages for invalid command lines.

import TestSupport
import Testing

@testable import StackCommand

@Suite(.waitsForPrograms) struct UsageTests {
  @Test func mistypedAndHabitualCommandsGetASuggestion() throws {
    try expectRefused([
      "stack reod": "there is no command 'reod'; did you mean redo?",
      "stack add Call Sam":
        "there is no command 'add'; did you mean: stack push Call Sam\nTo add a task: stack push add Call Sam",
      "stack history again":
        "there is no command 'history'; did you mean: stack log again\nTo add a task: stack push history again",
      "stack -s work psuh": "there is no command 'psuh'; did you mean push?",
      "stack -s work Call Sam":
        "there is no command 'Call'; to add a task: stack -s work push Call Sam",
      "stack Call Sam": "there is no command 'Call'; to add a task: stack push Call Sam",
      "stack Büro: räumen":
        "there is no command 'Büro:'; to add a task: stack push Büro: räumen",
      "stack Mow": "there is no command 'Mow'; to add a task: stack push Mow",
      "stack complete bash":
        "there is no command 'complete'; did you mean done? It is always about the current task\nTo add a task: stack push complete bash",
      "stack ''": "there is no command ''; see: stack help",
      "stack help blocked":
        "there is no help about 'blocked'; to put the current task aside for two hours: stack snooze 2h",
      "stack help nonsense": "there is no help about 'nonsense'; see: stack help",
      "stack help psuh": "there is no help about 'psuh'; see: stack help push",
      // The suggested command has the words after the mistyped one, quoted for a shell.
      "stack -s work psuh 'Pay $20 for Bob'\"'\"'s *'":
        "there is no command 'psuh'; did you mean: stack -s work push 'Pay $20 for Bob'\\''s *'\n"
        + "To add a task: stack -s work push 'psuh Pay $20 for Bob'\\''s *'",
      "stack rename Call Pat":
        "there is no command 'rename'; did you mean: stack edit Call Pat\nTo add a task: stack push rename Call Pat",
      "stack rm 3":
        "there is no command 'rm'; did you mean drop? It is always about the current task\nTo add a task: stack push rm 3",
      "stack postpone tomorrow":
        "there is no command 'postpone'; did you mean: stack snooze tomorrow\nTo add a task: stack push postpone tomorrow",
      "stack find the bank":
        "there is no command 'find'; did you mean: stack top the bank\nTo add a task: stack push find the bank",
      "stack first mum":
        "there is no command 'first'; did you mean: stack top mum\nTo add a task: stack push first mum",
      "stack Call 'Bob & Ann'":
        "there is no command 'Call'; to add a task: stack push 'Call Bob & Ann'",
    ])
  }

  /// Words that mean looking never lead to a command that changes something.
  @Test(arguments: [
    (
      "show next peek doing status shwo nxt staus seen look",
      "stack without a command shows the current task"
    ),
    (
      "list ls all lits tasks queue",
      "there is no list, on purpose; stack stacks names your stacks, stack count counts, and to edit all tasks: stack edit --all"
    ),
    (
      "history History completed finished sent histroy yesterday complted lgo finishd",
      "did you mean log?"
    ),
    ("undone unpush undrop unsend revert udno", "did you mean undo?"),
    ("dnoe pop complete", "did you mean done?"), ("d", "did you mean done or drop?"),
    (
      "rename",
      "stack edit rewords the current task; to rename a stack: stack stacks --rename OLD NEW"
    ),
    (
      "delete",
      "stack drop deletes the current task, and stack edit --all others; to delete a stack: stack stacks --delete NAME"
    ),
    ("restore", "to restore a backup, see stack help path; to reverse the last change: stack undo"),
    (
      "search",
      "to search the finished tasks, see stack help log; to find a waiting one: stack top WORDS"
    ),
    ("reschedule remind defer", "did you mean snooze?"), ("conflict", "did you mean merge?"),
    ("where file", "for the path of the file, which is JSON: stack path"),
    (
      "move",
      "stack send moves the current task to another stack; to rearrange the tasks: stack edit --all"
    ),
    ("psuh", "did you mean push?"), ("version", "for the version: stack --version"),
    ("completion", "for completion: stack help init"),
    ("man", "for the manual: stack help --man | man -l -"),
    (
      "clear deduplicate",
      "stack drop deletes the current task; to delete others: stack edit --all"
    ),
    (
      "up prio",
      "tasks are in the order in which they were added; to rearrange them: stack edit --all"
    ),
    ("tomorrow", "to put the current task aside until a day: stack snooze monday"),
    (
      "first",
      "stack without a command shows the current task, and stack push --top puts a new one in front"
    ),
    ("machines", "see: stack help machines"), ("bars", "see: stack help bars"),
    ("backup", "to copy a stack, or to put a copy back: stack help path"),
    ("recurring", "for lines to copy, such as for cron: stack help recipes"),
    ("leave", "for the repository, and for stacks that you share: stack help sync"),
    (
      "reopen uncheck restart",
      "to reopen a finished task, push its title again; see: stack help log"
    ),
    ("tmux statusbar", "for status bars: stack help bars"),
    ("begin today", "stack without a command shows the current task"),
    ("config zsh", "for the prompt and completion: stack help init"),
    ("import", "to add each line of a file as a task: stack push - <FILE"),
    (
      "tag", "a task is a line of text; to add what else there is to know about it: stack note TEXT"
    ),
    ("ideas use switch addto", "to use another stack: stack -s NAME"),
    ("resume select pick goto wake unsnooze bump", "did you mean top?"),
    ("hold blocked", "to put the current task aside for two hours: stack snooze 2h"),
    ("append prepend", "did you mean note?"), ("replace update", "did you mean edit?"),
    ("resolve close", "did you mean done?"), ("archive", "did you mean log?"),
    ("save", "every change is saved at once"),
    (
      "colour",
      "nothing is coloured if NO_COLOR is set; for all variables: stack help --man | man -l -"
    ),
    (
      "uninstall",
      "to uninstall, remove the line of stack init, then the program; your tasks stay in: stack path"
    ),
    ("upgrade", "to upgrade, install it again; your tasks stay in: stack path"),
    ("exit", "there is nothing to exit, because each command ends by itself"),
    ("lists", "for the names of your stacks: stack stacks"),
    ("phone", "for a phone and other machines: stack help ssh"),
    ("commands", "for all commands: stack help"), ("rotate", "did you mean skip?"),
    ("size", "did you mean count?"),
    ("clone fetch", "did you mean sync?"), ("dropbox", "for several machines: stack help machines"),
    ("listpri burndown", "stack without a command shows the current task"),
  ])
  func habitualWordsGetAnAnswer(_ words: String, _ answer: String) throws {
    let exchanges = words.split(separator: " ").map {
      "$ stack \($0)\nstack: there is no command '\($0)'; \(answer)\n[64]"
    }
    let home = Home()
    try session(exchanges.joined(separator: "\n"), in: home)
    #expect(home.files(below: ".config") == [])
  }

  /// The commands of todo.txt-cli 2.13, of Taskwarrior 3.4, and of others.
  static let wordsOfHabit = [
    "a add addm addto app append archive command deduplicate del depri do done dp help list",
    "listaddons listall listcon listfile listpri listproj lf ls lsa lsc lsp lsprj move mv p prep",
    "prepend pri replace report rm shorthelp",
    "active all annotate blocked blocking burndown burndown.daily burndown.monthly burndown.weekly",
    "calc calendar colors columns commands completed config context count delete denotate",
    "diagnostics duplicate edit execute export get ghistory ghistory.annual ghistory.daily",
    "ghistory.monthly ghistory.weekly history history.annual history.daily history.monthly",
    "history.weekly ids import import-v2 information log logo long minimal modify newest news next",
    "oldest overdue projects purge ready recurring reports show start stats stop summary sync",
    "synchronize tags timesheet udas unblocked undo unique uuids version waiting",
    "search find bars wake later rename contexts wait due info resume hold resolve use switch",
    "select pick goto update save statusbar close clone weekly fetch unsnooze",
  ]

  /// They never become tasks, and are suggested as the beginning of one only if more words follow.
  @Test func aWordOfHabitIsNotPushed() throws {
    let home = Home(["EDITOR": "true"])
    let commands = Set(Command.all.map { $0.name })
    let words = Self.wordsOfHabit.flatMap { $0.split(separator: " ").map(String.init) }
      .filter { !commands.contains($0) }
    for rest in ["", " milk"] {
      let runs = words.map { "stack \($0)\(rest); printf '\\1%d\\2' $?" }
      let answers = try home.shell("exec 2>&1; \(runs.joined(separator: "\n"))").output
        .split(separator: "\u{2}")
      try #require(answers.count == words.count)
      for (word, answer) in zip(words, answers) {
        let isPushed = answer.contains("o add a task: stack push \(word)")
        #expect(answer.hasSuffix("\u{1}64") && isPushed == !rest.isEmpty, "\(answer)")
      }
    }
    #expect(home.queueText() == nil)
  }

  /// A text that begins with the name of something else is always suggested as a task, whole.
  @Test(arguments: [
    "Get milk", "Change the tyres", "Cancel Netflix", "Set alarm", "Sync the phone",
    "Top up the card",
    "Help Ann", "Bars of soap", "Next week: plan 'it'", "list -s of --gifts", "-- x",
  ])
  func aForgottenPushIsSuggested(_ text: String) throws {
    let home = Home()
    let errors = try home.shell("stack \(text)").errors
    let line = try #require(errors.split(separator: "\n").last { $0.contains("o add a task: ") })
    let command = try #require(line.components(separatedBy: "o add a task: ").last)
    #expect(try home.shell(command).status == 0, "\(errors)")
    let words = text.replacing("'", with: "").replacing("-- ", with: "")
    #expect(try home.titles() == [words])
  }

  @Test func optionsThatDoNothingAreRefused() throws {
    try expectRefused([
      "stack count --json":
        "count doesn't print a task, so it takes no --json; see: stack help count",
      "stack --json stacks":
        "stacks doesn't print a task, so it takes no --json; see: stack help stacks",
      "stack path --json": "path doesn't print a task, so it takes no --json; see: stack help path",
      "stack help --json": "help doesn't print a task, so it takes no --json; see: stack help help",
      "stack receive --json </dev/null":
        "receive doesn't print a task, so it takes no --json; see: stack help receive",
      "stack init bash --json":
        "init doesn't print a task, so it takes no --json; see: stack help init",
      "stack -s work help": "help isn't about one stack, so it takes no -s; see: stack help help",
      "stack stacks -s work":
        "stacks isn't about one stack, so it takes no -s; see: stack help stacks",
      "stack init bash -s work":
        "init isn't about one stack, so it takes no -s; see: stack help init",
      "stack -s work merge a b c":
        "merge isn't about one stack, so it takes no -s; see: stack help merge",
    ])
  }

  @Test func invalidOptionsAndOperandsAreRefused() throws {
    try expectRefused([
      "stack -v": "there is no option -v; for the version: stack --version",
      "stack --Find milk": "there is no option --Find; did you mean: stack top milk",
      "stack --frobnicate": "there is no option --frobnicate; see: stack help",
      "stack done --top": "done has no option --top; see: stack help done",
      "stack push -x marks the spot":
        "push has no option -x; put -- before a text that begins with -, or see: stack help push",
      "stack push -V":
        "push has no option -V; put -- before a text that begins with -, or see: stack help push",
      "stack count it": "count doesn't take 'it'; see: stack help count",
      "stack -s": "-s requires a value",
      "stack push -a": "-a requires a value",
      "stack send": "send requires a host, as in: stack send sam@desk.example",
      "stack done -a x": "done has no option -a; see: stack help done",
      "stack --json=yes": "--json takes no value",
      "stack prompt --max": "--max requires a value",
      "stack prompt --watch --extent": "prompt doesn't take '--extent'; see: stack help prompt",
      "stack prompt --watch --check": "prompt doesn't take '--check'; see: stack help prompt",
      "stack prompt --max 0": "--max must be a number of at least 1, not '0'",
      "stack log 0": "N must be a number of at least 1, not '0'",
      "stack log all": "N must be a number of at least 1, not 'all'",
      "stack log 1 2": "log doesn't take '2'; see: stack help log",
      "stack merge a b":
        "merge takes [FILE] or BASE OURS THEIRS, but not 2 operands; see: stack help merge",
      "stack init": "init requires the name of a shell, as in: stack init bash",
      "stack init tcsh":
        "there is no integration for 'tcsh'; put the output of stack prompt into its prompt, or choose bash, zsh, fish, elvish, xonsh or posix",
      "stack -- --top": "there is no command '--top'; did you mean top?",
    ])
    // A -- before the command doesn't affect the words after it.
    try session("$ echo Call Sam | stack -- push --top -\nCall Sam")
  }

  @Test func anyPOSIXShellsNameMeansPosix() throws {
    try session(
      """
      $ stack init posix >posix
      $ for name in sh dash ash ksh ksh93 mksh; do stack init $name | cmp - posix; done
      """)
  }

  @Test func noOperandIsIgnored() throws {
    for command in Command.all where command.operands.limit < .max {
      let result = try Home().stack(command.name, "a", "b", "c", "d")
      #expect(
        result.status == 64 && result.errors.hasPrefix("stack: \(command.name) "), "\(command.name)"
      )
    }
  }

  @Test func invalidTextIsRefusedBeforeTheQueueIsRead() throws {
    let current = "is always about the current task and takes no"
    let top = "to bring another one to the front first: stack"
    let empty = "requires some text, as in: stack"
    let broken =
      "a task is one line, but this text has a line break; to add each line as a task: stack push -"
    let missing =
      "push requires some text, as in: stack push Call Sam; to add each line of standard input: stack push -"
    let noInput =
      "doesn't read standard input; stack edit opens the editor; to add each line as a task: stack push -"
    let home = Home()
    try home.writeQueue("broken")
    try expectRefused(
      [
        "stack push ''": "push \(empty) push Call Sam",
        "stack push $' \\t '": "push \(empty) push Call Sam",
        "stack edit ''": "edit \(empty) edit Call Sam",
        "stack edit --": "edit \(empty) edit Call Sam",
        "stack note ''": "note \(empty) note Call Sam",
        "stack note": "note requires some text, as in: stack note She has the key",
        "stack note $'a\\rb'":
          "the text has a line break, but must be one line; nothing was changed",
        "stack edit -": "edit \(noInput)", "echo x | stack note -": "note \(noInput)",
        "stack edit 2":
          "edit always rewords the current task; to make '2' its text: stack edit -- 2",
        "stack push $'a\\nb'": broken, "stack push $'a\\rb'": broken,
        "stack push $'\\xff'": "argument 2 is not UTF-8; nothing was changed",
        "printf 'good\\nbad \\xff\\n' | stack push -":
          "line 2 of the input is not UTF-8; nothing was changed",
        "stack push": missing, "stack push <~/.bin/stack": missing, "echo x | stack push": missing,
        "stack push --": missing, "stack psuh": "there is no command 'psuh'; did you mean push?",
        "stack done 2": "done \(current) '2'; \(top) top WORDS",
        "stack skip milk": "skip \(current) 'milk'; \(top) top milk",
        "stack -s work drop milk": "drop \(current) 'milk'; \(top) -s work top milk",
      ], in: home)
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  // MARK: The name of the program

  @Test func messagesUseTheNameOfTheProgram() throws {
    try session(
      """
      $ ln -s "$(readlink ~/.bin/stack)" ~/.bin/todo-1.x
      $ todo-1.x done
      todo-1.x: there is no task to complete; add one with: todo-1.x push "…"
      [1]
      $ todo-1.x peek
      todo-1.x: there is no command 'peek'; todo-1.x without a command shows the current task
      [64]
      $ todo-1.x help skip
      usage: todo-1.x skip

      Move the current task to the back of the queue, and show the next one.

        todo-1.x skip
      $ todo-1.x --version
      todo-1.x \(Program.version)
      $ stack --version --help
      stack \(Program.version)
      $ stack -V frobnicate
      stack \(Program.version)
      $ todo-1.x help --man | grep '^.Nm t'
      .Nm todo-1.x
      $ todo-1.x path
      ~/.config/stack/stack.json
      """)
  }

  @Test(arguments: [
    ("stack", "stack"), ("/usr/bin/todo", "todo"), ("./a_b-c.d", "a_b-c.d"), ("-stack", "stack"),
    ("my stack", "stack"),
    ("/opt/$(touch pwned)", "stack"), ("", "stack"), ("tödo", "stack"), ("/", "stack"),
  ])
  func aNameThatNeedsQuotesIsReplaced(_ path: String, _ name: String) {
    #expect(Program.name(from: Array(path.utf8)) == name)
  }
}
