// Tab offers what `stack` accepts, quoted for each shell, and runs none of it.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite(.saysWhatIsMissing) struct CompletionTests {
  /// Sets up completion in zsh, with one cache of its functions for all tests, because creating it
  /// takes long.
  static let setUp =
    "autoload -Uz compinit; compinit -u -d '\(Program.testsDirectory.path)/zsh-completions'"

  /// A shell in a home with some stacks, files and hosts.
  private func interactive(_ shell: Shell, before: String = "") throws -> InteractiveShell {
    let home = try Home(["HOSTFILE": "hosts"], task: "Task")
    try home.writeTasks("At work", queue: "work")
    try home.writeTasks("In town", queue: "errands")
    for file in ["draft.pdf", "drawing.svg"] { try home.write(Data(), to: file) }
    let hosts = "Host desk.example *.wild !not\n  HostName 192.0.2.1\nhost=door.example\n"
    try home.write(hosts, to: ".ssh/config")
    // A host in several sources is offered once.
    try home.write("192.0.2.1 desk.example\n192.0.2.2 other.example\n", to: "hosts")
    let lines = (shell == .zsh ? Self.setUp + "\n" : "") + before
    // fish uses half of the screen.
    return try InteractiveShell(shell, in: home, before: lines, columns: 160, rows: 50)
  }

  /// Types a beginning and Tab on an empty screen, and waits for these candidates. Returns the
  /// screen.
  @discardableResult private func expect(
    _ offered: [String], after beginning: String, _ shell: InteractiveShell,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    _ = try shell.prompt(after: "\u{15}:")
    // The first Tab of bash only completes the common beginning.
    shell.type(beginning + (shell.shell == .bash ? "\t\t" : "\t"))
    shell.terminal.wait { terminal in offered.allSatisfy(terminal.screen.text.contains) }
    let screen = shell.screen
    for text in offered {
      #expect(screen.contains(text), "\(screen)", sourceLocation: sourceLocation)
    }
    return screen
  }

  @Test(arguments: Shell.withCompletion) func commandsOptionsStacksFilesAndHostsAreOffered(
    _ shell: Shell
  ) throws {
    let shell = try interactive(shell)
    let files = ["draft.pdf", "drawing.svg"]
    let stacks = ["work", "errands"]
    for beginning in ["stack ", "stack help ", "stack -s work "] {
      try expect(Command.all.map(\.name) + Command.all.map(\.summary), after: beginning, shell)
    }
    for (beginning, offered) in [
      ("stack -s ", stacks), ("stack push --stack ", stacks),
      ("stack init ", ["bash", "zsh", "fish"]),
      ("stack attach ", files), ("stack push -a ", files),
    ] {
      let screen = try expect(offered, after: beginning, shell)
      #expect(!screen.contains("use the stack"), "each name has no repeated description")
    }
    // A single candidate is inserted.
    for (beginning, rest) in [
      ("stack pu", "sh "), ("stack he", "lp "), ("stack help pu", "sh "), ("stack --js", "on "),
      ("stack push --to", "p "), ("stack edit --al", "l "), ("stack init --no", "-prompt "),
      ("stack --vers", "ion "),
      ("stack -s w", "ork "), ("stack --stack=w", "ork "), ("stack init z", "sh "),
      ("stack attach draf", "t.pdf "),
      ("stack attach draft.pdf draw", "ing.svg "), ("stack push -a draf", "t.pdf "),
      ("stack send des", "k.example "),
      ("stack send sam@des", "k.example "),
    ] { shell.expectTab(beginning, beginning + rest) }
    if shell.shell == .bash {
      _ = try shell.prompt(after: "\u{15}COMP_WORDBREAKS=${COMP_WORDBREAKS//=}")
      shell.expectTab("stack push --attach=draf", "stack push --attach=draft.pdf ")
    }
    // No option and no command is offered in a place where it would be text.
    for line in [
      "stack push Call --to", "stack edit Call --al", "stack push -- --to", "stack done --to",
    ] {
      shell.type("\u{15}" + line + "\tx")
      shell.expectScreen { $0.textBeforeCursor == "(Task) ready> \(line)x" }
    }
  }

  /// In bash, the colon begins a word of its own.
  @Test(arguments: Shell.withCompletion) func theOtherStacksAreOfferedAsRecipients(_ shell: Shell)
    throws
  {
    let shell = try interactive(shell)
    shell.expectTab("stack send :w", "stack send :work ")
    shell.expectTab("stack -s work send :st", "stack -s work send :stack ")
    let screen = try expect(["errands", "work"], after: "stack send :", shell)
    #expect(!screen.contains("example"), "\(screen)")
    try expect([":errands", ":work", "desk.example"], after: "stack send ", shell)
    _ = try shell.prompt(after: "\u{15}stack send :er\t")
    #expect(try shell.home.titles("tasks", "errands") == ["In town", "Task"])
  }

  /// Also those of a stack that is chosen on the line.
  @Test(arguments: Shell.withCompletion) func attachmentsAreOfferedByNumberAndByName(_ shell: Shell)
    throws
  {
    let shell = try interactive(shell)
    let items = [
      "\(shell.home.directory.path)/draft.pdf", "https://example.org/agenda",
      "/elsewhere/a \\\"quoted\\\" one",
    ]
    let list = items.map { "\"\($0)\"" }.joined(separator: ", ")
    try shell.home.writeQueue(
      #"{"tasks": [{"own": {"attachments": ["no"]}, "title": "attachments", "attachments": [\#(list)]}]}"#
    )
    try shell.home.writeQueue(#"{"tasks": [{"title": "x", "attachments": "/only/one"}]}"#, "work")
    shell.expectTab("stack detach dr", "stack detach draft.pdf ")
    shell.expectTab("stack detach \(shell.home.directory.path)/d", "stack detach \(items[0]) ")
    shell.expectTab("stack detach /else", "stack detach /elsewhere/a\\ \\\"quoted\\\"\\ one ")
    for (beginning, rest) in [
      ("stack -s work open ", "1 "), ("stack open --stack=work ", "1 "),
      ("stack --stack work detach ", "/only/one "),
    ] { shell.expectTab(beginning, beginning + rest) }
    let offered = try expect(["1", "2", "3", items[1]], after: "stack open ", shell)
    #expect(!offered.contains("4 "))
    #expect(
      try !expect(["draft.pdf", "example.org"], after: "stack detach ", shell).contains(
        "drawing.svg"))
  }

  @Test(arguments: Shell.withCompletion) func hostileCandidatesAreQuotedAndNeverRun(_ shell: Shell)
    throws
  {
    let shell = try interactive(shell)
    let file = "a 'strange' \"file\" $(touch pwned).pdf"
    try shell.home.write(Data(), to: file)
    let all = [
      "https://example.org/a?b=c&d=$(touch pwned)", shell.home.url(file).path,
      "/we$(touch${IFS}pwned)`touch${IFS}pwned`;touch pwned;'\"!&|<x",
    ]
    let task: [String: Any] = ["title": "Task", "attachments": all]
    let data = try JSONSerialization.data(withJSONObject: ["tasks": [task]])
    try shell.home.write(data, to: ".config/stack/stack.json")
    for (beginning, left) in [("https://e", 2), ("a", 1), ("/we", 0)] {
      shell.type("\u{15}stack detach \(beginning)\t")
      shell.expectScreen {
        !$0.textBeforeCursor.hasSuffix("detach \(beginning)") && $0.textBeforeCursor.hasSuffix(" ")
      }
      _ = try shell.prompt(after: "")
      let attachments = try shell.home.tasks().first?["attachments"] as? [String] ?? []
      #expect(attachments.count == left, "\(attachments)")
    }
    shell.home.expectNothingRan()
  }

  /// The titles that `top` would find, in quotes in which `top` finds them.
  @Test(arguments: Shell.withCompletion, ["", "\"", "'"])
  func whatTopWouldFindIsOffered(_ shell: Shell, _ quote: String) throws {
    let shell = try interactive(shell)
    let titles = [
      "Write the report", "Ask Ann about the contract", "Pay $20 to O'Brien", "Say \"hi\"!echo",
      "Clean C:\\temp\\:x",
    ]
    for (typed, title) in zip(["wri", "contr", "Pay", "sa", "Cl"], titles) {
      let others = titles.filter { $0 != title }.map { ["title": $0] }
      let tasks = [["title": "Task"], ["title": title]] + others
      let data = try JSONSerialization.data(withJSONObject: ["tasks": tasks])
      try shell.home.write(data, to: ".config/stack/stack.json")
      let beginning = "stack top \(quote)\(typed)"
      shell.type("\u{15}\(beginning)")
      shell.expectScreen { $0.textBeforeCursor.hasSuffix(beginning) }
      shell.type("\t")
      shell.expectScreen {
        !$0.textBeforeCursor.hasSuffix(beginning) && $0.textBeforeCursor.hasSuffix(" ")
      }
      #expect(try shell.prompt(after: "").hasSuffix("(\(title)) ready> "), "\(shell.screen)")
    }
  }

  /// The typed word stays until there is one candidate. fish offers only the most similar ones.
  @Test(arguments: Shell.withCompletion) func severalTitlesAreOffered(_ shell: Shell) throws {
    let shell = try interactive(shell)
    let titles = ["Call Sam's mother", "Call Ann", "Recall the car"]
    try shell.home.writeTasks("Task", titles[0], titles[1], titles[2])
    let offered = shell.shell == .fish ? titles.dropLast() : titles
    try expect(offered, after: "stack top call", shell)
    _ = try shell.prompt(after: "\u{15}:")
    shell.expectTab("stack top Call An", "stack top Call Ann ")
    if shell.shell == .fish { return }
    shell.expectTab("stack top 'Ca", "stack top 'Ca")
    shell.expectTab("stack top 'Call S", "stack top 'Call Sam'\\''s mother' ")
    if shell.shell == .zsh { return }
    shell.expectTab("stack top 'Call Sam'\\''s m", "stack top 'Call Sam'\\''s mother' ")
  }

  /// bash and fish complete only what is after the colon by themselves.
  @Test(arguments: Shell.withCompletion) func filesWithAColonAreOffered(_ shell: Shell) throws {
    let shell = try interactive(shell)
    for file in ["minutes:v1.pdf", "a=b@c d"] { try shell.home.write(Data(), to: file) }
    for command in ["attach ", "push -a ", "push --attach=", "merge "] {
      shell.expectTab("stack \(command)minutes:v", "stack \(command)minutes:v1.pdf ")
      if shell.shell == .fish, command.hasSuffix("=") { continue }
      shell.expectTab("stack \(command)a=b@", "stack \(command)a=b@c\\ d ")
    }
  }

  @Test func inBashReadonlyVariablesDoNotMatter() throws {
    let names = "i words each typed taken quote lead space tab user host hosts name rest plain"
    let shell = try interactive(.bash, before: "readonly \(names)")
    shell.expectTab("stack -s wo", "stack -s work ")
    shell.expectTab("stack send sam@des", "stack send sam@desk.example ")
    shell.expectTab("stack push --attach=draf", "stack push --attach=draft.pdf ")
    #expect(!shell.terminal.text.contains("readonly variable"))
  }

  private static let bashCompletion = "/usr/share/bash-completion/bash_completion"

  /// From `HOSTFILE`, from bash-completion (also 2.12 and later, which has another function), and
  /// from zsh.
  @Test(arguments: [
    (Shell.bash, "", "other.example"), (.bash, ". \(bashCompletion)", "known.example"),
    (.bash, "_comp_compgen_known_hosts() { COMPREPLY+=(known.example -dash); }", "known.example"),
    (.zsh, "", "known.example"),
  ])
  func hostsOfTheShellAreOfferedToo(_ shell: Shell, _ before: String, _ host: String) throws {
    if before.contains(Self.bashCompletion),
      !FileManager.default.fileExists(atPath: Self.bashCompletion)
    {
      throw Missing(reason: "there is no bash-completion")
    }
    let shell = try interactive(shell, before: before)
    let known = ["known.example", "-dash"].map { "\($0) ssh-ed25519 AAAA\n" }.joined()
    try shell.home.write(known, to: ".ssh/known_hosts")
    for host in [host, "door.example"] {
      shell.expectTab("stack send \(host.prefix(3))", "stack send \(host) ")
    }
    shell.expectTab("stack send sam@\(host.prefix(3))", "stack send sam@\(host) ")
    let offered = try expect(["desk.example", "door.example", host], after: "stack send ", shell)
    #expect(!offered.contains("-dash"), "\(offered)")
    shell.expectTab("stack -s wo", "stack -s work ")
  }

  /// readline lists the candidates at the first Tab then.
  @Test(arguments: ["show-all-if-ambiguous", "show-all-if-unmodified"])
  func theCommonBeginningIsQuoted(_ setting: String) throws {
    let home = Home()
    try home.write("set \(setting) on\n", to: ".inputrc")
    try home.writeQueue(
      #"""
      {"tasks": [{"title": "Task", "attachments":
        ["/we$(touch pwned)1", "/we$(touch pwned)2", "https://example.org/a", "https://example.org/b"]}]}
      """#)
    let shell = try InteractiveShell(.bash, in: home)
    shell.expectTab("stack detach /", #"stack detach /we\$\(touch\ pwned\)"#)
    shell.expectTab("stack detach https:", "stack detach https://example.org/")
  }

  /// The line may be above the one for completion, and packages install the function in a
  /// directory.
  @Test(arguments: [false, true]) func zshCompletesWhereverItsSetUpIs(isInADirectory: Bool) throws {
    let home = Home()
    try home.write(Data(contentsOf: Script.url("_stack")), to: "completions/_stack")
    let shell = try InteractiveShell(
      .zsh, in: home, options: isInADirectory ? "| true" : "",
      before: isInADirectory ? "fpath=(~/completions $fpath)" : "",
      after: "autoload -Uz compinit; compinit -u -D")
    shell.expectTab("stack pu", "stack push ")
  }

  @Test func aliasesDoNotChangeCompletionInZsh() throws {
    let shell = try interactive(
      .zsh,
      before:
        "alias typeset='echo wrong' emulate='echo wrong' compdef='echo wrong' -g names='wrong'")
    shell.expectTab("stack -s wo", "stack -s work ")
    shell.expectTab("stack und", "stack undo ")
    #expect(!shell.terminal.text.contains("wrong"))
  }

  /// fish 4 has a completion for another program called `stack`, which asks that program.
  @Test func fishsCompletionForAnotherProgramIsReplaced() throws {
    let home = Home()
    let lines = "stack --fish-completion-script stack | source\ncomplete -c stack -a undermine\n"
    try home.write(lines, to: ".config/fish/completions/stack.fish")
    let shell = try InteractiveShell(
      .fish, in: home, before: "function stack; command stack $argv; end")
    #expect(!shell.terminal.text.contains("script"), "\(shell.terminal.text)")
    shell.expectTab("stack und", "stack undo ")
    _ = try shell.prompt(after: "")
    #expect(
      try shell.output(of: "functions stack | grep -c 'command stack'") == "1",
      "the user's own stays")
  }
}
