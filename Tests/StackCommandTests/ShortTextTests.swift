// Texts of 0 to 16 bytes. Strings up to 15 bytes are stored inline, longer ones on the heap;
// Embedded Swift's runtime crashes on arm64 if it confuses them (see CSystem.c).

import TestSupport
import Testing

@Suite(.waitsForPrograms) struct ShortTextTests {
  @Test(arguments: TestExtent.isAll ? Array(0...16) : [0, 1, 8, 15, 16])
  func shortTextsSurviveEveryCommand(_ length: Int) throws {
    let text = String("abcdefghijklmnop".prefix(length))
    let task = #"{"title": "\#(text)", "\#(text)": "\#(text)", "attachments": ["\#(text)"]}"#
    let home = Home(["EDITOR": Home.editor(sed: "s/^1.*/&!/")])
    let file = #"{"tasks": [\#(task), {"title": "Next"}]}"# + "\n"
    try home.writeQueue(file)
    try home.writeQueue(file.replacing("Next", with: "Next \(text)"), "theirs")
    try session(
      """
      $ stack
      \(text)
      $ stack --json
      \(task)
      $ stack prompt
      \(text)
      $ stack edit --all
      \(text)!
      $ stack undo
      \(text)
      $ stack edit -- "1\(text)"
      1\(text)
      $ stack edit
      1\(text)!
      $ { stack undo; stack undo; stack detach "\(text)"; stack attach "https:\(text)"; stack undo; stack undo; } | tail -n 5
      \(text)
      \(text)
      \(text)
      \(text)
      \(text)
      $ cat .config/stack/stack.json
      {"tasks": [\(task), {"title": "Next"}]}
      $ stack push "2\(text)"
      \(text)
      $ stack merge .config/stack/theirs.json
      \(text)
      $ stack skip
      Next
      $ stack done
      Next \(text)
      $ stack drop
      2\(text)
      """, in: home)
  }
}
