// A command doesn't change another task than the one that the prompt shows. ShellTests has the same
// in interactive shells.

import Foundation
import TestSupport
import Testing

/// Functions for a shell: `prompt` shows the task and exports the variable as the prompts' scripts
/// do, and `elsewhere` runs a command as another terminal does.
let promptFunctions = """
  prompt() {
    { read -r check; read -r task; } <<EOF
  $(stack prompt --check --max 100)
  EOF
    export STACK_PROMPT_CHECK="$$ $check"
    echo "($task)"
  }
  elsewhere() { (unset STACK_PROMPT_CHECK; "$@" >/dev/null 2>&1); }
  """

@Suite(.waitsForPrograms) struct StalePromptTests {
  /// Runs a session at a terminal, in a home with three tasks.
  private func session(
    _ transcript: String, in home: Home? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try StackCommandTests.session(
      transcript, in: home ?? Self.home(), atTerminalAfter: promptFunctions,
      sourceLocation: sourceLocation)
  }

  private static func home() throws -> Home {
    try .holding(
      "Write the report", "Call Sam", "Buy milk", environment: ["TERM": "dumb", "EDITOR": "vi"])
  }

  private func refusal(of command: String = "done", at task: String = "Call Sam") -> String {
    """
    stack: your prompt shows another task; '\(task)' is the current one now; nothing was changed; \
    run it again if you mean it
    If your prompt isn't kept up to date: env -u STACK_PROMPT_CHECK stack \(command)
    [75]
    """
  }

  // MARK: What refuses

