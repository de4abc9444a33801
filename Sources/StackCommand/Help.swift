// What `stack help` prints.

enum Help {
  /// The version of the program, after semantic versioning.
  static let version = "1.0.0"

  /// All commands on one screen of 80 by 24.
  static var overview: String {
    let commands = CommandName.allCases.map { name in
      let call = [name.rawValue, name.operands].filter { !$0.isEmpty }.joined(separator: " ")
      return "  " + call + String(repeating: " ", count: 22 - call.count) + name.summary
    }
    let lines =
      ["stack: one task at a time", "", "  stack                 show the current task"] + commands + [
        "", "-s NAME chooses another stack; --json prints the current task as JSON.",
        "stack help COMMAND tells more.",
      ]
    return lines.joined(separator: "\n")
  }

  /// One command, with an example.
  static func page(for name: CommandName) -> String {
    "usage: stack " + name.rawValue + (name.operands.isEmpty ? "" : " " + name.operands) + "\n\n"
      + text(for: name)
  }

  private static func text(for name: CommandName) -> String {
    switch name {
    case .push:
      """
      Add a task at the back of the queue. Several words need no quotes.

        stack push Call Sam about the contract

      Without TEXT it asks for a line. With - it reads standard input, and each
      line that is not blank is a task:

        stack push - < ideas.txt

        --top         put it in front
        -a FILE|URL, --attach FILE|URL
                      attach a file or URL; may be given several times
        --            what follows is TEXT, even if it begins with -
      """
    case .done:
      """
      Complete the current task and show the next one.

        stack done

      The file keeps it under "completed", with the date.
      """
    case .skip:
      """
      Move the current task to the back of the queue, and show the next one.

        stack skip
      """
    case .drop:
      """
      Delete the current task without completing it, and show the next one.

        stack drop

      The file keeps it under "completed", with the date under "dropped".
      stack undo brings it back.
      """
    case .edit:
      """
      Reword the current task.

        stack edit Call Sam about the lease

      Without TEXT it opens in $VISUAL, else $EDITOR, else vi: the first line is
      the title.

        --all         edit the whole queue, one numbered task a line: move,
                      reword, delete or add lines
      """
    case .undo:
      """
      Take back the last change, whatever it was. Again for the one before.

        stack done
        stack undo

      Up to 64 versions of the file are kept, and stack redo goes forward again.
      """
    case .redo:
      """
      Put back the change that undo took back last.

        stack undo
        stack redo
      """
    case .attach:
      """
      Attach files or URLs to the current task. A file stays where it is; its
      path is remembered.

        stack attach draft.pdf https://example.org/agenda

      What begins with a scheme, such as https:, is a URL.
      """
    case .detach:
      """
      Take attachments off the current task: the ones named, or all.

        stack detach draft.pdf
      """
    case .open:
      """
      Open what is attached to the current task: all, or the one of that number.

        stack open 2

      The program is $STACK_OPENER if that is set, else the desktop's own.
      """
    case .send:
      """
      Move the current task to the stack of whoever answers at ssh HOST. NAME
      chooses one of the stacks there.

        stack send sam@desk.example

      It stays here unless the other side took it. $STACK_SSH may name another
      command than ssh.
      """
    case .receive:
      """
      Take one task, as stack send writes it, from standard input, and add it at
      the back. It prints nothing.

        ssh desk.example stack receive < task.json
      """
    case .count:
      """
      Show how many tasks wait, as a number.

        stack count
      """
    case .prompt:
      """
      Show the current task on one line, for a prompt or a status bar.

        stack prompt --max 20

        --max N       shorten to N columns; 40 if not given
        --extent      first a line that says how many bytes of the file it
                      follows from: one more than the file has if it saw the
                      end, 1 if there is no file
      """
    case .initialize:
      """
      Print what a shell needs for completion and for the current task in its
      prompt. In the shell's start-up file:

        eval "$(stack init bash)"       in ~/.bashrc
        eval "$(stack init zsh)"        in ~/.zshrc
        stack init fish | source        in ~/.config/fish/config.fish
        eval "$(stack init posix)"      for dash, ksh, mksh, ash; no completion

        --no-prompt   leave the prompt alone; only keep $STACK_PROMPT
      """
    case .path:
      """
      Show where the file is.

        git add "$(stack path)"
      """
    case .help:
      """
      Explain a command, or list them all.

        stack help push
      """
    }
  }
}
