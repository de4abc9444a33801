// `stack note`, and how other commands keep notes.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct NoteTests {
  @Test func commandsKeepTheNotesOfATask() throws {
    try session(
      #"""
      $ stack push Write the report
      Write the report
      $ stack push Call Sam
      Write the report
      $ stack note Chapter 2 is done, "figures" are missing
      Write the report
      $ stack note '  -- see page 7  '
      Write the report
      $ stack note -- --help me
      Write the report
      $ stack note -- --help me
      Write the report
      $ stack --json
      {"title": "Write the report", "added": "DATE", "notes": ["Chapter 2 is done, figures are missing", "-- see page 7", "--help me", "--help me"]}
      $ stack undo
      Write the report
      $ stack undo
      Write the report
      $ stack undo
      Write the report
      $ stack redo
      Write the report
      $ stack skip
      Call Sam
      $ stack skip
      Write the report
      $ stack prompt
      Write the report
      $ stack attach https://example.org/
      Write the report
      $ stack edit Rewrite the report
      Rewrite the report
      $ stack done
      Call Sam
      $ stack log | cut -c 19-
      done: Rewrite the report
      $ stack log --json
      {"title": "Rewrite the report", "added": "DATE", "notes": ["Chapter 2 is done, figures are missing", "-- see page 7"], "attachments": ["https://example.org/"], "completed": "DATE"}
      """#)
  }

  @Test func aTerminalShowsNotesDimmedBeforeTheAttachments() throws {
    let home = Home()
    try home.writeQueue(
      #"{"tasks": [{"title": "Meet", "attachments": ["x:y"], "notes": ["Room 5", "\u001b[2J\u202e\n\ud800"]}]}"#
    )
    func dimmed(_ line: String) -> String { "  \u{1B}[2m\(line)\u{1B}[0m\n" }
    let notes = dimmed("Room 5") + dimmed("\\u{1B}[2J\\u{202E}\\u{A}\u{FFFD}")
    #expect(
      try home.screen().hasPrefix("\u{1B}[38;5;100m○\u{1B}[0m Meet\n" + notes + "  \u{1B}[2m1  "))
    let plain = try Home.holding("Meet", environment: ["TERM": "dumb"])
    #expect(try plain.screen("note", "Room 5") == "Note added to:\n○ Meet\n  Room 5\n")
    #expect(try plain.stack() == Finished(output: "Meet\n"))
  }

  @Test(arguments: [
    #""text""#, "7", "{}", "null", #"["a", 1]"#, "[null]", #"["a"], "notes": ["b"]"#,
    #"["a"], "note\u0073": 1"#,
  ])
  func notesOfAnotherTypeAreACustomKey(_ value: String) throws {
    let home = Home(["EDITOR": "bash ./editor"])
    try home.writeQueue("{\"tasks\": [{\"title\": \"One\", \"notes\": \(value)}]}")
    try home.write("sed -i \"1s/.*/Two${MORE:-}/\" \"$1\"\n", to: "editor")
    let before = home.queueText()
    let refusal =
      "the task's \"notes\" is not an array of strings, so no note can be added; nothing was changed"
    try expectRefused(["stack note More": refusal], status: 65, in: home)
    let edited = try home.shell(#"MORE='\nMore' stack edit"#)
    #expect(
      edited.status == 65 && edited.errors.hasPrefix("stack: \(refusal); "), "\(edited.errors)")
    #expect(home.queueText() == before)
    #expect(try home.shell("stack edit && stack done && stack undo").status == 0)
    #expect(home.queueText() == before?.replacing("One", with: "Two"))
    #expect(try home.screen() == "\u{1B}[38;5;100m○\u{1B}[0m Two\n")
  }

  /// Very many and very long notes, and bytes that `stack` would write differently.
  @Test func unusualNotesKeepTheirBytes() throws {
    let home = Home(["EDITOR": #"sh -c 'sed -i "1s/.*/Other/; s/^7$/seven/" "$1"' edit"#])
    let long = String(repeating: #"\u001B]0;x\u0007"#, count: 1 << 10)
    let odd = [
      #""\/\u00e9""#, "\"\u{202E}\u{2066}\u{E9}\"", #""\ud800\u0000""#, #"" ""#, "\"\"",
      "\"\(long)\"",
    ]
    let notes = odd + (1...100).map { "\"\($0)\"" }
    func text(_ title: String, _ notes: [String]) -> String {
      "{\"tasks\": [{\"notes\" :[ " + notes.joined(separator: " ,\n")
        + "],\"title\":\"\(title)\"}]}"
    }
    try home.writeQueue(text("One", notes))
    #expect(try home.stack("note", "\u{1B}[31m last") == Finished(output: "One\n"))
    #expect(
      home.queueText() == text("One", notes).replacing("0\"]", with: "0\",\n\"\\u001B[31m last\"]"))
    try home.stack("undo")
    #expect(home.queueText() == text("One", notes))
    #expect(try home.stack("edit") == Finished(output: "Other\n"))
    // A new element is separated in the same way as the last one.
    let other = text("Other", notes).replacing(" ,\n\"7\"", with: ",\n\"seven\"")
    #expect(home.queueText() == other)
    #expect(
      try home.stack("--json").output.contains(long)
        && !home.stack("--json").output.contains("\u{1B}"))
    #expect(
      try home.shell("stack push Two; stack skip; stack skip; stack done; stack undo").status == 0)
    #expect(home.queueText()?.hasPrefix(other.dropLast(2)) == true)
  }
}