  @Test func doneAtAStalePromptChangesNothing() throws {
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere stack done
      $ stack done
      \(refusal())
      $ stack
      ◎ Call Sam
      $ prompt
      (Call Sam)
      $ stack done
      ✓ Call Sam
      ○ Buy milk
      """)
  }

  @Test(arguments: [
    "done", "drop", "skip", "snooze 1h", "edit", "edit Other", "note 'More (two)'", "attach x:1",
    "detach", "detach 7", "send desk", "send :work",
  ])
  func eachCommandThatActsOnTheCurrentTaskRefuses(_ command: String) throws {
    let home = try Self.home()
    for program in ["vi", "ssh"] { try home.script(program, "echo \(program) >~/started") }
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere stack skip
      $ cp .config/stack/stack.json before
      $ stack \(command)
      \(refusal(of: command))
      $ cmp before .config/stack/stack.json
      """, in: home)
    #expect(!home.files(below: "").contains("started"))
    #expect(home.files(below: ".config") == ["stack/stack.json"])
  }

  /// As in a shell that took the place of the one with our prompt.
  @Test func theSecondRefusalInARowLeadsWithTheLineThatHelps() throws {
    let again =
      "stack: your prompt shows another task; 'Buy milk' is the current one now; nothing was "
      + "changed; if your prompt isn't kept up to date: env -u STACK_PROMPT_CHECK stack done"
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere stack done
      $ stack done
      \(refusal())
      $ elsewhere stack done
      $ stack done
      \(again)
      [75]
      $ stack done
      \(again)
      [75]
      $ env -u STACK_PROMPT_CHECK stack done
      ✓ Buy milk
      A fresh start. Anything to add?
      stack push "…"
      """)
  }

  @Test func redoNeverRefuses() throws {
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere stack skip
      $ elsewhere stack undo
      $ elsewhere stack skip
      $ elsewhere stack undo
      $ prompt
      (Write the report)
      $ elsewhere sed -i 's/Write/Rewrite/' .config/stack/stack.json
      $ stack redo
      Redid: skip (Write the report), which another terminal or program did
      ◔ Call Sam
      """)
  }

  @Test func withoutATaskThereIsNothingToRefuse() throws {
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere rm .config/stack/stack.json
      $ stack done
      stack: there is no task to complete, because there is no file; to restore the one that was removed: stack undo
      [1]
      """)
  }

  @Test func aTaskThatWasRewordedElsewhereIsAnotherTask() throws {
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere stack edit Write the other report
      $ stack done
      \(refusal(at: "Write the other report"))
      """)
  }

  /// After `skip`, the queue has a task of the same title in front.
  @Test func anotherTaskWithTheSameTitleIsAnotherTask() throws {
    try session(
      """
      $ prompt
      (Call Sam)
      $ elsewhere stack skip
      $ stack done
      \(refusal())
      """, in: .holding("Call Sam", "Call Sam", environment: ["TERM": "dumb"]))
  }

  @Test(arguments: ["stack note More", "stack attach x:1", "stack push More", "compact"])
  func changesThatLeaveTheTaskInThePromptDoNotMatter(_ change: String) throws {
    let home = try Self.home()
    try home.script("compact", "cd .config/stack; tr -d '\\n' <stack.json >new; mv new stack.json")
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere \(change)
      $ stack drop >shown
      Dropped: Write the report
      """, in: home)
  }

  /// A task's text may come from another person, and a terminal obeys control characters.
  @Test func theMessageShowsControlCharactersAsEscapes() throws {
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere stack push --top "$(printf 'red \\033[31m')"
      $ stack done
      \(refusal(at: "red \\u{1B}[31m"))
      """)
  }

  // MARK: Commands on one line

  @Test func aShellKnowsTheTasksThatItBroughtToTheFront() throws {
    try session(
      """
      $ prompt
      (Write the report)
      $ stack done >shown && stack done
      ✓ Write the report
      ✓ Call Sam
      ○ Buy milk
      $ stack undo
      Undid: done (Call Sam)
      ◎ Call Sam
      $ stack skip
      Skipped: Call Sam
      ◎ Buy milk
      $ stack push --top Urgent
      Added in front: Urgent
      ◔ Urgent
      $ stack drop
      Dropped: Urgent
      ◎ Buy milk
      $ stack undo
      Undid: drop (Urgent)
      ◔ Urgent
      $ stack redo
      Redid: drop (Urgent)
      ◎ Buy milk
      $ stack edit Buy bread
      Reworded: Buy milk → Buy bread
      ◎ Buy bread
      $ stack note Rye
      Note added to:
      ◎ Buy bread
        Rye
      $ stack send :work
      Sent to the new stack work: Buy bread
      ○ Call Sam
      $ stack done
      ✓ Call Sam
      A fresh start. Anything to add?
      stack push "…"
      $ stack push More
      Added: More
      ○ More
      $ stack done
      ✓ More
      A fresh start. Anything to add?
      stack push "…"
      """)
  }

  @Test func aShellKnowsTheTaskThatItArrangedInAnEditor() throws {
    let home = try Self.home()
    try home.script("vi", "sed '1{h;d;};2{p;x;}' \"$1\" >new; cat new >\"$1\"")
    try session(
      """
      $ prompt
      (Write the report)
      $ stack edit --all
      Edited: rearranged
      ◔ Call Sam
      $ stack done
      ✓ Call Sam
      ◎ Write the report
      """, in: home)
  }

  /// Commands that aren't about the current task never refuse. The other terminal has skipped, so
  /// there is something to undo.
  @Test(arguments: [
    ("push More", "Added: More", "Buy milk"),
    ("push --top Urgent", "Added in front: Urgent", "Urgent"),
    ("undo", "Undid: skip (Call Sam), which another terminal or program did", "Call Sam"),
    ("edit --all", "Edited: 1 reworded", "Buy bread"),
  ])
  func aShellDoesNotKnowATaskAfterAChangeAtAStalePrompt(
    _ command: String, _ acknowledgement: String, _ task: String
  ) throws {
    let home = try Self.home()
    try home.script("vi", "sed 's/milk/bread/' \"$1\" >new; cat new >\"$1\"")
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere stack done
      $ elsewhere stack skip
      $ stack \(command) >shown
      \(acknowledgement)
      $ stack done
      \(refusal(at: task))
      """, in: home)
  }

  /// For example, an hour after the shell's last command, a sync program changes the front.
  @Test(arguments: [
    "stack done", "stack push --top Buy milk",
    "sed -i 's/Call Sam/Buy milk/' .config/stack/stack.json",
  ])
  func aShellDoesNotKnowATaskAfterAChangeElsewhere(_ change: String) throws {
    try session(
      """
      $ prompt
      (Write the report)
      $ stack done >shown
      ✓ Write the report
      $ elsewhere \(change)
      $ stack done
      \(refusal(at: "Buy milk"))
      """)
  }

  /// The other shell knew its task, so its change is recorded as one of a shell.
  @Test func aShellDoesNotKnowATaskThatAnotherShellBroughtToTheFront() throws {
    let home = try Self.home()
    let script = "\(promptFunctions)\nprompt >shown\nstack done >shown\n:\n"
    try home.write(script, to: "other-shell")
    try session(
      """
      $ prompt
      (Write the report)
      $ bash other-shell
      ✓ Write the report
      $ stack done
      \(refusal())
      """, in: home)
  }

  /// While the editor is open, the task in it is what the user sees.
  @Test func theTaskInTheEditorIsEditedWhateverBecomesCurrent() throws {
    let home = try Self.home()
    try home.script(
      "vi",
      "unset STACK_PROMPT_CHECK; stack skip >shown 2>&1; sed 's/Write/Rewrite/' \"$1\" >new; cat new >\"$1\""
    )
    try session(
      """
      $ prompt
      (Write the report)
      $ stack edit
      Edited: reworded
      ◔ Call Sam
      $ stack done
      \(refusal())
      """, in: home)
    #expect(try home.titles() == ["Call Sam", "Buy milk", "Rewrite the report"])
  }

  @Test func undoingWhatAnotherTerminalDidSaysSo() throws {
    let home = try Self.home()
    try home.write("\(promptFunctions)\nprompt >shown\nstack drop >shown\n:\n", to: "other-shell")
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere stack done
      $ prompt
      (Call Sam)
      $ stack undo
      Undid: done (Write the report), which another terminal or program did
      ◔ Write the report
      $ stack redo
      Redid: done (Write the report)
      ◎ Call Sam
      $ bash other-shell
      Dropped: Call Sam
      $ stack push At a stale prompt
      Added: At a stale prompt
      ◎ Buy milk
      $ stack undo
      Undid: push (At a stale prompt)
      ○ Buy milk
      $ stack undo
      Undid: drop (Call Sam), which another terminal or program did
      ◎ Call Sam
      $ elsewhere stack undo
      $ stack redo
      Redid: done (Write the report), which another terminal or program did
      ◎ Call Sam
      $ elsewhere stack send :work
      $ stack undo
      Undid: send Call Sam to :work, which another terminal or program did. It may be there, too.
      ◎ Call Sam
      $ cp .config/stack/stack.json copy; elsewhere stack -s work push More
      $ stack merge .config/stack/work.json >shown
      Merged .config/stack/work.json.
      $ stack undo
      Undid: merge
      ◎ Call Sam
      $ bash -c 'stack undo >shown; :'; env -u STACK_PROMPT_CHECK stack undo
      Undid: done (Write the report)
      Undid: push
      A fresh start. Anything to add?
      stack push "…"
      """, in: home)
  }

  // MARK: What is never refused

  @Test(arguments: [
    ("./script", "Call Sam"), ("stack -s work done", "At work"),
    ("XDG_CONFIG_HOME=$PWD/other stack done", "At work"),
    ("env -u STACK_PROMPT_CHECK stack done", "Call Sam"),
    ("STACK_PROMPT_CHECK= stack done", "Call Sam"),
    ("STACK_PROMPT_CHECK=1995390348 stack done", "Call Sam"),
    ("STACK_PROMPT_CHECK='x y z' stack done", "Call Sam"),
    ("STACK_PROMPT_CHECK=\"$STACK_PROMPT_CHECK more\" stack done", "Call Sam"),
  ])
  func aScriptAndAnotherStackAreNeverRefused(_ command: String, _ task: String) throws {
    let home = try Self.home()
    try home.shell(
      """
      printf '#!/bin/sh\\nstack done\\nexit\\n' >script && chmod +x script
      printf 'At work\nMore\n' | stack -s work push - && mkdir -p other/stack && cp .config/stack/work.json other/stack/stack.json
      """)
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere stack done
      $ \(command) >shown
      ✓ \(task)
      """, in: home)
  }

  @Test func withoutATerminalForErrorsNothingIsRefused() throws {
    try session(
      """
      $ prompt
      (Write the report)
      $ elsewhere stack done
      $ stack done 2>errors
      ○ Buy milk
      $ cat errors
      """)
  }
}
